package main

import (
	"strings"
	"testing"

	"green500/validation"
	"green500/validation/power"
)

// TestACheckPrintsTheStudy: thresholds, the ceiling of the graded machine, and nothing if there is no study.
func TestACheckPrintsTheStudy(t *testing.T) {
	entry := &power.Entry{Study: []power.StudyRun{
		{Settings: "default", Order: 1000, DurationSeconds: 100, PowerWatts: 9400, Readings: 20},
		{Settings: "dvfs", Order: 1000, DurationSeconds: 105, PowerWatts: 8415, Readings: 21},
		{Settings: "off", Order: 1000, DurationSeconds: 100, PowerWatts: 3000, Readings: 20},
	}}
	report := &validation.Report{Numbers: validation.Numbers{Idle: &validation.Number{Value: 7800},
		CoreAverage: &validation.Number{Value: 9400}}}
	var text strings.Builder
	if err := printStudy(&text, entry, report); err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"as the site states it", "dvfs      N 1000  +5.0%", "implausible: saves more power",
		"at most 17.0% of the power"} {
		if !strings.Contains(text.String(), words) {
			t.Errorf("%q is missing:\n%s", words, text.String())
		}
	}
	text.Reset()
	if err := printStudy(&text, &power.Entry{}, report); err != nil || text.String() != "" {
		t.Errorf("%q, %v", text.String(), err)
	}
}
