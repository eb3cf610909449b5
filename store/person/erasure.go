package person

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"gorm.io/gorm"

	"green500/validation/review"
)

// Does is what erasing an account does with rows in which it stands.
type Does string

// What erasing does.
const (
	Deletes Does = "deleted"   // the rows
	Renames Does = "pseudonym" // names become the pseudonym of the account; the rows stay
	Keeps   Does = "kept"      // the rows stay with the number of the account; they hold no name
)

// Treatment is what erasing an account does with the rows of a table in which it stands.
type Treatment struct {
	Table string
	Whose string   // the column with the number of the account, or with its email address
	Does  Does     // with the rows
	Names []string // columns with the name that become the pseudonym
	Why   string   // the rows go, or stay

	where string // the rows: of an account with the number @id and the email address @email; "Whose = @id" if empty
	seals string // the kind of rows of which the audit log holds a digest; empty if it does not
	of    string // SQL: the number that such rows are sealed by
}

const (
	ofEntry  = "entry_id"
	letsIn   = "lets the person in"
	theirs   = "is of nobody else"
	decision = "the reason and the outcome prove how lists came about"
)

// Treatments is the one table of what erasing an account does. The account and the audit log have more columns: see
// Erase.
func Treatments() []Treatment {
	const thread, appeal = "(SELECT entry_id FROM threads WHERE threads.id = messages.thread_id)",
		"(SELECT entry_id FROM appeals WHERE appeals.id = appeal_messages.appeal_id)"
	const hooks = "webhook_id IN (SELECT id FROM webhooks WHERE user_id = @id)"
	return []Treatment{
		{Table: "members", Whose: "user_id", Does: Deletes, Why: "the person is of no site any more", seals: "site",
			of: "site_id"},
		{Table: "tokens", Whose: "user_id", Does: Deletes, Why: letsIn},
		{Table: "passkeys", Whose: "user_id", Does: Deletes, Why: letsIn},
		{Table: "identities", Whose: "user_id", Does: Deletes, Why: letsIn},
		{Table: "outbox", Whose: "recipient", Does: Deletes, Why: "nobody reads it any more",
			where: "recipient = @email OR recipient IN (SELECT email FROM links " +
				"WHERE user_id = @id) AND recipient NOT IN (SELECT email FROM users WHERE id <> @id)"},
		{Table: "links", Whose: "user_id", Does: Deletes, Why: letsIn},
		{Table: "links", Whose: "email", Does: Deletes, Why: letsIn, where: "email = @email"},
		{Table: "webhook_messages", Whose: "webhook_id", Does: Deletes, Why: "nobody takes them any more",
			where: hooks},
		{Table: "webhooks", Whose: "user_id", Does: Deletes, Why: theirs},
		{Table: "notices", Whose: "user_id", Does: Deletes, Why: theirs},
		{Table: "notice_choices", Whose: "user_id", Does: Deletes, Why: theirs},
		{Table: "looks", Whose: "user_id", Does: Deletes, Why: theirs},
		{Table: "equipment", Whose: "owner_id", Does: Deletes, Why: theirs + ", unlike the equipment of a site"},
		{Table: "presets", Whose: "owner_id", Does: Deletes, Why: theirs + ", unlike the import settings of a site"},

		{Table: "decisions", Whose: "actor_id", Does: Renames, Names: []string{"actor_name"}, Why: decision,
			seals: "decisions", of: ofEntry},
		{Table: "messages", Whose: "author_id", Does: Renames, Names: []string{"author_name"}, Why: decision,
			seals: "answers", of: thread},
		{Table: "waivers", Whose: "proposer_id", Does: Renames, Names: []string{"proposer_name"}, Why: decision,
			seals: "waivers", of: ofEntry},
		{Table: "waivers", Whose: "approver_id", Does: Renames, Names: []string{"approver_name"}, Why: decision,
			seals: "waivers", of: ofEntry},
		{Table: "waivers", Whose: "ended_by_id", Does: Renames, Names: []string{"ended_by"}, Why: decision,
			seals: "waivers", of: ofEntry},
		{Table: "appeals", Whose: "opened_by", Does: Renames, Names: []string{"opened_name"}, Why: decision,
			seals: "appeals", of: ofEntry},
		{Table: "appeals", Whose: "decided_by", Does: Renames, Names: []string{"decided_name"}, Why: decision,
			seals: "appeals", of: ofEntry},
		{Table: "appeal_messages", Whose: "author_id", Does: Renames, Names: []string{"author_name"}, Why: decision,
			seals: "statements", of: appeal},
		{Table: "errata", Whose: "actor_id", Does: Renames, Names: []string{"actor_name"}, Why: decision,
			seals: "errata", of: ofEntry},
		{Table: "draft_fields", Whose: "user_id", Does: Renames, Names: []string{"user_name"},
			Why: "the values are of a submission"},
		{Table: "draft_changes", Whose: "user_id", Does: Renames, Names: []string{"user_name"},
			Why: "the values are of a submission"},

		{Table: "entries", Whose: "owner_id", Does: Keeps, Why: "a submission has an owner, by number"},
		{Table: "entries", Whose: "reviewer_id", Does: Keeps, Why: "who decided, by number"},
		{Table: "manifests", Whose: "user_id", Does: Keeps, Why: "they prove what was committed to, and when"},
		{Table: "uploads", Whose: "user_id", Does: Keeps, Why: "they expire by themselves"},
		{Table: "equipment", Whose: "updated_by", Does: Keeps, Why: "the equipment of a site stays"},
		{Table: "conflicts", Whose: "user_id", Does: Keeps, Why: "they prove that nobody with an interest decided"},
		{Table: "notices", Whose: "actor_id", Does: Keeps, Why: "the texts begin with the pseudonym then; see Erase"},
		{Table: "users", Whose: "email", Does: Renames, Names: []string{"name"}, Why: "what stays refers to the number",
			where: "id = @id"},
		{Table: "audit", Whose: "actor_id", Does: Renames, Names: []string{"actor_name"},
			Why: "the log proves everything else; see Erase"},
	}
}

// Account is an account to be erased.
type Account struct {
	ID        int64
	Email     string
	Pseudonym string // what its name becomes
	NewEmail  string // what its email address becomes: one that nobody has
	Now       int64  // microseconds since 1970
}

// Sealed are rows of which the audit log holds a digest.
type Sealed struct {
	Kind string
	ID   int64
}

// SealedRows returns the rows of which the audit log holds a digest and which Erase changes, in order and each once.
func SealedRows(tx *gorm.DB, a Account) (all []Sealed, err error) {
	values := a.values()
	for _, t := range Treatments() {
		if t.seals == "" {
			continue
		}
		var ids []int64
		query := "SELECT DISTINCT " + t.of + " FROM " + t.Table + " WHERE " + t.condition() + " ORDER BY 1"
		if err := tx.Raw(query, values).Scan(&ids).Error; err != nil {
			return nil, err
		}
		for _, id := range ids {
			if one := (Sealed{t.seals, id}); !slices.Contains(all, one) {
				all = append(all, one)
			}
		}
	}
	return all, nil
}

// Erase replaces the name of a person by a pseudonym wherever the program wrote it, and deletes what is of nobody else.
// Texts that people wrote, documents and evidence stay. The audit log keeps its hashes: of records that have
// commitments, name, address and salts are removed. It fails if the database does.
func Erase(tx *gorm.DB, a Account) error {
	if err := renameInNotices(tx, a); err != nil {
		return err
	}
	values := a.values()
	for _, t := range Treatments() {
		if err := t.apply(tx.Table(t.Table).Where(t.condition(), values), a); err != nil {
			return fmt.Errorf("erase account %d from %s: %w", a.ID, t.Table, err)
		}
	}
	return nil
}

func (t Treatment) condition() string {
	if t.where != "" {
		return t.where
	}
	return t.Whose + " = @id"
}

func (t Treatment) apply(rows *gorm.DB, a Account) error {
	switch t.Does {
	case Deletes:
		return rows.Delete(map[string]any{}).Error
	case Keeps:
		return nil
	}
	changes := map[string]any{}
	for _, column := range t.Names {
		changes[column] = a.Pseudonym
	}
	switch t.Table {
	case "users":
		changes["email"], changes["affiliation"], changes["password_hash"] = a.NewEmail, "", ""
		changes["password_at"], changes["disabled"], changes["role"] = a.Now, true, string(review.Submitter)
	case "audit":
		changes["name_salt"], changes["address"], changes["address_salt"] = "", "", ""
	}
	return rows.Updates(changes).Error
}

// values are those of the placeholders.
func (a Account) values() map[string]any { return map[string]any{"id": a.ID, "email": a.Email} }

// ForgetAddresses removes the network addresses and their salts from records of the audit log from before a time, in
// microseconds since
//  1970. It returns the number of the last of these records, or 0 if there are none. Records without commitments keep
//     their address.
func ForgetAddresses(tx *gorm.DB, before int64) (upTo int64, err error) {
	const due = "address_salt <> '' AND at < ?"
	// The sum keeps databases from reading all records backwards for the highest number.
	last := tx.Table("audit").Select("COALESCE(MAX(number + 0), 0)").Where(due, before)
	if err := last.Scan(&upTo).Error; err != nil || upTo == 0 {
		return 0, err
	}
	rows := tx.Table("audit").Where(due, before)
	return upTo, rows.Updates(map[string]any{"address": "", "address_salt": ""}).Error
}

// Act is what a notice states that a person did, after the name with which the notice begins.
type Act string

// The acts that notices state.
const (
	AsksToReview Act = "asks you to review"
	GaveUp       Act = "gave up the review of"
	Approved     Act = "approved a submission,"
	Asked        Act = "asked about"
	Wrote        Act = "wrote about"
	Answered     Act = "answered about"
	Settled      Act = "settled a question about"
	Reopened     Act = "reopened a question about"
)

// By begins a notice about somebody: "Anna asks you to review ".
func (a Act) By(name string) string { return name + " " + string(a) + " " }

// renameInNotices replaces the names that a person had in notices that begin with them, before Erase forgets these
// names.
func renameInNotices(tx *gorm.DB, a Account) error {
	const names = "SELECT DISTINCT actor_name FROM audit WHERE actor_id = @id UNION SELECT name FROM users " +
		"WHERE id = @id"
	var had []string
	if err := tx.Raw(names, a.values()).Scan(&had).Error; err != nil {
		return err
	}
	for _, name := range had {
		length := utf8.RuneCountInString(name)
		rows := tx.Table("notices").Where("actor_id = ? AND substr(text, 1, ?) = ?", a.ID, length+1, name+" ")
		if err := rows.Update("text", gorm.Expr("? || substr(text, ?)", a.Pseudonym, length+1)).Error; err != nil {
			return err
		}
	}
	return nil
}
