-- +goose Up

-- A file that is on its way. Its bytes lie beside the blobs until it is whole, then it is read, kept as
-- a blob and put to its entry. digest is what it has to be, where that was said, and what it is once kept.
CREATE TABLE uploads (
    id         TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32),
    user_id    ${INT} NOT NULL REFERENCES users (id),
    entry_id   ${INT} REFERENCES entries (id),
    name       TEXT NOT NULL CHECK (name <> ''),
    size       ${INT} NOT NULL CHECK (size >= 0),
    digest     TEXT NOT NULL,
    state      TEXT NOT NULL CHECK (state IN ('arriving', 'arrived', 'kept', 'refused')),
    trouble    TEXT NOT NULL,
    lease      ${INT} NOT NULL,
    created_at ${INT} NOT NULL,
    updated_at ${INT} NOT NULL,
    expires_at ${INT} NOT NULL
) ${STRICT};

CREATE INDEX uploads_user ON uploads (user_id, state);
CREATE INDEX uploads_entry ON uploads (entry_id);
CREATE INDEX uploads_work ON uploads (state, lease);

-- The key that receipts are signed with: one, which is made when the first is given. public is what
-- anybody may know of it.
CREATE TABLE signing_keys (
    id         ${PK},
    seed       ${BYTES} NOT NULL,
    public     TEXT NOT NULL UNIQUE,
    created_at ${INT} NOT NULL
) ${STRICT};

-- What was acknowledged, as it was signed.
CREATE TABLE receipts (
    id         ${PK},
    entry_id   ${INT} NOT NULL REFERENCES entries (id),
    kind       TEXT NOT NULL CHECK (kind IN ('file', 'manifest')),
    name       TEXT NOT NULL,
    digest     TEXT NOT NULL CHECK (length(digest) = 64),
    text       ${BYTES} NOT NULL,
    created_at ${INT} NOT NULL,
    UNIQUE (entry_id, kind, name, digest)
) ${STRICT};
