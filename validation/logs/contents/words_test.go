package contents_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/contents"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// Instruments that did not run at the same time have no power together.
func TestOnlyWhatRanTogetherIsAddedUp(t *testing.T) {
	start := time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		from, to int // of the second of two, in seconds; the first runs from 0 to 600
		want     string
	}{
		"at once":        {0, 600, "mean 1000.00 W"},
		"a moment later": {1, 601, "mean 1000.00 W"},
		"half of the time": {300, 600,
			"mean 1000.00 W from 2026-06-01 10:05:00 to 2026-06-01 10:09:59, when all of them have readings"},
		"after one another":  {700, 1300, "no mean: there is no time at which all of them have readings"},
		"one behind another": {600, 1200, "no mean: there is no time at which all of them have readings"},
	} {
		t.Run(name, func(t *testing.T) {
			var text strings.Builder
			text.WriteString("time,node,power_w\n")
			for i := range 1300 {
				at := start.Add(time.Duration(i) * time.Second).Format(time.RFC3339)
				if i < 600 {
					fmt.Fprintf(&text, "%s,n1,%d\n", at, 599+i%2*2)
				}
				if i >= c.from && i < c.to {
					fmt.Fprintf(&text, "%s,n2,%d\n", at, 399+i%2*2)
				}
			}
			s := surveyed(t, text.String(), tracefile.ImportSettings{Instruments: []string{"node"}})
			if got := s.DescribeTotal(); got != c.want {
				t.Errorf("together they show %q, want %q", got, c.want)
			}
			whole := power.NewSpan(s.Recorded.Start.Time, s.Recorded.End.Add(time.Nanosecond))
			if w := s.Window(whole); w.Known != (c.to-c.from == 600 && c.from < 2) || w.Known != (w.Mean > 0) {
				t.Errorf("the mean of the whole is known: %v, %v", w.Known, w.Mean)
			}
		})
	}
}

// Meters that are read in turn begin and end an interval apart, and are added up; if nothing is, a reason is told.
func TestMetersThatAreReadInTurnAreAddedUp(t *testing.T) {
	const nothing = "no mean: there is no time at which all of them have readings"
	for name, c := range map[string]struct {
		columns string
		first   []int // minutes at which each is read
		second  []int
		want    string
		apart   bool // in the whole of the log
	}{
		"half an interval apart": {"power_w", []int{0, 15, 30, 45}, []int{7, 22, 37, 52},
			"mean 1000.00 W", false},
		"the one often, the other not": {"power_w", []int{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}, []int{3, 8},
			"mean 1000.00 W", false},
		"one behind another":      {"power_w", []int{0, 15}, []int{15, 30}, nothing, true},
		"a little behind another": {"power_w", []int{0, 1, 2, 3}, []int{4, 5, 6, 7}, nothing, true},
		"both once":               {"power_w", []int{0}, []int{0}, "mean 1000.00 W", false},
		"once each":               {"power_w", []int{0}, []int{5}, nothing, true},
		"an interval and more apart": {"power_w", []int{0, 1, 2, 3, 4, 5, 6}, []int{3, 4, 5, 6, 7, 8, 9},
			"mean 1000.00 W from 2026-06-01 10:03:00 to 2026-06-01 10:06:00, when all of them have readings", true},
		"not where they seem to overlap": {"power_w", []int{0, 1, 2, 60}, []int{30, 31, 32, 90},
			"no mean: from 2026-06-01 10:30:00 to 2026-06-01 11:00:00, which all of them cover, not all have a mean " +
				"at the same time", true},
		"a total that is read once": {"energy_j", []int{0, 1, 2}, []int{1},
			"no mean: not all of them have one, for example because a total falls or is read once", false},
	} {
		t.Run(name, func(t *testing.T) {
			var text strings.Builder
			text.WriteString("time,node," + c.columns + "\n")
			for minute := range 91 {
				at := time.Date(2026, 6, 1, 10, minute, 0, 0, time.UTC).Format(time.RFC3339)
				if slices.Contains(c.first, minute) {
					fmt.Fprintf(&text, "%s,n1,600\n", at)
				}
				if slices.Contains(c.second, minute) {
					fmt.Fprintf(&text, "%s,n2,400\n", at)
				}
			}
			s := surveyed(t, text.String(),
				tracefile.ImportSettings{Instruments: []string{"node"}, Counts: counted(c.columns)})
			if got := s.DescribeTotal(); got != c.want {
				t.Errorf("together they show %q, want %q", got, c.want)
			}
			whole := power.NewSpan(s.Recorded.Start.Time, s.Recorded.End.Add(time.Nanosecond))
			if w := s.Window(whole); w.Apart != c.apart || w.Apart && w.Known {
				t.Errorf("in the whole they are apart: %v, a mean is known: %v", w.Apart, w.Known)
			}
		})
	}
}

// A window in which each instrument is read once has a mean if they are read every interval.
func TestReadingsOfAShortWindowAreAddedUp(t *testing.T) {
	var text strings.Builder
	text.WriteString("time,node,power_w\n")
	start := time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC)
	for i := range 16 {
		fmt.Fprintf(&text, "%s,n%d,%d\n", start.Add(time.Duration(i)*450*time.Second).Format(time.RFC3339),
			1+i%2, 600-i%2*200)
	}
	s := surveyed(t, text.String(), tracefile.ImportSettings{Instruments: []string{"node"}})
	for _, minutes := range []int{10, 16, 25} {
		if w := s.Window(power.NewSpan(start, start.Add(time.Duration(minutes)*time.Minute))); !w.Known ||
			w.Mean != 1000 {
			t.Errorf("%d minutes: known %v, %v", minutes, w.Known, w.Mean)
		}
	}
}

// A total that falls has no mean in a window either: what it counted around the fall is not known.
func TestATotalThatFallsHasNoMean(t *testing.T) {
	log := "time,node,energy_j\n"
	for i, joules := range []int{1000, 2000, 3000, 10, 1010} {
		at := time.Date(2026, 6, 1, 10, 0, i, 0, time.UTC).Format(time.RFC3339)
		log += fmt.Sprintf("%s,n1,%d\n%s,n2,%d\n", at, 1000*i, at, joules)
	}
	s := surveyed(t, log, tracefile.ImportSettings{Instruments: []string{"node"}, Counts: "total"})
	if got, want := s.DescribeTotal(),
		"no mean: not all of them have one, for example because a total falls or is read once"; got != want {
		t.Errorf("together they show %q, want %q", got, want)
	}
	if w := s.Window(s.Recorded); w.Known || w.Apart || w.Energy != 0 || w.Instruments[1].Known ||
		!w.Instruments[0].Known {
		t.Errorf("%+v", w)
	}
	before := power.NewSpan(s.Recorded.Start.Time, s.Recorded.Start.Add(2*time.Second))
	if w := s.Window(before); !w.Known || w.Mean != 2000 {
		t.Errorf("before it falls: known %v, %v", w.Known, w.Mean)
	}
}

// Energy of intervals that is given back is no total that falls, and their sum is no number that a meter wrote.
func TestEnergyThatIsGivenBackHasAMean(t *testing.T) {
	s := surveyed(t, "time,kWh\n2026-06-01T10:00:00Z,-0.4\n2026-06-01T11:00:00Z,-0.6\n2026-06-01T12:00:00Z,-0.5\n",
		tracefile.ImportSettings{Counts: "interval"})
	if said := s.Describe(s.Instruments[0]); len(said) != 2 || said[1] != "mean -550.00 W from the counted energy" {
		t.Errorf("said %q", said)
	}
	if w := s.Window(power.NewSpan(s.Recorded.Start.Time, s.Recorded.End.Add(time.Nanosecond))); !w.Known ||
		w.Mean != -550 {
		t.Errorf("known %v, %v", w.Known, w.Mean)
	}
}

// The energy of an interval lies behind its timestamp if that is its begin, and before it if that is its end.
func TestEnergyOfIntervalsLiesWhereTheyAre(t *testing.T) {
	for stamp, want := range map[string]power.Watts{"": 550, "end": 550, "middle": 400, "begin": 250} {
		s := surveyed(t, "time,Wh\n2026-06-01T10:00:00Z,200\n2026-06-01T11:00:00Z,300\n2026-06-01T12:00:00Z,800\n",
			tracefile.ImportSettings{Counts: "interval", Stamp: stamp})
		if w := s.Window(power.NewSpan(s.Recorded.Start.Time, s.Recorded.End.Add(time.Nanosecond))); !w.Known ||
			w.Mean != want {
			t.Errorf("stamp %q: known %v, %v, want %v", stamp, w.Known, w.Mean, want)
		}
	}
}

// What each reading of runs counts that have a duration of their own is asked for before any mean is formed.
func TestEnergyOfRunsIsAskedFor(t *testing.T) {
	log := "time,duration,energy_kwh\n2026-06-01T10:00:00Z,106.2,0.0124\n2026-06-01T10:05:00Z,106.3,0.0125\n" +
		"2026-06-01T10:11:00Z,55.3,0.0062\n2026-06-01T10:16:00Z,107.1,0.0126\n"
	for counts, asks := range map[string]bool{"": true, "interval": false} {
		s, err := contents.Read(tracefile.Input{Name: "log.csv", At: strings.NewReader(log), Size: int64(len(log))},
			contents.Settings{ImportSettings: tracefile.ImportSettings{Counts: counts}}, canonical.Memory)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.ReadError != nil && strings.Contains(s.ReadError.Error(), "counts"); got != asks {
			t.Errorf("counts %q: %v", counts, s.ReadError)
		}
	}
}

func counted(column string) string {
	if strings.HasPrefix(column, "energy") {
		return "total"
	}
	return ""
}

func surveyed(t *testing.T, log string, told tracefile.ImportSettings) *contents.Survey {
	t.Helper()
	s, err := contents.Read(tracefile.Input{Name: "log.csv", At: strings.NewReader(log), Size: int64(len(log))},
		contents.Settings{ImportSettings: told}, canonical.Memory)
	if err != nil || s.ReadError != nil {
		t.Fatal(err, s.ReadError)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// What is only seen once the whole log is read: rows that may be of a second instrument, which stands far behind the
// first.
func TestASecondInstrumentFarBehindIsSuspected(t *testing.T) {
	start := time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC)
	row := func(i, more int) string {
		return fmt.Sprintf("%s,%d\n", start.Add(time.Duration(i)*time.Second).Format(time.RFC3339), 500+i%7+more)
	}
	for name, c := range map[string]struct {
		order           func(i int) int
		late, suspected bool
	}{
		"two behind one another": {func(i int) int { return i % 3000 }, true, true},
		"newest first":           {func(i int) int { return 6000 - i }, false, false},
		"one that came late":     {func(i int) int { return max(0, i-i/5999*5000) }, true, false},
	} {
		t.Run(name, func(t *testing.T) {
			var text strings.Builder
			text.WriteString("time,power_w\n")
			for i := range 6000 {
				text.WriteString(row(c.order(i), i/3000))
			}
			s := surveyed(t, text.String(), tracefile.ImportSettings{})
			said := strings.Join(s.Describe(s.Instruments[0]), "\n")
			if got := strings.Contains(said, "after a later one"); got != c.late {
				t.Errorf("readings are late: %v, want %v\n%s", got, c.late, said)
			}
			if got := strings.Contains(said, "several instruments"); got != c.suspected {
				t.Errorf("several instruments are suspected: %v, want %v\n%s", got, c.suspected, said)
			}
		})
	}
}
