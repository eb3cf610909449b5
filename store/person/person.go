// Package person collects all data that an installation has on a person, for the download and for the erasure of an
// account.
package person

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"
)

// Part is one kind of what is kept on a person.
type Part struct {
	Name  string // in the export
	Words string // what it is
	query string // of the account with the number @id; it selects no secret
}

// mostRows is how many rows of a part are given: of the audit log the latest.
const mostRows = 20_000

// Parts is the one table of what is given to a person. A column whose name ends in _at or is at holds microseconds
// since 1970.
func Parts() []Part { return slices.Concat(heldParts(), writtenParts()) }

func heldParts() []Part {
	return []Part{
		{"account", "your account", `SELECT id, email, name, affiliation, role, disabled, password_at, created_at,
			confirmed_at FROM users WHERE id = @id`},
		{"sites", "sites that you are a member of", `SELECT sites.id, sites.name, members.role, members.joined_at
			FROM members JOIN sites ON sites.id = members.site_id WHERE members.user_id = @id ORDER BY sites.id`},
		{"tokens", "your access tokens, without what they let in with", `SELECT id, name, hint, scopes, created_at,
			expires_at, used_at, revoked_at FROM tokens WHERE user_id = @id ORDER BY id`},
		{"passkeys", "your passkeys",
			`SELECT id, name, created_at, used_at FROM passkeys WHERE user_id = @id ORDER BY id`},
		{"identities", "accounts elsewhere that you sign in with",
			`SELECT issuer, subject, created_at, used_at FROM identities WHERE user_id = @id ORDER BY issuer, subject`},
		{"links", "links that were sent to you, without their keys",
			`SELECT purpose, email, site_id, created_at, expires_at, used_at FROM links
			WHERE user_id = @id OR email = (SELECT email FROM users WHERE id = @id) ORDER BY created_at`},
		{"mail", "mail to you", `SELECT id, recipient, subject, created_at, sent_at, given_up FROM outbox
			WHERE recipient = (SELECT email FROM users WHERE id = @id) ORDER BY id`},
		{"notices", "notices to you",
			`SELECT id, kind, entry_id, text, link, created_at, read_at FROM notices WHERE user_id = @id ORDER BY id`},
		{"notice_choices", "which notices you get by mail",
			`SELECT kind, mail FROM notice_choices WHERE user_id = @id ORDER BY kind`},
		{"webhooks", "your webhooks, without their secrets",
			`SELECT id, url, events, created_at FROM webhooks WHERE user_id = @id ORDER BY id`},
		{"webhook_messages", "messages to your webhooks", `SELECT number, event, body, created_at, sent_at, given_up
			FROM webhook_messages WHERE webhook_id IN (SELECT id FROM webhooks WHERE user_id = @id) ORDER BY id`},
		{"submissions", "your submissions; each page offers its evidence", `SELECT id, system, site, state, edition_id,
			created_at, submitted_at FROM entries WHERE owner_id = @id ORDER BY id`},
		{"reviews", "submissions that you were to review",
			`SELECT id, system, state FROM entries WHERE reviewer_id = @id ORDER BY id`},
		{"manifests", "files that you committed to", `SELECT entry_id, number, digest, committed_at FROM manifests
			WHERE user_id = @id ORDER BY entry_id, number`},
		{"uploads", "your uploads", `SELECT id, entry_id, name, size, state, created_at, updated_at, expires_at
			FROM uploads WHERE user_id = @id ORDER BY created_at`},
		{"equipment", "equipment that you keep or changed last", `SELECT id, site_id, kind, name, updated_at
			FROM equipment WHERE owner_id = @id OR updated_by = @id ORDER BY id`},
		{"settings_for_logs", "import settings that you keep",
			`SELECT id, site, name, created_at FROM presets WHERE owner_id = @id ORDER BY id`},
	}
}

func writtenParts() []Part {
	return []Part{
		{"typed", "values of drafts that you typed last", `SELECT entry_id, path, value, user_name, saved_at
			FROM draft_fields WHERE user_id = @id ORDER BY entry_id, path`},
		{"changes", "changes of drafts that you made", `SELECT entry_id, version, path, before, after, user_name,
			saved_at FROM draft_changes WHERE user_id = @id ORDER BY entry_id, version`},
		{"decisions", "decisions that you made", `SELECT id, entry_id, revision, verb, from_state, to_state, actor_name,
			reason, decided_at FROM decisions WHERE actor_id = @id ORDER BY id`},
		{"questions_and_answers", "questions and answers that you wrote", `SELECT id, thread_id, author_name, side,
			step, text, created_at FROM messages WHERE author_id = @id ORDER BY id`},
		{"waivers", "waivers that you proposed, approved or ended", `SELECT id, entry_id, revision, rule, reason, state,
			proposer_name, approver_name, ended_reason, proposed_at, approved_at, ended_at FROM waivers
			WHERE proposer_id = @id OR approver_id = @id OR ended_by_id = @id ORDER BY id`},
		{"appeals", "appeals that you opened or decided",
			`SELECT id, entry_id, revision, opened_name, outcome, decided_name, reason, opened_at, decided_at
			FROM appeals WHERE opened_by = @id OR decided_by = @id ORDER BY id`},
		{"appeal_messages", "what you wrote in appeals", `SELECT id, appeal_id, author_name, text, created_at
			FROM appeal_messages WHERE author_id = @id ORDER BY id`},
		{"conflicts", "conflicts of interest that you declared", `SELECT id, entry_id, site, domain, reason,
			declared_at, withdrawn_at FROM conflicts WHERE user_id = @id ORDER BY id`},
		{"corrections", "corrections of lists that you made", `SELECT edition_id, number, entry_id, reason, actor_name,
			made_at FROM errata WHERE actor_id = @id ORDER BY edition_id, number`},
		{"looks", "submissions that you looked at",
			`SELECT entry_id, revision, at FROM looks WHERE user_id = @id ORDER BY entry_id`},
		{"audit_log", "what the audit log holds of what you did, the latest first",
			`SELECT number, at, actor_name, role, address, event, entry_id, revision, subject, detail FROM audit
			WHERE actor_id = @id ORDER BY number DESC`},
		{"audit_log_on_you", "what others did with your account, the latest first", `SELECT number, at, event, detail
			FROM audit WHERE subject = @subject AND actor_id <> @id ORDER BY number DESC`},
	}
}

// Write writes what is kept on an account as JSON, part by part in the order of Parts: an object with an array for
// each, and the names of the parts of which there are more than are given. It fails if the database or the writer does.
func Write(tx *gorm.DB, id int64, to io.Writer) error {
	cut := []string{}
	for i, part := range Parts() {
		before := ",\n"
		if i == 0 {
			before = "{\n"
		}
		rows, err := part.rows(tx, id)
		if err != nil {
			return err
		}
		if len(rows) == mostRows {
			cut = append(cut, part.Name)
		}
		text, err := json.MarshalIndent(rows, "  ", "  ")
		if err != nil {
			return fmt.Errorf("write the %s of account %d: %w", part.Name, id, err)
		}
		if _, err := fmt.Fprintf(to, "%s  %q: %s", before, part.Name, text); err != nil {
			return err
		}
	}
	names, err := json.Marshal(cut)
	if err == nil {
		_, err = fmt.Fprintf(to, ",\n  \"cut_off\": %s\n}\n", names)
	}
	return err
}

func (p Part) rows(tx *gorm.DB, id int64) ([]map[string]any, error) {
	found := []map[string]any{}
	query := tx.Raw(fmt.Sprintf("%s LIMIT %d", p.query, mostRows),
		map[string]any{"id": id, "subject": fmt.Sprintf("account %d", id)})
	if err := query.Scan(&found).Error; err != nil {
		return nil, err
	}
	for _, row := range found {
		for name, value := range row {
			micro, is := value.(int64)
			if is && (name == "at" || strings.HasSuffix(name, "_at")) {
				row[name] = time.UnixMicro(micro).UTC()
			}
		}
	}
	return found, nil
}
