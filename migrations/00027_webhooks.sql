-- +goose Up

-- Addresses of programs that are told of events. The secret signs what is sent there, and is encrypted.
CREATE TABLE webhooks (
    id         ${PK},
    user_id    ${INT} NOT NULL REFERENCES users (id),
    url        TEXT NOT NULL CHECK (url <> ''),
    events     TEXT NOT NULL CHECK (events <> ''),
    secret     TEXT NOT NULL CHECK (secret <> ''),
    created_at ${INT} NOT NULL
) ${STRICT};

CREATE INDEX webhooks_user ON webhooks (user_id);

-- What was or is to be sent to them.
CREATE TABLE webhook_messages (
    id         ${PK},
    webhook_id ${INT} NOT NULL REFERENCES webhooks (id) ON DELETE CASCADE,
    number     TEXT NOT NULL CHECK (number <> ''),
    event      TEXT NOT NULL,
    body       TEXT NOT NULL,
    created_at ${INT} NOT NULL,
    due_at     ${INT} NOT NULL,
    lease      ${INT} NOT NULL,
    attempts   ${INT} NOT NULL,
    failure    TEXT NOT NULL,
    sent_at    ${INT},
    given_up   ${BOOL} NOT NULL
) ${STRICT};

CREATE INDEX webhook_messages_due ON webhook_messages (due_at) WHERE sent_at IS NULL;
CREATE INDEX webhook_messages_webhook ON webhook_messages (webhook_id);
