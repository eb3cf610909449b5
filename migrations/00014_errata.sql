-- +goose Up

-- review_by is until when entries should be decided. A list that was published is seen by those who made it
-- only until embargo_until.
ALTER TABLE editions ADD COLUMN review_by ${INT};
ALTER TABLE editions ADD COLUMN embargo_until ${INT};

-- A list is read whole, with what was put right in it; what to show of it is chosen then.
ALTER TABLE list_rows DROP COLUMN search;
DROP INDEX list_rows_country;

-- What was put right in a list after it was published: one row of it, before and after, as JSON of store.ListRow;
-- after is NULL where the row was taken out. list_hash is that of the whole list from then on. digest is the SHA-256
-- of the erratum with the digest of the one before in it, or the hash of the released list in the first.
CREATE TABLE errata (
    edition_id ${INT} NOT NULL REFERENCES editions (id),
    number     ${INT} NOT NULL CHECK (number > 0),
    entry_id   ${INT} NOT NULL REFERENCES entries (id),
    row_before ${BYTES} NOT NULL,
    row_after  ${BYTES},
    reason     TEXT NOT NULL CHECK (reason <> ''),
    actor_id   ${INT} NOT NULL REFERENCES users (id),
    actor_name TEXT NOT NULL,
    made_at    ${INT} NOT NULL,
    list_hash  TEXT NOT NULL CHECK (length(list_hash) = 64),
    digest     TEXT NOT NULL CHECK (length(digest) = 64),
    PRIMARY KEY (edition_id, number)
) ${STRICT};

CREATE INDEX errata_entry ON errata (entry_id);
