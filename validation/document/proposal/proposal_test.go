package proposal_test

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/document"
	"green500/validation/document/proposal"
	"green500/validation/logs/canonical"
	"green500/validation/logs/contents"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

var start = time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC)

// table is a log with a row every second for two minutes, made of the time and the number of the row.
func table(head string, rows func(at string, i int) string) string {
	var text strings.Builder
	text.WriteString(head + "\n")
	for i := range 120 {
		text.WriteString(rows(start.Add(time.Duration(i)*time.Second).Format(time.RFC3339), i))
	}
	return text.String()
}

// longTable has two outlets in each rack, each rack with a power of its own.
func longTable(racks ...int) string {
	return table("time,rack,outlet,power_w", func(at string, i int) string {
		var rows strings.Builder
		for _, rack := range racks {
			for outlet := range 2 {
				fmt.Fprintf(&rows, "%s,%d,%d,%d\n", at, rack, outlet+1, 400*rack*(outlet+1)+(i*(outlet+3))%7)
			}
		}
		return rows.String()
	})
}

func wideTable(columns ...string) string {
	return table("time,"+strings.Join(columns, ","), func(at string, i int) string {
		row := at
		for n := range columns {
			row += fmt.Sprintf(",%d", 500*(n+1)+i%5)
		}
		return row + "\n"
	})
}

func surveyed(t *testing.T, log string) *contents.Survey {
	t.Helper()
	s, err := contents.Read(tracefile.Input{Name: "log.csv", At: strings.NewReader(log), Size: int64(len(log))},
		contents.Settings{}, canonical.Memory)
	if err != nil || s.ReadError != nil {
		t.Fatal(err, s.ReadError)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s
}

// logs are kinds of logs with the parts that they are to be divided into.
var logs = map[string]struct {
	log    string
	keys   []string
	meters int
}{
	"a long table by rack":     {longTable(1, 2, 7), []string{"1", "2", "7"}, 6},
	"a long table of one rack": {longTable(4), []string{"1", "2"}, 2},
	"one column":               {wideTable("power_w"), []string{""}, 1},
	"a wide table of parts": {wideTable("compute_w", "storage_w", "network_w"),
		[]string{"compute_w", "network_w", "storage_w"}, 3},
	"a wide table of alike": {wideTable("node1_w", "node2_w", "login_w"), []string{"login_w", "node*_w"}, 3},
	"more racks than are told": {longTable(slices.Collect(upTo(proposal.MostParts + 1))...), []string{""},
		2 * (proposal.MostParts + 1)},
	"as many racks as are told": {longTable(slices.Collect(upTo(proposal.MostParts))...),
		numbers(proposal.MostParts), 2 * proposal.MostParts},
	"columns of alike and no more": {wideTable("node1_w", "node2_w"), []string{"node*_w"}, 2},
}

func upTo(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := 1; i <= n && yield(i); i++ {
		}
	}
}

func numbers(n int) (made []string) {
	for i := range upTo(n) {
		made = append(made, fmt.Sprint(i))
	}
	return made
}

func keys(parts []proposal.Part) (made []string) {
	for _, p := range parts {
		made = append(made, p.Key)
	}
	return made
}

func TestALogIsDividedIntoItsParts(t *testing.T) {
	for name, c := range logs {
		t.Run(name, func(t *testing.T) {
			s := surveyed(t, c.log)
			parts := proposal.Parts(s, s.Recorded)
			if got := slices.Sorted(slices.Values(keys(parts))); !slices.Equal(got,
				slices.Sorted(slices.Values(c.keys))) {
				t.Errorf("got %q, want %q", got, c.keys)
			}
			meters := 0
			for _, p := range parts {
				meters += p.Meters
				if (p.Name == "") != (len(parts) == 1) {
					t.Errorf("part %q of %d is called %q", p.Key, len(parts), p.Name)
				}
			}
			if meters != c.meters {
				t.Errorf("%d meters, want %d", meters, c.meters)
			}
		})
	}
}

// TestTheMeanOfAPart is that of all its meters.
func TestTheMeanOfAPart(t *testing.T) {
	s := surveyed(t, longTable(1, 2, 7))
	for _, p := range proposal.Parts(s, s.Recorded) {
		rack := map[string]float64{"1": 1200, "2": 2400, "7": 8400}[p.Key]
		if !p.Known || math.Abs(float64(p.Mean)-rack) > 10 {
			t.Errorf("rack %s has %v W (%v)", p.Key, p.Mean, p.Known)
		}
	}
}

// TestWhatIsChosenIsHeld: whatever a person chooses of whatever kind of log, the document says just that, can be graded
// as a document, and keeps what other files say; choosing again replaces it.
func TestWhatIsChosenIsHeld(t *testing.T) {
	for name, c := range logs {
		s := surveyed(t, c.log)
		parts := proposal.Parts(s, s.Recorded)
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				options := append(power.SubsystemNames(), "")
				if len(parts) > 1 {
					options = append(options, proposal.NotOfMachine)
				}
				draw := func(label string) map[string]string {
					chosen := map[string]string{}
					for _, p := range parts {
						if of := rapid.SampledFrom(options).Draw(t, label+" "+p.Key); of != "" {
							chosen[p.Key] = of
						}
					}
					return chosen
				}
				other := power.Series{File: "other.csv", Meter: "other", Quantity: power.Power, Unit: "W",
					Covers: power.Covers{Subsystem: power.Compute}}
				entry := &power.Entry{NodeSets: []power.NodeSet{{Name: "gpu"}}, Series: []power.Series{other},
					Meters:     []power.Meter{{ID: "other", Measures: power.Power}},
					Subsystems: []power.Subsystem{{Name: power.Compute, Treatment: power.Measured}}}
				for _, label := range []string{"first", "second"} {
					chosen := draw(label)
					entry = proposal.Cover(entry, "log.csv", parts, chosen, 1)
					held := proposal.Chosen(entry, "log.csv", parts)
					maps.DeleteFunc(held, func(_, of string) bool { return of == "" })
					if !maps.Equal(held, chosen) {
						t.Fatalf("%v was chosen, the document says %v: %+v %+v", chosen, held, entry.Series,
							entry.LeftOut)
					}
				}
				if !slices.ContainsFunc(entry.Series, func(s power.Series) bool { return s.File == "other.csv" }) {
					t.Fatal("the series of another file is gone")
				}
				for _, s := range entry.Series {
					if !slices.ContainsFunc(entry.Meters, func(m power.Meter) bool { return m.ID == s.Meter }) {
						t.Fatalf("no meter is called %q", s.Meter)
					}
				}
				for _, sub := range entry.Subsystems {
					covered := slices.ContainsFunc(entry.Series,
						func(s power.Series) bool { return s.Covers.Subsystem == sub.Name })
					if sub.Treatment == power.Measured && !covered {
						t.Fatalf("%s is called measured, and nobody says so any more", sub.Name)
					}
				}
				if back, err := document.FromFields(document.Fields(entry)); err != nil ||
					!maps.Equal(proposal.Chosen(back, "log.csv", parts), proposal.Chosen(entry, "log.csv", parts)) {
					t.Fatalf("the form of it says something else: %v", err)
				}
			})
		})
	}
}

// TestCoveringKeepsWhatWasSaid of a subsystem before, and removes nothing that a person typed.
func TestCoveringKeepsWhatWasSaid(t *testing.T) {
	s := surveyed(t, longTable(1, 2))
	parts := proposal.Parts(s, s.Recorded)
	entry := &power.Entry{Subsystems: []power.Subsystem{{Name: "storage", Treatment: power.Estimated, PowerWatts: 1200},
		{Name: "cooling", Treatment: power.Measured, MeasuredWith: power.Compute}}}
	entry = proposal.Cover(entry, "log.csv", parts, map[string]string{"1": power.Compute, "2": "storage"}, 1)
	entry = proposal.Cover(entry, "log.csv", parts, map[string]string{"1": power.Compute}, 1)
	want := map[string]power.Treatment{"storage": power.Estimated, "cooling": power.Measured,
		power.Compute: power.Measured}
	for _, sub := range entry.Subsystems {
		if want[sub.Name] != sub.Treatment {
			t.Errorf("%s is %s, want %s", sub.Name, sub.Treatment, want[sub.Name])
		}
		delete(want, sub.Name)
	}
	if len(want) > 0 {
		t.Errorf("nothing is said any more of %v", want)
	}
}

// every is a log of a node and a storage with a reading every so many seconds.
func every(seconds int, head string) string {
	return table("time,"+head, func(_ string, i int) string {
		at := start.Add(time.Duration(i*seconds) * time.Second).Format(time.RFC3339)
		return at + strings.Repeat(fmt.Sprintf(",%d", 500+i%5), strings.Count(head, ",")+1) + "\n"
	})
}

// TestALogOfAnotherInstrumentGetsAMeterOfItsOwn, of which nothing is said that was of the first.
func TestALogOfAnotherInstrumentGetsAMeterOfItsOwn(t *testing.T) {
	first := every(1, "node1_w,node2_w,storage_w")
	_, nameless, _ := strings.Cut(first, "\n")
	for name, c := range map[string]struct {
		log   string
		other bool
	}{
		"a rotated part":                       {first, false},
		"a rotated part without its names":     {nameless, false},
		"nodes of another rack":                {every(1, "node18_w,node19_w,node20_w,storage_w"), false},
		"another interval":                     {every(5, "node1_w,node2_w,storage_w"), true},
		"another column":                       {every(1, "node1_w,node2_w,cooling_w"), true},
		"one column less":                      {every(1, "node1_w,node2_w"), true},
		"one column more":                      {every(1, "node1_w,node2_w,storage_w,inlet_c"), true},
		"without names and with fewer columns": {strings.TrimPrefix(every(1, "power_w"), "time,power_w\n"), true},
	} {
		t.Run(name, func(t *testing.T) {
			a, b := surveyed(t, first), surveyed(t, c.log)
			one, other := proposal.InstrumentOf(a), proposal.InstrumentOf(b)
			if one.IsLike(other) == c.other || other.IsLike(one) == c.other {
				t.Errorf("told apart: %v", !c.other)
			}
			var others []string
			if c.other {
				others = []string{"first.csv"}
			}
			cover := func(entry *power.Entry, file string, s *contents.Survey, answer string) *power.Entry {
				parts, chosen := proposal.Parts(s, s.Recorded), map[string]string{}
				for _, part := range parts {
					chosen[part.Key] = answer
				}
				interval := proposal.InstrumentOf(s).Interval.Seconds()
				return proposal.Cover(entry, file, parts, chosen, interval, others...)
			}
			entry := cover(&power.Entry{}, "first.csv", a, power.Compute)
			entry.Meters[0].Make = "Example"
			described := entry.Meters[0]
			entry = cover(entry, "second.csv", b, power.Storage)
			own := power.Meter{ID: "m2", Measures: power.Power, IntervalSeconds: other.Interval.Seconds()}
			want := []power.Meter{described, own}
			if !c.other {
				want = want[:1]
			}
			last := entry.Series[len(entry.Series)-1].Meter
			if !reflect.DeepEqual(entry.Meters, want) || last != want[len(want)-1].ID || entry.Series[0].Meter != "m1" {
				t.Fatalf("got %+v, the second log is of %s", entry.Meters, last)
			}
			entry = cover(entry, "second.csv", b, power.Interconnect) // keeps its meter
			if entry = cover(entry, "second.csv", b, ""); !reflect.DeepEqual(entry.Meters, []power.Meter{described}) {
				t.Errorf("after the second log is not used any more, the meters are %+v", entry.Meters)
			}
			if entry = cover(entry, "first.csv", a, ""); len(entry.Meters) != 1 {
				t.Error("a meter that somebody described is gone")
			}
		})
	}
}

// TestUnitForEveryPair of units: what makes of one the power of another is found, and that of another quantity never.
func TestUnitForEveryPair(t *testing.T) {
	for _, declared := range power.Units() {
		for _, right := range power.Units() {
			from, to := power.Unit(declared), power.Unit(right)
			one, _ := from.Quantity()
			other, _ := to.Quantity()
			times := to.Steps() / from.Steps()
			unit, found := proposal.UnitFor(from, times)
			switch {
			case one != other:
				if q, _ := unit.Quantity(); found && q != one {
					t.Errorf("%s is offered for %s", unit, from)
				}
			case from.Steps() == to.Steps():
				if found {
					t.Errorf("%s is offered for %s, which is as much", unit, from)
				}
			case !found || unit.Steps() != to.Steps():
				t.Errorf("%s for %s times %g: got %q", to, from, times, unit)
			}
		}
		for _, times := range []float64{0, -1, 1, 3.7, math.NaN(), math.Inf(1)} {
			if unit, found := proposal.UnitFor(power.Unit(declared), times); found {
				t.Errorf("%s is offered for %s times %g", unit, declared, times)
			}
		}
	}
	if _, found := proposal.UnitFor("furlong", 1000); found {
		t.Error("a unit is offered for what is none")
	}
}

// curve has a value in watts for each half minute.
func curve(watts ...float64) power.Curve {
	c := power.Curve{Lines: []power.Line{{Watts: watts}}}
	for i := range len(watts) + 1 {
		c.Borders = append(c.Borders, start.Add(time.Duration(i)*30*time.Second).UnixNano())
	}
	return c
}

func level(watts float64, halfMinutes int) []float64 {
	return slices.Repeat([]float64{watts}, halfMinutes)
}

func TestIdleIsTheLowestOutsideOfLoad(t *testing.T) {
	at := func(minutes int) power.Time { return power.Time{Time: start.Add(time.Duration(minutes) * time.Minute)} }
	span := func(from, to int) power.Span { return power.NewSpan(at(from).Time, at(to).Time) }
	for name, c := range map[string]struct {
		curve power.Curve
		load  []power.Span
		want  power.Span
		watts float64
	}{
		"nothing":   {power.Curve{}, nil, power.Span{}, 0},
		"too short": {curve(level(100, 3)...), nil, power.Span{}, 0},
		"a quarter of an hour": {curve(slices.Concat(level(900, 20), level(100, 30), level(900, 20))...), nil,
			span(10, 25), 100},
		"lower under load": {curve(slices.Concat(level(50, 40), level(100, 40))...), []power.Span{span(0, 20)},
			span(20, 35), 100},
		"all is load": {curve(level(100, 60)...), []power.Span{span(0, 30)}, power.Span{}, 0},
		"a gap inside": {curve(slices.Concat(level(100, 12), []float64{math.NaN()}, level(200, 30))...), nil,
			power.Span{}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			got, watts, found := proposal.Idle(c.curve, c.load)
			if name == "a gap inside" { // no mean over the gap, whatever the place
				if !found || got.Start.Before(at(6).Add(30*time.Second)) && got.End.After(at(6).Time) {
					t.Errorf("got %v", got)
				}
				return
			}
			if found != !c.want.IsZero() || !got.Start.Equal(c.want.Start.Time) || !got.End.Equal(c.want.End.Time) ||
				float64(watts) != c.watts {
				t.Errorf("got %v to %v, %v W (%v), want %v to %v", got.Start, got.End, watts, found,
					c.want.Start, c.want.End)
			}
		})
	}
}

func TestZonesAt(t *testing.T) {
	summer, winter := time.Date(2024, 9, 27, 9, 18, 0, 0, time.UTC), time.Date(2024, 12, 27, 9, 18, 0, 0, time.UTC)
	for name, c := range map[string]struct {
		country string
		at      time.Time
		before  time.Duration
		has     string
		only    bool
	}{
		"Germany in summer":           {"DE", summer, 2 * time.Hour, "Europe/Berlin", false},
		"Germany in winter":           {"DE", winter, time.Hour, "Europe/Berlin", false},
		"not Germany":                 {"DE", summer, 9 * time.Hour, "", true},
		"no country":                  {"", summer, 9 * time.Hour, "Asia/Tokyo", false},
		"half hours":                  {"IN", summer, 5*time.Hour + 30*time.Minute, "Asia/Kolkata", true},
		"one of several of a country": {"US", winter, -6 * time.Hour, "America/Chicago", false},
	} {
		t.Run(name, func(t *testing.T) {
			got := proposal.ZonesAt(c.country, c.at, c.before)
			if c.has != "" && !slices.Contains(got, c.has) || c.has == "" && len(got) > 0 || c.only && len(got) > 1 {
				t.Errorf("got %v", got)
			}
			for i, name := range got {
				zone, err := time.LoadLocation(name)
				if err != nil {
					t.Fatal(err)
				}
				if _, seconds := c.at.In(zone).Zone(); time.Duration(seconds)*time.Second != c.before ||
					slices.Contains(got[:i], name) {
					t.Errorf("%s is offered", name)
				}
			}
		})
	}
}

// TestPartsOfOneKindAreProposedTogether: racks that draw nearly the same, and outlets that draw next to nothing.
func TestPartsOfOneKindAreProposedTogether(t *testing.T) {
	for _, c := range []struct {
		what   string
		watts  []power.Watts
		want   string
		meters int // of the first part, if not 2
	}{
		{"racks of nodes beside others", []power.Watts{13_970, 10_400, 8_780, 39_900, 40_100, 41_800, 3, 1.6},
			"[0] [1] [2] [3 4 5] [6 7]", 0},
		{"all alike", []power.Watts{100, 101, 99}, "[0 1 2]", 0},
		{"a chain of small steps is not one kind", []power.Watts{100, 110, 120, 130}, "[0 1] [2 3]", 0},
		{"unknown means stand alone", []power.Watts{-1, 100, -1, 100}, "[0] [1 3] [2]", 0},
		{"another number of meters", []power.Watts{100, 100, 100}, "[0] [1 2]", 3},
		{"none", nil, "", 0},
	} {
		t.Run(c.what, func(t *testing.T) {
			var parts []proposal.Part
			for i, w := range c.watts {
				parts = append(parts, proposal.Part{Key: fmt.Sprint(i), Mean: w, Known: w >= 0, Meters: 2})
			}
			if c.meters > 0 {
				parts[0].Meters = c.meters
			}
			var groups []string
			for _, group := range proposal.Similar(parts) {
				var keys []string
				for _, part := range group {
					keys = append(keys, part.Key)
				}
				groups = append(groups, fmt.Sprint(keys))
			}
			if got := strings.Join(groups, " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestZonesOfNoCountry: the first proposal if the country is not known is the offset itself.
func TestZonesOfNoCountry(t *testing.T) {
	for hours, want := range map[float64]string{2: "Etc/GMT-2", -5: "Etc/GMT+5", 0: "Etc/UTC"} {
		before := time.Duration(hours * float64(time.Hour))
		zones := proposal.ZonesAt("", start, before)
		if len(zones) < 2 || zones[0] != want {
			t.Fatalf("%v: got %v", before, zones)
		}
		zone, err := time.LoadLocation(zones[0])
		if err != nil {
			t.Fatal(err)
		}
		if _, seconds := start.In(zone).Zone(); time.Duration(seconds)*time.Second != before {
			t.Errorf("%s is %d s before UTC", zones[0], seconds)
		}
	}
	for _, zone := range proposal.ZonesAt("DE", start, 2*time.Hour) {
		if strings.HasPrefix(zone, "Etc/") {
			t.Errorf("%s is proposed for Germany", zone)
		}
	}
}

// TestTheFullRunContainsTheLoad: it begins where power leaves rest and ends where it is back, and contains the core
// phase.
func TestTheFullRunContainsTheLoad(t *testing.T) {
	curve := func(watts ...float64) power.Curve {
		c := power.Curve{Lines: []power.Line{{Watts: watts}}}
		for i := range len(watts) + 1 {
			c.Borders = append(c.Borders, start.Add(time.Duration(i)*10*time.Second).UnixNano())
		}
		return c
	}
	at := func(from, to int) power.Span {
		return power.NewSpan(start.Add(time.Duration(from)*time.Second), start.Add(time.Duration(to)*time.Second))
	}
	nan := math.NaN()
	for _, c := range []struct {
		what       string
		watts      []float64
		core, load power.Span
		want       string
	}{
		{"load on both sides", []float64{10, 10, 60, 100, 100, 100, 60, 10, 10, 10}, at(30, 60), power.Span{}, "10 80"},
		{"a core phase that ends after the load", []float64{10, 10, 100, 100, 100, 12, 10, 10}, at(20, 60),
			at(20, 50), "10 70"},
		{"readings that end with the run", []float64{10, 10, 100, 100, 100}, at(20, 50), power.Span{}, "10 50"},
		{"a gap ends it", []float64{10, 10, nan, 100, 100, 100, nan, 100, 10}, at(30, 60), power.Span{}, "20 70"},
		{"no rest", []float64{100, 100, 100, 100}, at(10, 30), power.Span{}, "none"},
		{"nothing outside", []float64{100, 100}, at(0, 20), power.Span{}, "none"},
		{"nothing", nil, at(0, 20), power.Span{}, "none"},
	} {
		t.Run(c.what, func(t *testing.T) {
			got := "none"
			if span, ok := proposal.FullRun(curve(c.watts...), c.core, c.load); ok {
				got = fmt.Sprintf("%.0f %.0f", span.Start.Sub(start).Seconds(), span.End.Sub(start).Seconds())
			}
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}
