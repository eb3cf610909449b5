-- +goose Up

-- Blobs that nothing refers to, since when that is known. From condemned_at on nothing may refer to one, and its bytes are
-- removed; cleared_at is when they were gone. size is what they take where they lie.
CREATE TABLE loose_blobs (
    digest       TEXT NOT NULL PRIMARY KEY CHECK (length(digest) = 64),
    size         ${INT} NOT NULL,
    since        ${INT} NOT NULL,
    condemned_at ${INT},
    cleared_at   ${INT}
) ${STRICT};

CREATE INDEX revision_files_digest ON revision_files (digest);
CREATE INDEX revision_series_digest ON revision_series (digest);
CREATE INDEX readings_digest ON readings (digest);
