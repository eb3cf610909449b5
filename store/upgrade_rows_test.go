package store_test

import "strings"

// rowsOfMigration are rows as the program wrote them that knew the migrations up to a number: statements for each
// number that brought tables or columns to fill. Numbers are given by the database, so that it goes on from them.
// The audit log and errata are chains, which nobody can write by hand.
var rowsOfMigration = map[int64][]string{
	1: {
		`INSERT INTO users (email, name, affiliation, role, disabled, password_hash, password_at, created_at) VALUES
			('sub@example.org', 'Sub Ärger', 'Centre', 'submitter', FALSE, 'hash', 1790000000000000, 1790000000000000),
			('rev@example.org', 'Rev', 'Centre', 'reviewer', FALSE, 'hash', 1790000000000000, 1790000000000001),
			('gone@example.org', 'Gone', '', 'admin', TRUE, 'hash', 1790000000000000, 1790000000000002)`,
		`INSERT INTO sessions (key, data, expires_at) VALUES ('first', CAST('a session' AS ${BYTES}), 4000000000000000)`,
	},
	2: {
		`INSERT INTO editions (name, methodology, opens_at, closes_at, published_at, list_hash) VALUES
			('2026-06', '2.0', 1780000000000000, 1785000000000000, 1786000000000000, '` + hashOfRows + `'), ('2026-11', '2.0', 1787000000000000, 1795000000000000, NULL, '')`,
		`INSERT INTO entries (edition_id, owner_id, state, version, revision, created_at, updated_at, submitted_at, system, site, country, total_cores, accelerator,
			top500_rank, rmax, power, power_uncertainty, efficiency, efficiency_uncertainty, claimed_level, granted_level, failed, complete) VALUES
			(1, 1, 'published', 5, 1, 1781000000000000, 1782000000000000, 1782000000000000, 'Aurora', 'Centre', 'DE', 1000, 'GPU X', 7, 1500000.25, 30000.125, 300.5, 49.99958333680553, 0.5, 2, 2, 0, TRUE),
			(2, 1, 'draft', 1, 1, 1788000000000000, 1788000000000000, NULL, '', '', '', 0, '', 0, 0, 0, NULL, 0, NULL, 1, 0, 0, FALSE)`,
		`INSERT INTO revisions (entry_id, number, document, report, trouble, rules_digest, input_digest, report_digest, created_at, submitted_at) VALUES
			(1, 1, CAST('{"methodology":"2.0","system":{"name":"Aurora"}}' AS ${BYTES}), CAST('{"granted_level":2}' AS ${BYTES}), NULL, 'rules', 'input', 'report', 1781000000000000, 1782000000000000),
			(2, 1, CAST('{"methodology":"2.0"}' AS ${BYTES}), NULL, CAST('[{"field":"system.name"}]' AS ${BYTES}), '', '', '', 1788000000000000, NULL)`,
		`INSERT INTO revision_files (entry_id, number, position, name, digest, size, kind) VALUES (1, 1, 0, 'power/rack 1.csv', '` + hashOfRows + `', 20, 'trace')`,
		`INSERT INTO revision_series (entry_id, number, position, digest) VALUES (1, 1, 0, '` + hashOfRows + `')`,
		`INSERT INTO decisions (entry_id, revision, verb, from_state, to_state, actor_id, actor_name, reason, decided_at) VALUES
			(1, 1, 'submit', 'draft', 'submitted', 1, 'Sub Ärger', '', 1782000000000000), (1, 1, 'accept', 'in_review', 'accepted', 2, 'Rev', 'it is "right"', 1783000000000000)`,
	},
	3: {
		`INSERT INTO list_rows (edition_id, rank, entry_id, revision, system, site, country, total_cores, accelerator, top500_rank, rmax, power, power_uncertainty, efficiency,
			efficiency_uncertainty, level, search) VALUES (1, 1, 1, 1, 'Aurora', 'Centre', 'DE', 1000, 'GPU X', 7, 1500000.25, 30000.125, 300.5, 49.99958333680553, 0.5, 2, 'aurora centre gpu x')`,
	},
	4: {`INSERT INTO revision_findings (entry_id, number, rule, level, outcome, slack) VALUES (1, 1, 'R1', 1, 'pass', -3), (1, 1, 'R2', 1, 'unknown', NULL)`},
	5: {
		`INSERT INTO readings (taken_from, digest, notes, created_at) VALUES ('` + hashOfRows + `', '` + hashOfRows + `', NULL, 1)`,
		`INSERT INTO recipes (owner_id, site, name, signature, text, created_at) VALUES (1, '', 'ours', 'time,watts', 'text', 1), (NULL, 'Centre', 'theirs', 'time,kw', 'text', 2)`,
	},
	6: {
		`INSERT INTO links (key, purpose, user_id, email, created_at, expires_at) VALUES ('a link', 'reset', 1, 'sub@example.org', 1, 4000000000000000)`,
		`INSERT INTO passkeys (user_id, credential_id, name, credential, created_at) VALUES (1, 'id', 'a key', CAST('{}' AS ${BYTES}), 1)`,
		`INSERT INTO identities (issuer, subject, user_id, created_at, used_at) VALUES ('https://id.example.org', 'sub', 1, 1, 2)`,
		`INSERT INTO tokens (user_id, key, hint, name, scopes, created_at, expires_at) VALUES (1, '` + hashOfRows + `', 'g5_', 'desk', 'read write', 1, 4000000000000000)`,
	},
	7: {
		`INSERT INTO sites (name, country, url, created_at) VALUES ('Centre', 'DE', '', 1)`,
		`INSERT INTO members (site_id, user_id, role, joined_at) VALUES (1, 1, 'keeper', 1)`,
		`UPDATE entries SET site_id = 1 WHERE id = 1`,
		`INSERT INTO cabinet (site_id, owner_id, kind, name, part, version, updated_at, updated_by) VALUES (1, NULL, 'meter', 'rack', CAST('{}' AS ${BYTES}), 1, 1, 1)`,
	},
	8: {
		`INSERT INTO draft_fields (entry_id, path, value, version, user_id, user_name, saved_at) VALUES (2, 'system.name', 'New', 2, 1, 'Sub Ärger', 1789000000000000)`,
		`INSERT INTO draft_changes (entry_id, version, path, before, after, user_id, user_name, saved_at) VALUES (2, 2, 'system.name', '', 'New', 1, 'Sub Ärger', 1789000000000000)`,
		`UPDATE entries SET version = 2, changed = 2 WHERE id = 2`,
	},
	9: {
		`INSERT INTO uploads (id, user_id, entry_id, name, size, digest, state, trouble, lease, created_at, updated_at, expires_at) VALUES
			('0123456789abcdef0123456789abcdef', 1, 2, 'a.csv', 30, '', 'arriving', '', 0, 1, 1, 4000000000000000)`,
		`INSERT INTO signing_keys (seed, public, created_at) VALUES (CAST('01234567890123456789012345678901' AS ${BYTES}), 'e8MHlRjtEdoDNghb9pYpIP+H+zxNYwqbWMthU2dPXdY=', 1)`,
		`INSERT INTO receipts (entry_id, kind, name, digest, text, created_at) VALUES (1, 'file', 'a.csv', '` + hashOfRows + `', CAST('{}' AS ${BYTES}), 1)`,
	},
	10: {
		`UPDATE editions SET zone = 'Europe/Berlin', grace = 3600 WHERE id = 2`,
		`INSERT INTO manifests (entry_id, number, text, digest, user_id, committed_at) VALUES (2, 1, CAST('{}' AS ${BYTES}), '` + hashOfRows + `', 1, 1)`,
		`INSERT INTO outbox (recipient, subject, text, created_at, due_at, lease, attempts, failure, sent_at, given_up) VALUES ('rev@example.org', 'A subject', 'A text', 1, 1, 0, 2, 'no route', NULL, FALSE)`,
	},
	11: {
		`INSERT INTO decisions (entry_id, revision, verb, from_state, to_state, actor_id, actor_name, reason, decided_at) VALUES (1, 1, 'correct', 'published', 'corrected', 2, 'Rev', 'a slip', 1787000000000000)`,
		`UPDATE entries SET reviewer_id = 2 WHERE id = 1`,
		`INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) VALUES (2, NULL, 'Elsewhere', '', 'a friend', 1)`,
		`INSERT INTO looks (user_id, entry_id, revision, at) VALUES (2, 1, 1, 1)`,
	},
	12: {
		`INSERT INTO threads (entry_id, revision, shared, continues_id, pin, target, standing, opened_at) VALUES (1, 1, FALSE, NULL, 'entry', '', 'settled', 1), (1, 1, TRUE, 1, 'finding', 'R1', 'open', 2)`,
		`INSERT INTO remarks (thread_id, author_id, author_name, side, step, text, created_at) VALUES (2, 2, 'Rev', 'reviewer', 'say', 'Why?', 2)`,
	},
	13: {
		`INSERT INTO waivers (entry_id, revision, rule, reason, until_edition, state, proposer_id, proposer_name, proposed_at, approver_id, approver_name, approved_at) VALUES
			(1, 1, 'R2', 'it is known', '2026-11', 'approved', 2, 'Rev', 1, 3, 'Gone', 2)`,
		`UPDATE entries SET begun_from = 1 WHERE id = 2`,
	},
	14: {`UPDATE editions SET review_by = 1796000000000000, embargo_until = 1797000000000000 WHERE id = 2`},
	16: {
		`INSERT INTO notices (user_id, kind, entry_id, text, link, created_at, once) VALUES (1, 'decision', 1, 'It was accepted.', '/entries/1', 1, 'once')`,
		`INSERT INTO notice_choices (user_id, kind, mail) VALUES (1, 'decision', FALSE)`,
		`INSERT INTO appeals (entry_id, revision, opened_by, opened_name, opened_at, outcome, decided_name, reason) VALUES (1, 1, 1, 'Sub Ärger', 1, 'open', '', '')`,
		`INSERT INTO appeal_messages (appeal_id, author_id, author_name, holder, text, created_at) VALUES (1, 1, 'Sub Ärger', TRUE, 'Look again.', 1)`,
	},
	22: {
		`INSERT INTO jobs (kind, about, created_at, due_at, lease, attempts, failure, given_up, done_at) VALUES ('forget links', '', 1, 2, 0, 1, 'no route', FALSE, 1)`,
		`INSERT INTO tallies (purpose, name, times, latest) VALUES ('guess a password', CAST('a name' AS ${BYTES}), CAST('8 bytes.' AS ${BYTES}), 1)`,
	},
	27: {
		`INSERT INTO webhooks (user_id, url, events, secret, created_at) VALUES (1, 'https://ci.example.org', 'list.published', 'sealed', 1)`,
		`INSERT INTO webhook_messages (webhook_id, number, event, body, created_at, due_at, lease, attempts, failure, sent_at, given_up) VALUES (1, 'msg_1', 'list.published', '{}', 1, 1, 0, 2, 'no route', NULL, FALSE)`,
	},
	23: {`INSERT INTO loose_blobs (digest, size, since, condemned_at, cleared_at) VALUES ('` + strings.Repeat("ab", 32) + `', 10, 1, 2, NULL)`},
	18: {`INSERT INTO sessions (key, data, expires_at, seen_at) VALUES ('second', CAST('a session' AS ${BYTES}), 4000000000000000, 3900000000000000)`},
	19: {
		`INSERT INTO systems (name, site, country, vendor) VALUES ('Borea', 'Other centre', 'FR', 'Vendor')`,
		`INSERT INTO system_keys (key, system_id) VALUES ('top500:1', 1)`,
		`INSERT INTO lists (name, kind, edition, edition_id, source, digest, remarks, changed_at, entries, powered) VALUES
			('green500-2024-06', 'green500', '2024-06', NULL, 'a file', '', CAST('[]' AS ${BYTES}), 1, 1, 1)`,
		`INSERT INTO listings (list_id, rank, system_id, system, computer, site, country, vendor, segment, accelerator, processor, interconnect, operating_system, rmax, power,
			power_source, efficiency, optimised, search) VALUES (1, 1, 1, 'Borea', '', 'Other centre', 'FR', 'Vendor', '', '', 'CPU', '', '', 1000.5, 20.25, 'derived', 49.40740740740741, FALSE, 'borea')`,
		`INSERT INTO listing_choices (list_id, field, value, count) VALUES (1, 'country', 'FR', 1)`,
	},
}

const hashOfRows = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
