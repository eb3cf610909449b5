package document

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"green500/validation/power"
)

// Kind is what a part of a document is, that is kept by itself to be used again.
type Kind string

// The kinds of parts.
const (
	Meter     Kind = "meter"
	NodeSet   Kind = "node_set"
	Subsystem Kind = "subsystem"
	System    Kind = "system"
)

// Kinds lists the kinds of parts.
func Kinds() []Kind { return []Kind{Meter, NodeSet, Subsystem, System} }

type kindFacts struct {
	// of the document: "meters"; the section itself if it is there once
	group string
	list  bool                                         // whether a document has a list of them
	name  string                                       // the field that names one
	pick  func(*power.Entry, int) (*power.Entry, bool) // an entry that holds nothing but the n-th
	one   func(*power.Entry) any                       // the first, as JSON has it
	check func(*checker, *power.Entry)
}

var facts = map[Kind]kindFacts{
	Meter: {"meters", true, "id", func(e *power.Entry, n int) (*power.Entry, bool) {
		return &power.Entry{Meters: itemOf(e.Meters, n)}, n < len(e.Meters)
	}, func(e *power.Entry) any { return first(&e.Meters) }, (*checker).meters},
	NodeSet: {"node_sets", true, "name", func(e *power.Entry, n int) (*power.Entry, bool) {
		return &power.Entry{NodeSets: itemOf(e.NodeSets, n)}, n < len(e.NodeSets)
	}, func(e *power.Entry) any { return first(&e.NodeSets) }, (*checker).nodeSets},
	Subsystem: {"subsystems", true, "name", func(e *power.Entry, n int) (*power.Entry, bool) {
		return &power.Entry{Subsystems: itemOf(e.Subsystems, n)}, n < len(e.Subsystems)
	}, func(e *power.Entry) any { return first(&e.Subsystems) }, (*checker).subsystems},
	System: {"system", false, "name", func(e *power.Entry, n int) (*power.Entry, bool) {
		return &power.Entry{System: e.System}, n == 0
	}, func(e *power.Entry) any { return &e.System }, func(c *checker, e *power.Entry) {
		c.needed("system.name", e.System.Name, "name the system")
	}},
}

func itemOf[T any](items []T, n int) []T {
	if n >= len(items) {
		return nil
	}
	return slices.Clone(items[n : n+1])
}

func first[T any](items *[]T) *T {
	if len(*items) == 0 {
		*items = make([]T, 1)
	}
	return &(*items)[0]
}

// Known reports whether there are such parts.
func (k Kind) Known() bool { return slices.Contains(Kinds(), k) }

// Group is the group or section of the document that parts of the kind belong to: "meters", "system".
func (k Kind) Group() string { return facts[k].group }

// KindOf is the kind of the parts of a group; ok is false if its parts are not kept by themselves.
func KindOf(group string) (k Kind, ok bool) {
	for _, kind := range Kinds() {
		if kind.Group() == group {
			return kind, true
		}
	}
	return "", false
}

// Prefix is what the paths of the n-th part of the kind begin with in a document: "meters[2].".
func (k Kind) Prefix(n int) string {
	if !facts[k].list {
		return k.Group() + "."
	}
	return k.Group() + "[" + strconv.Itoa(n) + "]."
}

// Part is one part of a document, kept by itself.
type Part struct {
	Kind  Kind
	Entry *power.Entry // that holds nothing else
}

// PartFromFields puts a part together from the fields of a form, whose paths are those of the first
// part of its kind in a document; other fields are left alone. It returns power.InputErrors with the
// paths of the fields. The part holds whatever could be read.
func PartFromFields(kind Kind, fields map[string]string) (Part, error) {
	own := map[string]string{}
	for path, value := range fields {
		if strings.HasPrefix(path, kind.Prefix(0)) {
			own[path] = value
		}
	}
	entry, err := FromFields(own)
	part := Part{kind, entry}
	if err != nil {
		return part, err
	}
	facts[kind].one(entry) // one if nothing was stated, so that it is reported as missing below
	c := &checker{}
	facts[kind].check(c, entry)
	return part, c.problems.OrNil()
}

// PartOf takes the n-th part of a kind out of a document; ok is false if there is none.
func PartOf(entry *power.Entry, kind Kind, n int) (part Part, ok bool) {
	picked, ok := facts[kind].pick(entry, n)
	return Part{kind, picked}, ok
}

// Fields takes the part apart into the fields of a form; it is the inverse of PartFromFields.
func (p Part) Fields() map[string]string {
	fields := Fields(p.Entry)
	maps.DeleteFunc(fields, func(path, _ string) bool { return !strings.HasPrefix(path, p.Kind.Prefix(0)) })
	return fields
}

// Name is what the part is called.
func (p Part) Name() string { return p.Fields()[p.NameField()] }

// NameField is the path of the field that names the part.
func (p Part) NameField() string { return p.Kind.Prefix(0) + facts[p.Kind].name }

// CalibratedUntil is the last day that the calibration of a meter counts; zero if none is stated.
func (p Part) CalibratedUntil() power.Date {
	if p.Kind != Meter || len(p.Entry.Meters) == 0 {
		return power.Date{}
	}
	return p.Entry.Meters[0].Calibration.ValidUntil
}

// JSON writes the part as the document has it: the same bytes for the same part.
func (p Part) JSON() ([]byte, error) { return json.Marshal(facts[p.Kind].one(p.Entry)) }

// ReadPart reads what JSON has written.
func ReadPart(kind Kind, text []byte) (Part, error) {
	part := Part{kind, &power.Entry{}}
	if err := json.Unmarshal(text, facts[kind].one(part.Entry)); err != nil {
		return part, fmt.Errorf("read a stored %s: %w", kind, err)
	}
	return part, nil
}
