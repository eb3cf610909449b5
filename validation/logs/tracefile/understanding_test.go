package tracefile

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/infer"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

func understand(t testing.TB, text string, given ImportSettings) *infer.Understanding {
	t.Helper()
	u, err := Understand(Input{Name: "log.csv", At: strings.NewReader(text), Size: int64(len(text))}, given, nil,
		canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// tableOf writes a log: a header and rows whose cells are made from the number of the row.
// reasonOf returns the first reason of a field; known is false if the proposal has none.
func reasonOf(p infer.Proposal, field string) (reason infer.Reason, known bool) {
	for _, r := range p.Reasons {
		if r.Field == field {
			return r, true
		}
	}
	return infer.Reason{}, false
}

func tableOf(header string, rows int, cells func(i int) string) string {
	var out strings.Builder
	out.WriteString(header + "\n")
	for i := range rows {
		out.WriteString(cells(i) + "\n")
	}
	return out.String()
}

func stampOf(i int) string {
	return time.Date(2026, 6, 1, 10, 0, i, 0, time.UTC).Format(time.RFC3339)
}

func TestWhatIsUnderstood(t *testing.T) {
	noise := []int{0, 3, 1, 4, 1, 5, 9, 2, 6, 5}
	for _, c := range []struct {
		name string
		text string
		told ImportSettings
		want power.Series // of the likeliest
		sure map[string]table.Confidence
	}{
		{
			name: "the total before its parts",
			text: tableOf("time,GPU Power (W),Total Power (W),Inlet Temp", 30, func(i int) string {
				return fmt.Sprintf("%s,%d,%d,%d", stampOf(i), 300+noise[i%10], 900+noise[i%10], 20)
			}),
			want: power.Series{Value: "Total Power (W)", Quantity: power.Power, Unit: "W"},
			sure: map[string]table.Confidence{"value": table.Guess, "unit": table.Certain, "timezone": table.Certain,
				"reading": table.Open, "stamp": table.Open},
		},
		{
			name: "a running total by its course, its unit by its size",
			text: tableOf("time,meter", 30,
				func(i int) string { return fmt.Sprintf("%s,%d", stampOf(i), 5_000_000+520_000*i+noise[i%10]) }),
			want: power.Series{Value: "meter", Quantity: power.Energy, Unit: "J", Counts: "total"},
			sure: map[string]table.Confidence{"quantity": table.Likely, "unit": table.Guess, "counts": table.Likely},
		},
		{
			name: "energy of every interval",
			text: tableOf("time,energy_wh", 30,
				func(i int) string { return fmt.Sprintf("%s,%d", stampOf(i), 40+noise[i%10]) }),
			want: power.Series{Value: "energy_wh", Quantity: power.Energy, Unit: "Wh", Counts: "interval"},
			sure: map[string]table.Confidence{"unit": table.Likely, "counts": table.Likely, "stamp": table.Open},
		},
		{
			name: "numbers that may be watts or kilowatts",
			text: tableOf("time,Leistung", 30,
				func(i int) string { return fmt.Sprintf("%s,1%d.%d", stampOf(i), i%2, noise[i%10]) }),
			want: power.Series{Value: "Leistung", Quantity: power.Power},
			sure: map[string]table.Confidence{"unit": table.Open, "quantity": table.Likely},
		},
		{
			name: "instruments of a long table",
			text: tableOf("time,rack,num,watts", 60, func(i int) string {
				return fmt.Sprintf("%s,r%d,%d,%d", stampOf(i/6), i%6/3, i%3, 400+noise[i%10])
			}),
			want: power.Series{Value: "watts", Quantity: power.Power, Unit: "W", Instruments: []string{"rack", "num"}},
			sure: map[string]table.Confidence{"instruments": table.Likely},
		},
		{
			name: "quantities of a long table, the mains first",
			text: tableOf(",timestamp,device,metric,value", 40, func(i int) string {
				return fmt.Sprintf("%d,%s,n1,%s,%d", i, stampOf(i/2),
					[]string{"gpu_power_watt", "wattmetre_power_watt"}[i%2], 400+noise[i%10])
			}),
			want: power.Series{Value: "value", Quantity: power.Power, Unit: "W",
				Where: map[string][]string{"metric": {"wattmetre_power_watt"}}},
			sure: map[string]table.Confidence{"where": table.Likely, "unit": table.Likely},
		},
		{
			name: "a second clock is no reading",
			text: tableOf("time,posix,mean_power", 30, func(i int) string {
				return fmt.Sprintf("%s,%d.5,%d", stampOf(i), time.Date(2026, 6, 1, 10, 0, i, 0, time.UTC).Unix(),
					400+noise[i%10])
			}),
			want: power.Series{Value: "mean_power", Quantity: power.Power, Unit: "W"},
			sure: map[string]table.Confidence{"reading": table.Likely, "value": table.Likely},
		},
		{
			name: "what was measured before its sum with an estimate",
			text: tableOf("time,Node Power (W),Switch Power estimated (W),Total Power (W)", 30, func(i int) string {
				return fmt.Sprintf("%s,%d,50,%d", stampOf(i), 900+noise[i%10], 950+noise[i%10])
			}),
			want: power.Series{Value: "Node Power (W)", Quantity: power.Power, Unit: "W"},
			sure: map[string]table.Confidence{"value": table.Likely},
		},
		{
			name: "the total before a part though a column is estimated, where it does not add up",
			text: tableOf("time,Node Power (W),Switch Power estimated (W),Total Power (W)", 30, func(i int) string {
				return fmt.Sprintf("%s,%d,50,%d", stampOf(i), 900+noise[i%10], 990+noise[i%10])
			}),
			want: power.Series{Value: "Total Power (W)", Quantity: power.Power, Unit: "W"},
			sure: map[string]table.Confidence{"value": table.Guess},
		},
		{
			name: "power before energy of its interval, of parts that add up",
			text: tableOf("time,socket,event,joules,interval,value", 60, func(i int) string {
				used := 8 + noise[i%10]
				return fmt.Sprintf("%s,CPU%d,power/energy-%s/,%d,%d,%g", stampOf(i/4), i%2,
					[]string{"pkg", "ram"}[i/2%2], used, 100_000_000, float64(used)*10)
			}),
			want: power.Series{
				Value: "value", Quantity: power.Power, Unit: "W", Instruments: []string{"socket", "event"},
				Where: map[string][]string{"event": {"power/energy-pkg/", "power/energy-ram/"}},
			},
			sure: map[string]table.Confidence{"unit": table.Likely, "where": table.Likely},
		},
		{
			name: "a part of the processor that holds another is not added to it",
			text: tableOf("time,event,energy_joules", 40, func(i int) string {
				return fmt.Sprintf("%s,power/energy-%s/,%d", stampOf(i/2), []string{"pkg", "cores"}[i%2], 8+noise[i%10])
			}),
			want: power.Series{
				Value: "energy_joules", Quantity: power.Energy, Unit: "J", Counts: "interval",
				Where: map[string][]string{"event": {"power/energy-pkg/"}},
			},
			sure: map[string]table.Confidence{"where": table.Likely},
		},
		{
			name: "what RAPL measured before what PowerAPI made of it",
			text: tableOf("timestamp,target,power,socket", 60, func(i int) string {
				return fmt.Sprintf("%s,%s,%d,%d", stampOf(i/4), []string{"rapl", "global"}[i/2%2], 40+noise[i%10], i%2)
			}),
			want: power.Series{
				Value: "power", Quantity: power.Power, Unit: "W", Instruments: []string{"socket"},
				Where: map[string][]string{"target": {"rapl"}},
			},
			sure: map[string]table.Confidence{"where": table.Likely},
		},
		{
			name: "what the person says",
			text: tableOf("time,a,b", 30, func(i int) string {
				return fmt.Sprintf("%s,%d,%d", strings.TrimSuffix(stampOf(i), "Z"), 400+noise[i%10], 4)
			}),
			told: ImportSettings{Value: "b", Unit: "kW", Stamp: "end"},
			want: power.Series{Value: "b", Quantity: power.Power, Unit: "kW", Stamp: "end"},
			sure: map[string]table.Confidence{"value": table.Certain, "unit": table.Certain, "stamp": table.Certain,
				"timezone": table.Open},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := understand(t, c.text, c.told)
			if len(u.Series) == 0 {
				t.Fatalf("no series; columns %+v", u.Columns)
			}
			likeliest := u.Series[0]
			if got, want := fmt.Sprintf("%+v", likeliest.Series), fmt.Sprintf("%+v", c.want); got != want {
				t.Errorf("got  %s\nwant %s", got, want)
			}
			for _, field := range slices.Sorted(maps.Keys(c.sure)) {
				if r, known := reasonOf(likeliest, field); !known || r.Confidence != c.sure[field] {
					t.Errorf("%s: %+v, want %s", field, r, c.sure[field])
				}
			}
		})
	}
}

func TestLogWithoutReadings(t *testing.T) {
	u := understand(t, "time,state\n2026-06-01T10:00:00Z,on\n2026-06-01T10:00:01Z,off\n", ImportSettings{})
	if len(u.Series) != 0 || u.Columns[1].Role != infer.OtherRole {
		t.Errorf("%+v", u)
	}
}

// Whatever a log holds, something is said of it or it is refused with a reason, and what is proposed
// names columns of the log.
func FuzzUnderstand(f *testing.F) {
	f.Add([]byte("time,power\n2026-06-01 10:00:00,1\n2026-06-01 10:00:01,2\n"))
	f.Add([]byte("time;node;watts\n1780308000;a;1,5\n1780308000;b;2\n"))
	f.Add([]byte("i,metric,value\n0,power_watt,1e300\n1,energy_j,-5\n"))
	f.Add([]byte("time,a,a\n0,NaN,\n,,\n"))
	f.Fuzz(func(t *testing.T, text []byte) {
		u, err := Understand(Input{Name: "log", At: bytes.NewReader(text), Size: int64(len(text))}, ImportSettings{},
			nil, canonical.Memory)
		var inputErr *power.InputError
		if err != nil {
			if !errors.As(err, &inputErr) {
				t.Fatal(err)
			}
			return
		}
		for _, p := range u.Series {
			if !slices.ContainsFunc(u.Columns, func(c infer.Column) bool { return c.Name == p.Series.Value }) {
				t.Fatalf("%q is no column", p.Series.Value)
			}
			asked, _ := reasonOf(p, "unit")
			if _, known := p.Series.Unit.Quantity(); !known && (p.Series.Unit != "" || asked.Confidence != table.Open) {
				t.Fatalf("unit %q", p.Series.Unit)
			}
		}
	})
}

func TestPreset(t *testing.T) {
	text := "Zeit,Leistung\n2026-06-01T10:00:00,1\n2026-06-01T10:00:01,2\n"
	u := understand(t, text, ImportSettings{Timezone: "Europe/Berlin", Unit: "kW"})
	preset := infer.NewPreset("hall 3", u, &u.Series[0].Series)
	if !preset.Fits(u) || preset.Check() != nil {
		t.Errorf("%+v does not fit its own log: %v", preset, preset.Check())
	}
	if other := understand(t, strings.Replace(text, "Leistung", "Power", 1), ImportSettings{}); preset.Fits(other) {
		t.Error("it fits a log with other columns")
	}
	s := power.Series{File: "next.csv", Meter: "pdu", Unit: "W", Stamp: "end"}
	preset.Series.Apply(&s)
	want := power.Series{File: "next.csv", Meter: "pdu", Value: "Leistung", Quantity: power.Power, Unit: "kW",
		Timezone: "Europe/Berlin", Stamp: "end"}
	if fmt.Sprint(s) != fmt.Sprint(want) {
		t.Errorf("got %+v", s)
	}
	over := preset.Series.Over(ImportSettings{Stamp: "begin", Unit: "kWh"})
	if over.Stamp != "begin" || over.Quantity != power.Energy || over.Timezone != "Europe/Berlin" {
		t.Errorf("got %+v", over)
	}
}
