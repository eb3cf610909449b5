-- +goose Up

-- changed is the version of the last change that somebody made, graded the one that the verdict of the
-- current revision was made from.
ALTER TABLE entries ADD COLUMN changed ${INT} NOT NULL DEFAULT 0;
ALTER TABLE entries ADD COLUMN graded ${INT} NOT NULL DEFAULT 0;

-- What was typed last into each field of a draft, over what the document of its revision says; also
-- what is none of a document yet. version is that of the entry after the change.
CREATE TABLE draft_fields (
    entry_id  ${INT} NOT NULL REFERENCES entries (id),
    path      TEXT NOT NULL CHECK (path <> ''),
    value     TEXT NOT NULL,
    version   ${INT} NOT NULL,
    user_id   ${INT} NOT NULL REFERENCES users (id),
    user_name TEXT NOT NULL,
    saved_at  ${INT} NOT NULL,
    PRIMARY KEY (entry_id, path)
) ${STRICT};

-- Every change, so that what was overwritten is found again, and what somebody was looking at is known.
CREATE TABLE draft_changes (
    entry_id  ${INT} NOT NULL REFERENCES entries (id),
    version   ${INT} NOT NULL,
    path      TEXT NOT NULL CHECK (path <> ''),
    before    TEXT NOT NULL,
    after     TEXT NOT NULL,
    user_id   ${INT} NOT NULL REFERENCES users (id),
    user_name TEXT NOT NULL,
    saved_at  ${INT} NOT NULL,
    PRIMARY KEY (entry_id, version, path)
) ${STRICT};

CREATE INDEX draft_changes_path ON draft_changes (entry_id, path, version);
