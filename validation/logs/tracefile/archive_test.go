package tracefile

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

const readme = "Power of the run, in watts.\nTaken by hand.\n"

// membersRead reads a series of an archive, and says what came of it: meters with the number
// of their readings and when the first one was, then notes.
func membersRead(content []byte, series power.Series) (string, error) {
	in := Input{Name: "logs", At: bytes.NewReader(content), Size: int64(len(content))}
	series.Unit = "W"
	read, err := Read(in, &series, nil, canonical.Memory)
	if err != nil {
		return "", err
	}
	return told(read), nil
}

func told(read *canonical.Readings) string {
	var said []string
	for _, one := range read.Traces {
		said = append(said,
			fmt.Sprintf("%s %d from %d", one.Instrument, one.Len(), one.Reading(0).At.Unix()-1_600_000_000))
	}
	for _, n := range read.Notes {
		said = append(said, fmt.Sprintf("%s %s (%d)", n.File, n.Problem, n.Count))
	}
	return strings.Join(said, "; ")
}

func TestMembers(t *testing.T) {
	at := func(name string, start int) file { return file{name, logOf(start, 10, 100)} }
	racks := file{"racks.csv", []byte("time,rack,power\n1600000000,1,5\n1600000000,2,6\n")}
	for name, c := range map[string]struct {
		files  []file
		series power.Series
		want   string
	}{
		"parts of a log, the newest first": {[]file{at("power.log", 20), at("power.log.1", 10), at("power.log.2", 0)},
			power.Series{}, "power 30 from 0"},
		"parts that share a moment": {[]file{at("a.csv", 0), at("b.csv", 9)}, power.Series{},
			"power 20 from 0"},
		"meters": {[]file{at("node_10.csv", 0), at("node_9.csv", 3)}, power.Series{},
			"file=node_9.csv 10 from 3; file=node_10.csv 10 from 0"},
		"meters, one after the other at end": {[]file{at("a.csv", 0), at("b.csv", 20), at("c.csv", 5)}, power.Series{},
			"file=a.csv 10 from 0; file=b.csv 10 from 20; file=c.csv 10 from 5"},
		"meters one after another, by name": {[]file{at("a.csv", 0), at("b.csv", 20)},
			power.Series{Instruments: []string{"file"}}, "file=a.csv 10 from 0; file=b.csv 10 from 20"},
		"other instruments": {[]file{racks, {"racks2.csv", racks.content}}, power.Series{Instruments: []string{"rack"}},
			"rack=1 2 from 0; rack=2 2 from 0"},
		"instruments of a file each": {[]file{racks, {"racks2.csv", racks.content}},
			power.Series{Instruments: []string{"file", "rack"}, Value: "power"},
			"file=racks.csv rack=1 1 from 0; file=racks.csv rack=2 1 from 0; file=racks2.csv rack=1 1 from 0; " +
				"file=racks2.csv rack=2 1 from 0"},
		"one chosen": {[]file{at("a.csv", 0), at("b.csv", 0), {"c.csv", nil}, {"d.parquet", []byte("PAR1")}},
			power.Series{Where: map[string][]string{"File": {"b.csv"}}}, "power 10 from 0"},
		"two chosen": {[]file{at("a.csv", 0), at("b.csv", 0), {"c.csv.gz", []byte("\x1f\x8b")}},
			power.Series{Where: map[string][]string{"file": {"b.csv", "a.csv"}}},
			"file=a.csv 10 from 0; file=b.csv 10 from 0"},
		"what is no log": {[]file{at("a.csv", 0), {"README.md", []byte(readme)}, {"notes.json", []byte(
			"{\n \"who\": \"me\"\n}\n")}, {".DS_Store", []byte{0, 1}}, {"__MACOSX/a.csv", []byte{0}}, {"empty", nil}},
			power.Series{}, "power 10 from 0; logs: .DS_Store is left out: it is hidden (2); " +
				"logs: empty is left out: it is empty (1); " +
				"logs: README.md is left out: it is no log (2)"},
		"packed differently": {[]file{at("a.csv", 0), {"b.csv.gz", gzipped(t, logOf(10, 10, 1))}}, power.Series{},
			"power 20 from 0"},
		"names that go out": {[]file{at("../../etc/a.csv", 0), at("/b\n.csv", 0)}, power.Series{},
			"file=../../etc/a.csv 10 from 0; file=/b\uFFFD.csv 10 from 0"},
		"names not in UTF-8": {[]file{at("R\xe4um.csv", 0), at("R\xfcm.csv", 0)}, power.Series{},
			"file=Räum.csv 10 from 0; file=Rüm.csv 10 from 0"},
		"a column more by us": {[]file{at("a.csv", 0)}, power.Series{Where: map[string][]string{"file": {"a.csv"},
			"time": {"1600000003"}}, Instruments: []string{"file"}}, "file=a.csv 1 from 3"},
	} {
		t.Run(name, func(t *testing.T) {
			for kind, content := range map[string][]byte{"zip": zipOf(t, c.files...), "tar": tarOf(t, c.files...),
				"tar.gz": gzipped(t, tarOf(t, c.files...))} {
				got, err := membersRead(content, c.series)
				if err != nil {
					t.Fatalf("%s: %v", kind, err)
				}
				if got != c.want {
					t.Errorf("%s: got\n%s\nwant\n%s", kind, got, c.want)
				}
			}
		})
	}
}

// What a person says of numbers and dates holds for every log of an archive.
func TestWhatIsToldHoldsForMembers(t *testing.T) {
	const doubt = `logs: a.csv, line 2, power: "1.200" may be a number with decimals or one of thousands; ` +
		`set decimal of the series to comma or to point.`
	log := func(date string) []byte {
		return []byte("time;power\n" + date + "T10:00:00;1.200\n" + date + "T10:00:01;1.210\n")
	}
	for name, c := range map[string]struct {
		date string
		told power.Series
		want string
	}{
		"nothing told": {"03.06.2026", power.Series{Unit: "W"}, doubt},
		"a comma told": {"03.06.2026", power.Series{Unit: "W", Decimal: "comma"}, "1200 1210"},
		"a point told": {"03.06.2026", power.Series{Unit: "W", Decimal: "point"}, "1.2 1.21"},
		"the day told": {"03/06/2026", power.Series{Unit: "W", DateOrder: timestamp.DayFirst}, doubt},
		"the day and a point told": {"03/06/2026",
			power.Series{Unit: "W", DateOrder: timestamp.DayFirst, Decimal: "point"}, "1.2 1.21"},
		"the month told, so decimals": {"03/06/2026",
			power.Series{Unit: "W", DateOrder: timestamp.MonthFirst}, "1.2 1.21"},
	} {
		t.Run(name, func(t *testing.T) {
			content := zipOf(t, file{"a.csv", log(c.date)})
			read, err := Read(Input{Name: "logs", At: bytes.NewReader(content), Size: int64(len(content))}, &c.told,
				time.UTC, canonical.Memory)
			got := fmt.Sprint(err)
			if err == nil {
				w := read.Traces[0].Window(power.NewSpan(time.Unix(0, 0), time.Unix(timestamp.LastSecond, 0)))
				got = fmt.Sprint(float64(w.First.Watts()), " ", float64(w.Last.Watts()))
			}
			if got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

type parquetRow struct {
	Time  int64   `parquet:"time,timestamp(microsecond)"`
	Power float64 `parquet:"power"`
}

func TestErrorsOfMembers(t *testing.T) {
	at := func(name string, start int) file { return file{name, logOf(start, 10, 100)} }
	plain := power.Series{}
	for name, c := range map[string]struct {
		files  []file
		series power.Series
		want   string
	}{
		"different formats": {[]file{at("a.csv", 0), {"b.parquet", tracetest.Parquet(t, []parquetRow{{Time: 1}})}},
			plain,
			`logs, where: holds different logs: a.csv is delimited text, b.parquet is Parquet; ` +
				`name those that belong together, as "where": {"file": ["a.csv"]}; it holds a.csv, b.parquet.`},
		"different columns": {[]file{at("a.csv", 0), {"b.csv", []byte("time,watts\n1,2\n")}}, plain,
			`logs, where: holds different logs: a.csv has the columns time, power; b.csv has time, watts; ` +
				`name those that belong together, as "where": {"file": ["a.csv"]}; it holds a.csv, b.csv.`},
		"a log that can't be read": {[]file{at("a.csv", 0), {"b.csv", []byte("time,power\n1,\"2\n")}}, plain,
			`logs: b.csv, line 2: a quote is opened and never closed; close it, or write "" for a quote within ` +
				`quotes; or name those that belong together, as "where": {"file": ["a.csv"]}.`},
		"a line of another table": {[]file{at("a.csv", 0), {"b.csv", []byte("time,power\n1,2,3\n")}}, plain,
			"logs: b.csv, line 2: has 3 cells, but the header has 2; write numbers with a decimal point, " +
				"or put cells with a comma in quotes."},
		"damage in a member": {[]file{at("a.csv", 0), {"b.gz", []byte("\x1f\x8b")}}, plain, "logs: b.gz: is " +
			"cut off: its gzip ends after 0 bytes of content; fetch or pack the file again, or give the log itself."},
		"an error in a line": {
			[]file{at("a.csv", 0), {"b.csv", []byte("time,power\n1600000000,2\n1600000001,x\n")}}, plain,
			`logs: b.csv, line 3, power: "x" is not a number; write digits with a decimal point, as 1234.5.`},
		"no log": {[]file{{"README", []byte(readme)}, {"b.md", []byte(readme)}}, plain,
			"logs: holds no log; give the meter's log; it holds README, b.md."},
		"one that is no log": {[]file{{"b.csv", []byte("one\ntwo\n")}}, plain,
			"logs: b.csv: has no columns of numbers; give a table with a header line."},
		"a name twice": {[]file{at("a.csv", 0), at("a.csv", 20)}, plain,
			`logs: holds "a.csv" twice; give each member its own name.`},
		"a name too long": {[]file{at(strings.Repeat("a", 2000), 0)}, plain,
			"logs: holds a name of more than 1024 bytes; give the member a shorter name."},
		"an archive in it": {[]file{{"b.zip", zipOf(t, at("a.csv", 0))}}, plain,
			"logs: b.zip: is an archive in an archive; unpack the outer one and give this one."},
		"a member that is not there": {[]file{at("a.csv", 0)}, power.Series{Where: map[string][]string{
			"file": {"b.csv"}}}, `logs, where: holds no member called "b.csv"; it holds a.csv.`},
		"readings from names": {[]file{at("a.csv", 0)}, power.Series{Value: "file"},
			"logs: a.csv, line 2, file: is the name of a member; name a column of the log."},
		"times from names": {[]file{at("a.csv", 0)}, power.Series{Time: "file", Value: "power"},
			"logs: a.csv, line 2, file: is the name of a member; name a column of the log."},
	} {
		t.Run(name, func(t *testing.T) {
			for kind, content := range map[string][]byte{"zip": zipOf(t, c.files...),
				"tar": gzipped(t, tarOf(t, c.files...))} {
				got, err := membersRead(content, c.series)
				if err == nil || err.Error() != c.want {
					t.Errorf("%s: got %s\n%v\nwant\n%s", kind, got, err, c.want)
				}
			}
		})
	}
}

// Several series of an archive: each gets the members it asks for.
func TestSeriesOfMembers(t *testing.T) {
	content := zipOf(t, file{"a.csv", logOf(0, 10, 100)}, file{"b.csv", logOf(0, 5, 100)},
		file{"c.csv", logOf(0, 3, 100)})
	series := []*power.Series{
		{Unit: "W", Where: map[string][]string{"file": {"b.csv"}}},
		{Unit: "W"},
		{Unit: "W", Where: map[string][]string{"file": {"c.csv"}}, Instruments: []string{"file"}},
	}
	all, err := ReadAll(Input{Name: "logs", Stream: bytes.NewReader(content)}, series,
		make([]*time.Location, len(series)), canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"power 5 from 0", "file=a.csv 10 from 0; file=b.csv 5 from 0; file=c.csv 3 from 0",
		"file=c.csv 3 from 0"} {
		if got := told(all[i]); got != want {
			t.Errorf("series %d: got %s, want %s", i, got, want)
		}
	}
}

func TestFolder(t *testing.T) {
	folder := fstest.MapFS{
		"run/b.csv":   {Data: logOf(10, 10, 1)},
		"run/a.csv":   {Data: logOf(0, 10, 1)},
		"run/.hidden": {Data: []byte("x")},
		"README.txt":  {Data: []byte(readme)},
	}
	read, err := Read(Input{Name: "run", Folder: folder}, &power.Series{Unit: "W"}, nil, canonical.Memory)
	if err != nil {
		t.Fatal(err)
	}
	want := "power 20 from 0; run: run/.hidden is left out: it is hidden (1); " +
		"run: README.txt is left out: it is no log (1)"
	if got := told(read); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	_, err = Read(Input{Name: "run", Folder: fstest.MapFS{}}, &power.Series{Unit: "W"}, nil, canonical.Memory)
	if want := "run: holds no log; give the meter's log."; err == nil || err.Error() != want {
		t.Errorf("an empty folder: got %v, want %s", err, want)
	}
	if got, err := membersRead(zipOf(t), power.Series{}); err == nil ||
		err.Error() != "logs: holds no log; give the meter's log." {
		t.Errorf("an empty archive: got %s, %v", got, err)
	}
}

// Captures of a Redfish Power resource are one trace, whatever holds them.
func TestCapturesOfAnArchive(t *testing.T) {
	capture := func(name string, watts int, supplies string) file {
		return file{name,
			fmt.Appendf(nil, `{"PowerControl": [{"PowerConsumedWatts": %d}], "PowerSupplies": [%s]}`, watts, supplies)}
	}
	const supply = `{"PowerInputWatts": 5}`
	files := []file{
		capture("node/power-2026-06-01T00:00:20Z.json", 431, supply), capture("node/power-2026-06-01T00:00:10Z.json",
			430, supply), capture("node/power-2026-06-01T00:00:30Z.json", 432, supply),
	}
	folder := fstest.MapFS{}
	for _, one := range files {
		folder[one.name] = &fstest.MapFile{Data: one.content}
	}
	const name, unit = "PowerControl[0].PowerConsumedWatts 2026-06-01T00:00:", "0.000000 W\n"
	want := name + "10Z 43" + unit + name + "20Z 431.000000 W\n" + name + "30Z 432.000000 W\n"
	for kind, in := range map[string]Input{
		"folder": {Name: "captures", Folder: folder},
		"zip":    {Name: "captures", Stream: bytes.NewReader(zipOf(t, files...))},
		"tar.gz": {Name: "captures", Stream: bytes.NewReader(gzipped(t, tarOf(t, files...)))},
	} {
		read, err := Read(in, &power.Series{Unit: "W"}, nil, canonical.Memory)
		if err != nil {
			t.Fatalf("%s: %v", kind, err)
		}
		if got := tracetest.Shown(read.Traces); got != want {
			t.Errorf("%s: got\n%swant\n%s", kind, got, want)
		}
	}
	_, err := membersRead(zipOf(t, files[0], capture("b-2026-06-01T00:00:40Z.json", 1, supply+","+supply)),
		power.Series{})
	if err == nil ||
		!strings.Contains(err.Error(), "holds different logs: b-2026-06-01T00:00:40Z.json has the columns") {
		t.Errorf("captures of other machines: got %v", err)
	}
}
