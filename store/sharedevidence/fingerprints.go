// Package sharedevidence finds evidence of a submission that is also in another one: equal files and readings by their
// digest, and readings that are nearly the same by their fingerprint.
package sharedevidence

import (
	"fmt"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"green500/validation/forensics/fingerprint"
	"green500/validation/power"
)

type fingerprintRow struct {
	ID      int64
	Digest  string
	Trace   int
	Version int
}

func (fingerprintRow) TableName() string { return "fingerprints" }

type markRow struct {
	Mark          int64 `gorm:"primaryKey;autoIncrement:false"`
	FingerprintID int64 `gorm:"primaryKey;autoIncrement:false"`
}

func (markRow) TableName() string { return "fingerprint_marks" }

type alikeRow struct {
	Digest string `gorm:"primaryKey"`
	Other  string `gorm:"primaryKey"`
}

func (alikeRow) TableName() string { return "alike_readings" }

const (
	rowsAtOnce = 400 // in a statement
	mostTraces = 256 // of readings that get a fingerprint: of more, some from all over them
)

// Fingerprints are those of readings, by the position of the trace.
type Fingerprints map[int][]fingerprint.Mark

// Of returns the fingerprints of readings. It fails if these cannot be read.
func Of(traces []*power.Trace) (Fingerprints, error) {
	all := Fingerprints{}
	every := max(1, (len(traces)+mostTraces-1)/mostTraces)
	for i := 0; i < len(traces); i += every {
		marks, err := fingerprint.Of(traces[i])
		if err != nil {
			return nil, fmt.Errorf("read %s for its fingerprint: %w", traces[i].Instrument, err)
		}
		all[i] = marks
	}
	return all, nil
}

// Without returns the digests of some submitted readings that have no fingerprint yet.
func Without(tx *gorm.DB, limit int) (digests []string, err error) {
	const text = "SELECT DISTINCT theirs.digest FROM revision_series AS theirs " + ofSubmitted +
		" WHERE NOT EXISTS (SELECT 1 FROM fingerprints WHERE digest = theirs.digest) ORDER BY 1 LIMIT ?"
	err = tx.Raw(text, limit).Scan(&digests).Error
	return digests, err
}

// Keep keeps the fingerprints of readings that have none, and which others are nearly the same.
func Keep(tx *gorm.DB, digest string, all Fingerprints) error {
	if len(all) == 0 {
		all = Fingerprints{0: nil} // so that it is known that they were looked at
	}
	for trace, marks := range all {
		row := fingerprintRow{Digest: digest, Trace: trace, Version: fingerprint.Version}
		if err := tx.Create(&row).Error; err != nil {
			return err
		}
		rows := make([]markRow, len(marks))
		for i, mark := range marks {
			rows[i] = markRow{int64(mark), row.ID}
		}
		if len(rows) == 0 {
			continue
		}
		if err := tx.CreateInBatches(rows, rowsAtOnce).Error; err != nil {
			return err
		}
	}
	return keepAlike(tx, digest)
}

func keepAlike(tx *gorm.DB, digest string) error {
	const text = "SELECT DISTINCT other FROM (SELECT theirs.digest AS other FROM fingerprints AS mine " +
		"JOIN fingerprint_marks AS a ON a.fingerprint_id = mine.id " +
		"JOIN fingerprint_marks AS b ON b.mark = a.mark AND b.fingerprint_id <> a.fingerprint_id JOIN fingerprints " +
		"AS theirs ON theirs.id = b.fingerprint_id " +
		"WHERE mine.digest = ? AND theirs.digest <> mine.digest GROUP BY mine.id, theirs.id, theirs.digest " +
		"HAVING count(*) >= ?) AS alike"
	var others []string
	if err := tx.Raw(text, digest, fingerprint.Least).Scan(&others).Error; err != nil {
		return err
	}
	var rows []alikeRow
	for _, other := range others {
		rows = append(rows, alikeRow{digest, other}, alikeRow{other, digest})
	}
	if len(rows) == 0 {
		return nil
	}
	return tx.Clauses(clause.OnConflict{DoNothing: true}).CreateInBatches(rows, rowsAtOnce).Error
}

// Forget forgets the fingerprints of readings that no revision has any more, and those that were made in an older way.
func Forget(tx *gorm.DB) error {
	const which = "version <> ? OR digest NOT IN (SELECT digest FROM revision_series)"
	old := tx.Model(&fingerprintRow{}).Select("id").Where(which, fingerprint.Version)
	if err := tx.Where("fingerprint_id IN (?)", old).Delete(&markRow{}).Error; err != nil {
		return err
	}
	if err := tx.Where(which, fingerprint.Version).Delete(&fingerprintRow{}).Error; err != nil {
		return err
	}
	return tx.Where("digest NOT IN (SELECT digest FROM fingerprints) OR other NOT IN (SELECT digest " +
		"FROM fingerprints)").Delete(&alikeRow{}).Error
}
