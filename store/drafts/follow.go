// This file owns an edit in progress, and finding a field again after somebody else moved its item.

package drafts

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/validation/power"
)

// Change is one field as somebody typed it.
type Change struct {
	Path  string
	Was   *string // what they saw before they typed; nil if that is what the field held at the version they loaded
	Value string
}

// Conflict is a field that somebody else changed in between; it was not overwritten.
type Conflict struct {
	Path   string // as the person saw it
	Now    string // where that is now; Path if it is nowhere
	Fate   Fate   // of the item that it belongs to
	Was    string // what both saw before they typed
	Mine   string
	Theirs string
	By     string // empty if nobody changed the field, and Was is what it never held
	At     time.Time
}

// Fate is what somebody else did to the item that a field belongs to, so that it cannot be kept there.
type Fate string

// What becomes of an item.
const (
	ItemStays   Fate = ""
	ItemRemoved Fate = "removed"
	ItemAdded   Fate = "added" // both added one at the same place
)

type editing struct {
	draft       Draft
	actor       int64
	earlier     map[string]string // what the person was looking at
	since       []draftChangeRow  // after it
	size        int               // bytes of all fields
	kept        []Change
	conflicts   []Conflict
	inputErrors power.InputErrors
	refusal     error // of what was asked beside
}

// follow finds where a field is now that belonged to an item as the person saw it. last is who decided its
// fate, if it has one.
func (e *editing) follow(path string) (now string, fate Fate, last FieldHistory) {
	parts := itemPath.FindStringSubmatch(path)
	if parts == nil || len(e.since) == 0 {
		return path, ItemStays, last
	}
	group, rest := parts[1], parts[3]
	seen, _ := strconv.Atoi(parts[2]) // digits, three at most in a field of the document
	at := seen
	for _, row := range e.since {
		if row.Path != group || !row.shifts() {
			continue
		}
		switch removed, err := strconv.Atoi(row.Before); {
		case err != nil, removed == at:
			return path, ItemRemoved, row.history()
		case removed < at:
			at--
		}
	}
	if last, added := e.addedBeside(itemAt(group, seen), itemAt(group, at)); added {
		return path, ItemAdded, last
	}
	return itemAt(group, at) + rest, ItemStays, last
}

func (e *editing) addedBeside(seen, now string) (last FieldHistory, added bool) {
	for path := range e.earlier {
		if strings.HasPrefix(path, seen) {
			return last, false
		}
	}
	for path := range e.draft.Values {
		if by := e.draft.Fields[path]; strings.HasPrefix(path, now) && by.ByID != e.actor {
			return by, true
		}
	}
	return last, false
}

func (e *editing) moved(path string, known int64) bool {
	group := groupOf(path)
	return group != "" && slices.ContainsFunc(e.since, func(row draftChangeRow) bool {
		return row.Path == group && row.shifts() && row.Version > known
	})
}

var itemPath = regexp.MustCompile(`^([a-z_]+)\[(\d+)\](.*)$`)

func groupOf(path string) string {
	if parts := itemPath.FindStringSubmatch(path); parts != nil {
		return parts[1]
	}
	return ""
}

func itemAt(group string, index int) string { return fmt.Sprintf("%s[%d]", group, index) }

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
