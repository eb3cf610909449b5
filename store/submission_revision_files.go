// This file owns the rows of a revision's files and series.

package store

import (
	"fmt"

	"gorm.io/gorm"

	"green500/store/filetree"
)

type fileRow struct {
	EntryID  int64 `gorm:"primaryKey;autoIncrement:false"`
	Number   int   `gorm:"primaryKey;autoIncrement:false"`
	Position int   `gorm:"primaryKey;autoIncrement:false"`
	Name     string
	Digest   string
	Size     int64
	Kind     string
}

func (fileRow) TableName() string { return "revision_files" }

func (r fileRow) file() File {
	return File{Name: r.Name, Digest: r.Digest, Size: r.Size, Kind: r.Kind}
}

type seriesRow struct {
	EntryID  int64 `gorm:"primaryKey;autoIncrement:false"`
	Number   int   `gorm:"primaryKey;autoIncrement:false"`
	Position int   `gorm:"primaryKey;autoIncrement:false"`
	Digest   string
	Notes    []byte // JSON
}

func (seriesRow) TableName() string { return "revision_series" }

func (r seriesRow) series() (SeriesBlob, error) {
	notes, err := decodeNotes(r.Notes)
	return SeriesBlob{Index: r.Position, Digest: r.Digest, Notes: notes}, err
}

func insertFiles(tx *gorm.DB, entryID int64, number int, snapshot Snapshot) error {
	if err := insertFileRows(tx, entryID, number, snapshot.Files); err != nil {
		return err
	}
	return insertSeries(tx, entryID, number, snapshot.Series)
}

func insertSeries(tx *gorm.DB, entryID int64, number int, blobs []SeriesBlob) error {
	series := make([]seriesRow, len(blobs))
	for i, one := range blobs {
		notes, err := encodeNotes(one.Notes)
		if err != nil {
			return fmt.Errorf("keep the series of entry %d: %w", entryID, err)
		}
		series[i] = seriesRow{entryID, number, one.Index, one.Digest, notes}
	}
	if err := claimBlobs(tx, convert(series, func(r seriesRow) string { return r.Digest })); err != nil {
		return err
	}
	return insert(tx, series)
}

func insertFileRows(tx *gorm.DB, entryID int64, number int, files []File) error {
	rows := make([]fileRow, len(files))
	for i, f := range files {
		rows[i] = fileRow{entryID, number, i, f.Name, f.Digest, f.Size, text(f.Kind)}
	}
	if err := claimBlobs(tx, convert(rows, func(r fileRow) string { return r.Digest })); err != nil {
		return err
	}
	return insert(tx, rows)
}

func filesOf(tx *gorm.DB, entryID int64, number int) ([]File, error) {
	return listed(tx.Where("entry_id = ? AND number = ?", entryID, number).Order("position"), fileRow.file)
}

func seriesOf(tx *gorm.DB, entryID int64, number int) ([]SeriesBlob, error) {
	rows, err := find[seriesRow](tx.Where("entry_id = ? AND number = ?", entryID, number).Order("position"))
	if err != nil {
		return nil, err
	}
	all := make([]SeriesBlob, len(rows))
	for i, row := range rows {
		if all[i], err = row.series(); err != nil {
			return nil, fmt.Errorf("list the series of entry %d: %w", entryID, err)
		}
	}
	return all, nil
}

// File is a file of a revision: evidence as it was uploaded, kept as a blob.
type File = filetree.File
