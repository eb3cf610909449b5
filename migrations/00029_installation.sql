-- +goose Up

-- What an installation knows of itself. A restored copy has an identifier of its own, and holds its mail until somebody releases it.
-- Restoring an older backup makes this table before the migration does.
CREATE TABLE IF NOT EXISTS installation (
    id                 ${INT} NOT NULL PRIMARY KEY CHECK (id = 1),
    identifier         TEXT NOT NULL,
    mail_held_at       ${INT}, -- null unless mail is held
    backup_at          ${INT}, -- of the last backup; null if there is none
    backup_verified_at ${INT}, -- when the files of a backup were last read again and compared
    backup_failure     TEXT NOT NULL DEFAULT '' -- what the last backup or its verification found
) ${STRICT};

${SQLITE} INSERT INTO installation (id, identifier) VALUES (1, lower(hex(randomblob(16)))) ON CONFLICT (id) DO NOTHING;
${POSTGRESQL} INSERT INTO installation (id, identifier) VALUES (1, replace(gen_random_uuid()::text, '-', '')) ON CONFLICT (id) DO NOTHING;
