-- +goose Up

-- What somebody is told on their page of notices, and by mail unless they said otherwise. once names what nobody
-- is told twice.
CREATE TABLE notices (
    id         ${PK},
    user_id    ${INT} NOT NULL REFERENCES users (id),
    kind       TEXT NOT NULL CHECK (kind <> ''),
    entry_id   ${INT} REFERENCES entries (id),
    text       TEXT NOT NULL CHECK (text <> ''),
    link       TEXT NOT NULL,
    created_at ${INT} NOT NULL,
    read_at    ${INT},
    once       TEXT,
    UNIQUE (user_id, once)
) ${STRICT};

CREATE INDEX notices_user ON notices (user_id, id);
CREATE INDEX notices_unread ON notices (user_id) WHERE read_at IS NULL;

-- Only what differs from what everybody gets.
CREATE TABLE notice_choices (
    user_id ${INT} NOT NULL REFERENCES users (id),
    kind    TEXT NOT NULL,
    mail    ${BOOL} NOT NULL,
    PRIMARY KEY (user_id, kind)
) ${STRICT};

-- An appeal against a decision, which somebody else decides.
CREATE TABLE appeals (
    id           ${PK},
    entry_id     ${INT} NOT NULL REFERENCES entries (id),
    revision     ${INT} NOT NULL,
    opened_by    ${INT} NOT NULL REFERENCES users (id),
    opened_name  TEXT NOT NULL,
    opened_at    ${INT} NOT NULL,
    outcome      TEXT NOT NULL CHECK (outcome IN ('open', 'upheld', 'dismissed', 'taken back')),
    decided_by   ${INT} REFERENCES users (id),
    decided_name TEXT NOT NULL,
    decided_at   ${INT},
    reason       TEXT NOT NULL
) ${STRICT};

CREATE UNIQUE INDEX appeals_open ON appeals (entry_id) WHERE outcome = 'open';

-- holder is whether it was written for those who hold the entry.
CREATE TABLE appeal_messages (
    id          ${PK},
    appeal_id   ${INT} NOT NULL REFERENCES appeals (id),
    author_id   ${INT} NOT NULL REFERENCES users (id),
    author_name TEXT NOT NULL,
    holder      ${BOOL} NOT NULL,
    text        TEXT NOT NULL CHECK (text <> ''),
    created_at  ${INT} NOT NULL
) ${STRICT};

CREATE INDEX appeals_entry ON appeals (entry_id, id);
CREATE INDEX appeal_messages_appeal ON appeal_messages (appeal_id, id);
