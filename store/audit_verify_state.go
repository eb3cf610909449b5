// This file owns the part of that proof that reads what is shown and decides, and the database itself.

package store

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gorm.io/gorm"

	"green500/migrations"
	"green500/validation/review"
	"green500/validation/review/audit"
)

type sealedRow struct {
	number int64 // of the record
	digest string
}

func (i *inspection) readSeals(ctx context.Context, beyond int64, into map[string]sealedRow) (int64, error) {
	sealing := func(after int64) *gorm.DB {
		return i.store.query(ctx).Select("number", "state").Where("state <> '' AND number > ?", max(after, beyond)).Order("number")
	}
	err := eachRow(sealing, func(row auditRow) (int64, error) {
		beyond = row.Number
		for part := range strings.FieldsSeq(row.State) {
			name, digest, _ := strings.Cut(part, ":")
			into[name] = sealedRow{row.Number, digest}
		}
		return beyond, nil
	})
	return beyond, err
}

func (i *inspection) state(ctx context.Context) error {
	seals := map[string]sealedRow{}
	beyond, err := i.readSeals(ctx, 0, seals)
	if err != nil {
		return err
	}
	for _, name := range slices.Sorted(maps.Keys(seals)) {
		same, err := i.holdsSeal(ctx, name, seals)
		if err != nil {
			return err
		}
		if !same { // perhaps somebody changed it since the log was read
			if beyond, err = i.readSeals(ctx, beyond, seals); err != nil {
				return err
			}
			if same, err = i.holdsSeal(ctx, name, seals); err != nil {
				return err
			}
		}
		if kind, id, err := splitSealed(i.store.sealedKinds, name); !same && err == nil {
			i.report(fmt.Sprintf("%s %d: not as recorded (record %d)", kind.word, id, seals[name].number))
		}
		i.counted(int64(len(seals)))
	}
	return errors.Join(i.findUnsealed(ctx, seals), i.accepted(ctx))
}

func (i *inspection) holdsSeal(ctx context.Context, name string, seals map[string]sealedRow) (bool, error) {
	if _, _, err := splitSealed(i.store.sealedKinds, name); err != nil {
		i.report(err.Error())
		return true, nil // it was told
	}
	digest, err := rowsDigest(i.store.query(ctx), i.store.sealedKinds, name)
	return digest == seals[name].digest, err
}

func (i *inspection) findUnsealed(ctx context.Context, seals map[string]sealedRow) error {
	for _, of := range []struct {
		kind string
		row  any
	}{{sealedConflict, &conflictRow{}}, {sealedEdition, &editionRow{}}} {
		ids, err := pluck[int64](i.store.query(ctx).Model(of.row).Order("id"), "id")
		if err != nil {
			return err
		}
		for _, id := range ids {
			if _, sealed := seals[fmt.Sprintf("%s-%d", of.kind, id)]; !sealed {
				i.report(fmt.Sprintf("%s %d: no record shows where it comes from", i.store.sealedKinds[of.kind].word, id))
			}
		}
	}
	return nil
}

func (i *inspection) accounts(ctx context.Context) error {
	const locked, opened = "lock an account out", "let an account in again"
	events := []string{"create an account", "set a role", locked, opened, audit.EventErase}
	records, err := find[auditRow](i.store.query(ctx).Select("number", "event", "subject", "detail").Where("event IN ?", events).Order("number"))
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
	return eachRow(i.store.byID(ctx), func(row userRow) (int64, error) {
		name := accountWord(row.ID)
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
		if erased[name] && (row.Name != name || row.Email != erasedEmail(row.ID)) {
			i.report(name + ": it was erased, and has a name or an email address again")
		}
		i.counted(0)
		return row.ID, nil
	})
}

func (i *inspection) database(ctx context.Context) error {
	problems, err := i.store.databaseProblems(ctx)
	if err != nil {
		return err
	}
	for _, problem := range problems {
		i.report("database: " + problem)
	}
	i.counted(1)
	return nil
}

// databaseProblems are what PRAGMA integrity_check finds, and references that lead nowhere. PostgreSQL reads every row whole, checks every
// B-tree if the extension amcheck is there, and tells of pages whose checksum was wrong.
func (s *Store) databaseProblems(ctx context.Context) (problems []string, err error) {
	if s.db.Dialect == migrations.SQLite {
		return sqliteProblems(ctx, s)
	}
	return postgresProblems(ctx, s)
}

func sqliteProblems(ctx context.Context, s *Store) (problems []string, err error) {
	if err := s.query(ctx).Raw("SELECT integrity_check FROM pragma_integrity_check WHERE integrity_check <> 'ok'").Scan(&problems).Error; err != nil {
		return []string{err.Error()}, ctx.Err()
	}
	var lost []string
	text := `SELECT "table" || ' ' || coalesce(rowid, 0) || ' refers to a row of ' || parent || ' that is not there' FROM pragma_foreign_key_check LIMIT 100`
	err = s.query(ctx).Raw(text).Scan(&lost).Error
	return append(problems, lost...), err
}

func postgresProblems(ctx context.Context, s *Store) (problems []string, err error) {
	var tables []string
	if err := s.query(ctx).Raw("SELECT quote_ident(tablename) FROM pg_tables WHERE schemaname = current_schema() ORDER BY tablename").Scan(&tables).Error; err != nil {
		return nil, err
	}
	for _, table := range tables { // a page or a value that is damaged cannot be written as text
		var bytes int64
		if err := s.query(ctx).Raw("SELECT coalesce(sum(length(t::text)), 0) FROM " + table + " AS t").Scan(&bytes).Error; err != nil {
			problems = append(problems, "table "+table+": "+err.Error())
		}
	}
	var wrong, checks int64
	if err := s.query(ctx).Raw("SELECT coalesce(checksum_failures, 0) FROM pg_stat_database WHERE datname = current_database()").Scan(&wrong).Error; err != nil {
		return nil, err
	}
	if wrong > 0 {
		problems = append(problems, counted(int(wrong), "page")+" had another checksum than was written")
	}
	if err := s.query(ctx).Raw("SELECT count(*) FROM pg_extension WHERE extname = 'amcheck'").Scan(&checks).Error; err != nil || checks == 0 {
		return problems, err
	}
	var indexes []string
	text := "SELECT c.oid::regclass::text FROM pg_class c JOIN pg_am a ON a.oid = c.relam AND a.amname = 'btree' JOIN pg_index x ON x.indexrelid = c.oid AND x.indisvalid WHERE c.relnamespace = current_schema()::regnamespace"
	if err := s.query(ctx).Raw(text).Scan(&indexes).Error; err != nil {
		return problems, err
	}
	for _, index := range indexes {
		if err := s.query(ctx).Raw("SELECT bt_index_check(?::regclass, true)::text", index).Scan(new(string)).Error; err != nil {
			problems = append(problems, "index "+index+": "+err.Error())
		}
	}
	return problems, ctx.Err()
}

// sealedKinds is the one table of these. A digest is over all columns of the rows, in the order of their keys, but for what
// entryState leaves out.
func sealedKinds() map[string]sealedKind {
	const ofEntry = "entry_id = ?"
	return map[string]sealedKind{
		"entry":        {"the row of entry", []string{"entries"}, entryState},
		"decisions":    {"the decisions on entry", []string{"decisions"}, rowsWhere[decisionRow](ofEntry, "id")},
		"waivers":      {"the waivers of entry", []string{"waivers"}, rowsWhere[waiverRow](ofEntry, "id")},
		"appeals":      {"the appeals about entry", []string{"appeals"}, rowsWhere[appealRow](ofEntry, "id")},
		"statements":   {"the messages of appeals about entry", []string{"appeal_messages"}, rowsWhere[appealMessage]("appeal_id IN (SELECT id FROM appeals WHERE entry_id = ?)", "id")},
		"questions":    {"the questions about entry", []string{"threads"}, rowsWhere[threadRow](ofEntry, "id")},
		"answers":      {"the messages of questions about entry", []string{"messages"}, rowsWhere[threadMessageRow]("thread_id IN (SELECT id FROM threads WHERE entry_id = ?)", "id")},
		"errata":       {"the errata about entry", []string{"errata"}, rowsWhere[erratumRow](ofEntry, "edition_id, number")},
		"receipts":     {"the receipts of entry", []string{"receipts"}, rowsWhere[receiptRow](ofEntry, "id")},
		"manifests":    {"the manifests of entry", []string{"manifests"}, rowsWhere[manifestRow](ofEntry, "number")},
		sealedSite:     {"site", nil, siteState},
		sealedEdition:  {"edition", nil, rowsWhere[editionRow]("id = ?", "id")},
		sealedConflict: {"conflict of interest", nil, rowsWhere[conflictRow]("id = ?", "id")},
		sealedLines:    {"the lines of list", nil, listState},
	}
}

func rowsWhere[Row any](condition, order string) func(*gorm.DB, int64) (any, error) {
	return func(tx *gorm.DB, id int64) (any, error) {
		return find[Row](tx.Where(condition, id).Order(order))
	}
}

// entryState is what of an entry is sealed: a draft is what was typed last, and its verdict follows from that. What counts
// changes is left out.
func entryState(tx *gorm.DB, id int64) (any, error) {
	rows, err := find[entryRow](tx.Where("id = ?", id))
	if err != nil {
		return nil, err
	}
	for i := range rows {
		row := &rows[i]
		row.Version, row.Changed, row.Graded, row.Updated = 0, 0, 0, 0
		if state := review.State(row.State); state == review.Draft || state == review.Returned {
			row.Summary, row.Complete, row.Waivers, row.Revision = Summary{}, false, "", 0
		}
	}
	return rows, nil
}

func listState(tx *gorm.DB, id int64) (any, error) {
	lists, err := find[catalogueRow](tx.Where("id = ?", id))
	if err != nil {
		return nil, err
	}
	for i := range lists {
		lists[i].Version = 0
		if len(lists[i].Warnings) == 0 {
			lists[i].Warnings = nil // as one of the two databases gives it back
		}
	}
	lines, err := linesOf(tx, id)
	return []any{lists, lines}, err
}

func siteState(tx *gorm.DB, id int64) (any, error) {
	site, err := rowsWhere[siteRow]("id = ?", "id")(tx, id)
	if err != nil {
		return nil, err
	}
	members, err := rowsWhere[memberRow]("site_id = ?", "user_id")(tx, id)
	return []any{site, members}, err
}
