package document_test

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"green500/validation/document"
	"green500/validation/document/sample"
	"green500/validation/power"
)

// differences are what is changed in a clean document of Level 2, and what has to be told of it: kind, path, item,
// before and after.
var differences = []struct {
	name   string
	change func(e *power.Entry)
	want   string
}{
	{"nothing", func(*power.Entry) {}, ``},
	{"a field", func(e *power.Entry) { e.System.Name = "Other" }, `changed system.name "" "Sample-1" "Other"`},
	{"a field that was empty", func(e *power.Entry) { e.System.URL = "https://example.org" },
		`added system.url "" "" "https://example.org"`},
	{"a field that is empty", func(e *power.Entry) { e.System.Name = "" }, `dropped system.name "" "Sample-1" ""`},
	{"a choice", func(e *power.Entry) { e.Run.PowerOptimised = true }, `changed run.power_optimised "" "false" "true"`},
	{"a stated zero", func(e *power.Entry) { zero := 0.0; e.Environment.HumidityPercent = &zero },
		`added environment.humidity_percent "" "" "0"`},
	{"a time", func(e *power.Entry) { e.Run.FullRun.Start.Time = e.Run.FullRun.Start.Add(1e9) },
		`changed run.full_run.start "" "2026-11-05T10:18:40+01:00" "2026-11-05T10:18:41+01:00"`},
	{"a meter's figure", func(e *power.Entry) { e.Meters[0].Accuracy.OfReadingPercent = 2 },
		`changed meters[0].accuracy.of_reading_percent "METER" "1" "2"`},
	{"a meter before it", func(e *power.Entry) { e.Meters = append([]power.Meter{{ID: "new", Count: 3}}, e.Meters...) },
		"added meters[0].id \"new\" \"\" \"new\"\nadded meters[0].count \"new\" \"\" \"3\""},
	{"a meter renamed", func(e *power.Entry) { e.Meters[0].ID = "renamed" },
		`changed meters[0].id "renamed" "METER" "renamed"`},
	{"a series of another file", func(e *power.Entry) { e.Series[0].File = "other.csv" },
		`changed series[0].file "other.csv VALUE" "FILE" "other.csv"`},
	{"rows of a series",
		func(e *power.Entry) { e.Series[0].Where = map[string][]string{"row": {"3"}, "rack": {"1", "2"}} },
		`added series[0].where "FILE VALUE" "" "rack=1,2; row=3"`},
	{"ranges of a meter", func(e *power.Entry) {
		e.Meters[0].Accuracy.Ranges = []power.AccuracyRange{{UpToWatts: 10, OfReadingPercent: 1}}
	},
		`added meters[0].accuracy.ranges "METER" "" "10: 1"`},
	{"an order", func(e *power.Entry) { e.Subsystems[0], e.Subsystems[1] = e.Subsystems[1], e.Subsystems[0] },
		`moved subsystems[0] "interconnect" "subsystems[1]" "subsystems[0]"`},
	{"a tunable", func(e *power.Entry) { e.Tunables = []power.Tunable{{Name: "cap", Default: "none", Value: "500 W"}} },
		"added tunables[0].name \"cap\" \"\" \"cap\"\nadded tunables[0].default \"cap\" \"\" \"none\"\n" +
			"added tunables[0].value \"cap\" \"\" \"500 W\""},
	{"a study", func(e *power.Entry) { e.Study = []power.StudyRun{{Settings: "cap", Order: 3}} },
		"added study[0].settings \"cap\" \"\" \"cap\"\nadded study[0].order \"cap\" \"\" \"3\""},
}

func TestDifference(t *testing.T) {
	for _, c := range differences {
		t.Run(c.name, func(t *testing.T) {
			before, after := sample.Clean(2, "2.0").Entry, sample.Clean(2, "2.0").Entry
			c.change(&after)
			known := strings.NewReplacer("METER", before.Meters[0].ID, "VALUE", before.Series[0].Value, "FILE",
				before.Series[0].File)
			if got, want := told(document.Difference(&before, &after)), known.Replace(c.want); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			back := told(document.Difference(&after, &before))
			if strings.Count(back, "\n") != strings.Count(known.Replace(c.want), "\n") ||
				(back == "") != (c.want == "") {
				t.Errorf("the other way it is\n%s", back)
			}
		})
	}
}

func told(changes []document.Change) string {
	lines := make([]string, len(changes))
	for i, c := range changes {
		lines[i] = fmt.Sprintf("%s %s %q %q %q", c.Kind, c.Path, c.Item, c.Before, c.After)
	}
	return strings.Join(lines, "\n")
}

// TestItemsThatOnlyMovedAreTheSame: whatever the order of a list, nothing of its items is reported changed, and of n
// items that were shuffled fewer than n have moved.
func TestItemsThatOnlyMovedAreTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		count := rapid.IntRange(2, 12).Draw(t, "count")
		var before, after power.Entry
		for i := range count {
			before.Tunables = append(before.Tunables, power.Tunable{Name: fmt.Sprint("t", i), Value: fmt.Sprint(i)})
		}
		after.Tunables = rapid.Permutation(before.Tunables).Draw(t, "order")
		changes := document.Difference(&before, &after)
		for _, c := range changes {
			if c.Kind != document.Moved {
				t.Fatalf("%+v", c)
			}
		}
		if len(changes) >= count {
			t.Fatalf("all %d of %d have moved", len(changes), count)
		}
	})
}
