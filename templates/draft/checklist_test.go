package draft

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"green500/templates/fields"
	"green500/validation"
)

// TestTheFormAsksTheChecklist: every item of the methodology's checklist stands in a section of the
// form, beside the fields that answer it.
func TestTheFormAsksTheChecklist(t *testing.T) {
	for _, item := range validation.Checklist() {
		for _, path := range item.Fields {
			if !slices.ContainsFunc(fields.Sections(), func(s fields.Section) bool {
				return slices.ContainsFunc(s.Fields,
					func(f fields.Field) bool { return strings.HasPrefix(f.Path, path) }) &&
					slices.ContainsFunc(checkItems(s),
						func(shown validation.CheckItem) bool { return shown.ID == item.ID })
			}) {
				t.Errorf("no section of the form has %s of %q", path, item.Title)
			}
		}
	}
}

// TestAnItemOfTheChecklistSaysHowItStands: answered, open, or nothing to answer.
func TestAnItemOfTheChecklistSaysHowItStands(t *testing.T) {
	meter := map[string]string{"meters[0].id": "pdu", "meters[0].make": "Example", "meters[0].model": "PDU",
		"meters[0].measures": "power", "meters[0].location": "upstream",
		"meters[0].accuracy.of_reading_percent": "1", "meters[0].sampling_hz": "1000",
		"meters[0].aggregation": "read in one sweep"}
	with := func(more ...string) map[string]string {
		values := maps.Clone(meter)
		for i := 0; i < len(more); i += 2 {
			values[more[i]] = more[i+1]
		}
		return values
	}
	for _, c := range []struct {
		name, section, item string
		values              map[string]string
		want                string // empty if the section does not show it
	}{
		{"whole", "meters", "measuring-devices", meter, "answered"},
		{"without a model", "meters", "measuring-devices", with("meters[0].model", ""), "open"},
		{"a second meter without a model", "meters", "measuring-devices", with("meters[1].id", "bmc"), "open"},
		{"no loss upstream", "meters", "power-loss", meter, "does not apply"},
		{"no loss told downstream", "meters", "power-loss", with("meters[0].location", "downstream"), "open"},
		{"idle power at Level 1", "idle", "idle-power", map[string]string{"claimed_level": "1"}, "not required"},
		{"idle power at Level 2", "idle", "idle-power", map[string]string{"claimed_level": "2"}, "open"},
		{"a figure of idle power", "idle", "idle-power",
			map[string]string{"claimed_level": "2", "idle[0].power_w": "72"}, "answered"},
		{"the output", "run", "core-phase", map[string]string{"run.output": "HPL.out"}, "answered"},
		{"a core phase without output", "run", "core-phase", map[string]string{
			"run.core_phase.start": "2026-05-01T10:00:00Z", "run.core_phase.end": "2026-05-01T11:00:00Z"}, "answered"},
		{"readings in the section of the run", "run", "level-1-measurement", nil, ""},
		{"readings in their own section", "series", "level-1-measurement", nil, "open"},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := FormPage{Values: c.values}
			s, _ := fields.SectionOf(c.section)
			got := ""
			for _, note := range p.checkNotes(s, p.entry()) {
				if note.ID == c.item {
					got = note.word
				}
			}
			if got != c.want {
				t.Errorf("it is %q, want %q", got, c.want)
			}
		})
	}
}
