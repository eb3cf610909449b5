-- +goose Up

-- Every list that can be browsed: those graded here, as they stand, and those published elsewhere, as they were
-- imported. name is in the address: 2026-11, green500-2024-06, top500-2009-11.
CREATE TABLE lists (
    id          ${PK},
    name        TEXT NOT NULL UNIQUE CHECK (name <> ''),
    kind        TEXT NOT NULL CHECK (kind IN ('graded', 'green500', 'top500')),
    edition     TEXT NOT NULL CHECK (edition <> ''),
    edition_id  ${INT} UNIQUE REFERENCES editions (id), -- where it was graded here
    source      TEXT NOT NULL,                          -- name of the file that was imported
    digest      TEXT NOT NULL,                          -- its SHA-256
    remarks     ${BYTES} NOT NULL,                      -- what could not be placed, as JSON
    changed_at  ${INT} NOT NULL,
    entries     ${INT} NOT NULL CHECK (entries >= 0),
    powered     ${INT} NOT NULL CHECK (powered >= 0),
    CHECK ((kind = 'graded') = (edition_id IS NOT NULL))
) ${STRICT};

-- The machines behind the lines of all lists.
CREATE TABLE systems (
    id        ${PK},
    name      TEXT NOT NULL,
    site      TEXT NOT NULL,
    country   TEXT NOT NULL,
    vendor    TEXT NOT NULL
) ${STRICT};

-- What a machine is known by: its TOP500 id, or what older lists and entries of ours say of it.
CREATE TABLE system_keys (
    key       TEXT NOT NULL PRIMARY KEY CHECK (key <> ''),
    system_id ${INT} NOT NULL REFERENCES systems (id)
) ${STRICT};

CREATE INDEX system_keys_system ON system_keys (system_id);

-- The lines of the lists. The record of a list graded here are list_rows and errata; its lines repeat them and can be
-- made again. rank is by efficiency; band_first to band_last are the ranks that the uncertainties cannot tell apart,
-- null where they are not known. Columns have the names of validation/listing, which says their units.
CREATE TABLE listings (
    list_id           ${INT} NOT NULL REFERENCES lists (id),
    rank              ${INT} NOT NULL CHECK (rank > 0),
    band_first        ${INT},
    band_last         ${INT},
    system_id         ${INT} NOT NULL REFERENCES systems (id),
    entry_id          ${INT} REFERENCES entries (id),
    system            TEXT NOT NULL,
    computer          TEXT NOT NULL,
    site              TEXT NOT NULL,
    country           TEXT NOT NULL,
    vendor            TEXT NOT NULL,
    year              ${INT},
    segment           TEXT NOT NULL,
    total_cores       ${INT},
    accelerator_cores ${INT},
    accelerator       TEXT NOT NULL,
    processor         TEXT NOT NULL,
    interconnect      TEXT NOT NULL,
    operating_system  TEXT NOT NULL,
    rmax              ${REAL},
    rpeak             ${REAL},
    power             ${REAL},
    power_uncertainty ${REAL},
    power_source      TEXT NOT NULL,
    efficiency        ${REAL},
    uncertainty       ${REAL},
    level             ${INT},
    top500_rank       ${INT},
    optimised         ${BOOL} NOT NULL,
    optimised_rmax    ${REAL},
    optimised_power   ${REAL},
    search            TEXT NOT NULL, -- in lower case, because SQLite folds the case of ASCII only
    PRIMARY KEY (list_id, rank)
) ${STRICT};

CREATE INDEX listings_system ON listings (system_id, list_id);
CREATE INDEX listings_entry ON listings (entry_id);
CREATE INDEX listings_site ON listings (site, list_id);
CREATE INDEX listings_vendor ON listings (vendor, list_id);
CREATE INDEX listings_country ON listings (country, list_id);

-- How often a value occurs in a column of a list, so that the choices of a filter are not counted for each page.
CREATE TABLE listing_choices (
    list_id ${INT} NOT NULL REFERENCES lists (id),
    field   TEXT NOT NULL,
    value   TEXT NOT NULL,
    count   ${INT} NOT NULL CHECK (count > 0),
    PRIMARY KEY (list_id, field, value)
) ${STRICT};
