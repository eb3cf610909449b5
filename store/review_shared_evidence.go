// This file owns evidence of a submission that is also in another one.

package store

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"gorm.io/gorm"

	"green500/validation/power"
	"green500/validation/review"
)

// SharedEvidence is another submission that contains evidence of one that is reviewed. Only logs and HPL outputs count:
// data sheets and other attachments may be the same in many submissions.
type SharedEvidence struct {
	EntryID  int64 // 0 in a conflict of interest, which hides the names and the kinship too
	System   string
	Site     string
	Edition  string
	Kinship  review.Kinship  // Unrelated in a conflict of interest
	Conflict review.Conflict // of the reader with the other submission
	Files    []SharedFile
}

// SharedFile is a file of a revision that is also in another submission.
type SharedFile struct {
	Name     string
	Use      string // "log" or "HPL output"
	Other    string // its name in the other submission; empty in a conflict of interest, and if only its readings are the same
	Readings bool   // the readings are the same, the file has other bytes
}

// SharedEvidence finds the other submissions that contain logs, readings or the HPL output of a revision, the most serious
// first. It returns nothing to people who do not review the submission, and no other submission that they hold. It fails only
// where the database does.
func (s *Store) SharedEvidence(ctx context.Context, of EntryAccess, revision int, by User) ([]SharedEvidence, error) {
	if !review.MaySeeSharedEvidence(of.Party) {
		return nil, nil
	}
	shared, err := sharedEvidence(s.query(ctx), []revisionKey{{of.ID, revision}}, by)
	return shared[of.ID], err
}

// markShared adds to a part of the queue what is the worst that submissions with the same evidence are.
func (s *Store) markShared(ctx context.Context, part []Queued, by User) error {
	var keys []revisionKey
	for _, q := range part {
		if q.Conflict == review.NoConflict && !q.Own && q.Revision > 0 {
			keys = append(keys, revisionKey{q.EntryID, q.Revision})
		}
	}
	shared, err := sharedEvidence(s.query(ctx), keys, by)
	if err != nil {
		return err
	}
	for i := range part {
		for _, other := range shared[part[i].EntryID] {
			part[i].Shared = part[i].Shared.Worse(other.Kinship)
		}
	}
	return nil
}

// evidenceRow is a file of a revision, or the readings of a series.
type evidenceRow struct {
	EntryID int64
	Name    string // of a file
	Series  int    // position of the series, of readings
	Digest  string
}

func (r *evidenceRow) into() []any { return []any{&r.EntryID, &r.Name, &r.Series, &r.Digest} }

// evidenceTable is a table of evidence by digest.
type evidenceTable struct {
	name     string
	columns  string // after the submission and before the digest: name and series
	filter   string
	readings bool
}

func evidenceTables() []evidenceTable {
	return []evidenceTable{
		{name: "revision_files", columns: "name, 0", filter: "mine.size > 0"},
		{name: "revision_series", columns: "'', position", filter: "TRUE", readings: true},
	}
}

// ofSubmitted restricts the rows called theirs to revisions that were submitted.
const ofSubmitted = "JOIN revisions ON revisions.entry_id = theirs.entry_id AND revisions.number = theirs.number AND revisions.submitted_at IS NOT NULL " +
	"JOIN entries ON entries.id = theirs.entry_id AND entries.state <> 'draft'"

// candidates returns the rows of revisions whose digest is also in another submission, whatever they are used for.
func (t evidenceTable) candidates(tx *gorm.DB, keys []revisionKey) ([]evidenceRow, error) {
	var chosen []string
	var values []any
	for _, key := range keys {
		chosen, values = append(chosen, "mine.entry_id = ? AND mine.number = ?"), append(values, key.entry, key.number)
	}
	text := fmt.Sprintf("SELECT entry_id, %s, digest FROM %s AS mine WHERE (%s) AND %s AND EXISTS "+
		"(SELECT 1 FROM %s AS theirs %s WHERE theirs.digest = mine.digest AND theirs.entry_id <> mine.entry_id) ORDER BY entry_id, position",
		t.columns, t.name, strings.Join(chosen, " OR "), t.filter, t.name, ofSubmitted)
	return rowsOf(tx, (*evidenceRow).into, text, values...)
}

// holders returns the submissions that contain digests.
func (t evidenceTable) holders(tx *gorm.DB, digests []string) (all []evidenceRow, err error) {
	text := fmt.Sprintf("SELECT DISTINCT entry_id, %s, digest FROM (SELECT theirs.* FROM %s AS theirs %s WHERE theirs.digest IN ?) AS held ORDER BY 1, 2, 3", t.columns, t.name, ofSubmitted)
	for part := range slices.Chunk(digests, batch) {
		rows, err := rowsOf(tx, (*evidenceRow).into, text, part)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}

// sharedPair is a submission and another one that contains evidence of it.
type sharedPair struct{ of, other int64 }

// sharedEvidence is SharedEvidence for several revisions, by submission, in a fixed number of statements.
func sharedEvidence(tx *gorm.DB, keys []revisionKey, by User) (map[int64][]SharedEvidence, error) {
	pairs := map[sharedPair][]SharedFile{}
	documents := map[int64]*power.Entry{}
	for part := range slices.Chunk(keys, batch/2) {
		for _, table := range evidenceTables() {
			if err := table.addPairs(tx, part, documents, pairs); err != nil {
				return nil, fmt.Errorf("find evidence that is in several submissions: %w", err)
			}
		}
	}
	return describePairs(tx, pairs, by)
}

// addPairs adds the rows of a table that are evidence, and also in other submissions.
func (t evidenceTable) addPairs(tx *gorm.DB, keys []revisionKey, documents map[int64]*power.Entry, into map[sharedPair][]SharedFile) error {
	rows, err := t.candidates(tx, keys)
	if err != nil || len(rows) == 0 {
		return err
	}
	if err := readDocuments(tx, keys, rows, documents); err != nil {
		return err
	}
	mine := map[string][]evidenceRow{}
	for _, row := range rows {
		if file, use := t.evidence(documents[row.EntryID], row); use != "" {
			row.Name = file
			mine[row.Digest] = append(mine[row.Digest], row)
		}
	}
	theirs, err := t.holders(tx, slices.Sorted(maps.Keys(mine)))
	if err != nil {
		return err
	}
	for _, other := range theirs {
		for _, row := range mine[other.Digest] {
			_, use := t.evidence(documents[row.EntryID], row)
			pair := sharedPair{row.EntryID, other.EntryID}
			named := slices.ContainsFunc(into[pair], func(f SharedFile) bool { return f.Name == row.Name })
			if row.EntryID != other.EntryID && !named {
				into[pair] = append(into[pair], SharedFile{Name: row.Name, Use: use, Other: other.Name, Readings: t.readings})
			}
		}
	}
	return nil
}

// evidence returns the file of a row and what the document uses it for; use is empty if the row does not count.
func (t evidenceTable) evidence(document *power.Entry, row evidenceRow) (file, use string) {
	const log = "log"
	switch {
	case document == nil:
		return "", ""
	case t.readings && row.Series < len(document.Series):
		return document.Series[row.Series].File, log
	case t.readings:
		return "", ""
	case row.Name == document.Run.Output:
		return row.Name, "HPL output"
	case slices.ContainsFunc(document.Series, func(s power.Series) bool { return slices.Contains(s.Files(), row.Name) }):
		return row.Name, log
	}
	return "", ""
}

// readDocuments adds the documents of revisions that have candidates, in one statement. A document that cannot be read names no
// evidence.
func readDocuments(tx *gorm.DB, keys []revisionKey, rows []evidenceRow, into map[int64]*power.Entry) error {
	var chosen []string
	var values []any
	for _, key := range keys {
		_, known := into[key.entry]
		if !known && slices.ContainsFunc(rows, func(r evidenceRow) bool { return r.EntryID == key.entry }) {
			chosen, values = append(chosen, "entry_id = ? AND number = ?"), append(values, key.entry, key.number)
		}
	}
	if len(chosen) == 0 {
		return nil
	}
	text := "SELECT entry_id, document FROM revisions WHERE " + strings.Join(chosen, " OR ")
	found, err := rowsOf(tx, func(r *revisionRow) []any { return []any{&r.EntryID, &r.Document} }, text, values...)
	if err != nil {
		return err
	}
	for _, row := range found {
		document, err := DecodeDocument(row.Document)
		if err != nil {
			document = nil
		}
		into[row.EntryID] = document
	}
	return nil
}

// describePairs says of the other submissions what somebody may know.
func describePairs(tx *gorm.DB, pairs map[sharedPair][]SharedFile, by User) (map[int64][]SharedEvidence, error) {
	if len(pairs) == 0 {
		return nil, nil
	}
	views, err := viewsOfPairs(tx, pairs)
	if err != nil {
		return nil, err
	}
	interests, err := interestsOf(tx, by)
	if err != nil {
		return nil, err
	}
	shared := map[int64][]SharedEvidence{}
	for pair, files := range pairs {
		other := views[pair.other]
		party := interests[by.ID].party(other)
		if party.Owner {
			continue // the holder of a submission does not learn that it shares evidence
		}
		shared[pair.of] = append(shared[pair.of], describePair(views[pair.of], other, party.Conflict, files))
	}
	for _, all := range shared {
		slices.SortFunc(all, func(a, b SharedEvidence) int {
			if a.Kinship != b.Kinship {
				return map[bool]int{true: -1, false: 1}[a.Kinship.Worse(b.Kinship) == a.Kinship]
			}
			return cmp.Compare(b.EntryID, a.EntryID)
		})
	}
	return shared, nil
}

func viewsOfPairs(tx *gorm.DB, pairs map[sharedPair][]SharedFile) (map[int64]entryView, error) {
	named := map[int64]bool{}
	for pair := range pairs {
		named[pair.of], named[pair.other] = true, true
	}
	views := map[int64]entryView{}
	for part := range slices.Chunk(slices.Sorted(maps.Keys(named)), batch) {
		var rows []entryView
		if err := viewEntries(freshSession(tx)).Where("entries.id IN ?", part).Find(&rows).Error; err != nil {
			return nil, fmt.Errorf("list submissions with the same evidence: %w", err)
		}
		for _, row := range rows {
			views[row.Row.ID] = row
		}
	}
	return views, nil
}

func describePair(of, other entryView, conflict review.Conflict, files []SharedFile) SharedEvidence {
	if conflict != review.NoConflict {
		for i := range files {
			files[i].Other = ""
		}
		return SharedEvidence{Kinship: review.Unrelated, Conflict: conflict, Files: files}
	}
	sameSystem := strings.EqualFold(strings.TrimSpace(of.Row.System), strings.TrimSpace(other.Row.System)) && review.SameSiteName(of.Row.Site, other.Row.Site)
	sameSubmitter := of.Row.OwnerID == other.Row.OwnerID || of.Row.SiteID != nil && other.Row.SiteID != nil && *of.Row.SiteID == *other.Row.SiteID
	return SharedEvidence{
		EntryID: other.Row.ID, System: other.Row.System, Site: other.Row.Site, Edition: other.EditionName,
		Kinship: review.KinshipOf(sameSystem, sameSubmitter), Files: files,
	}
}
