-- +goose Up

-- An entry without a level is listed without a rank: its rank in these tables is only its place, after all that have one.
-- Lists from before keep the ranks that they were released with.
ALTER TABLE list_rows ADD COLUMN unranked ${BOOL} NOT NULL DEFAULT FALSE;
ALTER TABLE listings ADD COLUMN unranked ${BOOL} NOT NULL DEFAULT FALSE;
