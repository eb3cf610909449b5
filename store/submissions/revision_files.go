// This file owns the rows of a revision's files and series.

package submissions

import (
	"fmt"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/filetree"
)

// FileRow is a row of the table revision_files.
type FileRow struct {
	EntryID  int64 `gorm:"primaryKey;autoIncrement:false"`
	Number   int   `gorm:"primaryKey;autoIncrement:false"`
	Position int   `gorm:"primaryKey;autoIncrement:false"`
	Name     string
	Digest   string
	Size     int64
	Kind     string
}

func (FileRow) TableName() string { return "revision_files" }

func (r FileRow) file() File {
	return File{Name: r.Name, Digest: r.Digest, Size: r.Size, Kind: r.Kind}
}

// SeriesRow is a row of the table revision_series.
type SeriesRow struct {
	EntryID  int64 `gorm:"primaryKey;autoIncrement:false"`
	Number   int   `gorm:"primaryKey;autoIncrement:false"`
	Position int   `gorm:"primaryKey;autoIncrement:false"`
	Digest   string
	Notes    []byte // JSON
}

func (SeriesRow) TableName() string { return "revision_series" }

func (r SeriesRow) series() (SeriesBlob, error) {
	notes, err := decodeNotes(r.Notes)
	return SeriesBlob{Index: r.Position, Digest: r.Digest, Notes: notes}, err
}

func insertFiles(tx *gorm.DB, entryID int64, number int, snapshot Snapshot) error {
	if err := InsertFileRows(tx, entryID, number, snapshot.Files); err != nil {
		return err
	}
	return InsertSeries(tx, entryID, number, snapshot.Series)
}

// InsertSeries writes the rows of the readings of a revision.
func InsertSeries(tx *gorm.DB, entryID int64, number int, blobs []SeriesBlob) error {
	series := make([]SeriesRow, len(blobs))
	for i, one := range blobs {
		notes, err := encodeNotes(one.Notes)
		if err != nil {
			return fmt.Errorf("keep the series of submission %d: %w", entryID, err)
		}
		series[i] = SeriesRow{entryID, number, one.Index, one.Digest, notes}
	}
	if err := claimBlobs(tx, database.Convert(series, func(r SeriesRow) string { return r.Digest })); err != nil {
		return err
	}
	return database.Insert(tx, series)
}

// InsertFileRows writes the rows of the files of a revision.
func InsertFileRows(tx *gorm.DB, entryID int64, number int, files []File) error {
	rows := make([]FileRow, len(files))
	for i, f := range files {
		rows[i] = FileRow{entryID, number, i, f.Name, f.Digest, f.Size, database.Text(f.Kind)}
	}
	if err := claimBlobs(tx, database.Convert(rows, func(r FileRow) string { return r.Digest })); err != nil {
		return err
	}
	return database.Insert(tx, rows)
}

// FilesOf returns the files of a revision, in their order.
func FilesOf(tx *gorm.DB, entryID int64, number int) ([]File, error) {
	return database.Listed(tx.Where("entry_id = ? AND number = ?", entryID, number).Order("position"), FileRow.file)
}

func seriesOf(tx *gorm.DB, entryID int64, number int) ([]SeriesBlob, error) {
	rows, err := database.Find[SeriesRow](tx.Where("entry_id = ? AND number = ?", entryID, number).Order("position"))
	if err != nil {
		return nil, err
	}
	all := make([]SeriesBlob, len(rows))
	for i, row := range rows {
		if all[i], err = row.series(); err != nil {
			return nil, fmt.Errorf("list the series of submission %d: %w", entryID, err)
		}
	}
	return all, nil
}

// File is a file of a revision: evidence as it was uploaded, kept as a blob.
type File = filetree.File
