// This file owns a draft as a person reads it, with the history of its fields.

package drafts

import (
	"context"
	"maps"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/submissions"
	"green500/validation/document"
)

// Behind reports whether something was changed that the verdict does not know yet.
func (d Draft) Behind() bool { return d.Graded < d.Changed }

// Draft returns an entry as it is being written, or ErrNotFound. If somebody typed while it was read it is read again:
// what they attached before may not be in it, and a verdict on it would count as one on that.
func (s *Drafts) Draft(ctx context.Context, entryID int64) (draft Draft, err error) {
	for range database.Attempts {
		if draft, err = s.readDraft(ctx, entryID); err != nil || draft.newest() <= draft.Changed {
			break
		}
	}
	return draft, err
}

func (d Draft) newest() (version int64) {
	for _, field := range d.Fields {
		version = max(version, field.Version)
	}
	return version
}

func (s *Drafts) readDraft(ctx context.Context, entryID int64) (Draft, error) {
	view, err := submissions.EntryByID(s.db.Query(ctx), entryID)
	if err != nil {
		return Draft{}, err
	}
	// What is read after the row of the entry is as new as that or newer, never older: what was typed
	// or attached in between counts as not graded.
	revision, err := s.submissions.Revision(ctx, entryID, view.Row.Revision)
	if err != nil {
		return Draft{}, err
	}
	draft, err := s.typedInto(s.db.Query(ctx), view, revision.Document)
	draft.Revision = revision
	return draft, err
}

func (s *Drafts) typedInto(tx *gorm.DB, view submissions.EntryView, text []byte) (Draft, error) {
	held, err := submissions.DecodeDocument(text)
	if err != nil {
		return Draft{}, err
	}
	rows, err := database.Find[draftFieldRow](tx.Where("entry_id = ?", view.Row.ID))
	if err != nil {
		return Draft{}, err
	}
	draft := Draft{
		Entry: view.Entry(), Values: document.Fields(held), Fields: make(map[string]FieldHistory, len(rows)),
		Changed: view.Row.Changed, Graded: view.Row.Graded,
	}
	for _, row := range rows {
		draft.Fields[row.Path] = row.history()
		setField(draft.Values, row.Path, row.Value)
	}
	return draft, nil
}

func setField(values map[string]string, path, value string) {
	if value == "" {
		delete(values, path)
		return
	}
	values[path] = value
}

// before returns the fields as they were before changes, which are in the order they happened.
func before(values map[string]string, changes []draftChangeRow) map[string]string {
	earlier := maps.Clone(values)
	for i := len(changes) - 1; i >= 0; i-- {
		if !changes[i].shifts() {
			setField(earlier, changes[i].Path, changes[i].Before)
		}
	}
	return earlier
}

// FieldChanges returns what was changed in the fields of a draft after a version of it, in the order it happened.
func (s *Drafts) FieldChanges(ctx context.Context, entryID, after int64) ([]FieldChange, error) {
	rows, err := draftChanges(s.db.Query(ctx), entryID, after)
	if err != nil {
		return nil, err
	}
	var changes []FieldChange
	var removed draftChangeRow // the last that was; its row comes before those of the fields that moved
	for _, row := range rows {
		switch {
		case row.shifts():
			removed = row
			changes = append(changes, FieldChange{Path: row.Path + "[" + row.Before + "]", FieldHistory: row.history()})
		case row.Version != removed.Version || groupOf(row.Path) != removed.Path:
			changes = append(changes, row.change())
		}
	}
	return changes, nil
}
