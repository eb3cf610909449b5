package tracefile

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/infer"
	"green500/validation/logs/tracefile/internal/table"
)

// Times of day without a zone leave the zone and the day open, in whole sentences.
func TestWhatIsAskedOfTimesOfDay(t *testing.T) {
	u := understand(t, "time,power_w\n10:00:00,100\n10:00:01,101\n10:00:02,99\n", ImportSettings{})
	for field, want := range map[string]infer.Reason{
		"time": {Field: "time", Value: "time", Confidence: table.Likely,
			Why: "Its name says so, and it goes forward in all 3 rows."},
		"timezone": {Field: "timezone", Value: "", Confidence: table.Open, Why: "The times have no zone. " +
			"Set the time zone, such as Europe/Berlin or UTC. Until then, times are shown as in the log."},
		"origin": {Field: "origin", Value: "", Confidence: table.Open, Why: "The times of the file have no date; " +
			"set origin of the series to the day of its first reading, as 2024-09-27T00:00:00+02:00."},
	} {
		if got, _ := reasonOf(u.Series[0], field); got != want {
			t.Errorf("got %+v, want %+v", got, want)
		}
	}
}

// A word for a zone is no zone, and the question says so.
func TestWhatIsAskedOfWordsForZones(t *testing.T) {
	for text, want := range map[string]string{
		"time,power_w\n2026-06-01 10:00:00 CEST,100\n2026-06-01 10:00:01 CEST,101\n": "The times have no zone but a " +
			"word, CEST, and such words stand for several. ",
		"MON JUN  1 10:00:00 PDT 2026 100\nMON JUN  1 10:00:01 PDT 2026 101\n": "The times have no zone but a " +
			"word, PDT, and such words stand for several. ",
		"time,power_w\nMON JUN  1 10:00:00 2026,100\nMON JUN  1 10:00:01 2026,101\n": "The times have no zone. ",
		"06-13-2026 10:00:00 RAM 948/7772MB (lfb 2x4MB) CPU [1%@729,off] tj@46.5C VDD_X 4945mW/4945mW\n" +
			"06-13-2026 10:00:01 RAM 948/7772MB (lfb 2x4MB) CPU [1%@729,off] tj@46.5C VDD_X " +
			"4955mW/4950mW\n": "The times have no zone. ",
		"time,power_w\n2026-06-01 10:00:00 AM,100\n2026-06-01 10:00:01 AM,101\n": "The times have no zone. ",
	} {
		reason, _ := reasonOf(understand(t, text, ImportSettings{}).Series[0], "timezone")
		if reason.Confidence != table.Open || !strings.HasPrefix(reason.Why, want) {
			t.Errorf("%q: got %+v, want %q", text, reason, want)
		}
	}
}

// Times that count from a start are as sure as that: a start without a zone leaves the zone open.
func TestWhatIsUnderstoodOfAStart(t *testing.T) {
	const row = "     1.000000000,10.50,Joules,power/energy-pkg/,1,100.00,,\n"
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, text       string
		zone             *time.Location
		timezone, origin table.Confidence
	}{
		{"no zone", "# started on Mon Jun  1 12:00:00 2026\n" + row, nil, table.Open, table.Certain},
		{"a zone that the person names", "# started on Mon Jun  1 12:00:00 2026\n" + row, berlin, table.Certain,
			table.Certain},
		{"a zone in the log", "# started on Mon Jun  1 12:00:00 UTC 2026\n" + row, nil, table.Certain, table.Certain},
		{"no start", row, nil, "", table.Open},
		{"times of day, whose clock and day are open", "time,power\n10:00:00,500\n10:00:01,502\nAverage,501\n", nil,
			table.Open, table.Open},
		{"no start of a job", cockpitOf("node:e1"), nil, "", table.Open},
	} {
		t.Run(c.name, func(t *testing.T) {
			given := ImportSettings{}
			if c.zone != nil {
				given.Timezone = c.zone.String()
			}
			u, err := Understand(Input{Name: "log", At: strings.NewReader(c.text), Size: int64(len(c.text))}, given,
				c.zone, canonical.Memory)
			if err != nil {
				t.Fatal(err)
			}
			timezone, _ := reasonOf(u.Series[0], "timezone")
			origin, _ := reasonOf(u.Series[0], "origin")
			if clock, _ := reasonOf(u.Series[0], "time"); clock.Confidence != table.Likely {
				t.Errorf("time %+v", clock)
			}
			if timezone.Confidence != c.timezone || origin.Confidence != c.origin {
				t.Errorf("timezone %+v, origin %+v", timezone, origin)
			}
		})
	}
}

// Lines between readings are left out if some are readings, and an error in the times if none is.
func TestWhatIsUnderstoodOfLinesThatAreNoReadings(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		time table.Confidence
	}{
		"a summary below": {
			"time,power\n2026-06-01T10:00:00Z,500\n2026-06-01T10:00:01Z,502\nAverage,501\n", table.Likely},
		"words in place of all the times": {"time,power\nbegin,500\nmiddle,502\nend,501\n", table.Open},
	} {
		t.Run(name, func(t *testing.T) {
			u := understand(t, c.text, ImportSettings{})
			if clock, _ := reasonOf(u.Series[0], "time"); clock.Confidence != c.time {
				t.Errorf("time %+v", clock)
			}
		})
	}
}

// Seconds are taken for granted if nothing says what is counted, and doubted if readings stand apart as milliseconds
// do.
func TestSecondsAreTakenForGranted(t *testing.T) {
	for name, c := range map[string]struct {
		header string
		at     func(i int) string
		sure   table.Confidence
	}{
		"as milliseconds do":  {"time", func(i int) string { return strconv.Itoa(83 + 174*i) }, table.Guess},
		"a tenth of a second": {"time", func(i int) string { return strconv.Itoa(100 * i) }, table.Guess},
		"milliseconds, as its name says": {"time_ms", func(i int) string { return strconv.Itoa(83 + 174*i) },
			table.Likely},
		"seconds, as its name says": {"time_s", func(i int) string { return strconv.Itoa(83 + 174*i) }, table.Likely},
		"minutes apart":             {"time", func(i int) string { return strconv.Itoa(300 * i) }, table.Likely},
		"seconds apart":             {"time", func(i int) string { return strconv.Itoa(2 * i) }, table.Likely},
		"decimals": {"time", func(i int) string { return strconv.Itoa(83+174*i) + ".5" },
			table.Likely},
	} {
		t.Run(name, func(t *testing.T) {
			u := understand(t, tableOf(c.header+",power", 20,
				func(i int) string { return c.at(i) + ",50" + strconv.Itoa(i%3) }), ImportSettings{})
			if clock, _ := reasonOf(u.Series[0], "time"); clock.Confidence != c.sure {
				t.Errorf("time %+v", clock)
			}
		})
	}
}
