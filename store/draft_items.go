// This file owns removing an item of a draft's document.

package store

import (
	"context"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var itemPath = regexp.MustCompile(`^([a-z_]+)\[(\d+)\](.*)$`)

// groupOf is the group whose item a path belongs to; empty where it belongs to none.
func groupOf(path string) string {
	if parts := itemPath.FindStringSubmatch(path); parts != nil {
		return parts[1]
	}
	return ""
}

// RemoveItem keeps what somebody typed as Edit does, and then takes an item out of a group and moves those
// after it up. It does not where somebody else changed the group since, or where fields are left open:
// what it returns then is what Edit does, or a *review.Refusal.
func (s *Store) RemoveItem(ctx context.Context, entryID int64, actor User, seen int64, changes []Change, group string, index int) (Draft, []Conflict, error) {
	asked := rewriting{removes: group, index: index, changes: func(map[string]string, []draftChangeRow) []Change { return changes }}
	return s.edit(ctx, entryID, actor, seen, asked)
}

// remove takes an item out after what was typed; it reports whether it did.
func (e *editing) remove(group string, index int, actor User) bool {
	changed := slices.ContainsFunc(e.since, func(row draftChangeRow) bool {
		return row.Path == group && row.shifts() || groupOf(row.Path) == group && row.UserID != actor.ID
	})
	if changed {
		e.refusal = refuse("Someone else changed the %s meanwhile; look at them and remove it then.", strings.ReplaceAll(group, "_", " "))
	}
	if changed || len(e.conflicts)+len(e.troubles) > 0 {
		return false
	}
	typed := maps.Clone(e.draft.Values)
	for _, change := range e.kept {
		setField(typed, change.Path, change.Value)
	}
	e.kept = differences(e.draft.Values, withoutItem(typed, group, index), e.draft.Values)
	return true
}

// withoutItem returns the fields without an item, and those after it moved up.
func withoutItem(values map[string]string, group string, index int) map[string]string {
	left := maps.Clone(values)
	maps.DeleteFunc(left, func(path, _ string) bool { return groupOf(path) == group })
	for path, value := range values {
		parts := itemPath.FindStringSubmatch(path)
		if parts == nil || parts[1] != group {
			continue
		}
		switch at, _ := strconv.Atoi(parts[2]); { // digits, three at most in a field of the document
		case at < index:
			left[path] = value
		case at > index:
			left[fmt.Sprintf("%s[%d]%s", group, at-1, parts[3])] = value
		}
	}
	return left
}
