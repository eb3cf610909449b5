-- +goose Up

CREATE TABLE editions (
    id           ${PK},
    name         TEXT NOT NULL UNIQUE CHECK (length(name) = 7),
    methodology  TEXT NOT NULL,
    opens_at     ${INT} NOT NULL,
    closes_at    ${INT} NOT NULL,
    published_at ${INT},
    list_hash    TEXT NOT NULL,
    CHECK (opens_at < closes_at)
) ${STRICT};

-- The columns from system on repeat what the current revision says, for lists and queues.
CREATE TABLE entries (
    id                     ${PK},
    edition_id             ${INT} NOT NULL REFERENCES editions (id),
    owner_id               ${INT} NOT NULL REFERENCES users (id),
    state                  TEXT NOT NULL CHECK (state IN ('draft', 'submitted', 'in_review', 'returned',
                                                          'accepted', 'rejected', 'withdrawn', 'published')),
    version                ${INT} NOT NULL CHECK (version > 0),
    revision               ${INT} NOT NULL CHECK (revision > 0),
    created_at             ${INT} NOT NULL,
    updated_at             ${INT} NOT NULL,
    submitted_at           ${INT},
    system                 TEXT NOT NULL,
    site                   TEXT NOT NULL,
    country                TEXT NOT NULL,
    total_cores            ${INT} NOT NULL,
    accelerator            TEXT NOT NULL,
    top500_rank            ${INT} NOT NULL,
    rmax                   ${REAL} NOT NULL,
    power                  ${REAL} NOT NULL,
    power_uncertainty      ${REAL},
    efficiency             ${REAL} NOT NULL,
    efficiency_uncertainty ${REAL},
    claimed_level          ${INT} NOT NULL CHECK (claimed_level >= 0),
    granted_level          ${INT} NOT NULL CHECK (granted_level >= 0),
    failed                 ${INT} NOT NULL CHECK (failed >= 0),
    complete               ${BOOL} NOT NULL
) ${STRICT};

CREATE INDEX entries_owner ON entries (owner_id, updated_at);
CREATE INDEX entries_queue ON entries (state, submitted_at);
CREATE INDEX entries_edition ON entries (edition_id, state);

CREATE TABLE revisions (
    entry_id      ${INT} NOT NULL REFERENCES entries (id),
    number        ${INT} NOT NULL CHECK (number > 0),
    document      ${BYTES} NOT NULL,
    report        ${BYTES},
    trouble       ${BYTES},
    rules_digest  TEXT NOT NULL,
    input_digest  TEXT NOT NULL,
    report_digest TEXT NOT NULL,
    created_at    ${INT} NOT NULL,
    submitted_at  ${INT},
    PRIMARY KEY (entry_id, number)
) ${STRICT};

CREATE TABLE revision_files (
    entry_id ${INT} NOT NULL,
    number   ${INT} NOT NULL,
    position ${INT} NOT NULL,
    name     TEXT NOT NULL CHECK (name <> ''),
    digest   TEXT NOT NULL CHECK (length(digest) = 64),
    size     ${INT} NOT NULL CHECK (size >= 0),
    kind     TEXT NOT NULL,
    PRIMARY KEY (entry_id, number, position),
    UNIQUE (entry_id, number, name),
    FOREIGN KEY (entry_id, number) REFERENCES revisions (entry_id, number)
) ${STRICT};

CREATE TABLE revision_series (
    entry_id ${INT} NOT NULL,
    number   ${INT} NOT NULL,
    position ${INT} NOT NULL CHECK (position >= 0),
    digest   TEXT NOT NULL CHECK (length(digest) = 64),
    PRIMARY KEY (entry_id, number, position),
    FOREIGN KEY (entry_id, number) REFERENCES revisions (entry_id, number)
) ${STRICT};

-- actor_name is the name at the time: a decision reads the same after an account was renamed.
CREATE TABLE decisions (
    id         ${PK},
    entry_id   ${INT} NOT NULL,
    revision   ${INT} NOT NULL,
    verb       TEXT NOT NULL CHECK (verb IN ('submit', 'take', 'accept', 'return', 'reject', 'withdraw', 'publish')),
    from_state TEXT NOT NULL,
    to_state   TEXT NOT NULL,
    actor_id   ${INT} NOT NULL REFERENCES users (id),
    actor_name TEXT NOT NULL,
    reason     TEXT NOT NULL,
    decided_at ${INT} NOT NULL,
    FOREIGN KEY (entry_id, revision) REFERENCES revisions (entry_id, number)
) ${STRICT};

CREATE INDEX decisions_entry ON decisions (entry_id, id);
