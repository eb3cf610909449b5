package sharedevidence

import (
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"

	"green500/validation/power"
)

// Row is a file of a revision, or the readings of a series.
type Row struct {
	EntryID int64
	Name    string // of a file
	Series  int    // position of the series, of readings
	Digest  string // of what another submission contains
}

// Table is a table of evidence by digest.
type Table struct {
	Readings bool // of series
	Nearly   bool // and those that are nearly the same
	name     string
	columns  string // after the submission and before the digest: name and series
	filter   string
}

// Tables are those of evidence, the surest first.
func Tables() []Table {
	readings := Table{Readings: true, name: "revision_series", columns: "'' AS name, position AS series",
		filter: "TRUE"}
	nearly := readings
	nearly.Nearly = true
	return []Table{{name: "revision_files", columns: "name, 0 AS series", filter: "mine.size > 0"}, readings, nearly}
}

const ofSubmitted = "JOIN revisions ON revisions.entry_id = theirs.entry_id AND revisions.number = theirs.number AND " +
	"revisions.submitted_at IS NOT NULL " + "JOIN entries ON entries.id = theirs.entry_id AND entries.state <> 'draft'"

// Revision names a revision of a submission.
type Revision struct {
	EntryID int64
	Number  int
}

// Chosen is the condition that rows with an entry_id and a number are of some revisions.
func Chosen(revisions []Revision, entry, number string) (text string, values []any) {
	var chosen []string
	for _, one := range revisions {
		chosen, values = append(chosen, entry+" = ? AND "+number+" = ?"), append(values, one.EntryID, one.Number)
	}
	return "(" + strings.Join(chosen, " OR ") + ")", values
}

// Candidates returns the rows of revisions whose digest, or one that is nearly the same, is also in another submission,
// whatever they are used for.
func (t Table) Candidates(tx *gorm.DB, revisions []Revision) (rows []Row, err error) {
	chosen, values := Chosen(revisions, "mine.entry_id", "mine.number")
	digest, alike := "mine.digest", ""
	if t.Nearly {
		digest, alike = "alike.other", "JOIN alike_readings AS alike ON alike.digest = mine.digest "
	}
	text := fmt.Sprintf("SELECT entry_id, %s, %s AS digest FROM %s AS mine %sWHERE %s AND %s AND EXISTS "+
		"(SELECT 1 FROM %s AS theirs %s WHERE theirs.digest = %s AND theirs.entry_id <> mine.entry_id) "+
		"ORDER BY entry_id, position", t.columns, digest, t.name, alike, chosen, t.filter, t.name, ofSubmitted, digest)
	err = tx.Raw(text, values...).Scan(&rows).Error
	return rows, err
}

// Holders returns the submissions that contain digests.
func (t Table) Holders(tx *gorm.DB, digests []string) (all []Row, err error) {
	text := fmt.Sprintf("SELECT DISTINCT entry_id, %s, digest FROM (SELECT theirs.* FROM %s AS theirs %s "+
		"WHERE theirs.digest IN ?) AS held ORDER BY 1, 2, 3", t.columns, t.name, ofSubmitted)
	for part := range slices.Chunk(digests, rowsAtOnce) {
		var rows []Row
		if err := tx.Raw(text, part).Scan(&rows).Error; err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	return all, nil
}

// Evidence returns the file of a row and what the document uses it for; use is empty if the row does not count.
func (t Table) Evidence(document *power.Entry, row Row) (file, use string) {
	const log = "log"
	switch {
	case document == nil:
		return "", ""
	case t.Readings && row.Series < len(document.Series):
		return document.Series[row.Series].File, log
	case t.Readings:
		return "", ""
	case row.Name == document.Run.Output:
		return row.Name, "HPL output"
	case slices.ContainsFunc(document.Series,
		func(s power.Series) bool { return slices.Contains(s.Files(), row.Name) }):
		return row.Name, log
	}
	return "", ""
}
