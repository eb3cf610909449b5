-- +goose Up

-- Questions about evidence, each pinned to something that a revision holds: a finding by its rule, a field by its
-- path, a meter by its id and a time range, or the entry. Only a thread that is shared is seen by those who hold the
-- entry, and that never changes: to ask them what was said among reviewers, a thread that is shared continues it.
CREATE TABLE threads (
    id           ${PK},
    entry_id     ${INT} NOT NULL,
    revision     ${INT} NOT NULL,
    shared       ${BOOL} NOT NULL,
    continues_id ${INT} REFERENCES threads (id),
    pin          TEXT NOT NULL CHECK (pin IN ('entry', 'finding', 'field', 'meter')),
    target       TEXT NOT NULL,
    from_at      ${INT},
    to_at        ${INT},
    standing     TEXT NOT NULL CHECK (standing IN ('open', 'answered', 'settled')),
    opened_at    ${INT} NOT NULL,
    FOREIGN KEY (entry_id, revision) REFERENCES revisions (entry_id, number)
) ${STRICT};

CREATE INDEX threads_entry ON threads (entry_id, id);

-- What was said in a thread, and the step that came with it. Nothing here is ever changed.
CREATE TABLE remarks (
    id          ${PK},
    thread_id   ${INT} NOT NULL REFERENCES threads (id),
    author_id   ${INT} NOT NULL REFERENCES users (id),
    author_name TEXT NOT NULL,
    side        TEXT NOT NULL CHECK (side IN ('holder', 'reviewer')),
    step        TEXT NOT NULL CHECK (step IN ('say', 'answer', 'settle', 'reopen')),
    text        TEXT NOT NULL CHECK (text <> ''),
    created_at  ${INT} NOT NULL
) ${STRICT};

CREATE INDEX remarks_thread ON remarks (thread_id, id);
