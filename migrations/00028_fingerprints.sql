-- +goose Up

-- Fingerprints of the traces of readings that were submitted, by which a log is recognised that is nearly the same in another
-- submission. They are made from the readings, and can be made again.
CREATE TABLE fingerprints (
    id      ${PK},
    digest  TEXT NOT NULL CHECK (length(digest) = 64), -- of the readings
    trace   ${INT} NOT NULL,                           -- its position among them
    version ${INT} NOT NULL,                           -- how it was made
    UNIQUE (digest, trace)
) ${STRICT};

CREATE TABLE fingerprint_marks (
    mark           ${INT} NOT NULL,
    fingerprint_id ${INT} NOT NULL REFERENCES fingerprints (id),
    PRIMARY KEY (mark, fingerprint_id)
) ${STRICT};

CREATE INDEX fingerprint_marks_of ON fingerprint_marks (fingerprint_id);

-- Readings with enough marks in common, in both orders.
CREATE TABLE alike_readings (
    digest TEXT NOT NULL,
    other  TEXT NOT NULL,
    PRIMARY KEY (digest, other)
) ${STRICT};
