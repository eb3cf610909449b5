-- +goose Up

-- What a report says of each rule at each level that asks it, for counting over all entries; the
-- report itself stays where it is. slack is in millionths, rounded down. Revisions that are older
-- than this table are entered when the program starts.
CREATE TABLE revision_findings (
    entry_id ${INT} NOT NULL,
    number   ${INT} NOT NULL,
    rule     TEXT NOT NULL CHECK (rule <> ''),
    level    ${INT} NOT NULL CHECK (level > 0),
    outcome  TEXT NOT NULL CHECK (outcome IN ('pass', 'fail', 'unknown', 'not_applicable')),
    slack    ${INT},
    PRIMARY KEY (entry_id, number, rule, level),
    FOREIGN KEY (entry_id, number) REFERENCES revisions (entry_id, number)
) ${STRICT};
