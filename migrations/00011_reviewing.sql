-- +goose Up

-- A state more, and verbs more: what a column allows can only be changed by making it anew on both
-- databases.
DROP INDEX entries_queue;
DROP INDEX entries_edition;
ALTER TABLE entries RENAME COLUMN state TO state_before;
ALTER TABLE entries ADD COLUMN state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'submitted', 'in_review', 'returned',
    'accepted', 'rejected', 'withdrawn', 'published', 'corrected'));
UPDATE entries SET state = state_before;
ALTER TABLE entries DROP COLUMN state_before;
CREATE INDEX entries_queue ON entries (state, submitted_at);
CREATE INDEX entries_edition ON entries (edition_id, state);

ALTER TABLE decisions RENAME COLUMN verb TO verb_before;
ALTER TABLE decisions ADD COLUMN verb TEXT NOT NULL DEFAULT 'submit' CHECK (verb IN ('submit', 'take', 'approve', 'accept', 'return', 'reject',
    'withdraw', 'publish', 'correct', 'reopen'));
UPDATE decisions SET verb = verb_before;
ALTER TABLE decisions DROP COLUMN verb_before;

-- Who decides on an entry: whoever took it, or whom an editor asked to.
ALTER TABLE entries ADD COLUMN reviewer_id ${INT} REFERENCES users (id);
CREATE INDEX entries_reviewer ON entries (reviewer_id);

-- What a reviewer must not see, as they say themselves: an entry, or everything of a site by its name or of a
-- domain of mail.
CREATE TABLE conflicts (
    id           ${PK},
    user_id      ${INT} NOT NULL REFERENCES users (id),
    entry_id     ${INT} REFERENCES entries (id),
    site         TEXT NOT NULL,
    domain       TEXT NOT NULL,
    reason       TEXT NOT NULL,
    declared_at  ${INT} NOT NULL,
    withdrawn_at ${INT},
    CHECK ((entry_id IS NOT NULL) OR (site <> '') OR (domain <> ''))
) ${STRICT};

CREATE INDEX conflicts_user ON conflicts (user_id);

-- Which revision of an entry somebody has looked at, and when last.
CREATE TABLE looks (
    user_id  ${INT} NOT NULL REFERENCES users (id),
    entry_id ${INT} NOT NULL REFERENCES entries (id),
    revision ${INT} NOT NULL,
    at       ${INT} NOT NULL,
    PRIMARY KEY (user_id, entry_id)
) ${STRICT};
