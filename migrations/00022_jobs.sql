-- +goose Up

-- Work that the program does by itself, whichever replica comes to it. A job is about something (an upload) and gone
-- once it is done, or comes round and is about nothing. lease is until when somebody works on it; attempts are those
-- begun since it was entered, was last done or was started again.
CREATE TABLE jobs (
    id         ${PK},
    kind       TEXT NOT NULL CHECK (kind <> ''),
    about      TEXT NOT NULL,
    created_at ${INT} NOT NULL,
    due_at     ${INT} NOT NULL,
    lease      ${INT} NOT NULL,
    attempts   ${INT} NOT NULL,
    failure    TEXT NOT NULL,
    given_up   ${BOOL} NOT NULL,
    done_at    ${INT},
    UNIQUE (kind, about)
) ${STRICT};

CREATE INDEX jobs_due ON jobs (due_at) WHERE NOT given_up;

-- What has arrived and nobody has read. uploads.lease is read no more: versions before this one still write it.
INSERT INTO jobs (kind, about, created_at, due_at, lease, attempts, failure, given_up)
SELECT 'read an upload', id, updated_at, updated_at, 0, 0, '', FALSE FROM uploads WHERE state = 'arrived';

-- What was done lately under a name of which there may be only so much: wrong passwords for an address, mails to one.
-- name is a SHA-256; times are when, eight bytes each, and latest is the last of them.
CREATE TABLE tallies (
    purpose TEXT NOT NULL CHECK (purpose <> ''),
    name    ${BYTES} NOT NULL,
    times   ${BYTES} NOT NULL,
    latest  ${INT} NOT NULL,
    PRIMARY KEY (purpose, name)
) ${STRICT};

CREATE INDEX tallies_latest ON tallies (latest);
