-- +goose Up

-- What rows of other tables are from this record on: "decisions-12:" and the SHA-256 of all decisions on entry 12, and so on,
-- separated by blanks. Records from before have none.
ALTER TABLE audit ADD COLUMN state TEXT NOT NULL DEFAULT '';

CREATE INDEX audit_state ON audit (number) WHERE state <> '';
