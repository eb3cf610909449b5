// This file owns the rows of uploads, and finding one.

package uploads

import (
	"fmt"
	"time"

	"green500/store/database"

	"gorm.io/gorm"
)

// UploadState is how far an upload is.
type UploadState string

// The states of uploads.
const (
	Arriving UploadState = "arriving" // bytes are missing
	Arrived  UploadState = "arrived"  // whole; to be read
	Kept     UploadState = "kept"     // of its entry
	Refused  UploadState = "refused"
)

// Upload is a file on its way to an entry, or what became of it.
type Upload struct {
	ID        string `gorm:"primaryKey"`
	UserID    int64
	EntryID   int64
	Name      string // its path in the bundle
	Size      int64  // bytes
	Digest    string // SHA-256 in hex: what it has to be if that was said, and what it is once kept
	State     UploadState
	Message   string    // a sentence: why it was refused or has to wait, or what keeping it changed
	Offset    int64     `gorm:"-"` // bytes that have arrived
	Read      int64     `gorm:"-"` // bytes that were read since it arrived, of ToRead
	ToRead    int64     `gorm:"-"` // 0 while nobody reads
	Receipt   int64     `gorm:"-"` // number of the receipt; 0 while there is none
	CreatedAt time.Time `gorm:"-"`
	ExpiresAt time.Time `gorm:"-"` // when it is forgotten, unless more of it arrives
}

// Bounds of uploads, and the condition of those that are not settled.
const (
	UploadLife      = 7 * 24 * time.Hour // of an upload that nothing is added to
	maximumUploads  = 1_000              // of one person that are not kept yet
	listedUploads   = 200                // of one entry
	someDigest      = "0000000000000000000000000000000000000000000000000000000000000000"
	UploadOpenWords = "state IN ('arriving', 'arrived')"
)

// UploadRow is a row of the table uploads.
type UploadRow struct {
	Upload
	Writer      string // as of holdUpload
	WriterUntil int64
	Heir        string
	Created     int64 `gorm:"column:created_at"`
	Updated     int64 `gorm:"column:updated_at"`
	Expires     int64 `gorm:"column:expires_at"`
}

func (UploadRow) TableName() string { return "uploads" }

func (r UploadRow) upload() Upload {
	r.CreatedAt, r.ExpiresAt = database.FromMicro(r.Created), database.FromMicro(r.Expires)
	return r.Upload
}

func uploadByID(tx *gorm.DB, id string) (UploadRow, error) {
	row, err := database.Take[UploadRow](tx.Where("id = ?", database.Text(id)))
	if err != nil {
		return row, fmt.Errorf("upload %.40q: %w", id, err)
	}
	return row, nil
}
