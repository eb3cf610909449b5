// This file owns the digests, in the audit log, of rows that are shown or decide.

package store

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"green500/validation/review"
)

// sealedKind is a kind of rows of which the audit log holds a digest.
type sealedKind struct {
	word   string   // for people, followed by the number of what the rows belong to
	tables []string // a change of which changes the rows of an entry; none for rows that are named by who changes them
	rows   func(tx *gorm.DB, id int64) (any, error)
}

// The kinds that are named by who changes them; see sealRows.
const (
	sealedEdition  = "edition"
	sealedConflict = "conflict"
	sealedLines    = "lines"
	sealedSite     = "site"
)

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
		"answers":      {"the messages of questions about entry", []string{"remarks"}, rowsWhere[threadMessageRow]("thread_id IN (SELECT id FROM threads WHERE entry_id = ?)", "id")},
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
		var rows []Row
		err := tx.Where(condition, id).Order(order).Find(&rows).Error
		return rows, err
	}
}

// entryState is what of an entry is sealed: a draft is what was typed last, and its verdict follows from that. What counts
// changes is left out.
func entryState(tx *gorm.DB, id int64) (any, error) {
	var rows []entryRow
	if err := tx.Where("id = ?", id).Find(&rows).Error; err != nil {
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

// listState is a list with its lines.
func listState(tx *gorm.DB, id int64) (any, error) {
	var lists []catalogueRow
	if err := tx.Where("id = ?", id).Find(&lists).Error; err != nil {
		return nil, err
	}
	for i := range lists {
		lists[i].Version = 0
		if len(lists[i].Warnings) == 0 {
			lists[i].Warnings = nil // as one of the two databases gives it back
		}
	}
	lines, err := rowsWhere[lineRow]("list_id = ?", "rank")(tx, id)
	return []any{lists, lines}, err
}

// siteState is a site with its members.
func siteState(tx *gorm.DB, id int64) (any, error) {
	site, err := rowsWhere[siteRow]("id = ?", "id")(tx, id)
	if err != nil {
		return nil, err
	}
	members, err := rowsWhere[memberRow]("site_id = ?", "user_id")(tx, id)
	return []any{site, members}, err
}

// sealRows has the digest of rows written into the audit log with what else a transaction records.
func sealRows(tx *gorm.DB, kind string, id int64) {
	if notes := ledgerOf(tx); notes != nil {
		notes.sealed[kind+"-"+strconv.FormatInt(id, 10)] = true
	}
}

// sealedNames are the rows of which a transaction has to write the digest. With a decision, all about the entry is sealed.
func (n *ledger) sealedNames() []string {
	names := maps.Clone(n.sealed)
	for _, event := range n.events {
		if event.EntryID == 0 {
			continue
		}
		for kind, of := range sealedKinds() {
			decided := n.changed["decisions"] && of.tables != nil
			if n.changed["draft_changes"] && !decided && kind == "entry" {
				continue // what people type into a draft changes nothing that is sealed
			}
			if decided || slices.ContainsFunc(of.tables, func(table string) bool { return n.changed[table] }) {
				names[kind+"-"+strconv.FormatInt(event.EntryID, 10)] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(names))
}

// stateOf writes the digests of rows, as the log holds them.
func stateOf(tx *gorm.DB, names []string) (string, error) {
	tx = tx.Session(&gorm.Session{NewDB: true})
	var parts []string
	for _, name := range names {
		digest, err := rowsDigest(tx, name)
		if err != nil {
			return "", err
		}
		parts = append(parts, name+":"+digest)
	}
	return strings.Join(parts, " "), nil
}

// rowsDigest is the digest of the rows of a name.
func rowsDigest(tx *gorm.DB, name string) (string, error) {
	kind, id, err := splitSealed(name)
	if err != nil {
		return "", err
	}
	rows, err := kind.rows(tx, id)
	if err != nil {
		return "", fmt.Errorf("read %s %d: %w", kind.word, id, err)
	}
	text, err := json.Marshal(rows)
	if err != nil {
		return "", fmt.Errorf("seal %s %d: %w", kind.word, id, err)
	}
	return digestOf(text), nil
}

func splitSealed(name string) (sealedKind, int64, error) {
	word, number, _ := strings.Cut(name, "-")
	kind, known := sealedKinds()[word]
	id, err := strconv.ParseInt(number, 10, 64)
	if !known || err != nil {
		return sealedKind{}, 0, fmt.Errorf("the audit log seals %q, which this version does not know", name)
	}
	return kind, id, nil
}
