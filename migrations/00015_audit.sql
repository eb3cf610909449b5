-- +goose Up

-- Who did what, when and from where. hash is the SHA-256 of the record with the hash of the one before in it, so
-- that nothing can be changed, left out or put in between. actor_id 0 is nobody with an account. seal is the
-- digest of what must not change from then on, such as a submitted revision or a published list.
CREATE TABLE audit (
    number     ${INT} NOT NULL PRIMARY KEY CHECK (number > 0),
    at         ${INT} NOT NULL,
    actor_id   ${INT} NOT NULL,
    actor_name TEXT NOT NULL,
    role       TEXT NOT NULL,
    address    TEXT NOT NULL,
    request    TEXT NOT NULL,
    deed       TEXT NOT NULL CHECK (deed <> ''),
    entry_id   ${INT} NOT NULL,
    revision   ${INT} NOT NULL,
    subject    TEXT NOT NULL,
    detail     TEXT NOT NULL,
    seal       TEXT NOT NULL,
    before     TEXT NOT NULL,
    hash       TEXT NOT NULL UNIQUE CHECK (length(hash) = 64)
) ${STRICT};

CREATE INDEX audit_entry ON audit (entry_id, number);
CREATE INDEX audit_actor ON audit (actor_id, number);
CREATE INDEX audit_deed ON audit (deed, number);

-- How far the log goes. Whoever adds to it holds this row, so that the records are one chain.
CREATE TABLE audit_head (
    id     ${INT} NOT NULL PRIMARY KEY CHECK (id = 1),
    number ${INT} NOT NULL,
    hash   TEXT NOT NULL
) ${STRICT};

INSERT INTO audit_head (id, number, hash) VALUES (1, 0, '');

-- Heads of the log that were signed, as text: when a list was published, and with each export.
CREATE TABLE audit_checkpoints (
    number ${INT} NOT NULL PRIMARY KEY,
    text   ${BYTES} NOT NULL
) ${STRICT};
