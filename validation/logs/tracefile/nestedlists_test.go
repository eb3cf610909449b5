package tracefile

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// TestUnitsOfFields: a list of fields states the unit of each member of the records.
func TestUnitsOfFields(t *testing.T) {
	records := func(member string) string {
		var all []string
		for i := range 20 {
			all = append(all, fmt.Sprintf(`{"time":%q,%q:%d,"inlet":%d}`, stampOf(i), member, 5+uneven[i%10], 30+i%3))
		}
		return "[" + strings.Join(all, ",") + "]"
	}
	for text, want := range map[string]power.Unit{
		`{"fields":[{"name":"time","type":"datetime"},{"name":"draw","unit":"kW"},{"name":"inlet","unit":"C"}],` +
			`"readings":` + records("draw") + `}`: "kW",
		`{"meta":{"fields":[{"id":"draw","label":"Power","units":"MW"}]},"rows":` + records("draw") +
			`}`: "MW",
		`{"readings":` + records("draw") +
			`,"channels":[{"channel":"draw","config":{"unit":"mW"}},{"channel":"inlet","config":{"unit":"C"}}]}`: "mW",
		`{"fields":[{"name":"other","unit":"kW"}],"readings":` + records("power") + `}`:                             "",
		`{"fields":[{"name":"power","unit":"kW"},{"name":"power","unit":"W"}],"readings":` + records("power") + `}`: "",
	} {
		u := understand(t, text, ImportSettings{})
		unit, _ := reasonOf(u.Series[0], "unit")
		if got := u.Series[0].Series.Unit; want != "" && got != want || want == "" && unit.Confidence == table.Certain {
			t.Errorf("%.80s: %s (%s), want %s", text, u.Series[0].Series.Unit, unit.Confidence, want)
		}
	}
}

// TestNestedLists: records in a list within each object of a list have what stands beside that.
func TestNestedLists(t *testing.T) {
	readings := func(count, more int) string {
		var all []string
		for i := range count {
			all = append(all, fmt.Sprintf(`{"t":%q,"draw":%d}`, stampOf(i), more+uneven[i%10]))
		}
		return "[" + strings.Join(all, ",\n") + "]"
	}
	const long = 30_000 // more than a record may be long
	for _, c := range []struct {
		name, text  string
		instruments []string
		unit        power.Unit
		rows        int
		traces      int
	}{
		{"beside names and units", `{"series":[{"name":"a","unit":"kW","readings":` + readings(20, 5) +
			`},{"name":"b","unit":"kW","readings":` + readings(20, 7) + `}]}`, []string{"name"}, "kW", 40, 2},
		{"before them", `{"site":{"all":[{"readings":` + readings(20, 5) + `,"unit":"MW","of":{"name":"a"}},` +
			`{"readings":` + readings(20, 7) + `,"unit":"MW","of":{"name":"b"}}]}}`, []string{"of.name"}, "MW", 40, 2},
		{"in a list", `[{"name":"a","max_power":500,"data":{"points":` + readings(20, 5) + `},"unit":"kW"}]`,
			nil, "kW", 20, 1},
		{"longer than a record", `{"unit":"kW","series":[{"name":"a","readings":` + readings(long, 5) +
			`},{"name":"b","max":NaN,"readings":` + readings(long, 7) + `}]}`, nil, "kW", 2 * long, 2},
	} {
		u := understand(t, c.text, ImportSettings{})
		first := u.Series[0].Series
		if !slices.Equal(first.Instruments, c.instruments) || first.Unit != c.unit || first.Value != "draw" ||
			first.Time != "t" && first.Time != "" || u.Whole && u.Rows != c.rows || len(u.Series) != 1 {
			t.Errorf("%s: %d rows, %d series, %+v", c.name, u.Rows, len(u.Series), first)
		}
		first.Time = "t"
		traces, err := readOne("log", []byte(c.text), &first, nil)
		if err != nil {
			t.Fatal(c.name, err)
		}
		count, last := 0, traces[len(traces)-1]
		for _, one := range traces {
			count += one.Len()
		}
		if count != c.rows || len(traces) != c.traces ||
			len(traces) == 2 && float64(last.Reading(1).Value) != 10*first.Unit.Steps() {
			t.Errorf("%s: %d readings in %d traces, %v", c.name, count, len(traces), last.Reading(1))
		}
	}
	_, err := readOne("log", []byte(`{"a":[{"b":[{"c":`+readings(3, 1)+`}]}]}`), &power.Series{Unit: "W"}, nil)
	if err == nil || !strings.Contains(err.Error(), "its times lie in a list within another, a[].b[].c[]") {
		t.Error(err)
	}
}

// TestDaysAndTheirParts: a spreadsheet saved the date and the time of day as numbers, in two columns.
func TestDaysAndTheirParts(t *testing.T) {
	for _, c := range []struct {
		name, header string
		row          func(day int, part float64, watts int) string
		first        string // the time of the first reading; empty if these are no times
	}{
		{"date and time", "Date;Time;Power W", func(day int, part float64, watts int) string {
			return fmt.Sprintf("%d;%s;%d", day, strings.Replace(fmt.Sprintf("%.9f", part), ".", ",", 1), watts)
		}, "2026-04-14T23:59:40Z"},
		{"with exponents", "Datum,Uhrzeit,Leistung W",
			func(day int, part float64, watts int) string { return fmt.Sprintf("%d,%.15G,%d", day, part, watts) },
			"2026-04-14T23:59:40Z"},
		{"behind the power", "Power W,Time,Date",
			func(day int, part float64, watts int) string { return fmt.Sprintf("%d,%.8f,%d.0", watts, part, day) },
			"2026-04-14T23:59:40Z"},
		{"a part that is more than a day", "Date,Time,Power W",
			func(day int, part float64, watts int) string { return fmt.Sprintf("%d,%.8f,%d", day, 1+part, watts) }, ""},
		{"a share", "Date,Load,Power W",
			func(day int, part float64, watts int) string { return fmt.Sprintf("%d,%.8f,%d", day, part, watts) }, ""},
	} {
		log := tableOf(c.header, 60, func(i int) string {
			at := 86_380 + i
			return c.row(46126+at/86_400, float64(at%86_400)/86_400, 200+uneven[i%10])
		})
		u := understand(t, log, ImportSettings{})
		why, _ := reasonOf(u.Series[0], "time")
		if strings.Contains(why.Why, "days since 1899-12-30") != (c.first != "") {
			t.Errorf("%s: %s", c.name, why.Why)
		}
		if c.first == "" {
			continue
		}
		series := u.Series[0].Series
		traces, err := readOne("log.csv", []byte(log), &series, time.UTC)
		if err != nil {
			t.Fatal(c.name, err)
		}
		first, last := traces[0].Reading(0), traces[0].Reading(59)
		if got := first.At.UTC().Format("2006-01-02T15:04:05.999Z07:00"); got != c.first ||
			last.At.Sub(first.At).Seconds() != 59 || traces[0].Len() != 60 {
			t.Errorf("%s: %d readings from %s to %s", c.name, traces[0].Len(), got, last.At)
		}
	}
}
