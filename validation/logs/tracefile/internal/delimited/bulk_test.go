package delimited

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// Sizes of pieces: very small ones are cut everywhere, larger ones hold rows that are alike.
const (
	smallPieces = 16
	evenPieces  = 1 << 10
)

// inPieces opens text so that it is read in pieces of a size, but for the first one, and hashed on the way.
func inPieces(text []byte, size int) (*Delimited, *input.Hashed, error) {
	file := input.NewHashed(bytes.NewReader(text), int64(len(text)))
	reader := bufio.NewReaderSize(io.NewSectionReader(file, 0, int64(len(text))), size)
	d := &Delimited{pieces: &pieces{Source: celltext.Source{Name: "meter.csv", Bytes: file}, in: reader,
		size: 4 * size, usual: size}}
	return d, file, d.open()
}

// outcome is all that comes of reading text in one way, and fails the test if its digest is another.
func outcome(t rapid.TB, text []byte, size int, series []*power.Series, zone *time.Location,
	take func(d *Delimited, selections []*table.Selection) error) string {
	t.Helper()
	d, hashed, err := inPieces(bytes.Clone(text), size)
	said := outcomeOf(d, err, series, zone, take)
	if digest, err := hashed.Digest(); err != nil || digest != fmt.Sprintf("%x", sha256.Sum256(text)) {
		t.Errorf("its digest is %s, %v", digest, err)
	}
	return said
}

func outcomeOf(d *Delimited, err error, series []*power.Series, zone *time.Location,
	take func(d *Delimited, selections []*table.Selection) error) string {
	all, err := readingsOf(d, err, series, zone, take)
	if err != nil {
		return err.Error()
	}
	var b strings.Builder
	for _, one := range all {
		fmt.Fprint(&b, tracetest.Shown(one.Traces), one.Notes, "\n")
	}
	return b.String()
}

// readingsOf reads a table that was opened with an error or nil.
func readingsOf(d *Delimited, err error, series []*power.Series, zone *time.Location,
	take func(d *Delimited, selections []*table.Selection) error) ([]*canonical.Readings, error) {
	if err != nil {
		return nil, err
	}
	requests := make([]table.Request, len(series))
	for i := range series {
		requests[i] = table.Request{Series: series[i], Zone: zone}
	}
	selections, err := table.Plan(d.Table, requests, canonical.Memory)
	if err == nil {
		err = take(d, selections)
	}
	if err != nil {
		return nil, err
	}
	return table.Finish(selections)
}

func byRow(d *Delimited, selections []*table.Selection) error {
	return d.Each(nil, func() error { return table.TakeRow(selections, d) })
}

func inBulk(d *Delimited, selections []*table.Selection) error {
	d.resolveNotation()
	return d.takePieces(selections, 3)
}

// wideText has a column of readings for each of two nodes, with cells missing.
const wideText = "time,rack,node1_w,node2_w\n1622125875,a,1.5,2\n1622125876,a,NaN,3\n1622125877,a,4,\n" +
	"1622125878,b,5,6\n# a mark\n1622125879,245,9,10\n"

// TestBulkIsRowByRow holds series that are read in ways of their own to being read alike: totals that are
// counted on, and patterns.
func TestBulkIsRowByRow(t *testing.T) {
	total := "time,node,e\n1622125875,a,5\n1622125875,b,1\n1622125876,a,9\n1622125876,b,2\n1622125877,a,2\n" +
		"1622125877,b,NaN\n1622125878,a,3\n1622125878,b,4\n"
	for name, c := range map[string]struct {
		text   string
		series power.Series
		want   string // is in what comes of it
	}{
		"intervals": {total, power.Series{Unit: "J", Value: "e", Counts: table.CountsInterval,
			Instruments: []string{"node"}}, "node=a 2021-05-27T14:31:18Z 19.000 J"},
		"a total that wraps": {total, power.Series{Unit: "J", Value: "e", WrapsAt: 10, Instruments: []string{"node"}},
			"node=a 2021-05-27T14:31:18Z 13.000 J"},
		"columns of a pattern": {wideText, power.Series{Unit: "W", Value: "node*_w"},
			"node2_w 2021-05-27T14:31:18Z 6.000000 W"},
		"a pattern by rack": {wideText, power.Series{Unit: "W", Value: "node*_w", Instruments: []string{"rack"}},
			"rack=b node2_w 2021-05-27T14:31:18Z 6.000000 W"},
	} {
		t.Run(name, func(t *testing.T) {
			series := []*power.Series{&c.series}
			rows := outcome(t, []byte(c.text), smallPieces, series, nil,
				func(d *Delimited, s []*table.Selection) error { return table.TakeRows(d, s) })
			bulk := outcome(t, []byte(c.text), smallPieces, series, nil, (*Delimited).TakeAll)
			if rows != bulk || !strings.Contains(rows, c.want) {
				t.Errorf("row by row\n%s\nin bulk\n%s\nwant %s in both", rows, bulk, c.want)
			}
		})
	}
}

func FuzzDelimited(f *testing.F) {
	for _, text := range []string{
		"time,power\n2024-09-27T11:16:15+02:00,1.5\n",
		"\ufefftime;power\r\n2024-09-27 11:16:15.123456;2\r\n\r\n2024-09-27 11:16:16.12;2,5\r\n",
		"time,\"Total Power\n(W)\"\n2023/05/06 18:50:41.000,27802\n",
		"t|rack|num|p\n1622125875.331379|245|1|3\n1622125875331|245.0|1|3\n1622125875331|a|1|3\n" +
			"1622125876331|245.0|1|3\n",
		"t\tp\n02.01.2006 15:04:05\t1e3\n",
		"time,\"power\"\"\"\n1,\"2\n",
		"time,power\n2023-10-29 02:30:00,1\n2023-03-26 02:30:00,1\n",
		"a,a\xff\n,\n",
		"time,p\n9223372036854775807,1\n",
		"(* x *)\n-0.5\t1.25\n0.5\tnan\nM 1 \"a\"\n(* Average Watts=-nan *)\n1.5\t3.50000000000001\n",
		"timestamp, power.draw [W]\n2024/10/30 18:42:33.189, 22.89 W\n2024/10/30 18:42:33.239, [N/A]\n" +
			"2024/10/30 18:42:33.339, 1.2 kW",
		"time,p\n\"2024-09-27 11:16:15,123\",5\n\"2024-09-27 11:16:16,123\",5\n2024-09-27 11:16:16,897,5\n" +
			"2024-09-27 11:16:17,898,5\n",
		"time;p\n2024-09-27 11:16:15;5\n2024-09-27 11:16:15,5;6\n2024-09-27 11:16:16.25;7\n2024-09-27 11:16:17,125;7\n",
		"Date,Time,p\n3/4/24,9:59:59 AM,\"1,234.5\"\n3/13/24,12:00:00 AM,\"1,234\"\n",
		"time p\n23:59:59.5 1\n00:00:00.5 2\nx\n0:00:01 3\n",
		"time,p,\n20240927T111615Z,7,\n20240927111616,8,\n2024-09-27T11:16:15Z,00012345678901234567,\n" +
			"2024-09-27T11:16:15Z,-.5,\n",
		"time,p,q\n2024-09-27T00:00:00Z,0.1234567,2\n2024-09-27T00:00:01Z,123456.7890125,\n" +
			"2024-09-27T00:00:02Z,12345678901.25,3\n2024-09-27T00:00:",
	} {
		f.Add([]byte(text), "", "", true, uint8(0))
		f.Add([]byte(text), "p", "rack", false, uint8(0xff))
		f.Add([]byte(text), "", "", true, uint8(0x55))
	}
	for _, text := range evenTexts() {
		f.Add([]byte(text), "", "", true, uint8(0))
	}
	f.Add([]byte(wideText), "node*_w", "", false, uint8(0))
	f.Add([]byte(wideText), "node*_w", "rack", false, uint8(1))
	zone := tracetest.Berlin(f)
	f.Fuzz(func(t *testing.T, text []byte, value, key string, zoned bool, options uint8) {
		series := fuzzedSeries(value, key, options)
		other := *series
		other.Where, other.Instruments = nil, nil
		var in *time.Location
		if zoned {
			in = zone
		}
		d, _, err := inPieces(text, evenPieces)
		all, err := readingsOf(d, err, []*power.Series{series}, in, (*Delimited).TakeAll)
		if err != nil {
			tracetest.DemandInput(t, err)
		} else {
			tracetest.DemandSound(t, all[0].Traces)
		}
		both := []*power.Series{series, &other}
		if rows, bulk := outcome(t, text, smallPieces, both, in, byRow),
			outcome(t, text, smallPieces, both, in, inBulk); rows != bulk {
			t.Fatalf("row by row\n%s\nin bulk\n%s", rows, bulk)
		}
		if rows, even := outcome(t, text, evenPieces, both[1:], in, byRow),
			outcome(t, text, evenPieces, both[1:], in, inBulk); rows != even {
			t.Fatalf("row by row\n%s\nas even rows\n%s", rows, even)
		}
	})
}

// fuzzedSeries makes a series of the bits of options.
func fuzzedSeries(value, key string, options uint8) *power.Series {
	s := &power.Series{Value: value, Unit: []power.Unit{"W", "kW", "Wh", "mW"}[options&3]}
	if key != "" {
		s.Instruments = []string{key}
		s.Where = map[string][]string{key: {"245", "a"}}
	}
	s.DateOrder = []string{"", timestamp.DayFirst, timestamp.MonthFirst, timestamp.YearFirst}[options>>2&3]
	s.Decimal = []string{"", "point", celltext.DecimalComma, ""}[options>>4&3]
	if options&0x40 != 0 {
		s.Origin.Time = time.Date(2024, 9, 27, 11, 16, 15, 0, time.UTC)
	}
	return s
}
