// This file owns the rows of readings that were taken from files.

package submissions

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"green500/store/database"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

type readingsRow struct {
	TakenFrom string `gorm:"primaryKey"`
	Digest    string
	Notes     []byte
	Created   int64 `gorm:"column:created_at"`
}

func (readingsRow) TableName() string { return "readings" }

// readingsKey is a digest of all that the readings of a series depend on; it is empty if a file is
// lacking. Whatever of the series is not known to be without effect counts.
func readingsKey(entry *power.Entry, series int, files []File) string {
	read := entry.Series[series]
	depends := struct {
		Reader int
		Files  []string
		Zone   string
		Series power.Series
	}{Reader: tracefile.Version, Zone: entry.ZoneOf(&read)}
	for _, name := range read.Files() {
		at := slices.IndexFunc(files, func(f File) bool { return f.Name == name })
		if at < 0 {
			return ""
		}
		depends.Files = append(depends.Files, files[at].Digest)
	}
	read.File, read.Continued, read.Timezone = "", nil, ""
	read.Meter, read.Covers = "", power.Covers{}
	depends.Series = read
	text, err := json.Marshal(depends)
	if err != nil {
		return "" // a number that JSON cannot write; document.Check refuses it
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

func (s *Submissions) readings(ctx context.Context, takenFrom string) (digest string, notes []power.Note, err error) {
	if takenFrom == "" {
		return "", nil, database.ErrNotFound
	}
	var rows []readingsRow // a list, because gorm logs a lacking row as a failure
	if err := s.db.Query(ctx).Where("taken_from = ?", takenFrom).Limit(1).Find(&rows).Error; err != nil {
		return "", nil, err
	}
	if len(rows) == 0 {
		return "", nil, database.ErrNotFound
	}
	notes, err = decodeNotes(rows[0].Notes)
	return rows[0].Digest, notes, err
}

// keepReadings remembers a blob of readings; one that was remembered before is replaced.
func (s *Submissions) keepReadings(ctx context.Context, takenFrom, digest string, notes []power.Note) error {
	if takenFrom == "" {
		return errors.New("readings were taken from a file that is not there")
	}
	written, err := encodeNotes(notes)
	if err != nil {
		return err
	}
	row := readingsRow{TakenFrom: takenFrom, Digest: digest, Notes: written, Created: s.db.Now().UnixMicro()}
	replace := clause.OnConflict{Columns: []clause.Column{{Name: "taken_from"}},
		DoUpdates: clause.AssignmentColumns([]string{"digest", "notes", "created_at"})}
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		if err := claimBlobs(tx, []string{digest}); err != nil {
			return err
		}
		return tx.Clauses(replace).Create(&row).Error
	})
}

func encodeNotes(notes []power.Note) ([]byte, error) {
	if len(notes) == 0 {
		return nil, nil
	}
	return json.Marshal(notes)
}

func decodeNotes(written []byte) ([]power.Note, error) {
	if len(written) == 0 {
		return nil, nil
	}
	var notes []power.Note
	if err := json.Unmarshal(written, &notes); err != nil {
		return nil, fmt.Errorf("read the notes of kept readings: %w", err)
	}
	return notes, nil
}
