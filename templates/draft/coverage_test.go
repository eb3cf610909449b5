package draft

import (
	"maps"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"green500/templates/fields"
	"green500/validation/power"
)

// somewhere is a document with subsystems in whatever state, and something else.
func somewhere(t *rapid.T) map[string]string {
	values := map[string]string{"system.name": "Example", "series[0].covers.subsystem": "compute",
		"meters[0].id": "pdu"}
	names := rapid.Permutation(append(power.SubsystemNames(), "archive", "login nodes")).Draw(t, "names")
	for n := range rapid.IntRange(0, len(names)).Draw(t, "subsystems") {
		for name, of := range map[string][]string{
			"name": {names[n]}, "treatment": {"", "measured", "estimated", "left_out"},
			"measured_with": {"", "compute", "storage"},
			"participates":  {"", "true", "false"}, "power_w": {"", "1200"}, "basis": {"", "sheet.pdf"},
			"units": {"", "4"}, "measured": {"", "2"},
		} {
			values[fields.ItemPath("subsystems[]."+name, n)] = rapid.SampledFrom(of).Draw(t, name)
		}
	}
	return values
}

// itemNamed is the number of a subsystem in a document, -1 if it is not there.
func itemNamed(values map[string]string, subsystem string) int {
	for n := range fields.Count("subsystems", values) {
		if values[fields.ItemPath("subsystems[].name", n)] == subsystem {
			return n
		}
	}
	return -1
}

// TestAnAnswerOnCoverageIsTheAnswer: the document that an answer makes says just that, of that subsystem, and nothing
// else of it changes; the same answer again changes nothing, and no answer never does.
func TestAnAnswerOnCoverageIsTheAnswer(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := somewhere(t)
		subsystem := rapid.SampledFrom(append(power.SubsystemNames(), "archive", "new one")).Draw(t, "subsystem")
		answer := rapid.SampledFrom([]string{coverMeasured, coverWith + "compute", coverWith + "storage", coverEstimate,
			coverLeftOut, coverNoPart}).Draw(t, "answer")
		if changes := CoverChanges(values, subsystem, ""); len(changes) > 0 {
			t.Fatalf("no answer changes %v", changes)
		}
		after := maps.Clone(values)
		maps.Copy(after, CoverChanges(values, subsystem, answer))
		n := itemNamed(after, subsystem)
		if n < 0 || coverAnswer(after, n) != answer {
			t.Fatalf("%s of %s is read as %q in %v", answer, subsystem, coverAnswer(after, n), after)
		}
		if again := CoverChanges(after, subsystem, answer); len(again) > 0 {
			t.Fatalf("the same answer again changes %v", again)
		}
		of := fields.ItemPath("subsystems[].", n)
		for path, value := range after {
			said := strings.HasPrefix(path, of) && map[string]bool{"name": true, "treatment": true,
				"measured_with": true, "participates": true}[strings.TrimPrefix(path, of)]
			if before := values[path]; before != value && !said {
				t.Fatalf("%s of %s changes %s from %q to %q", answer, subsystem, path, before, value)
			}
		}
		for path := range values {
			if _, there := after[path]; !there {
				t.Fatalf("%s is gone", path)
			}
		}
	})
}

// TestUnansweredCountsTheNamedSubsystems of which the document says nothing.
func TestUnansweredCountsTheNamedSubsystems(t *testing.T) {
	all := len(power.SubsystemNames())
	values := map[string]string{}
	if got := unanswered(values); got != all {
		t.Errorf("an empty document leaves %d open, not %d", got, all)
	}
	for _, name := range power.SubsystemNames() {
		maps.Copy(values, CoverChanges(values, name, coverNoPart))
		all--
		if got := unanswered(values); got != all {
			t.Errorf("%d are open after %s, not %d", got, name, all)
		}
	}
	maps.Copy(values, CoverChanges(values, "archive", coverEstimate))
	if unanswered(values) != 0 {
		t.Error("a subsystem that nobody asks for is counted")
	}
}
