package review

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// PinKind is a kind of thing that a question can be pinned to.
type PinKind string

// The kinds of things, and what their targets are.
const (
	OnEntry   PinKind = "entry"   // none
	OnFinding PinKind = "finding" // its rule
	OnField   PinKind = "field"   // its path in the document
	OnMeter   PinKind = "meter"   // its id, with a time range
)

// Pin is what a question is about.
type Pin struct {
	Kind     PinKind
	Target   string
	From, To time.Time // of a meter
}

// Range is a stretch of time.
type Range struct{ From, To time.Time }

// Evidence is what a revision holds that a question can be pinned to.
type Evidence struct {
	Fields   map[string]string // of the document, text by path
	Outcomes map[string]string // of the report, the worst by rule; empty if there is none
	Readings map[string]Range  // by meter, from the first reading to the last; the zero Range if it has none
}

// PinError is what is wrong with a pin: at which part of it, what, and what to do.
type PinError struct{ Field, Problem, Remedy string }

// Problems says why a question cannot be pinned so to evidence. isField tells the paths that a document can have.
func (p Pin) Problems(in Evidence, isField func(path string) bool) []PinError {
	switch _, graded := in.Outcomes[p.Target]; {
	case p.Kind == OnEntry && p.Target == "", p.Kind == OnFinding && graded:
		return nil
	case p.Kind == OnField && isField(p.Target) && in.hasItemOf(p.Target):
		return nil
	case p.Kind == OnMeter:
		return p.meterFaults(in)
	}
	return []PinError{{"about", "this revision has nothing of that name", "choose what you ask about"}}
}

func (p Pin) meterFaults(in Evidence) []PinError {
	readings, known := in.Readings[p.Target]
	switch {
	case !known:
		return []PinError{{"about", "this revision has no such meter", "choose what you ask about"}}
	case p.From.IsZero():
		return []PinError{{"from", "no start is given", "write when the time begins that you ask about"}}
	case p.To.IsZero():
		return []PinError{{"to", "no end is given", "write when the time ends that you ask about"}}
	case !p.From.Before(p.To):
		return []PinError{{"to", "the end is not after the start", "choose a later one"}}
	case !readings.meets(p):
		return []PinError{{"from", "the meter has no readings in this time", "choose a time within its readings"}}
	}
	return nil
}

func (r Range) meets(p Pin) bool { return p.From.Before(r.To) && r.From.Before(p.To) }

// CarriedPin is what becomes of a pin in another revision.
type CarriedPin struct {
	Pin            // as it is there
	Lost    string // why it is attached to nothing there, such as "the meter m2 is gone"
	Changed string // what is different there, such as "it held 1.06 and holds 1.04"
}

// Carry takes a pin from the evidence it was made on to that of another revision.
func (p Pin) Carry(was, is Evidence) CarriedPin {
	switch p.Kind {
	case OnFinding:
		return p.carryFinding(was, is)
	case OnField:
		return p.carryField(was, is)
	case OnMeter:
		return p.carryMeter(is)
	}
	return CarriedPin{Pin: p}
}

func (p Pin) carryFinding(was, is Evidence) CarriedPin {
	before, now := was.Outcomes[p.Target], is.Outcomes[p.Target]
	switch {
	case len(is.Outcomes) == 0:
		return CarriedPin{Pin: p, Lost: "it cannot be graded, so there are no findings"}
	case now == "":
		return CarriedPin{Pin: p, Lost: "there is no finding " + p.Target}
	case before != "" && before != now:
		word := map[string]string{"pass": "passed", "fail": "failed", "unknown": "unknown",
			"not_applicable": "not asked"}
		return CarriedPin{Pin: p,
			Changed: "the finding was " + cmp.Or(word[before], before) + " and is " + cmp.Or(word[now], now)}
	}
	return CarriedPin{Pin: p}
}

func (p Pin) carryMeter(is Evidence) CarriedPin {
	readings, known := is.Readings[p.Target]
	switch {
	case !known:
		return CarriedPin{Pin: p, Lost: "the meter " + p.Target + " is gone"}
	case len(is.Outcomes) == 0:
		return CarriedPin{Pin: p, Lost: "it cannot be graded, so its readings are not looked at"}
	case !readings.meets(p):
		return CarriedPin{Pin: p, Lost: "the meter " + p.Target + " has no readings in that time"}
	case p.From.Before(readings.From) || p.To.After(readings.To):
		return CarriedPin{Pin: p, Changed: "the readings of " + p.Target + " cover a part of that time only"}
	}
	return CarriedPin{Pin: p}
}

// carryField follows a field by the name of its item: items move up when one before them is taken out.
func (p Pin) carryField(was, is Evidence) CarriedPin {
	carried := p
	if group, at, rest, inItem := splitItem(p.Target); inItem {
		now, found := is.find(group, was.name(group, at), at)
		if !found {
			return CarriedPin{Pin: p, Lost: "the " + cmp.Or(itemGroups[group].word, "item") + " " +
				cmp.Or(was.name(group, at), strconv.Itoa(at+1)) + " is gone"}
		}
		carried.Target = itemOf(group, now) + rest
	}
	before, after := was.Fields[p.Target], is.Fields[carried.Target]
	switch {
	case before == after:
		return CarriedPin{Pin: carried}
	case after == "":
		return CarriedPin{Pin: carried, Changed: "it held " + brief(before) + " and is empty"}
	case before == "":
		return CarriedPin{Pin: carried, Changed: "it was empty and holds " + brief(after)}
	}
	return CarriedPin{Pin: carried, Changed: "it held " + brief(before) + " and holds " + brief(after)}
}

var itemPattern = regexp.MustCompile(`^([a-z_]+)\[(\d+)\]`)

// splitItem takes the path of a field of an item apart: "meters[1].id" is of meters, 1, and is ".id" there.
func splitItem(path string) (group string, at int, rest string, inItem bool) {
	parts := itemPattern.FindStringSubmatch(path)
	if parts == nil {
		return "", 0, "", false
	}
	at, err := strconv.Atoi(parts[2])
	return parts[1], at, strings.TrimPrefix(path, parts[0]), err == nil
}

func itemOf(group string, at int) string { return group + "[" + strconv.Itoa(at) + "]" }

var itemGroups = map[string]struct {
	word string
	keys []string
}{
	"meters":      {"meter", []string{".id"}},
	"node_sets":   {"set of nodes", []string{".name"}},
	"subsystems":  {"subsystem", []string{".name"}},
	"series":      {"series", []string{".file", ".value"}},
	"tunables":    {"tunable", []string{".name"}},
	"study":       {"study run", []string{".settings", ".order", ".message_kilobytes"}},
	"attachments": {"attachment", []string{".file"}},
	"idle":        {"measurement of idle power", []string{".start"}},
}

func (e Evidence) name(group string, at int) string {
	var parts []string
	for _, key := range itemGroups[group].keys {
		if value := e.Fields[itemOf(group, at)+key]; value != "" {
			parts = append(parts, value)
		}
	}
	return strings.Join(parts, " ")
}

func (e Evidence) find(group, name string, at int) (now int, found bool) {
	indices := e.items(group)
	if here := slices.Contains(indices, at); name == "" || here && e.name(group, at) == name {
		return at, here
	}
	for _, index := range indices {
		if e.name(group, index) == name {
			return index, true
		}
	}
	return 0, false
}

func (e Evidence) items(group string) []int {
	seen := map[int]bool{}
	for path := range e.Fields {
		if of, at, _, inItem := splitItem(path); inItem && of == group {
			seen[at] = true
		}
	}
	return slices.Sorted(maps.Keys(seen))
}

func (e Evidence) hasItemOf(path string) bool {
	group, at, _, inItem := splitItem(path)
	return !inItem || slices.Contains(e.items(group), at)
}

func brief(value string) string {
	const mostBrief = 60 // characters
	if letters := []rune(value); len(letters) > mostBrief {
		value = string(letters[:mostBrief]) + "…"
	}
	return "“" + value + "”"
}
