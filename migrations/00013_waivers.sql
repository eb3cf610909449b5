-- +goose Up

-- A finding against which an entry is accepted. until_edition is the last edition it holds for, also for entries that
-- were begun from this one. The approver is named when it is proposed, and is somebody else.
CREATE TABLE waivers (
    id            ${PK},
    entry_id      ${INT} NOT NULL,
    revision      ${INT} NOT NULL,
    rule          TEXT NOT NULL CHECK (rule <> ''),
    reason        TEXT NOT NULL CHECK (reason <> ''),
    until_edition TEXT NOT NULL CHECK (until_edition <> ''),
    state         TEXT NOT NULL CHECK (state IN ('proposed', 'approved', 'declined', 'taken back', 'ended')),
    proposer_id   ${INT} NOT NULL REFERENCES users (id),
    proposer_name TEXT NOT NULL,
    proposed_at   ${INT} NOT NULL,
    approver_id   ${INT} NOT NULL REFERENCES users (id),
    approver_name TEXT NOT NULL,
    approved_at   ${INT},
    ended_at      ${INT},
    ended_by      TEXT NOT NULL DEFAULT '',
    ended_reason  TEXT NOT NULL DEFAULT '',
    CHECK (approver_id <> proposer_id),
    CHECK ((approved_at IS NOT NULL) = (state IN ('approved', 'ended'))),
    CHECK ((ended_at IS NOT NULL) = (state IN ('declined', 'taken back', 'ended'))),
    FOREIGN KEY (entry_id, revision) REFERENCES revisions (entry_id, number)
) ${STRICT};

CREATE INDEX waivers_entry ON waivers (entry_id, revision);
CREATE UNIQUE INDEX waivers_open ON waivers (entry_id, rule) WHERE state IN ('proposed', 'approved');

-- The entry that another was begun from, whose waivers may hold for it; and by which waivers granted_level is granted,
-- in words, empty where it is granted by none.
ALTER TABLE entries ADD COLUMN begun_from ${INT} REFERENCES entries (id);
ALTER TABLE entries ADD COLUMN waivers TEXT NOT NULL DEFAULT '';
