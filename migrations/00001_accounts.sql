-- +goose Up
-- Times are unix microseconds, UTC.

CREATE TABLE users (
    id            ${PK},
    email         TEXT NOT NULL UNIQUE CHECK (email <> ''),
    name          TEXT NOT NULL,
    affiliation   TEXT NOT NULL,
    role          TEXT NOT NULL CHECK (role IN ('submitter', 'reviewer', 'editor', 'admin')),
    disabled      ${BOOL} NOT NULL,
    password_hash TEXT NOT NULL,
    password_at   ${INT} NOT NULL,
    created_at    ${INT} NOT NULL
) ${STRICT};

-- key is the SHA-256 of the token, so that a copy of the database lets nobody in.
CREATE TABLE sessions (
    key        TEXT NOT NULL PRIMARY KEY,
    data       ${BYTES} NOT NULL,
    expires_at ${INT} NOT NULL
) ${STRICT};

CREATE INDEX sessions_expires ON sessions (expires_at);
