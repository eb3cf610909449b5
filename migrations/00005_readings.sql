-- +goose Up

-- Readings that were taken from files before. taken_from is a digest of all that they depend on: the
-- files, what the document says of reading them, and the version of the reader. notes is JSON, and
-- names the files by their digest.
CREATE TABLE readings (
    taken_from TEXT NOT NULL PRIMARY KEY CHECK (length(taken_from) = 64),
    digest     TEXT NOT NULL CHECK (length(digest) = 64),
    notes      ${BYTES},
    created_at ${INT} NOT NULL
) ${STRICT};

ALTER TABLE revision_series ADD COLUMN notes ${BYTES};

-- How to read a kind of log, by what such logs look like; of a person, or of a site for all its people.
CREATE TABLE recipes (
    id         ${PK},
    owner_id   ${INT} REFERENCES users (id),
    site       TEXT NOT NULL,
    name       TEXT NOT NULL CHECK (name <> ''),
    signature  TEXT NOT NULL CHECK (signature <> ''),
    text       TEXT NOT NULL,
    created_at ${INT} NOT NULL,
    CHECK ((owner_id IS NULL) <> (site = ''))
) ${STRICT};

CREATE UNIQUE INDEX recipes_owner ON recipes (owner_id, name) WHERE owner_id IS NOT NULL;
CREATE UNIQUE INDEX recipes_site ON recipes (site, name) WHERE owner_id IS NULL;
CREATE INDEX recipes_signature ON recipes (signature);
