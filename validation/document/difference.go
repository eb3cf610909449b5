package document

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"green500/validation/power"
)

// ChangeKind is what became of a field, or of an item of a list.
type ChangeKind string

// The kinds of changes.
const (
	Added   ChangeKind = "added"
	Dropped ChangeKind = "dropped"
	Changed ChangeKind = "changed"
	Moved   ChangeKind = "moved" // of an item of a list, to another place among those that both have
)

// Change is one field in which two documents differ. Before and After are texts as Fields writes them.
type Change struct {
	Path   string     `json:"path"`           // in the later document; in the earlier if it was dropped
	Item   string     `json:"item,omitempty"` // the item of a list that holds the field, by its name
	Kind   ChangeKind `json:"kind"`
	Before string     `json:"before,omitempty"`
	After  string     `json:"after,omitempty"`
}

// Difference lists what differs, in the order of the fields. Items are found again by what they are called.
func Difference(before, after *power.Entry) []Change {
	var d difference
	d.walk(spot{}, reflect.ValueOf(*before), reflect.ValueOf(*after))
	return d.changes
}

// Pair is an item of a list in two documents, by its index in each; -1 if it is in the other alone.
type Pair struct{ Before, After int }

// PairSeries finds the series of a document again in another.
func PairSeries(before, after []power.Series) []Pair {
	return pairs(reflect.ValueOf(before), reflect.ValueOf(after))
}

type spot struct{ before, after, item string }

func (p spot) field(name string) spot {
	return spot{join(p.before, name), join(p.after, name), p.item}
}

type difference struct{ changes []Change }

func (d *difference) walk(at spot, before, after reflect.Value) {
	if isWritten(before.Type()) {
		d.hold(at, writtenText(before), writtenText(after))
		return
	}
	switch before.Kind() {
	case reflect.Pointer:
		pointed := func(value reflect.Value) reflect.Value {
			if value.IsNil() {
				return reflect.Zero(value.Type().Elem())
			}
			return value.Elem()
		}
		d.walk(at, pointed(before), pointed(after))
	case reflect.Struct:
		for i := range before.NumField() {
			d.walk(at.field(tagName(before.Type().Field(i))), before.Field(i), after.Field(i))
		}
	case reflect.Slice:
		d.list(at, before, after)
	}
}

func (d *difference) hold(at spot, before, after string) {
	change := Change{Path: at.after, Item: at.item, Kind: Changed, Before: before, After: after}
	switch {
	case before == after:
		return
	case before == "":
		change.Kind = Added
	case after == "":
		change.Kind, change.Path = Dropped, at.before
	}
	d.changes = append(d.changes, change)
}

func (d *difference) list(at spot, before, after reflect.Value) {
	all := pairs(before, after)
	stayed := inOrder(all)
	none := reflect.Zero(before.Type().Elem())
	for _, pair := range all {
		inside, was, is := at, none, none
		if pair.Before >= 0 {
			was = before.Index(pair.Before)
			inside.before, inside.item = fmt.Sprintf("%s[%d]", at.before, pair.Before), itemName(was)
		}
		if pair.After >= 0 {
			is = after.Index(pair.After)
			inside.after, inside.item = fmt.Sprintf("%s[%d]", at.after, pair.After), itemName(is)
		}
		if pair.Before >= 0 && pair.After >= 0 && !stayed[pair] {
			d.changes = append(d.changes,
				Change{Path: inside.after, Item: inside.item, Kind: Moved, Before: inside.before, After: inside.after})
		}
		d.walk(inside, was, is)
	}
}

func isWritten(t reflect.Type) bool {
	switch t {
	case reflect.TypeFor[[]string](), reflect.TypeFor[[]power.AccuracyRange](), reflect.TypeFor[map[string][]string]():
		return true
	}
	return isScalar(t) || t.Kind() == reflect.Pointer && isScalar(t.Elem())
}

func writtenText(value reflect.Value) string {
	fields := map[string]string{}
	collect(fields, value, "")
	if value.Kind() == reflect.Bool {
		return scalarText(value)
	}
	return fields[""]
}

// pairs finds the items of a list again in another: first by their names, of which those that say most come first,
// then those that differ in nothing but what they are called. They are in the order of the later list, and those
// that are dropped stand last.
func pairs(before, after reflect.Value) []Pair {
	found, taken := make([]int, after.Len()), make([]bool, before.Len())
	for i := range found {
		found[i] = -1
	}
	for _, key := range keysOf(before.Type().Elem()) {
		waiting := map[string][]int{}
		for i := range taken {
			if !taken[i] {
				name := key(before.Index(i))
				waiting[name] = append(waiting[name], i)
			}
		}
		for i := range found {
			if found[i] >= 0 {
				continue
			}
			if name := key(after.Index(i)); len(waiting[name]) > 0 {
				found[i], waiting[name] = waiting[name][0], waiting[name][1:]
				taken[found[i]] = true
			}
		}
	}
	var all []Pair
	for i, b := range found {
		all = append(all, Pair{b, i})
	}
	for i, is := range taken {
		if !is {
			all = append(all, Pair{i, -1})
		}
	}
	return all
}

// names are the fields that name an item, by the type of the list's items. Idle measurements have no name.
var names = map[reflect.Type][]string{
	reflect.TypeFor[power.NodeSet]():    {"name"},
	reflect.TypeFor[power.Subsystem]():  {"name"},
	reflect.TypeFor[power.Meter]():      {"id"},
	reflect.TypeFor[power.Series]():     {"file", "value", "meter", "covers"},
	reflect.TypeFor[power.Tunable]():    {"name"},
	reflect.TypeFor[power.StudyRun]():   {"settings", "order", "message_kilobytes"},
	reflect.TypeFor[power.Attachment](): {"file"},
}

// keysOf are what items are found again by, one after the other. A series is known by all of its names or by what it
// measures; an item without a name by all that it says, then by where it stands among the others.
func keysOf(item reflect.Type) []func(reflect.Value) string {
	named := names[item]
	keys := []func(reflect.Value) string{
		func(v reflect.Value) string {
			return textOf(v, func(field string) bool { return named == nil || slices.Contains(named, field) })
		},
	}
	if item == reflect.TypeFor[power.Series]() {
		keys = append(keys, func(v reflect.Value) string {
			return textOf(v,
				func(field string) bool { return field == "meter" || field == "covers" || field == "value" })
		})
	}
	if named == nil {
		return append(keys, func(reflect.Value) string { return "" })
	}
	return append(keys, func(v reflect.Value) string {
		return textOf(v, func(field string) bool { return !slices.Contains(named, field) })
	})
}

func textOf(item reflect.Value, of func(field string) bool) string {
	var text strings.Builder
	for i := range item.NumField() {
		name := tagName(item.Type().Field(i))
		if !of(name) {
			continue
		}
		fields := map[string]string{}
		collect(fields, item.Field(i), name)
		fmt.Fprintf(&text, "%q\n", fields) // maps are printed in the order of their keys
	}
	return text.String()
}

func itemName(item reflect.Value) string {
	if s, ok := item.Interface().(power.Series); ok {
		return strings.Join(strings.Fields(s.File+" "+s.Value), " ")
	}
	fields := map[string]string{}
	collect(fields, item, "")
	for _, name := range names[item.Type()] {
		return fields[name]
	}
	return ""
}

func inOrder(all []Pair) map[Pair]bool {
	var both []Pair
	for _, pair := range all {
		if pair.Before >= 0 && pair.After >= 0 {
			both = append(both, pair)
		}
	}
	// The ends of the rising rows of each length, with what stands before each in its row.
	var ends []int
	previous := make([]int, len(both))
	for i, pair := range both {
		at, _ := slices.BinarySearchFunc(ends, pair.Before,
			func(end, before int) int { return cmp.Compare(both[end].Before, before) })
		previous[i] = -1
		if at > 0 {
			previous[i] = ends[at-1]
		}
		if at == len(ends) {
			ends = append(ends, i)
		} else {
			ends[at] = i
		}
	}
	stayed := map[Pair]bool{}
	if len(ends) == 0 {
		return stayed
	}
	for i := ends[len(ends)-1]; i >= 0; i = previous[i] {
		stayed[both[i]] = true
	}
	return stayed
}
