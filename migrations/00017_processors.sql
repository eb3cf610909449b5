-- +goose Up

-- The processor as the current revision says, beside the accelerator: entries of the same are held against each
-- other. Those that are older than this column are entered when the program starts; until then it is null.
ALTER TABLE entries ADD COLUMN processor TEXT;
CREATE INDEX entries_processor ON entries (processor);
CREATE INDEX entries_accelerator ON entries (accelerator);
