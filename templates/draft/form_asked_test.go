package draft

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"green500/templates/fields"
	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

func TestFieldsNameDemandsOfTheCatalogue(t *testing.T) {
	for _, s := range fields.Sections() {
		for _, f := range s.Fields {
			for _, id := range f.Rules {
				if !slices.ContainsFunc(rules.All(),
					func(r rules.Rule) bool { return r.ID == id && r.Severity == rules.Must }) {
					t.Errorf("%s is asked by %s, which decides no level", f.Path, id)
				}
			}
			if f.When.Path != "" {
				if _, known := fields.FieldOf(f.When.Path); !known {
					t.Errorf("%s depends on %s, which nobody asks", f.Path, f.When.Path)
				}
			}
		}
	}
}

// TestTheFormAsksWhatTheRulesAsk takes every field in turn out of documents that meet all that their
// level asks: if the verdict gets worse the form has to ask the field, and if the form says
// that the level needs it the verdict has to get worse.
func TestTheFormAsksWhatTheRulesAsk(t *testing.T) {
	for _, edition := range methodology.Listed() {
		for _, level := range power.Levels() {
			t.Run(string(edition)+" "+level.String(), func(t *testing.T) {
				t.Parallel()
				clean := sample.Clean(level, string(edition))
				for i := range clean.Entry.Meters {
					clean.Entry.Meters[i].Accuracy.Grade = "" // Level 3 takes it in place of a figure
				}
				for i := range clean.Entry.NodeSets { // as the form asks for it, not as older documents say it
					clean.Entry.NodeSets[i].SelectionMethod, clean.Entry.NodeSets[i].Selection = power.SelectRandom, ""
				}
				values := document.Fields(&clean.Entry)
				if lost := without(t, clean, ""); len(lost) > 0 {
					t.Fatal("the whole document is not clean:", lost)
				}
				p := FormPage{Values: values}
				for path := range values {
					f, shown := fields.FieldOf(path)
					if !shown || values[path] == "" {
						continue
					}
					lost := without(t, clean, path)
					asked := slices.Contains(f.Levels(edition), level)
					needed := f.Needed(edition, level) && p.holds(f.When, itemOf(path))
					switch {
					case len(lost) > 0 && !asked && p.asksOnce(f):
						t.Errorf("the form does not ask %s, without which: %v", path, lost)
					case len(lost) == 0 && needed && !ofSeveralMeters(f, level):
						t.Errorf("the form says that %s is needed, and nothing is lost without it", path)
					}
				}
			})
		}
	}
}

// ofSeveralMeters reports whether only a run with several meters needs a field, and the clean one of a level has one
// meter.
func ofSeveralMeters(f fields.Field, level power.Level) bool {
	return level == 1 && slices.Contains(f.Rules, "meters-synchronised")
}

// asksOnce reports whether a field applies to everybody, or if another field says so.
func (p FormPage) asksOnce(f fields.Field) bool { return f.When.Words == "" || f.When.Path != "" }

// itemOf is the number of the item that a path is of.
func itemOf(path string) int {
	for n := range 100 {
		if fields.ItemPath(regexp.MustCompile(`\[\d+\]`).ReplaceAllString(path, "[]"), n) == path {
			return n
		}
	}
	return 0
}

// without says what a clean submission lacks once a field is taken out of it.
func without(t *testing.T, clean sample.Bundle, path string) (lost []string) {
	t.Helper()
	values := maps.Clone(document.Fields(&clean.Entry))
	delete(values, path)
	for _, ends := range [][2]string{{".start", ".end"}, {".end", ".start"}} {
		if span, isEnd := strings.CutSuffix(path, ends[0]); isEnd {
			delete(values, span+ends[1]) // half a span is no document
		}
	}
	entry, err := document.FromFields(values)
	if err == nil {
		err = document.Check(entry)
	}
	if err != nil {
		return []string{err.Error()}
	}
	read, err := bundle.Assemble(entry, clean.FS(), canonical.Memory)
	if err != nil {
		return []string{err.Error()}
	}
	defer func() {
		if err := read.Close(); err != nil {
			t.Error(err)
		}
	}()
	report, err := read.Grade(clean.Methodology)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range report.Findings {
		if f.Severity == rules.Must && f.Outcome.Open() && f.Asks(clean.Entry.ClaimedLevel) {
			lost = append(lost, f.Rule)
		}
	}
	return lost
}

func TestWhereAFieldLies(t *testing.T) {
	cases := []struct {
		name, path string
		values     map[string]string
		want       string // the title of its part
	}{
		{"what every level asks", "meters[0].make", map[string]string{"claimed_level": "1"}, ""},
		{"what a higher level asks", "run.full_run.start", map[string]string{"claimed_level": "1"},
			"Required for Level 2"},
		{"the same at that level", "run.full_run.start", map[string]string{"claimed_level": "2"}, ""},
		{"the same at no level", "run.full_run.start", nil, "Required for Level 2"},
		{"a temperature under 2.0", "environment.inlet_c", map[string]string{"methodology": "2.0"}, "If it applies"},
		{"a temperature under 1.2", "environment.inlet_c", map[string]string{"methodology": "1.2"}, ""},
		{"a loss at the supply", "meters[0].loss.factor", map[string]string{"meters[0].location": "upstream"},
			"If it applies"},
		{"a loss downstream", "meters[0].loss.factor", map[string]string{"meters[0].location": "downstream"}, ""},
		{"another meter's loss", "meters[1].loss.factor",
			map[string]string{"meters[0].location": "downstream", "meters[1].location": "upstream"}, "If it applies"},
		{"a loss that is told where none can be", "meters[0].loss.factor",
			map[string]string{"meters[0].location": "upstream", "meters[0].loss.factor": "1.06"}, ""},
		{"an estimate of what was measured", "subsystems[0].power_w",
			map[string]string{"subsystems[0].treatment": "measured"}, "If it applies"},
		{"an estimate of what was estimated", "subsystems[0].power_w",
			map[string]string{"subsystems[0].treatment": "estimated", "claimed_level": "2"}, ""},
		{"an overflow of power", "series[0].counts", map[string]string{"series[0].quantity": "power"}, "If it applies"},
		{"a stretch of idle power beside a figure", "idle[0].start",
			map[string]string{"idle[0].power_w": "72", "claimed_level": "2"}, "If it applies"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			p := FormPage{Values: c.values}
			s, _ := fields.SectionOf(c.path)
			f, _ := fields.FieldOf(c.path)
			for _, part := range p.parts(s, itemOf(c.path)) {
				if slices.ContainsFunc(part.Fields, func(other fields.Field) bool { return other.Path == f.Path }) {
					if part.Title != c.want {
						t.Errorf("it lies under %q, want %q", part.Title, c.want)
					}
					return
				}
			}
			t.Error("it lies nowhere")
		})
	}
}

// TestEveryFieldLiesInOnePart: whatever is claimed, nothing is lost.
func TestEveryFieldLiesInOnePart(t *testing.T) {
	for _, level := range []string{"", "1", "2", "3", "4"} {
		p := FormPage{Values: map[string]string{"claimed_level": level}}
		for _, s := range fields.Sections() {
			count := 0
			for _, part := range p.parts(s, 0) {
				count += len(part.Fields)
			}
			if count != len(s.Fields) {
				t.Errorf("%s shows %d of %d fields at level %q", s.ID, count, len(s.Fields), level)
			}
		}
	}
}
