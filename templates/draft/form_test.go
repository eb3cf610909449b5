package draft

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"green500/templates"
	"green500/templates/fields"
	"green500/templates/pagetest"
	"green500/validation/power"
	"green500/validation/review"
)

// documentPaths are all paths of the document, found by its types.
func documentPaths(t reflect.Type, path string) []string {
	switch {
	case t.Kind() == reflect.Pointer:
		return documentPaths(t.Elem(), path)
	case t == reflect.TypeFor[power.Time]() || t == reflect.TypeFor[power.Date]() ||
		t == reflect.TypeFor[[]string]() || t == reflect.TypeFor[[]power.AccuracyRange]():
		return []string{path}
	case t.Kind() == reflect.Slice:
		return documentPaths(t.Elem(), path+"[]")
	case t.Kind() != reflect.Struct:
		return []string{path}
	}
	var paths []string
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		paths = append(paths, documentPaths(t.Field(i).Type, strings.TrimPrefix(path+"."+name, "."))...)
	}
	return paths
}

func TestTheFormHasAFieldForEveryPathOfTheDocument(t *testing.T) {
	var asked []string
	for _, s := range fields.Sections() {
		for _, field := range s.Fields {
			asked = append(asked, field.Path)
		}
	}
	want := documentPaths(reflect.TypeFor[power.Entry](), "")
	for _, path := range want {
		if !slices.Contains(asked, path) {
			t.Errorf("no field asks for %s", path)
		}
	}
	for _, path := range asked {
		if !slices.Contains(want, path) {
			t.Errorf("a field asks for %s, which is not in the document", path)
		}
	}
	if slices.Sort(asked); len(slices.Compact(asked)) != len(want) {
		t.Error("a path is asked for twice")
	}
}

func TestAFieldIsShownWithItsValue(t *testing.T) {
	root := pagetest.Parse(t, Form(formPage()))
	values := map[string]string{}
	for _, n := range pagetest.Elements(root, "input") {
		if pagetest.Attribute(n, "type") != "checkbox" || pagetest.Has(n, "checked") {
			values[pagetest.Attribute(n, "name")] = pagetest.Attribute(n, "value")
		}
	}
	for _, n := range pagetest.Elements(root, "option") {
		if pagetest.Has(n, "selected") {
			values[pagetest.Attribute(n.Parent, "name")] = pagetest.Attribute(n, "value")
		}
	}
	for path, want := range formPage().Values {
		if got, shown := values[path]; !shown || got != want {
			t.Errorf("%s shows %q, want %q", path, got, want)
		}
	}
}

func TestEveryErrorIsInTheSummaryWithItsField(t *testing.T) {
	problems := formPage().problems()
	want := []formProblem{
		{"Name of the system: Name it.", "#f-system-name"},
		{"Meter 2, Short name: Give the meter a name.", "#f-meters-1-id"},
		{"Idle measurement 1, Idle power: Edda Editor emptied this, you typed 72.", "#f-idle-0-power_w"},
		{"Somebody saved revision 4.", "#form"}, {"It ends before it starts.", "#run"},
	}
	if !slices.Equal(problems, want) {
		t.Errorf("got %v, want %v", problems, want)
	}
}

func TestSectionsCountWhatIsMissing(t *testing.T) {
	p := formPage()
	for _, s := range fields.Sections() {
		switch got := p.state(s); s.ID {
		case "meters":
			// measures, make, model, location, accuracy, sampling and aggregation of either
			if want := (sectionState{Filled: 1, Wrong: 1, Missing: 14}); got != want {
				t.Errorf("meters: got %+v, want %+v", got, want)
			}
		case "run":
			if got.Wrong != 1 {
				t.Errorf("run: got %+v", got)
			}
		case "contact":
			if got.Missing != 2 || got.sign() != "?" {
				t.Errorf("contact: got %+v", got)
			}
		}
	}
}

// TestEveryFieldIsExplained: label, a line on what it is, and both tied to the input.
func TestEveryFieldIsExplained(t *testing.T) {
	labels := map[string]bool{}
	for _, s := range fields.Sections() {
		if s.Lead == "" {
			t.Errorf("%s has no lead", s.ID)
		}
		for _, f := range s.Fields {
			if f.Kind == fields.KindHidden {
				continue
			}
			if f.Label == "" || !strings.HasSuffix(f.Hint, ".") {
				t.Errorf("%s has label %q and hint %q", f.Path, f.Label, f.Hint)
			}
			if labels[s.ID+f.Label] {
				t.Errorf("%s has a label that another field of its section has: %s", f.Path, f.Label)
			}
			labels[s.ID+f.Label] = true
		}
	}
	hints := map[string]bool{}
	root := pagetest.Parse(t, Form(formPage()))
	for _, n := range pagetest.Elements(root, "p") {
		hints[pagetest.Attribute(n, "id")] = true
	}
	for _, n := range pagetest.Elements(root, "input", "select", "textarea") {
		name := pagetest.Attribute(n, "name")
		if _, ofDocument := fields.FieldOf(name); !ofDocument || pagetest.Attribute(n, "type") == "hidden" {
			continue
		}
		by := strings.Fields(pagetest.Attribute(n, "aria-describedby"))
		if len(by) == 0 || by[0] != fields.FieldID(name)+"-hint" || !hints[by[0]] {
			t.Errorf("%s is described by %v", name, by)
		}
		if wrong := formPage().Errors[name] != ""; wrong != slices.Contains(by, fields.FieldID(name)+"-error") {
			t.Errorf("%s is described by %v", name, by)
		}
	}
}

func TestAnItemIsNamedByWhatItSays(t *testing.T) {
	p := FormPage{Values: map[string]string{
		"meters[0].id": "pdu", "meters[0].make": "Example", "meters[0].model": "Rack PDU",
		"meters[0].measures": "energy", "meters[0].location": "upstream",
		"meters[1].id": "", "node_sets[0].name": "gpu", "node_sets[0].nodes": "36", "node_sets[0].measured": "12",
		"node_sets[1].nodes": "36",
		"subsystems[0].name": "storage", "subsystems[0].treatment": "left_out", "idle[0].power_w": "72",
	}}
	for _, c := range []struct {
		group       string
		n           int
		name, tells string
	}{
		{"meters", 0, "Meter pdu", "Example Rack PDU, energy, upstream"}, {"meters", 1, "Meter 2", ""},
		{"node_sets", 0, "Node set gpu", "12 of 36 nodes measured"}, {"node_sets", 1, "Node set 2", ""},
		{"subsystems", 0, "Subsystem storage", "left out"}, {"idle", 0, "Idle measurement 1", "72 W"},
	} {
		s, _ := fields.SectionOf(c.group)
		if name, tells := p.itemName(s, c.n), p.itemTells(s, c.n); name != c.name || tells != c.tells {
			t.Errorf("%s %d is called %q: %q", c.group, c.n, name, tells)
		}
	}
}

func TestWhichItemsAreUnfolded(t *testing.T) {
	p := FormPage{
		Values: map[string]string{"meters[0].id": "a", "meters[1].id": "b", "meters[2].id": "c", "meters[3].": ""},
		Errors: templates.FieldErrors{"meters[2].make": "Name it."},
	}
	s, _ := fields.SectionOf("meters")
	var unfolded []int
	for n := range fields.Count("meters", p.Values) {
		if p.open(s, n) {
			unfolded = append(unfolded, n)
		}
	}
	if want := []int{0, 2, 3}; !slices.Equal(unfolded, want) { // the first, the wrong one, the new one
		t.Errorf("unfolded are %v, want %v", unfolded, want)
	}
}

// TestWhatIsWrongIsNeverFoldedUp: without a script an error must not have to be looked for.
func TestWhatIsWrongIsNeverFoldedUp(t *testing.T) {
	p := formPage()
	p.Errors = templates.FieldErrors{}
	for _, path := range p.paths() {
		p.Errors[path] = "Wrong."
	}
	for _, n := range pagetest.Elements(pagetest.Parse(t, Form(p)), "p") {
		if pagetest.Attribute(n, "class") != "field-error" {
			continue
		}
		for up := n.Parent; up != nil; up = up.Parent {
			if up.Data == "details" && !pagetest.Has(up, "open") {
				t.Errorf("%s is folded up", pagetest.Attribute(n, "id"))
			}
		}
	}
}

func TestAFileIsChosenAmongThoseThereAre(t *testing.T) {
	field, _ := fields.FieldOf("series[].file")
	none, some := FormPage{}, FormPage{Files: []templates.File{{Name: "a.csv"}, {Name: "b.csv"}}}
	if none.chooses(field) || !some.chooses(field) {
		t.Error("without files a name has to be typed, with files it is chosen")
	}
	var got []string
	for _, option := range some.choices(field, "gone.csv") {
		got = append(got, option.Label)
	}
	if want := []string{"a.csv", "b.csv", "gone.csv (not uploaded)"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestTheExampleOfATimeIsOfTodayAndHere(t *testing.T) {
	p := FormPage{Values: map[string]string{"site.country": "JP"}, Verdict: Verdict{Saved: pagetest.Noon}}
	if got := p.timeExample(); got != "2026-09-27T19:00:00+09:00" {
		t.Errorf("in Japan it is %s", got)
	}
	p.Values["run.timezone"] = "America/New_York"
	if got := p.timeExample(); got != "2026-09-27T06:00:00-04:00" {
		t.Errorf("in New York it is %s", got)
	}
	p.Values["run.timezone"] = "nowhere"
	if got := p.timeExample(); got != "2026-09-27T12:00:00+02:00" {
		t.Errorf("nowhere it is %s", got)
	}
}

func TestCountOfItems(t *testing.T) {
	values := map[string]string{"meters[0].id": "", "meters[10].id": "", "meterslike[20].id": ""}
	if got := fields.Count("meters", values); got != 11 {
		t.Errorf("got %d items", got)
	}
}

func formPage() FormPage {
	return FormPage{
		Page: pagetest.Page("/submissions/7/edit", pagetest.Viewer(review.Submitter)), ID: "7", State: review.Draft,
		Editions: []string{"2026-11"}, Token: "3",
		Values: map[string]string{
			"schema": power.Schema, "edition": "2025-06", "system.name": "Example-1", "meters[0].id": "pdu",
			"meters[1].id":   "",
			"series[0].file": "pdus.csv", "node_sets[0].name": "gpu", "subsystems[0].participates": "false",
			"run.power_optimised": "true",
			"tunables[0].name":    "clock", "attachments[0].file": "note.txt", "idle[0].power_w": "72",
		},
		Errors: templates.FieldErrors{"system.name": "Name it.", "meters[1].id": "Give the meter a name.",
			"run.full_run": "It ends before it starts.", "": "Somebody saved revision 4."},
		Files: []templates.File{{Name: "pdus.csv", Bytes: 12, SHA256: "sha256:dd"}},
		Verdict: Verdict{
			ID: "7", Since: "3", Graded: true, Claimed: 2, Granted: 1, Saved: pagetest.Noon, By: "Edda Editor",
			Next: []Step{{"Record idle power", "idle"}, {"Name the meter", "meters[0].id"}},
			Levels: []LevelSteps{{Level: 2,
				Steps: []Step{{"Name the meter", "meters[0].id"}, {"No field tells it", ""}}}},
			Others: []OthersChange{{Path: "system.name", Value: "Example-2", By: "Edda Editor", At: pagetest.Noon}},
		},
		States: map[string]FieldState{"meters[0].id": {Saved: pagetest.Noon, By: "Edda Editor"}},
		Conflicts: map[string]FieldConflict{"idle[0].power_w": {Was: "70", Mine: "72", Theirs: "", By: "Edda Editor",
			At: pagetest.Noon}},
	}
}
