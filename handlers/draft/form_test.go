package draft

import (
	"testing"

	"green500/validation/power"
)

// TestAnErrorOfAFileStandsAtTheFieldThatNamesIt: else it would stand on no step, or on each.
func TestAnErrorOfAFileStandsAtTheFieldThatNamesIt(t *testing.T) {
	values := map[string]string{"run.output": "HPL.out", "series[1].file": "pdu.csv", "series[2].file": "pdu.csv",
		"system.name": "pdu.csv"}
	found := power.InputErrors{{File: "pdu.csv", Field: "timezone"}, {File: "HPL.out"},
		{File: "HPL.out", Field: "run.result"}, {}}
	for i, want := range []string{"series[1].file", "run.output", "run.result", ""} {
		if got := placed(found, values)[i].Field; got != want {
			t.Errorf("%d stands at %q, want %q", i, got, want)
		}
	}
}
