-- +goose Up

-- A session ends when it was not used for a while, and at expires_at whatever is done with it. That it is used
-- touches seen_at alone: a request that is on its way while another changes the session must not put back what
-- it read. Those of before count as used until the end they had.
ALTER TABLE sessions ADD COLUMN seen_at ${INT} NOT NULL DEFAULT 0;
UPDATE sessions SET seen_at = expires_at;
CREATE INDEX sessions_seen ON sessions (seen_at);
