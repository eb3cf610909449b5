-- +goose Up

-- The numbers of system and site in the TOP500's own numbering, as imported lists state them; null if a list states none.
ALTER TABLE listings ADD COLUMN top500_system_id ${INT};
ALTER TABLE listings ADD COLUMN top500_site_id ${INT};
