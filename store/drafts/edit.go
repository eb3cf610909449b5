// This file owns changes of a draft's document, field by field or whole.

package drafts

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation/document"
	"green500/validation/power"
)

// Bounds on what is typed.
const (
	maximumFields = document.MaximumSize // bytes of all fields of an entry
)

// Edit keeps what somebody typed, all of it but fields that somebody else changed since: these are returned. seen is
// the version of the entry that the person was looking at. It returns a *review.Refusal if the person may not change
// the entry, ErrNotFound, and power.InputErrors for fields that cannot be kept, beside which all others are. Of the
// draft that it returns, Revision holds nothing but the document.
func (s *Drafts) Edit(ctx context.Context, entryID int64, actor accounts.User, seen int64,
	changes []Change) (Draft, []Conflict, error) {
	asked := rewriting{changes: func(map[string]string, []draftChangeRow) []Change { return changes }}
	if len(changes) == 1 {
		asked.of, asked.alone = changes[0].Path, changes[0].Was != nil && groupOf(changes[0].Path) == ""
	}
	return s.edit(ctx, entryID, actor, seen, asked)
}

// RemoveItem keeps what somebody typed as Edit does, and then takes an item out of a group and moves those
// after it up. It does not if somebody else changed the group since, or if fields are left open:
// what it returns then is what Edit does, or a *review.Refusal.
func (s *Drafts) RemoveItem(ctx context.Context, entryID int64, actor accounts.User, seen int64, changes []Change,
	group string, index int) (Draft, []Conflict, error) {
	asked := rewriting{removes: group, index: index,
		changes: func(map[string]string, []draftChangeRow) []Change { return changes }}
	return s.edit(ctx, entryID, actor, seen, asked)
}

// Replace makes a draft say what a document says that was made from the draft as it was at a version, and leaves alone
// what could not be read into that document. If somebody else changed one of the same fields since, nothing is kept;
// but of those changes up to the version told the person knows, and overwrites them. It returns what Edit does.
func (s *Drafts) Replace(ctx context.Context, entryID int64, actor accounts.User, seen, told int64,
	made *power.Entry) (Draft, []Conflict, error) {
	return s.edit(ctx, entryID, actor, seen,
		rewriting{whole: true, known: told, changes: func(now map[string]string, since []draftChangeRow) []Change {
			was := before(now, since)
			read, _ := document.FromFields(was) // what could not be read was not there to be changed
			changes := differences(document.Fields(read), document.Fields(made), was)
			if from, moved := rebased(document.Fields(read), now, changes, since); moved {
				changes = differences(from, document.Fields(made), was)
			}
			after := before(now,
				slices.DeleteFunc(slices.Clone(since), func(row draftChangeRow) bool { return row.Version <= told }))
			for i, change := range changes {
				known := after[change.Path]
				changes[i].Was = &known
			}
			return changes
		}})
}

// differences are the changes that lead from the fields of one document to those of another. was is
// what was typed into them: a field that states the same in other words is left out.
func differences(from, to, was map[string]string) []Change {
	both := maps.Clone(from)
	maps.Copy(both, to)
	var changes []Change
	for _, path := range slices.Sorted(maps.Keys(both)) {
		if from[path] != to[path] {
			held := was[path]
			changes = append(changes, Change{Path: path, Was: &held, Value: to[path]})
		}
	}
	return changes
}

// rebased are the fields that the changes of a text lead from, if items moved in a group that they
// change: a text says of such a group all there is.
func rebased(from, now map[string]string, changes []Change, since []draftChangeRow) (
	fields map[string]string, moved bool) {
	fields = maps.Clone(from)
	for _, row := range since {
		if !row.shifts() || !slices.ContainsFunc(changes, func(c Change) bool { return groupOf(c.Path) == row.Path }) {
			continue
		}
		moved = true
		of := func(path, _ string) bool { return groupOf(path) == row.Path }
		maps.DeleteFunc(fields, of)
		for path, value := range now {
			if of(path, value) {
				fields[path] = value
			}
		}
	}
	return fields, moved
}

type rewriting struct {
	whole   bool   // all of it is kept or nothing, as the fields depend on one another
	known   int64  // of a whole: the version up to which the person knows what others changed
	removes string // the group that an item is taken out of afterwards, or empty
	index   int    // of that item
	of      string // the field it is about; empty if it may be any
	alone   bool   // what that field held is told, and it belongs to no item: what others did elsewhere does not matter
	changes func(now map[string]string, since []draftChangeRow) []Change
}

func (s *Drafts) edit(ctx context.Context, entryID int64, actor accounts.User, seen int64,
	asked rewriting) (Draft, []Conflict, error) {
	var e editing
	err := s.db.Transact(recorded.WithActor(ctx, actor.Actor()), func(tx *gorm.DB) error {
		var view submissions.EntryView
		var err error
		if e, view, err = s.begin(tx, entryID, actor, seen, asked); err != nil {
			return err
		}
		for _, change := range asked.changes(e.draft.Values, e.since) {
			e.take(change, asked)
		}
		removed := asked.removes != "" && e.remove(asked.removes, asked.index, actor)
		if asked.whole && len(e.conflicts)+len(e.inputErrors) > 0 || len(e.kept) == 0 {
			return nil
		}
		if err := e.refuseItems(); err != nil {
			return err
		}
		return s.keepEdit(tx, view, &e, actor, asked, removed)
	})
	switch {
	case err != nil:
		return Draft{}, nil, err
	case len(e.inputErrors) > 0:
		return e.draft, e.conflicts, e.inputErrors
	}
	return e.draft, e.conflicts, e.refusal
}

func (s *Drafts) begin(tx *gorm.DB, entryID int64, actor accounts.User, seen int64, asked rewriting) (
	e editing, view submissions.EntryView, err error) {
	if view, err = submissions.HoldEntry(tx, entryID); err != nil {
		return e, view, err
	}
	if err := submissions.RefuseToChange(tx, view, actor); err != nil {
		return e, view, err
	}
	row, err := database.Take[submissions.RevisionRow](tx.Select("document").Where("entry_id = ? AND number = ?",
		entryID, view.Row.Revision))
	if err != nil {
		return e, view, fmt.Errorf("revision %d of submission %d: %w", view.Row.Revision, entryID, err)
	}
	if e.draft, err = s.typedInto(tx, view, row.Document); err != nil {
		return e, view, err
	}
	e.draft.Revision = row.Content()
	e.actor, e.earlier = actor.ID, e.draft.Values
	if seen < e.draft.Changed && !asked.alone {
		e.since, err = draftChanges(about(tx, asked.of), entryID, seen)
		e.earlier = before(e.draft.Values, e.since)
	}
	for path, value := range e.draft.Values {
		e.size += len(path) + len(value)
	}
	return e, view, err
}

func (e *editing) take(change Change, asked rewriting) {
	change.Value = database.Text(strings.ReplaceAll(change.Value, "\r\n", "\n")) // as browsers end lines in forms
	was := e.earlier[change.Path]
	if change.Was != nil {
		was = *change.Was
	}
	if change.Value == was {
		return // it was not typed into
	}
	seen, fate, last := change.Path, ItemStays, FieldHistory{}
	if !asked.whole {
		change.Path, fate, last = e.follow(seen)
	}
	now := e.draft.Values[change.Path]
	conflict := Conflict{Path: seen, Now: change.Path, Fate: fate, Was: was, Mine: change.Value, Theirs: now,
		By: last.By, At: last.At}
	switch {
	case fate != ItemStays:
		conflict.Theirs = ""
		e.conflicts = append(e.conflicts, conflict)
	case change.Value == now:
	case now != was, asked.whole && e.moved(change.Path, asked.known):
		last = e.draft.Fields[change.Path]
		conflict.By, conflict.At = last.By, last.At
		e.conflicts = append(e.conflicts, conflict)
	case e.admits(change, now):
		e.kept = append(e.kept, change)
	}
}

func (e *editing) admits(change Change, now string) bool {
	size := e.size + len(change.Path)
	size += len(change.Value) - len(now)
	inputError := &power.InputError{Field: change.Path}
	switch {
	case !document.IsField(change.Path):
		inputError.Problem, inputError.Remedy = "the document has no such field", "reload the form"
	case slices.ContainsFunc(e.kept, func(c Change) bool { return c.Path == change.Path }):
		inputError.Problem, inputError.Remedy = "the field was sent twice", "reload the form"
	case len(change.Value) > document.MaximumField:
		inputError.Problem, inputError.Remedy = fmt.Sprintf("this holds %d bytes, and a field %d at most",
			len(change.Value), document.MaximumField), "put it into a file and attach that"
	case len(change.Value) > len(now) && size > maximumFields:
		inputError.Problem, inputError.Remedy = fmt.Sprintf("the fields hold more than %d bytes then", maximumFields),
			"put what is long into files and attach these"
	default:
		e.size = size
		return true
	}
	e.inputErrors = append(e.inputErrors, inputError)
	return false
}

func (e *editing) refuseItems() error {
	after := maps.Clone(e.draft.Values)
	for _, change := range e.kept {
		setField(after, change.Path, change.Value)
	}
	if is := document.Items(after); is > document.MaximumAllItems && is > document.Items(e.draft.Values) {
		return database.Refuse("The lists of a document may have %d items together, and these would be %d; "+
			"combine equal items.", document.MaximumAllItems, is)
	}
	return nil
}

func (e *editing) remove(group string, index int, actor accounts.User) bool {
	changed := slices.ContainsFunc(e.since, func(row draftChangeRow) bool {
		return row.Path == group && row.shifts() || groupOf(row.Path) == group && row.UserID != actor.ID
	})
	if changed {
		e.refusal = database.Refuse("Someone else changed the %s in the meantime; check them, then remove it.",
			strings.ReplaceAll(group, "_", " "))
	}
	if changed || len(e.conflicts)+len(e.inputErrors) > 0 {
		return false
	}
	typed := maps.Clone(e.draft.Values)
	for _, change := range e.kept {
		setField(typed, change.Path, change.Value)
	}
	e.kept = differences(e.draft.Values, withoutItem(typed, group, index), e.draft.Values)
	return true
}

func (s *Drafts) keepEdit(tx *gorm.DB, view submissions.EntryView, e *editing, actor accounts.User, asked rewriting,
	removed bool) error {
	if _, err := s.openRevision(tx, view.Row); err != nil {
		return err
	}
	after, err := submissions.EntryByID(tx, view.Row.ID)
	if err != nil {
		return err
	}
	rows := make([]draftChangeRow, 0, len(e.kept)+1)
	for _, change := range e.kept {
		rows = append(rows,
			e.draft.changeRow(change.Path, change.Value, actor, after.Row.Version, after.Entry().UpdatedAt))
	}
	if removed {
		row := e.draft.changeRow(asked.removes, shifted, actor, after.Row.Version, after.Entry().UpdatedAt)
		row.Before = strconv.Itoa(asked.index)
		rows = append(rows, row)
	}
	if err := keepFields(tx, rows); err != nil {
		return err
	}
	for i, change := range e.kept {
		setField(e.draft.Values, change.Path, change.Value)
		e.draft.Fields[change.Path] = rows[i].change().FieldHistory
	}
	e.draft.Entry, e.draft.Changed, e.draft.Graded = after.Entry(), after.Row.Changed, after.Row.Graded
	names := database.Convert(e.kept, func(c Change) string { return c.Path })
	if removed {
		names = []string{asked.removes + "[" + strconv.Itoa(asked.index) + "] removed"}
	}
	return s.db.Record(tx, recorded.AuditEvent{Name: recorded.EventWrite, EntryID: view.Row.ID,
		Revision: after.Row.Revision, Detail: strings.Join(names, ", ")})
}
