-- +goose Up

-- The rows of the published lists, frozen. search is system, site and accelerator in lower case,
-- because SQLite folds the case of ASCII only.
CREATE TABLE list_rows (
    edition_id             ${INT} NOT NULL REFERENCES editions (id),
    rank                   ${INT} NOT NULL CHECK (rank > 0),
    entry_id               ${INT} NOT NULL UNIQUE,
    revision               ${INT} NOT NULL,
    system                 TEXT NOT NULL,
    site                   TEXT NOT NULL,
    country                TEXT NOT NULL,
    total_cores            ${INT} NOT NULL,
    accelerator            TEXT NOT NULL,
    top500_rank            ${INT} NOT NULL,
    rmax                   ${REAL} NOT NULL,
    power                  ${REAL} NOT NULL,
    power_uncertainty      ${REAL},
    efficiency             ${REAL} NOT NULL,
    efficiency_uncertainty ${REAL},
    level                  ${INT} NOT NULL CHECK (level >= 0),
    search                 TEXT NOT NULL,
    PRIMARY KEY (edition_id, rank),
    FOREIGN KEY (entry_id, revision) REFERENCES revisions (entry_id, number)
) ${STRICT};

CREATE INDEX list_rows_country ON list_rows (edition_id, country);
