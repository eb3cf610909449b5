package sample

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// readTable reads a file as an outsider would: by its text alone.
func readTable(t testing.TB, file []byte) (head []string, rows [][]string) {
	t.Helper()
	reader := csv.NewReader(bytes.NewReader(file))
	if bytes.HasPrefix(file, []byte(timeHead+";")) {
		reader.Comma = ';'
	}
	all, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	return all[0], all[1:]
}

// timeOf reads the time of a row; local times are taken in the zone given.
func timeOf(t testing.TB, text string, zone *time.Location) time.Time {
	t.Helper()
	layout := time.RFC3339
	if !strings.Contains(text, "T") {
		layout = localTime
	}
	at, err := time.ParseInLocation(layout, text, zone)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func testTable(layout Layout, unit power.Unit, interval time.Duration) Table {
	p := cleanPlan(1, "2.0")
	run := cleanRun(gpuNode(8, 2500))
	return Table{
		Layout: layout, Zone: p.zone, Unit: unit, Interval: interval, Loss: 1,
		Span: power.NewSpan(run.Idle.Start.Time, run.FullRun.End.Time),
		Channels: []Channel{
			{Column: "left", Rack: 1, Num: 1, Group: run.Group([]int{0, 1, 2}), Start: 1e9},
			{Column: "right", Rack: 1, Num: 2, Group: run.Group([]int{3, 4}), Start: 3e9},
		},
	}
}

func TestTimesRiseByTheInterval(t *testing.T) {
	for _, layout := range []Layout{Wide, Local, QuotedHeader} {
		table := testTable(layout, "W", 2*time.Second)
		_, rows := readTable(t, table.Bytes())
		for i, row := range rows {
			want := table.Span.Start.Add(time.Duration(i) * table.Interval)
			if at := timeOf(t, row[0], table.Zone.Location()); !at.Equal(want) {
				t.Fatalf("layout %d, row %d is of %v, want %v", layout, i, at, want)
			}
		}
	}
}

func TestCountersNeverFallAndHoldTheEnergy(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		unit := rapid.SampledFrom([]power.Unit{"J", "MJ", "Wh", "kWh"}).Draw(t, "unit")
		interval := time.Duration(rapid.IntRange(1, 12).Draw(t, "interval")) * time.Second
		table := testTable(Wide, unit, interval)
		at, values := column(t, table.Bytes(), 1)
		if !slices.IsSorted(values) {
			t.Fatal("a counter falls")
		}
		fact := unitFacts[unit]
		elapsed := at[len(at)-1].Sub(at[0])
		counted := power.Joules((values[len(values)-1] - values[0]) * fact.base)
		mean := meanBySeconds(table.Channels[0].Group, power.NewSpan(at[0], at[len(at)-1]))
		if away(counted, mean.Over(elapsed)) > 0.01 {
			t.Fatalf("counter rose by %v in %v at %v", counted, elapsed, mean)
		}
	})
}

// column reads times and values of a wide table.
func column(t rapid.TB, file []byte, n int) (at []time.Time, values []float64) {
	rows, err := csv.NewReader(bytes.NewReader(file)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		stamp, errTime := time.Parse(time.RFC3339, row[0])
		value, errValue := strconv.ParseFloat(row[n], 64)
		if errTime != nil || errValue != nil {
			t.Fatal(errTime, errValue)
		}
		at, values = append(at, stamp), append(values, value)
	}
	return at, values
}

func TestTheLayouts(t *testing.T) {
	for _, test := range []struct {
		layout Layout
		unit   power.Unit
		starts string
	}{
		{Wide, "W", "time,left,right\n2026-11-05T10:15:50+01:00,"},
		{Long, "kWh",
			"time,rack,num,energy\n2026-11-05T10:15:50+01:00,1,1,277.77778\n2026-11-05T10:15:50+01:00,1,2,833.33333\n"},
		{Local, "W", "time;left;right\n2026-11-05 10:15:50;"},
		{QuotedHeader, "kW", "time,\"left\n(kW)\",\"right\n(kW)\"\n2026-11-05T10:15:50+01:00,"},
	} {
		if file := testTable(test.layout, test.unit, time.Second).Bytes(); !bytes.HasPrefix(file, []byte(test.starts)) {
			t.Errorf("layout %d starts %q, want %q", test.layout, file[:min(len(file), 120)], test.starts)
		}
	}
}
