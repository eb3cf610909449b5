-- +goose Up

-- How often the lines of a list were written: servers hold them by column, and read them again where it is another number.
ALTER TABLE lists ADD COLUMN version ${INT} NOT NULL DEFAULT 0;

-- Words are looked for among the distinct ones of all lines.
ALTER TABLE listings DROP COLUMN search;
