-- +goose Up

-- An account whose address was never confirmed cannot sign in. One that signs in by a passkey or
-- through a provider may have no password: its hash is empty then.
ALTER TABLE users ADD COLUMN confirmed_at ${INT};
UPDATE users SET confirmed_at = created_at;

-- What was sent by mail to be followed once. key is the SHA-256 of what the link holds.
CREATE TABLE links (
    key        TEXT NOT NULL PRIMARY KEY,
    purpose    TEXT NOT NULL CHECK (purpose IN ('confirm', 'reset', 'address', 'invite')),
    user_id    ${INT} REFERENCES users (id),
    site_id    ${INT},
    email      TEXT NOT NULL,
    created_at ${INT} NOT NULL,
    expires_at ${INT} NOT NULL,
    used_at    ${INT}
) ${STRICT};

CREATE INDEX links_user ON links (user_id, purpose);
CREATE INDEX links_site ON links (site_id);

-- credential is what the library wants back, as JSON.
CREATE TABLE passkeys (
    id            ${PK},
    user_id       ${INT} NOT NULL REFERENCES users (id),
    credential_id TEXT NOT NULL UNIQUE CHECK (credential_id <> ''),
    name          TEXT NOT NULL,
    credential    ${BYTES} NOT NULL,
    created_at    ${INT} NOT NULL,
    used_at       ${INT}
) ${STRICT};

CREATE INDEX passkeys_user ON passkeys (user_id);

-- Who somebody is with an OpenID Connect provider.
CREATE TABLE identities (
    issuer     TEXT NOT NULL,
    subject    TEXT NOT NULL,
    user_id    ${INT} NOT NULL REFERENCES users (id),
    created_at ${INT} NOT NULL,
    used_at    ${INT} NOT NULL,
    PRIMARY KEY (issuer, subject)
) ${STRICT};

CREATE INDEX identities_user ON identities (user_id);

-- scopes are words with blanks between; key is the SHA-256 of the token, of which hint are the first letters.
CREATE TABLE tokens (
    id         ${PK},
    user_id    ${INT} NOT NULL REFERENCES users (id),
    key        TEXT NOT NULL UNIQUE CHECK (length(key) = 64),
    hint       TEXT NOT NULL,
    name       TEXT NOT NULL CHECK (name <> ''),
    scopes     TEXT NOT NULL CHECK (scopes <> ''),
    created_at ${INT} NOT NULL,
    expires_at ${INT} NOT NULL,
    used_at    ${INT},
    revoked_at ${INT}
) ${STRICT};

CREATE INDEX tokens_user ON tokens (user_id);
