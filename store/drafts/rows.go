// This file owns the rows of drafts: fields, and changes of them.

package drafts

import (
	"time"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/submissions"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Draft is an entry as it is being written: what was typed into its fields and the files beside them.
// It is ahead of the verdict if Changed is greater than Graded.
type Draft struct {
	submissions.Entry
	Revision submissions.Revision    // the current one: its verdict, its files
	Values   map[string]string       // text by path of the document, also of paths that no document has yet
	Fields   map[string]FieldHistory // of those that somebody changed
	Changed  int64                   // version of the last change
	Graded   int64                   // version of the change up to which the verdict of the revision goes
}

// FieldHistory is who typed last what a field holds.
type FieldHistory struct {
	Version int64 // of the entry after it
	By      string
	ByID    int64
	At      time.Time
}

// FieldChange is a change of one field that happened, or of an item that was removed: then Path is that of the item.
type FieldChange struct {
	Path   string
	Before string
	After  string
	FieldHistory
}

type draftFieldRow struct {
	EntryID  int64  `gorm:"primaryKey;autoIncrement:false"`
	Path     string `gorm:"primaryKey"`
	Value    string
	Version  int64
	UserID   int64
	UserName string
	Saved    int64 `gorm:"column:saved_at"`
}

func (draftFieldRow) TableName() string { return "draft_fields" }

func (r draftFieldRow) history() FieldHistory {
	return FieldHistory{Version: r.Version, By: r.UserName, ByID: r.UserID, At: database.FromMicro(r.Saved)}
}

type draftChangeRow struct {
	EntryID  int64  `gorm:"primaryKey;autoIncrement:false"`
	Version  int64  `gorm:"primaryKey;autoIncrement:false"`
	Path     string `gorm:"primaryKey"`
	Before   string
	After    string
	UserID   int64
	UserName string
	Saved    int64 `gorm:"column:saved_at"`
}

func (draftChangeRow) TableName() string { return "draft_changes" }

func (r draftChangeRow) history() FieldHistory {
	return FieldHistory{Version: r.Version, By: r.UserName, ByID: r.UserID, At: database.FromMicro(r.Saved)}
}

func (r draftChangeRow) change() FieldChange {
	return FieldChange{Path: r.Path, Before: r.Before, After: r.After, FieldHistory: r.history()}
}

// shifted is what a row says after the name of a group whose items moved up: the same path names another
// item since. Before is the index of the one that was removed.
const shifted = "items moved up"

func (r draftChangeRow) shifts() bool { return r.After == shifted && groupOf(r.Path) == "" }

func draftChanges(tx *gorm.DB, entryID, after int64) ([]draftChangeRow, error) {
	query := tx.Where("entry_id = ? AND version > ?", entryID, after)
	return database.Find[draftChangeRow](query.Order("version, path"))
}

// about leaves of changes those that say where a field is now and what it held: its own, and if it belongs to an item,
// those of the whole group, whose items may have moved up. Of an empty path it is all changes.
func about(tx *gorm.DB, path string) *gorm.DB {
	group := groupOf(path)
	switch {
	case path == "":
		return tx
	case group == "":
		return tx.Where("path = ?", path)
	}
	return tx.Where("(path = ? OR path LIKE ?)", group, group+"[%")
}

func keepFields(tx *gorm.DB, changes []draftChangeRow) error {
	var fields []draftFieldRow
	for _, c := range changes {
		if !c.shifts() {
			fields = append(fields, draftFieldRow{c.EntryID, c.Path, c.After, c.Version, c.UserID, c.UserName, c.Saved})
		}
	}
	replace := clause.OnConflict{
		Columns:   []clause.Column{{Name: "entry_id"}, {Name: "path"}},
		DoUpdates: clause.AssignmentColumns([]string{"value", "version", "user_id", "user_name", "saved_at"}),
	}
	if err := database.Insert(tx.Clauses(replace).Session(&gorm.Session{}), fields); err != nil {
		return err
	}
	return database.Insert(tx, changes)
}

func (d Draft) changeRow(path, after string, actor accounts.User, version int64, at time.Time) draftChangeRow {
	return draftChangeRow{d.ID, version, path, d.Values[path], after, actor.ID, database.Text(actor.Name),
		at.UnixMicro()}
}
