-- +goose Up

-- Version 1.0 begins here. Later migrations only add. Times are Unix microseconds in UTC.

CREATE TABLE users (
    id            ${PK},
    email         TEXT NOT NULL UNIQUE CHECK (email <> ''),
    name          TEXT NOT NULL,
    affiliation   TEXT NOT NULL,
    role          TEXT NOT NULL CHECK (role <> ''), -- see validation/review
    disabled      ${BOOL} NOT NULL,
    password_hash TEXT NOT NULL, -- empty for an account that signs in by a passkey or through a provider
    password_at   ${INT} NOT NULL,
    created_at    ${INT} NOT NULL,
    confirmed_at  ${INT} -- until then nobody signs in
) ${STRICT};

-- A session ends when it was not used for a while, and at expires_at whatever is done with it. That it is used touches seen_at alone:
-- a request that is on its way while another changes the session must not put back what it read.
-- key is the SHA-256 of the token, so that a copy of the database lets nobody in.
CREATE TABLE sessions (
    key        TEXT NOT NULL PRIMARY KEY,
    data       ${BYTES} NOT NULL,
    expires_at ${INT} NOT NULL,
    seen_at    ${INT} NOT NULL
) ${STRICT};

CREATE INDEX sessions_expires ON sessions (expires_at);
CREATE INDEX sessions_seen ON sessions (seen_at);

-- What was sent by mail to be followed once. key is the SHA-256 of what the link holds.
CREATE TABLE links (
    key        TEXT NOT NULL PRIMARY KEY,
    purpose    TEXT NOT NULL CHECK (purpose IN ('confirm', 'reset', 'address', 'invite')),
    user_id    ${INT} REFERENCES users (id),
    site_id    ${INT},
    email      TEXT NOT NULL,
    created_at ${INT} NOT NULL,
    expires_at ${INT} NOT NULL,
    used_at    ${INT}
) ${STRICT};

CREATE INDEX links_user ON links (user_id, purpose);
CREATE INDEX links_site ON links (site_id);

-- credential is what the library wants back, as JSON.
CREATE TABLE passkeys (
    id            ${PK},
    user_id       ${INT} NOT NULL REFERENCES users (id),
    credential_id TEXT NOT NULL UNIQUE CHECK (credential_id <> ''),
    name          TEXT NOT NULL,
    credential    ${BYTES} NOT NULL,
    created_at    ${INT} NOT NULL,
    used_at       ${INT}
) ${STRICT};

CREATE INDEX passkeys_user ON passkeys (user_id);

-- Who somebody is with an OpenID Connect provider.
CREATE TABLE identities (
    issuer     TEXT NOT NULL,
    subject    TEXT NOT NULL,
    user_id    ${INT} NOT NULL REFERENCES users (id),
    created_at ${INT} NOT NULL,
    used_at    ${INT} NOT NULL,
    PRIMARY KEY (issuer, subject)
) ${STRICT};

CREATE INDEX identities_user ON identities (user_id);

-- scopes are words with blanks between; key is the SHA-256 of the token, of which hint are the first letters.
CREATE TABLE tokens (
    id         ${PK},
    user_id    ${INT} NOT NULL REFERENCES users (id),
    key        TEXT NOT NULL UNIQUE CHECK (length(key) = 64),
    hint       TEXT NOT NULL,
    name       TEXT NOT NULL CHECK (name <> ''),
    scopes     TEXT NOT NULL CHECK (scopes <> ''),
    created_at ${INT} NOT NULL,
    expires_at ${INT} NOT NULL,
    used_at    ${INT},
    revoked_at ${INT}
) ${STRICT};

CREATE INDEX tokens_user ON tokens (user_id);

-- A site is where systems stand; its members share what they submit, its meters and its presets.
CREATE TABLE sites (
    id         ${PK},
    name       TEXT NOT NULL CHECK (name <> ''),
    country    TEXT NOT NULL,
    url        TEXT NOT NULL,
    created_at ${INT} NOT NULL
) ${STRICT};

-- Two sites whose names differ in capitals alone would be taken for each other.
CREATE UNIQUE INDEX sites_name ON sites (lower(name));

CREATE TABLE members (
    site_id   ${INT} NOT NULL REFERENCES sites (id),
    user_id   ${INT} NOT NULL REFERENCES users (id),
    role      TEXT NOT NULL CHECK (role IN ('keeper', 'member')),
    joined_at ${INT} NOT NULL,
    PRIMARY KEY (site_id, user_id)
) ${STRICT};

CREATE INDEX members_user ON members (user_id);

CREATE TABLE editions (
    id            ${PK},
    name          TEXT NOT NULL UNIQUE CHECK (length(name) = 7),
    methodology   TEXT NOT NULL,
    opens_at      ${INT} NOT NULL,
    closes_at     ${INT} NOT NULL,
    published_at  ${INT},
    list_hash     TEXT NOT NULL,
    zone          TEXT NOT NULL, -- where the hour of the deadline is read: an IANA name
    grace         ${INT} NOT NULL CHECK (grace >= 0), -- how long after the deadline the bytes of a manifest may follow, in seconds
    review_by     ${INT}, -- until when entries should be decided
    embargo_until ${INT}, -- until then a list that was published is seen by those who made it only
    CHECK (opens_at < closes_at)
) ${STRICT};

-- The columns from system to processor repeat what the current revision says, for lists and queues.
CREATE TABLE entries (
    id                     ${PK},
    edition_id             ${INT} NOT NULL REFERENCES editions (id),
    owner_id               ${INT} NOT NULL REFERENCES users (id),
    state                  TEXT NOT NULL CHECK (state <> ''), -- see validation/review
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
    complete               ${BOOL} NOT NULL,
    processor              TEXT NOT NULL,
    site_id                ${INT} REFERENCES sites (id),
    changed                ${INT} NOT NULL, -- version of the last change that somebody made
    graded                 ${INT} NOT NULL, -- version that the verdict of the current revision was made from
    reviewer_id            ${INT} REFERENCES users (id), -- who decides: whoever took it, or whom an editor asked to
    begun_from             ${INT} REFERENCES entries (id), -- whose waivers may hold for it
    waivers                TEXT NOT NULL -- by which granted_level is granted, in words
) ${STRICT};

CREATE INDEX entries_owner ON entries (owner_id, updated_at);
CREATE INDEX entries_queue ON entries (state, submitted_at);
CREATE INDEX entries_edition ON entries (edition_id, state);
CREATE INDEX entries_site ON entries (site_id, updated_at);
CREATE INDEX entries_reviewer ON entries (reviewer_id);
CREATE INDEX entries_processor ON entries (processor);
CREATE INDEX entries_accelerator ON entries (accelerator);

CREATE TABLE revisions (
    entry_id      ${INT} NOT NULL REFERENCES entries (id),
    number        ${INT} NOT NULL CHECK (number > 0),
    document      ${BYTES} NOT NULL,
    report        ${BYTES},
    input_errors  ${BYTES},
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
    notes    ${BYTES}, -- JSON
    PRIMARY KEY (entry_id, number, position),
    FOREIGN KEY (entry_id, number) REFERENCES revisions (entry_id, number)
) ${STRICT};

CREATE INDEX revision_files_digest ON revision_files (digest);
CREATE INDEX revision_series_digest ON revision_series (digest);

-- actor_name is the name at the time: a decision reads the same after an account was renamed.
CREATE TABLE decisions (
    id         ${PK},
    entry_id   ${INT} NOT NULL,
    revision   ${INT} NOT NULL,
    verb       TEXT NOT NULL CHECK (verb <> ''), -- see validation/review
    from_state TEXT NOT NULL,
    to_state   TEXT NOT NULL,
    actor_id   ${INT} NOT NULL REFERENCES users (id),
    actor_name TEXT NOT NULL,
    reason     TEXT NOT NULL,
    decided_at ${INT} NOT NULL,
    FOREIGN KEY (entry_id, revision) REFERENCES revisions (entry_id, number)
) ${STRICT};

CREATE INDEX decisions_entry ON decisions (entry_id, id);

-- The rows of the published lists, frozen.
CREATE TABLE list_rows (
    edition_id             ${INT} NOT NULL REFERENCES editions (id),
    rank                   ${INT} NOT NULL CHECK (rank > 0),
    entry_id               ${INT} NOT NULL UNIQUE,
    revision               ${INT} NOT NULL,
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
    level                  ${INT} NOT NULL CHECK (level >= 0),
    unranked               ${BOOL} NOT NULL, -- it has no level: rank is only its place, after all that have one
    PRIMARY KEY (edition_id, rank),
    FOREIGN KEY (entry_id, revision) REFERENCES revisions (entry_id, number)
) ${STRICT};

-- What a report says of each rule at each level that asks it, for counting over all entries; the
-- report itself stays where it is. margin is in millionths, rounded down.
CREATE TABLE revision_findings (
    entry_id ${INT} NOT NULL,
    number   ${INT} NOT NULL,
    rule     TEXT NOT NULL CHECK (rule <> ''),
    level    ${INT} NOT NULL CHECK (level > 0),
    outcome  TEXT NOT NULL CHECK (outcome IN ('pass', 'fail', 'unknown', 'not_applicable')),
    margin    ${INT},
    PRIMARY KEY (entry_id, number, rule, level),
    FOREIGN KEY (entry_id, number) REFERENCES revisions (entry_id, number)
) ${STRICT};

-- Readings that were taken from files before. taken_from is a digest of all that they depend on: the
-- files, what the document says of reading them, and the version of the reader. notes is JSON, and
-- names the files by their digest.
CREATE TABLE readings (
    taken_from TEXT NOT NULL PRIMARY KEY CHECK (length(taken_from) = 64),
    digest     TEXT NOT NULL CHECK (length(digest) = 64),
    notes      ${BYTES},
    created_at ${INT} NOT NULL
) ${STRICT};

CREATE INDEX readings_digest ON readings (digest);

-- How to read a kind of log, by what such logs look like; of a person, or of a site for all its people.
CREATE TABLE presets (
    id         ${PK},
    owner_id   ${INT} REFERENCES users (id),
    site       TEXT NOT NULL,
    name       TEXT NOT NULL CHECK (name <> ''),
    signature  TEXT NOT NULL CHECK (signature <> ''),
    text       TEXT NOT NULL,
    created_at ${INT} NOT NULL,
    CHECK ((owner_id IS NULL) <> (site = ''))
) ${STRICT};

CREATE UNIQUE INDEX presets_owner ON presets (owner_id, name) WHERE owner_id IS NOT NULL;
CREATE UNIQUE INDEX presets_site ON presets (site, name) WHERE owner_id IS NULL;
CREATE INDEX presets_signature ON presets (signature);

-- What a site keeps to be used again: a meter, a set of nodes, a subsystem, or facts of a system. part is JSON
-- of that part of the document. Of a person where site_id is NULL.
CREATE TABLE equipment (
    id               ${PK},
    site_id          ${INT} REFERENCES sites (id),
    owner_id         ${INT} REFERENCES users (id),
    kind             TEXT NOT NULL CHECK (kind IN ('meter', 'node_set', 'subsystem', 'system')),
    name             TEXT NOT NULL CHECK (name <> ''),
    part             ${BYTES} NOT NULL,
    calibrated_until ${INT},
    announced_at     ${INT},
    version          ${INT} NOT NULL CHECK (version > 0),
    updated_at       ${INT} NOT NULL,
    updated_by       ${INT} NOT NULL REFERENCES users (id),
    CHECK ((owner_id IS NULL) <> (site_id IS NULL))
) ${STRICT};

CREATE UNIQUE INDEX equipment_site ON equipment (site_id, kind, name) WHERE site_id IS NOT NULL;
CREATE UNIQUE INDEX equipment_owner ON equipment (owner_id, kind, name) WHERE owner_id IS NOT NULL;
CREATE INDEX equipment_due ON equipment (calibrated_until) WHERE calibrated_until IS NOT NULL;

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

-- A file that is on its way. Its bytes lie beside the blobs until it is whole, then it is read, kept as
-- a blob and put to its entry. digest is what it has to be, where that was said, and what it is once kept.
CREATE TABLE uploads (
    id           TEXT NOT NULL PRIMARY KEY CHECK (length(id) = 32),
    user_id      ${INT} NOT NULL REFERENCES users (id),
    entry_id     ${INT} REFERENCES entries (id),
    name         TEXT NOT NULL CHECK (name <> ''),
    size         ${INT} NOT NULL CHECK (size >= 0),
    digest       TEXT NOT NULL,
    state        TEXT NOT NULL CHECK (state IN ('arriving', 'arrived', 'kept', 'refused')),
    message      TEXT NOT NULL,
    created_at   ${INT} NOT NULL,
    updated_at   ${INT} NOT NULL,
    expires_at   ${INT} NOT NULL,
    writer       TEXT NOT NULL, -- a word of whoever writes to it, at whichever replica
    writer_until ${INT} NOT NULL, -- until when that holds, unless it is renewed
    heir         TEXT NOT NULL -- the word of whoever waits to go on in their place
) ${STRICT};

CREATE INDEX uploads_user ON uploads (user_id, state);
CREATE INDEX uploads_entry ON uploads (entry_id);
CREATE INDEX uploads_work ON uploads (state);

-- The key that receipts are signed with: one, which is made when the first is given. public is what
-- anybody may know of it.
CREATE TABLE signing_keys (
    id         ${PK},
    seed       ${BYTES} NOT NULL,
    public     TEXT NOT NULL UNIQUE,
    created_at ${INT} NOT NULL
) ${STRICT};

-- What was acknowledged, as it was signed.
CREATE TABLE receipts (
    id         ${PK},
    entry_id   ${INT} NOT NULL REFERENCES entries (id),
    kind       TEXT NOT NULL CHECK (kind IN ('file', 'manifest')),
    name       TEXT NOT NULL,
    digest     TEXT NOT NULL CHECK (length(digest) = 64),
    text       ${BYTES} NOT NULL,
    created_at ${INT} NOT NULL,
    UNIQUE (entry_id, kind, name, digest)
) ${STRICT};

-- Which bytes an entry will rest on, said before the deadline. text is JSON.
CREATE TABLE manifests (
    entry_id     ${INT} NOT NULL REFERENCES entries (id),
    number       ${INT} NOT NULL CHECK (number > 0),
    text         ${BYTES} NOT NULL,
    digest       TEXT NOT NULL CHECK (length(digest) = 64),
    user_id      ${INT} NOT NULL REFERENCES users (id),
    committed_at ${INT} NOT NULL,
    PRIMARY KEY (entry_id, number)
) ${STRICT};

-- Mail to be sent. It is written in the transaction of what it tells of, and taken under a lease by
-- whoever sends it.
CREATE TABLE outbox (
    id         ${PK},
    recipient  TEXT NOT NULL CHECK (recipient <> ''),
    subject    TEXT NOT NULL,
    text       TEXT NOT NULL,
    created_at ${INT} NOT NULL,
    due_at     ${INT} NOT NULL,
    lease      ${INT} NOT NULL,
    attempts   ${INT} NOT NULL,
    failure    TEXT NOT NULL,
    sent_at    ${INT},
    given_up   ${BOOL} NOT NULL
) ${STRICT};

CREATE INDEX outbox_due ON outbox (due_at) WHERE sent_at IS NULL;

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
CREATE TABLE messages (
    id          ${PK},
    thread_id   ${INT} NOT NULL REFERENCES threads (id),
    author_id   ${INT} NOT NULL REFERENCES users (id),
    author_name TEXT NOT NULL,
    side        TEXT NOT NULL CHECK (side IN ('holder', 'reviewer')),
    step        TEXT NOT NULL CHECK (step IN ('say', 'answer', 'settle', 'reopen')),
    text        TEXT NOT NULL CHECK (text <> ''),
    created_at  ${INT} NOT NULL
) ${STRICT};

CREATE INDEX messages_thread ON messages (thread_id, id);

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
    ended_by      TEXT NOT NULL, -- name of the account that declined, took back or ended it
    ended_by_id   ${INT} REFERENCES users (id),
    ended_reason  TEXT NOT NULL,
    CHECK (approver_id <> proposer_id),
    CHECK ((approved_at IS NOT NULL) = (state IN ('approved', 'ended'))),
    CHECK ((ended_at IS NOT NULL) = (state IN ('declined', 'taken back', 'ended'))),
    FOREIGN KEY (entry_id, revision) REFERENCES revisions (entry_id, number)
) ${STRICT};

CREATE INDEX waivers_entry ON waivers (entry_id, revision);
CREATE UNIQUE INDEX waivers_open ON waivers (entry_id, rule) WHERE state IN ('proposed', 'approved');

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

-- Who did what, when and from where. hash is the SHA-256 of the record with the hash of the one before in it, so
-- that nothing can be changed, left out or put in between. actor_id 0 is nobody with an account. seal is the
-- digest of what must not change from then on, such as a submitted revision or a published list. state is what
-- rows of other tables are from this record on: "decisions-12:" and the SHA-256 of all decisions on entry 12, and so on, separated
-- by blanks. The hash covers commitments to name and address, not these themselves: each is the SHA-256 of its salt and the value.
-- Name, address and salt are removed when an account is erased, the address and its salt also after a time.
CREATE TABLE audit (
    number             ${INT} NOT NULL PRIMARY KEY CHECK (number > 0),
    at                 ${INT} NOT NULL,
    actor_id           ${INT} NOT NULL,
    actor_name         TEXT NOT NULL,
    role               TEXT NOT NULL,
    address            TEXT NOT NULL,
    request            TEXT NOT NULL,
    event               TEXT NOT NULL CHECK (event <> ''),
    entry_id           ${INT} NOT NULL,
    revision           ${INT} NOT NULL,
    subject            TEXT NOT NULL,
    detail             TEXT NOT NULL,
    seal               TEXT NOT NULL,
    before             TEXT NOT NULL,
    hash               TEXT NOT NULL UNIQUE CHECK (length(hash) = 64),
    state              TEXT NOT NULL,
    name_commitment    TEXT NOT NULL,
    address_commitment TEXT NOT NULL,
    name_salt          TEXT NOT NULL,
    address_salt       TEXT NOT NULL
) ${STRICT};

CREATE INDEX audit_entry ON audit (entry_id, number);
CREATE INDEX audit_actor ON audit (actor_id, number);
CREATE INDEX audit_event ON audit (event, number);
CREATE INDEX audit_state ON audit (number) WHERE state <> '';
CREATE INDEX audit_addresses ON audit (at) WHERE address_salt <> '';

-- How far the log goes. Whoever adds to it holds this row, so that the records are one chain.
CREATE TABLE audit_head (
    id     ${INT} NOT NULL PRIMARY KEY CHECK (id = 1),
    number ${INT} NOT NULL,
    hash   TEXT NOT NULL
) ${STRICT};

INSERT INTO audit_head (id, number, hash) VALUES (1, 0, '');

-- Heads of the log that were signed, as text: when a list was published, and with each export.
CREATE TABLE audit_checkpoints (
    number ${INT} NOT NULL PRIMARY KEY,
    text   ${BYTES} NOT NULL
) ${STRICT};

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
    actor_id   ${INT} REFERENCES users (id), -- with whose name the text begins
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

-- Every list that can be browsed: those graded here, as they stand, and those published elsewhere, as they were
-- imported. name is in the address: 2026-11, green500-2024-06, top500-2009-11.
CREATE TABLE lists (
    id         ${PK},
    name       TEXT NOT NULL UNIQUE CHECK (name <> ''),
    kind       TEXT NOT NULL CHECK (kind IN ('graded', 'green500', 'top500')),
    edition    TEXT NOT NULL CHECK (edition <> ''),
    edition_id ${INT} UNIQUE REFERENCES editions (id), -- where it was graded here
    source     TEXT NOT NULL,                          -- name of the file that was imported
    digest     TEXT NOT NULL,                          -- its SHA-256
    warnings   ${BYTES} NOT NULL,                      -- what could not be placed, as JSON
    changed_at ${INT} NOT NULL,
    entries    ${INT} NOT NULL CHECK (entries >= 0),
    powered    ${INT} NOT NULL CHECK (powered >= 0),
    version    ${INT} NOT NULL, -- how often its lines were written
    CHECK ((kind = 'graded') = (edition_id IS NOT NULL))
) ${STRICT};

-- The machines behind the lines of all lists.
CREATE TABLE systems (
    id      ${PK},
    name    TEXT NOT NULL,
    site    TEXT NOT NULL,
    country TEXT NOT NULL,
    vendor  TEXT NOT NULL
) ${STRICT};

-- What a machine is known by: its TOP500 id, or what older lists and entries of ours say of it.
CREATE TABLE system_keys (
    key       TEXT NOT NULL PRIMARY KEY CHECK (key <> ''),
    system_id ${INT} NOT NULL REFERENCES systems (id)
) ${STRICT};

CREATE INDEX system_keys_system ON system_keys (system_id);

-- The lines of the lists. The record of a list graded here are list_rows and errata; its lines repeat them and can be
-- made again. rank is by efficiency; band_first to band_last are the ranks that the uncertainties cannot tell apart,
-- null where they are not known. Columns have the names of validation/listing, which says their units.
CREATE TABLE listings (
    list_id           ${INT} NOT NULL REFERENCES lists (id),
    rank              ${INT} NOT NULL CHECK (rank > 0),
    band_first        ${INT},
    band_last         ${INT},
    system_id         ${INT} NOT NULL REFERENCES systems (id),
    entry_id          ${INT} REFERENCES entries (id),
    system            TEXT NOT NULL,
    computer          TEXT NOT NULL,
    site              TEXT NOT NULL,
    country           TEXT NOT NULL,
    vendor            TEXT NOT NULL,
    year              ${INT},
    segment           TEXT NOT NULL,
    total_cores       ${INT},
    accelerator_cores ${INT},
    accelerator       TEXT NOT NULL,
    processor         TEXT NOT NULL,
    interconnect      TEXT NOT NULL,
    operating_system  TEXT NOT NULL,
    rmax              ${REAL},
    rpeak             ${REAL},
    power             ${REAL},
    power_uncertainty ${REAL},
    power_source      TEXT NOT NULL,
    efficiency        ${REAL},
    uncertainty       ${REAL},
    level             ${INT},
    top500_rank       ${INT},
    optimised         ${BOOL} NOT NULL,
    optimised_rmax    ${REAL},
    optimised_power   ${REAL},
    top500_system_id  ${INT}, -- in the TOP500's own numbering, as imported lists state it
    top500_site_id    ${INT},
    unranked          ${BOOL} NOT NULL, -- it has no level: rank is only its place, after all that have one
    efficiency_rank   ${INT},
    search            TEXT NOT NULL, -- words of the line in lower case, as views look for a part of them
    PRIMARY KEY (list_id, rank)
) ${STRICT};

CREATE INDEX listings_system ON listings (system_id, list_id);
CREATE INDEX listings_entry ON listings (entry_id);
CREATE INDEX listings_site ON listings (site, list_id);
CREATE INDEX listings_vendor ON listings (vendor, list_id);
CREATE INDEX listings_country ON listings (country, list_id);
CREATE INDEX listings_accelerator ON listings (accelerator, list_id);
CREATE INDEX listings_processor ON listings (processor, list_id);

-- How often a value occurs in a column of a list, so that the choices of a filter are not counted for each page.
CREATE TABLE listing_choices (
    list_id ${INT} NOT NULL REFERENCES lists (id),
    field   TEXT NOT NULL,
    value   TEXT NOT NULL,
    count   ${INT} NOT NULL CHECK (count > 0),
    PRIMARY KEY (list_id, field, value)
) ${STRICT};

-- How often anything changed that pages for everybody are made of: what was drawn of one version is right until the
-- next. It is counted in the transaction of the change itself.
CREATE TABLE public_state (
    id      ${INT} NOT NULL PRIMARY KEY CHECK (id = 1),
    version ${INT} NOT NULL
) ${STRICT};

INSERT INTO public_state (id, version) VALUES (1, 1);

-- What the lines of a list come to, so that trends of whole lists are not added up for each page. Efficiencies are in
-- GFlops/W, rmax in GFlops, power in W; they are null where no line has one.
CREATE TABLE list_figures (
    list_id  ${INT} NOT NULL PRIMARY KEY REFERENCES lists (id),
    systems  ${INT} NOT NULL,
    measured ${INT} NOT NULL,
    powered  ${INT} NOT NULL,
    fitted   ${INT} NOT NULL,
    best     ${REAL},
    median   ${REAL},
    top      ${REAL},
    rmax     ${REAL} NOT NULL,
    power    ${REAL} NOT NULL
) ${STRICT};

-- Work that the program does by itself, whichever replica comes to it. A job is about something (an upload) and gone
-- once it is done, or comes round and is about nothing. lease is until when somebody works on it; attempts are those
-- begun since it was entered, was last done or was started again.
CREATE TABLE jobs (
    id         ${PK},
    kind       TEXT NOT NULL CHECK (kind <> ''),
    about      TEXT NOT NULL,
    created_at ${INT} NOT NULL,
    due_at     ${INT} NOT NULL,
    lease      ${INT} NOT NULL,
    attempts   ${INT} NOT NULL,
    failure    TEXT NOT NULL,
    given_up   ${BOOL} NOT NULL,
    done_at    ${INT},
    UNIQUE (kind, about)
) ${STRICT};

CREATE INDEX jobs_due ON jobs (due_at) WHERE NOT given_up;

-- What was done lately under a name of which there may be only so much: wrong passwords for an address, mails to one.
-- name is a SHA-256; times are when, eight bytes each, and latest is the last of them.
CREATE TABLE tallies (
    purpose TEXT NOT NULL CHECK (purpose <> ''),
    name    ${BYTES} NOT NULL,
    times   ${BYTES} NOT NULL,
    latest  ${INT} NOT NULL,
    PRIMARY KEY (purpose, name)
) ${STRICT};

CREATE INDEX tallies_latest ON tallies (latest);

-- Blobs that nothing refers to, since when that is known. From condemned_at on nothing may refer to one, and its bytes are
-- removed; cleared_at is when they were gone. size is what they take where they lie.
CREATE TABLE loose_blobs (
    digest       TEXT NOT NULL PRIMARY KEY CHECK (length(digest) = 64),
    size         ${INT} NOT NULL,
    since        ${INT} NOT NULL,
    condemned_at ${INT},
    cleared_at   ${INT}
) ${STRICT};

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

-- Fingerprints of the traces of readings that were submitted, by which a log is recognised that is nearly the same in another
-- submission. They are made from the readings, and can be made again.
CREATE TABLE fingerprints (
    id      ${PK},
    digest  TEXT NOT NULL CHECK (length(digest) = 64), -- of the readings
    trace   ${INT} NOT NULL,                           -- its position among them
    version ${INT} NOT NULL,                           -- how it was made
    UNIQUE (digest, trace)
) ${STRICT};

CREATE TABLE fingerprint_marks (
    mark           ${INT} NOT NULL,
    fingerprint_id ${INT} NOT NULL REFERENCES fingerprints (id),
    PRIMARY KEY (mark, fingerprint_id)
) ${STRICT};

CREATE INDEX fingerprint_marks_of ON fingerprint_marks (fingerprint_id);

-- Readings with enough marks in common, in both orders.
CREATE TABLE alike_readings (
    digest TEXT NOT NULL,
    other  TEXT NOT NULL,
    PRIMARY KEY (digest, other)
) ${STRICT};

-- What an installation knows of itself. A restored copy has an identifier of its own, and holds its mail until somebody releases it.
CREATE TABLE installation (
    id                 ${INT} NOT NULL PRIMARY KEY CHECK (id = 1),
    identifier         TEXT NOT NULL,
    mail_held_at       ${INT}, -- null unless mail is held
    backup_at          ${INT}, -- of the last backup; null if there is none
    backup_verified_at ${INT}, -- when the files of a backup were last read again and compared
    backup_failure     TEXT NOT NULL -- what the last backup or its verification found
) ${STRICT};

${SQLITE} INSERT INTO installation (id, identifier, backup_failure) VALUES (1, lower(hex(randomblob(16))), '');
${POSTGRESQL} INSERT INTO installation (id, identifier, backup_failure) VALUES (1, replace(gen_random_uuid()::text, '-', ''), '');
