// Package draft draws the pages on which people write a submission: /submissions, the form with its verdict, import
// settings, YAML, the manifest and /equipment.
package draft

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/templates"
	"green500/templates/fields"
	reviewpage "green500/templates/review"
	uploadpage "green500/templates/upload"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/review"
)

type sectionState struct{ Filled, Wrong, Missing int }

func (s sectionState) sign() string {
	switch {
	case s.Wrong > 0:
		return "✕"
	case s.Missing > 0:
		return "?"
	case s.Filled > 0:
		return "✓"
	}
	return templates.Missing
}

func (s sectionState) word() string {
	return map[string]string{"✕": "wrong", "?": "missing", "✓": "filled", templates.Missing: "empty"}[s.sign()]
}

func (s sectionState) left() int { return s.Wrong + s.Missing }

func (s sectionState) text() string {
	switch {
	case s.left() > 0:
		return strconv.Itoa(s.left()) + " left"
	case s.Filled > 0:
		return "done"
	}
	return "empty"
}

func (p FormPage) state(s fields.Section) sectionState {
	state := sectionState{Wrong: len(p.wide(s))}
	items := 1
	if s.Group != "" {
		items = fields.Count(s.Group, p.Values)
		state.Missing = max(s.Least-items, 0)
	}
	for n := range items {
		one := p.stateOf(s.Fields, n)
		state.Filled, state.Wrong, state.Missing = state.Filled+one.Filled, state.Wrong+one.Wrong,
			state.Missing+one.Missing
	}
	return state
}

func (p FormPage) stateOf(some []fields.Field, n int) (state sectionState) {
	edition, level := p.edition(), p.claimed()
	for _, f := range some {
		path := f.At(n)
		switch {
		case f.Kind == fields.KindHidden:
		case p.wrongAt(path):
			state.Wrong++
		case p.Values[path] != "":
			state.Filled++
		case f.Needed(edition, level) && p.holds(f.When, n):
			state.Missing++
		}
	}
	return state
}

func (p FormPage) wrongAt(path string) bool {
	_, open := p.Conflicts[path]
	return open || p.Errors[path] != ""
}

// wide are the errors of a section that belong to no single field of it, on the stage that asks for them.
func (p FormPage) wide(s fields.Section) []string {
	var sentences []string
	for _, path := range slices.Sorted(maps.Keys(p.Errors)) {
		_, known := fields.FieldOf(path)
		here := func(f fields.Field) bool { return fields.StageOf(f.Path).ID == fields.StageOf(path).ID }
		of, _ := fields.SectionOf(path)
		if !known && of.ID == s.ID && p.Errors[path] != "" && slices.ContainsFunc(s.Fields, here) {
			sentences = append(sentences, p.Errors[path])
		}
	}
	return sentences
}

type formProblem struct{ text, href string }

func (p FormPage) problems() []formProblem {
	var list []formProblem
	told := map[string]bool{}
	for _, path := range p.paths() {
		if conflict, open := p.Conflicts[path]; open {
			list = append(list, formProblem{fields.PlaceOf(path) + ": " + conflict.who() + " " + conflict.did() +
				", you typed " + quoted(conflict.Mine) + ".", "#" + fields.FieldID(path)})
		}
		if sentence := p.Errors[path]; sentence != "" && !told[path] {
			told[path] = true
			list = append(list, formProblem{fields.PlaceOf(path) + ": " + sentence, "#" + fields.FieldID(path)})
		}
	}
	for _, path := range slices.Sorted(maps.Keys(p.Errors)) {
		if !told[path] {
			list = append(list, formProblem{p.Errors[path], fields.FieldHref(path)})
		}
	}
	return list
}

func (p FormPage) paths() []string {
	var all []string
	for _, s := range fields.Sections() {
		items := templates.Either(s.Group != "", fields.Count(s.Group, p.Values), 1)
		for n := range items {
			for _, field := range s.Fields {
				all = append(all, field.At(n))
			}
		}
	}
	return all
}

func (p FormPage) open(s fields.Section, n int) bool {
	state := p.stateOf(s.Fields, n)
	return n == 0 || state.Wrong > 0 || state.Filled == 0
}

var told = regexp.MustCompile(`\{[a-z_.]+\}`)

func (p FormPage) itemName(s fields.Section, n int) string {
	name := strconv.Itoa(n + 1)
	if s.Name != "" {
		name = cmp.Or(p.Values[fields.ItemPath(s.Group+"[]."+s.Name, n)], name)
	}
	return s.Item + " " + name
}

func (p FormPage) itemTells(s fields.Section, n int) string {
	var parts []string
	for _, pattern := range s.Tells {
		lacking := false
		part := told.ReplaceAllStringFunc(pattern, func(name string) string {
			value := p.Values[fields.ItemPath(s.Group+"[]."+strings.Trim(name, "{}"), n)]
			lacking = lacking || value == ""
			return templates.Words(value)
		})
		if bare := told.ReplaceAllString(pattern, ""); lacking && strings.TrimSpace(bare) != "" {
			continue // a sentence with a gap in it
		}
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, ", ")
}

// choices are the options of a select: those of the table, or of the page, and whatever stands in
// the document though it is not among them, so that looking at a form never changes it.
func (p FormPage) choices(f fields.Field, value string) []templates.Option {
	choices, other := f.Options, "as written"
	switch {
	case f.Path == "edition":
		choices, other = templates.Named(p.Editions), "not open"
	case f.Kind == fields.KindFile:
		choices, other = templates.Named(fileNames(p.Files)), "not uploaded"
	}
	known := slices.ContainsFunc(choices, func(o templates.Option) bool { return o.Value == value })
	if value != "" && !known {
		choices = append(slices.Clone(choices), templates.Option{Value: value, Label: value + " (" + other + ")"})
	}
	return choices
}

func (p FormPage) chooses(f fields.Field) bool {
	return f.Kind == fields.KindSelect || f.Kind == fields.KindFile && len(p.Files) > 0
}

func (p FormPage) suggestions() map[string][]string {
	return map[string][]string{
		"files":            fileNames(p.Files),
		"meters":           p.itemNames("meters", "id"),
		"node_sets":        p.itemNames("node_sets", "name"),
		"subsystems":       p.itemNames("subsystems", "name"),
		"known_subsystems": power.SubsystemNames(),
		"selections":       {"all", "random", "whole racks"},
		"zones":            fields.ZonesOf(p.Values["site.country"]),
	}
}

func (p FormPage) itemNames(group, key string) []string {
	var names []string
	for n := range fields.Count(group, p.Values) {
		if name := p.Values[group+"["+strconv.Itoa(n)+"]."+key]; name != "" {
			names = append(names, name)
		}
	}
	return names
}

func fileNames(files []templates.File) []string {
	var names []string
	for _, file := range files {
		names = append(names, file.Name)
	}
	return names
}

// example is what a field could hold. Times are shown as of the day the form was saved, in the
// zone of the run, so that only the figures have to be changed.
func (p FormPage) example(f fields.Field) string {
	switch {
	case f.Kind == fields.KindTime:
		return p.timeExample()
	case f.Suggest == "zones":
		return fields.ZonesOf(cmp.Or(p.Values["site.country"], "DE"))[0]
	}
	return f.Example
}

func (p FormPage) timeExample() string {
	saved := p.saved()
	if saved.IsZero() {
		return "2026-11-02T11:16:15+01:00"
	}
	zone, err := document.Zone(cmp.Or(p.Values["run.timezone"], fields.ZonesOf(p.Values["site.country"])[0]))
	if err != nil || zone == nil {
		zone = saved.Location()
	}
	return saved.In(zone).Format("2006-01-02T15:04:05-07:00")
}

func (p FormPage) saved() time.Time { return p.Verdict.Saved }

func inputMode(k fields.Kind) string {
	switch k {
	case fields.KindNumber:
		return "decimal"
	case fields.KindWhole:
		return "numeric"
	case fields.KindEmail:
		return "email"
	case fields.KindURL:
		return "url"
	}
	return "text"
}

// FormPage is the document as a form: GET and POST /submissions/{id}/edit (multipart).
//
// Inputs are named by their path in the document, such as "meters[0].id". The button that was
// pressed is "action": save, view (save, then show the entry), add:GROUP, remove:GROUP:INDEX,
// upload (takes "files", and "folder" with names that are paths), remove-file:NAME; keep:PATH and take:PATH
// settle a conflict. "revision" is the token of what was loaded. After add the item is at #ItemID(group, index).
type FormPage struct {
	templates.Page
	ID        string
	State     review.State
	Values    map[string]string        // text by path; an item of a group exists when any of its paths is a key
	Errors    templates.FieldErrors    // sentence by path; "" for the whole form
	Conflicts map[string]FieldConflict // by path: what somebody else changed since
	States    map[string]FieldState    // by path: what was saved, and when
	Files     []templates.File
	Verdict   Verdict
	Editions  []string // open for entries
	Token     string   // the version of the entry the form was loaded from
	Timing    templates.Timing
	Uploads   *uploadpage.UploadPanel
	Today     power.Date
	Questions reviewpage.Questions // that stand beside their fields
}
