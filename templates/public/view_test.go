package public

import (
	"strings"
	"testing"
	"time"

	"green500/templates"
	"green500/templates/pagetest"
	"green500/validation/lists/listing"
	"green500/validation/lists/published"
	"green500/validation/power"
)

// TestTheTimeThatIsLeftIsNeverTooLong, and changes on the hour.
func TestTheTimeThatIsLeftIsNeverTooLong(t *testing.T) {
	now := time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC)
	for left, want := range map[time.Duration]string{
		72 * time.Hour: "3 days left", 71 * time.Hour: "2 days left", 48 * time.Hour: "2 days left", 47*time.Hour +
			59*time.Minute: "47 hours left", time.Hour: "1 hour left", 59 * time.Minute: "less than an hour left",
	} {
		if got := (Next{Deadline: templates.Deadline{Now: now, Closes: now.Add(left)}}).left(); got != want {
			t.Errorf("%v before the end: %q, want %q", left, got, want)
		}
	}
}

// TestABarReachesAsFarAsTheUncertainty: of two efficiencies, 10 ± 1 and 8 ± 2, on a scale from 6 to 11 that is 130
// wide.
func TestABarReachesAsFarAsTheUncertainty(t *testing.T) {
	rows := []listing.Row{{Efficiency: new(10.0), Uncertainty: new(1.0)}, {Efficiency: new(8.0), Uncertainty: new(2.0)},
		{Efficiency: new(7.0)}, {}}
	s := spreadOf(rows)
	if s != (spread{6, 11}) || s.at(6) != 5 || s.at(11) != 135 || s.at(8.5) != 70 {
		t.Errorf("%+v: %v to %v", s, s.at(6), s.at(11))
	}
	for i, want := range []string{"M83 8H135M83 5V11M135 5V11", "M5 8H109M5 5V11M109 5V11", "", ""} {
		if got := s.bar(rows[i]); got != want {
			t.Errorf("row %d is drawn as %q, want %q", i, got, want)
		}
	}
	if got := (spread{5, 5}).at(5); got != 70 {
		t.Errorf("a single figure stands at %v", got)
	}
}

// TestAnInconsistentEntryInItsUnits: Rmax in TFlop/s, power in kW, and the difference of the listed from the calculated
// efficiency.
func TestAnInconsistentEntryInItsUnits(t *testing.T) {
	row := Inconsistency{
		Contradiction: published.Contradiction{Rank: 3, System: "A", Listed: 9.0, Recomputed: 7.5},
		Entry:         listing.Row{Rmax: new(power.GFlops(9_950_000)), Power: new(power.Watts(1_326_666))},
	}
	text := pagetest.TextOf(pagetest.Parse(t, inconsistencyTable(InconsistenciesPage{Rows: []Inconsistency{row}})))
	for _, want := range []string{"Rmax TFlop/s", "Power kW", "9,950.00", "1,326.7", "7.500", "9.000", "+20.0%"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q: %s", want, text)
		}
	}
	for part, want := range map[float64]string{0.2: "+20.0%", -0.005: "−0.5%", 1.5: "+150%", 0: "0.0%"} {
		if got := signedPercent(part); got != want {
			t.Errorf("%v is %q, want %q", part, got, want)
		}
	}
	if scaled[power.Watts](nil, 1) != "–" {
		t.Error("what is not known has a figure")
	}
}

// TestWhatAnIndexedListStates counts entries without a level, and bands of more than one rank.
func TestWhatAnIndexedListStates(t *testing.T) {
	if got := (IndexedList{Entries: 30, Levels: map[power.Level]int{1: 10, 2: 5, 3: 1}}).unstated(); got != 14 {
		t.Errorf("%d of 30 state no level, want 14", got)
	}
	for want, row := range map[string]listing.Row{"2–5": {BandFirst: new(2), BandLast: new(5)},
		"": {BandFirst: new(2), BandLast: new(2)}} {
		if got := bandWords(row); got != want {
			t.Errorf("the band is %q, want %q", got, want)
		}
	}
	if bandWords(listing.Row{}) != "" || rowName(listing.Row{Site: "KIT"}) != "A system at KIT" {
		t.Error("what is not known is stated")
	}
}
