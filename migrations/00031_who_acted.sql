-- +goose Up

-- The account that declined, took back or ended a waiver, and had the name ended_by; and the account with whose name the
-- text of a notice begins.
ALTER TABLE waivers ADD COLUMN ended_by_id ${INT} REFERENCES users (id);
ALTER TABLE notices ADD COLUMN actor_id ${INT} REFERENCES users (id);
