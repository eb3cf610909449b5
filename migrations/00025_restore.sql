-- +goose Up

-- One verb more: an owner can undo a withdrawal. PostgreSQL replaces the condition of the column; SQLite can only make the column again.
${POSTGRESQL} ALTER TABLE decisions DROP CONSTRAINT IF EXISTS decisions_verb_check, DROP CONSTRAINT IF EXISTS decisions_verb_check1;
${POSTGRESQL} ALTER TABLE decisions ADD CONSTRAINT decisions_verb_check CHECK (verb IN ('submit', 'take', 'approve', 'accept', 'return', 'reject', 'withdraw', 'publish', 'correct', 'reopen', 'restore'));
${SQLITE} ALTER TABLE decisions RENAME COLUMN verb TO verb_before;
${SQLITE} ALTER TABLE decisions ADD COLUMN verb TEXT NOT NULL DEFAULT 'submit' CHECK (verb IN ('submit', 'take', 'approve', 'accept', 'return', 'reject', 'withdraw', 'publish', 'correct', 'reopen', 'restore'));
${SQLITE} UPDATE decisions SET verb = verb_before;
${SQLITE} ALTER TABLE decisions DROP COLUMN verb_before;
