-- +goose Up

-- The hash of a record covers commitments to name and address, not these themselves: each is the SHA-256 of its salt and the value.
-- Name, address and salt are removed when an account is erased, the address and its salt also after a time. Records from before have
-- no commitments: name and address are in their hash.
ALTER TABLE audit ADD COLUMN name_commitment TEXT NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN address_commitment TEXT NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN name_salt TEXT NOT NULL DEFAULT '';
ALTER TABLE audit ADD COLUMN address_salt TEXT NOT NULL DEFAULT '';

CREATE INDEX audit_addresses ON audit (at) WHERE address_salt <> '';
