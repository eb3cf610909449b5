-- +goose Up

-- zone is where the hour of the deadline is read: an IANA name. grace is how long after it the bytes of
-- a manifest may follow, in seconds.
ALTER TABLE editions ADD COLUMN zone TEXT NOT NULL DEFAULT 'UTC';
ALTER TABLE editions ADD COLUMN grace ${INT} NOT NULL DEFAULT 0 CHECK (grace >= 0);

-- Which bytes an entry will rest on, said before the deadline. text is JSON.
CREATE TABLE manifests (
    entry_id     ${INT} NOT NULL REFERENCES entries (id),
    number       ${INT} NOT NULL CHECK (number > 0),
    text         ${BYTES} NOT NULL,
    digest       TEXT NOT NULL CHECK (length(digest) = 64),
    user_id      ${INT} NOT NULL REFERENCES users (id),
    committed_at ${INT} NOT NULL,
    PRIMARY KEY (entry_id, number)
) ${STRICT};

-- Mail to be sent. It is written in the transaction of what it tells of, and taken under a lease by
-- whoever sends it.
CREATE TABLE outbox (
    id         ${PK},
    recipient  TEXT NOT NULL CHECK (recipient <> ''),
    subject    TEXT NOT NULL,
    text       TEXT NOT NULL,
    created_at ${INT} NOT NULL,
    due_at     ${INT} NOT NULL,
    lease      ${INT} NOT NULL,
    attempts   ${INT} NOT NULL,
    failure    TEXT NOT NULL,
    sent_at    ${INT},
    given_up   ${BOOL} NOT NULL
) ${STRICT};

CREATE INDEX outbox_due ON outbox (due_at) WHERE sent_at IS NULL;
