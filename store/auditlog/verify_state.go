// This file owns the part of that proof that reads what is shown and decides, and the database itself.

package auditlog

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gorm.io/gorm"

	"green500/migrations"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/editions"
	"green500/store/lists"
	"green500/store/recorded"
	"green500/store/reviews"
	"green500/store/sites"
	"green500/store/submissions"
	"green500/validation/review"
	"green500/validation/review/audit"
)

// SealedRow is the digest of rows as the audit log states it last.
type SealedRow struct {
	number int64 // of the record
	digest string
}

// ReadSeals reads the digests of all audit events after a number, and returns the number of the last one.
func (i *Inspector) ReadSeals(ctx context.Context, beyond int64, into map[string]SealedRow) (int64, error) {
	sealing := func(after int64) *gorm.DB {
		return i.Store.db.Query(ctx).Select("number", "state").Where("state <> '' AND number > ?", max(after, beyond)).
			Order("number")
	}
	err := eachRow(sealing, func(row recorded.Row) (int64, error) {
		beyond = row.Number
		for part := range strings.FieldsSeq(row.State) {
			name, digest, _ := strings.Cut(part, ":")
			into[name] = SealedRow{row.Number, digest}
		}
		return beyond, nil
	})
	return beyond, err
}

func (i *Inspector) state(ctx context.Context) error {
	seals := map[string]SealedRow{}
	beyond, err := i.ReadSeals(ctx, 0, seals)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(seals)) {
		same, err := i.HoldsSeal(ctx, name, seals)
		if err != nil {
			return err
		}
		if !same { // perhaps somebody changed it since the log was read
			if beyond, err = i.ReadSeals(ctx, beyond, seals); err != nil {
				return err
			}
			if same, err = i.HoldsSeal(ctx, name, seals); err != nil {
				return err
			}
		}
		if kind, id, err := recorded.SplitSealed(i.Store.db.SealedKinds, name); !same && err == nil {
			i.report(fmt.Sprintf("%s %d: not as recorded (record %d)", kind.Word, id, seals[name].number))
		}
		i.counted(int64(len(seals)))
	}
	return errors.Join(i.findUnsealed(ctx, seals), i.accepted(ctx))
}

// HoldsSeal reports whether the rows of a name still have the digest that the audit log states.
func (i *Inspector) HoldsSeal(ctx context.Context, name string, seals map[string]SealedRow) (bool, error) {
	if _, _, err := recorded.SplitSealed(i.Store.db.SealedKinds, name); err != nil {
		i.report(err.Error())
		return true, nil // it was told
	}
	digest, err := recorded.RowsDigest(i.Store.db.Query(ctx), i.Store.db.SealedKinds, name)
	return digest == seals[name].digest, err
}

func (i *Inspector) findUnsealed(ctx context.Context, seals map[string]SealedRow) error {
	for _, of := range []struct {
		kind string
		row  any
	}{{recorded.SealedConflict, &accounts.ConflictRow{}}, {recorded.SealedEdition, &editions.EditionRow{}}} {
		ids, err := database.Pluck[int64](i.Store.db.Query(ctx).Model(of.row).Order("id"), "id")
		if err != nil {
			return err
		}
		for _, id := range ids {
			if _, sealed := seals[fmt.Sprintf("%s-%d", of.kind, id)]; !sealed {
				i.report(fmt.Sprintf("%s %d: no record shows where it comes from",
					i.Store.db.SealedKinds[of.kind].Word, id))
			}
		}
	}
	return nil
}

func (i *Inspector) accounts(ctx context.Context) error {
	const locked, opened = "lock an account out", "let an account in again"
	events := []string{"create an account", "set a role", locked, opened, audit.EventErase}
	records, err := database.Find[recorded.Row](i.Store.db.Query(ctx).Select("number", "event", "subject", "detail").
		Where("event IN ?", events).Order("number"))
	if err != nil {
		return err
	}
	roles, disabled, erased := map[string]string{}, map[string]bool{}, map[string]bool{}
	for _, r := range records {
		switch r.Event {
		case locked, opened:
			disabled[r.Subject] = r.Event == locked
		case audit.EventErase:
			roles[r.Subject], disabled[r.Subject], erased[r.Subject] = string(review.Submitter), true, true
		default:
			roles[r.Subject] = r.Detail
		}
	}
	return eachRow(i.Store.byID(ctx), func(row accounts.UserRow) (int64, error) {
		name := recorded.AccountWord(row.ID)
		role, known := roles[name]
		if !known {
			role = string(review.Submitter) // of somebody who registered
		}
		if string(row.Role) != role {
			i.report(fmt.Sprintf("%s: it has the role %s, and no record gives it that", name, row.Role))
		}
		if row.Disabled != disabled[name] {
			i.report(name + ": it is locked out, or not, otherwise than recorded")
		}
		if erased[name] && (row.Name != name || row.Email != accounts.ErasedEmail(row.ID)) {
			i.report(name + ": it was erased, and has a name or an email address again")
		}
		i.counted(0)
		return row.ID, nil
	})
}

func (i *Inspector) database(ctx context.Context) error {
	problems, err := i.Store.databaseProblems(ctx)
	if err != nil {
		return err
	}
	for _, problem := range problems {
		i.report("database: " + problem)
	}
	i.counted(1)
	return nil
}

// databaseProblems are what PRAGMA integrity_check finds, and references that lead nowhere. PostgreSQL reads every row
// whole, checks every B-tree if the extension amcheck is there, and tells of pages whose checksum was wrong.
func (s *AuditLog) databaseProblems(ctx context.Context) (problems []string, err error) {
	if s.db.Connection.Dialect == migrations.SQLite {
		return sqliteProblems(ctx, s)
	}
	return postgresProblems(ctx, s)
}

func sqliteProblems(ctx context.Context, s *AuditLog) (problems []string, err error) {
	if err := s.db.Query(ctx).Raw("SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'").
		Scan(&problems).Error; err != nil {
		return []string{err.Error()}, ctx.Err()
	}
	var lost []string
	text := `SELECT "table" || ' ' || coalesce(rowid, 0) || ' refers to a row of ' || parent || ' that is not there'
		FROM pragma_foreign_key_check LIMIT 100`
	err = s.db.Query(ctx).Raw(text).Scan(&lost).Error
	return append(problems, lost...), err
}

func postgresProblems(ctx context.Context, s *AuditLog) (problems []string, err error) {
	var tables []string
	if err := s.db.Query(ctx).Raw("SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema() " +
		"ORDER BY tablename").Scan(&tables).Error; err != nil {
		return nil, err
	}
	for _, table := range tables { // a page or a value that is damaged cannot be written as text
		var bytes int64
		if err := s.db.Query(ctx).Raw("SELECT coalesce(sum(length(t::text)), 0) FROM " + table + " AS t").
			Scan(&bytes).Error; err != nil {
			problems = append(problems, "table "+table+": "+err.Error())
		}
	}
	var wrong, checks int64
	if err := s.db.Query(ctx).Raw("SELECT coalesce(checksum_failures, 0) FROM pg_stat_database " +
		"WHERE datname = current_database()").Scan(&wrong).Error; err != nil {
		return nil, err
	}
	if wrong > 0 {
		problems = append(problems, database.Counted(int(wrong), "page")+" had another checksum than was written")
	}
	if err := s.db.Query(ctx).Raw("SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'").
		Scan(&checks).Error; err != nil || checks == 0 {
		return problems, err
	}
	var indexes []string
	text := "SELECT c.oid::regclass::text FROM pg_class c JOIN pg_am a ON a.oid = c.relam AND a.amname = 'btree' " +
		"JOIN pg_index x ON x.indexrelid = c.oid AND x.indisvalid WHERE c.relnamespace = current_schema()::regnamespace"
	if err := s.db.Query(ctx).Raw(text).Scan(&indexes).Error; err != nil {
		return problems, err
	}
	for _, index := range indexes {
		if err := s.db.Query(ctx).Raw("SELECT bt_index_check(?::regclass, true)::text", index).
			Scan(new(string)).Error; err != nil {
			problems = append(problems, "index "+index+": "+err.Error())
		}
	}
	return problems, ctx.Err()
}

// SealedKinds is the one table of these. A digest is over all columns of the rows, in the order of their keys, but for
// what entryState leaves out.
func SealedKinds() map[string]recorded.SealedKind {
	const ofEntry = "entry_id = ?"
	return map[string]recorded.SealedKind{
		"entry": {Word: "the row of submission", Tables: []string{"entries"}, Rows: entryState},
		"decisions": {Word: "the decisions on submission", Tables: []string{"decisions"},
			Rows: rowsWhere[submissions.DecisionRow](ofEntry, "id")},
		"waivers": {Word: "the waivers of submission", Tables: []string{"waivers"},
			Rows: rowsWhere[reviews.WaiverRow](ofEntry, "id")},
		"appeals": {Word: "the appeals about submission", Tables: []string{"appeals"},
			Rows: rowsWhere[reviews.AppealRow](ofEntry, "id")},
		"statements": {Word: "the messages of appeals about submission", Tables: []string{"appeal_messages"},
			Rows: rowsWhere[reviews.AppealMessageRow]("appeal_id IN (SELECT id FROM appeals WHERE entry_id = ?)",
				"id")},
		"questions": {Word: "the questions about submission", Tables: []string{"threads"},
			Rows: rowsWhere[reviews.ThreadRow](ofEntry, "id")},
		"answers": {Word: "the messages of questions about submission", Tables: []string{"messages"},
			Rows: rowsWhere[reviews.ThreadMessageRow]("thread_id IN (SELECT id FROM threads WHERE entry_id = ?)",
				"id")},
		"errata": {Word: "the errata about submission", Tables: []string{"errata"},
			Rows: rowsWhere[lists.ErratumRow](ofEntry, "edition_id, number")},
		"receipts": {Word: "the receipts of submission", Tables: []string{"receipts"},
			Rows: rowsWhere[submissions.ReceiptRow](ofEntry, "id")},
		"manifests": {Word: "the manifests of submission", Tables: []string{"manifests"},
			Rows: rowsWhere[submissions.ManifestRow](ofEntry, "number")},
		recorded.SealedSite:     {Word: "site", Rows: siteState},
		recorded.SealedEdition:  {Word: "edition", Rows: rowsWhere[editions.EditionRow]("id = ?", "id")},
		recorded.SealedConflict: {Word: "conflict of interest", Rows: rowsWhere[accounts.ConflictRow]("id = ?", "id")},
		recorded.SealedLines:    {Word: "the lines of list", Rows: listState},
	}
}

func rowsWhere[Row any](condition, order string) func(*gorm.DB, int64) (any, error) {
	return func(tx *gorm.DB, id int64) (any, error) {
		return database.Find[Row](tx.Where(condition, id).Order(order))
	}
}

// entryState is what of an entry is sealed: a draft is what was typed last, and its verdict follows from that. What
// counts changes is left out.
func entryState(tx *gorm.DB, id int64) (any, error) {
	rows, err := database.Find[submissions.EntryRow](tx.Where("id = ?", id))
	if err != nil {
		return nil, err
	}
	for i := range rows {
		row := &rows[i]
		row.Version, row.Changed, row.Graded, row.Updated = 0, 0, 0, 0
		if state := review.State(row.State); state == review.Draft || state == review.Returned {
			row.Summary, row.Complete, row.Waivers, row.Revision = submissions.Summary{}, false, "", 0
		}
	}
	return rows, nil
}

func listState(tx *gorm.DB, id int64) (any, error) {
	rows, err := database.Find[lists.CatalogueRow](tx.Where("id = ?", id))
	if err != nil {
		return nil, err
	}
	for i := range rows {
		rows[i].Version = 0
		if len(rows[i].Warnings) == 0 {
			rows[i].Warnings = nil // as one of the two databases gives it back
		}
	}
	lines, err := lists.LinesOf(tx, id)
	return []any{rows, lines}, err
}

func siteState(tx *gorm.DB, id int64) (any, error) {
	site, err := rowsWhere[sites.SiteRow]("id = ?", "id")(tx, id)
	if err != nil {
		return nil, err
	}
	members, err := rowsWhere[sites.MemberRow]("site_id = ?", "user_id")(tx, id)
	return []any{site, members}, err
}

// accepted reports accepted and published submissions without the audit events of their review, and figures that differ
// from the report. What differs from its seal is reported with the revisions.
func (i *Inspector) accepted(ctx context.Context) error {
	states := []string{string(review.Accepted), string(review.Published), string(review.Corrected)}
	entries, err := database.Find[submissions.EntryView](submissions.ViewEntries(i.Store.db.Query(ctx)).
		Where("entries.state IN ?", states).Order("entries.id"))
	if err != nil {
		return err
	}
	for _, entry := range entries {
		problem, err := lists.AcceptedProblem(i.Store.db.Query(ctx), entry, false)
		if err != nil {
			return err
		}
		if problem != "" {
			i.report(fmt.Sprintf("submission %d is %s, but %s", entry.Row.ID, entry.State().Word(), problem))
		}
	}
	return nil
}
