-- +goose Up

-- A site is where systems stand; its members share what they submit, its meters and its recipes.
CREATE TABLE sites (
    id         ${PK},
    name       TEXT NOT NULL CHECK (name <> ''),
    country    TEXT NOT NULL,
    url        TEXT NOT NULL,
    created_at ${INT} NOT NULL
) ${STRICT};

-- Two sites whose names differ in capitals alone would be taken for each other.
CREATE UNIQUE INDEX sites_name ON sites (lower(name));

CREATE TABLE members (
    site_id   ${INT} NOT NULL REFERENCES sites (id),
    user_id   ${INT} NOT NULL REFERENCES users (id),
    role      TEXT NOT NULL CHECK (role IN ('keeper', 'member')),
    joined_at ${INT} NOT NULL,
    PRIMARY KEY (site_id, user_id)
) ${STRICT};

CREATE INDEX members_user ON members (user_id);

ALTER TABLE entries ADD COLUMN site_id ${INT} REFERENCES sites (id);
CREATE INDEX entries_site ON entries (site_id, updated_at);

-- What a site keeps to be used again: a meter, a set of nodes, a subsystem, or facts of a system. part is JSON
-- of that part of the document. Of a person where site_id is NULL.
CREATE TABLE cabinet (
    id               ${PK},
    site_id          ${INT} REFERENCES sites (id),
    owner_id         ${INT} REFERENCES users (id),
    kind             TEXT NOT NULL CHECK (kind IN ('meter', 'node_set', 'subsystem', 'system')),
    name             TEXT NOT NULL CHECK (name <> ''),
    part             ${BYTES} NOT NULL,
    calibrated_until ${INT},
    announced_at     ${INT},
    version          ${INT} NOT NULL CHECK (version > 0),
    updated_at       ${INT} NOT NULL,
    updated_by       ${INT} NOT NULL REFERENCES users (id),
    CHECK ((owner_id IS NULL) <> (site_id IS NULL))
) ${STRICT};

CREATE UNIQUE INDEX cabinet_site ON cabinet (site_id, kind, name) WHERE site_id IS NOT NULL;
CREATE UNIQUE INDEX cabinet_owner ON cabinet (owner_id, kind, name) WHERE owner_id IS NOT NULL;
CREATE INDEX cabinet_due ON cabinet (calibrated_until) WHERE calibrated_until IS NOT NULL;
