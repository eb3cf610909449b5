package tracefile

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"time"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

// discard is a file that keeps only the number of its bytes.
type discard struct{ size int64 }

func (d *discard) Write(p []byte) (int, error) {
	d.size += int64(len(p))
	return len(p), nil
}

func (d *discard) ReadAt(into []byte, at int64) (int, error) {
	if left := d.size - at; left < int64(len(into)) {
		return int(max(left, 0)), io.EOF
	}
	return len(into), nil
}

func (d *discard) Close() error { return nil }

// endless repeats a text to a length.
type endless struct {
	text     string
	left, at int
}

func (e *endless) Read(into []byte) (int, error) {
	if e.left <= 0 {
		return 0, io.EOF
	}
	n := 0
	into = into[:min(len(into), e.left)]
	for n < len(into) {
		n += copy(into[n:], e.text[(e.at+n)%len(e.text):])
	}
	e.left, e.at = e.left-n, e.at+n
	return n, nil
}

// gzipBomb unpacks to gibibytes of a text after its beginning, out of a thousandth of that.
func gzipBomb(t testing.TB, begin, text string, gibibytes int) io.Reader {
	t.Helper()
	const pieces = 64
	piece := gzipped(t, bytes.Repeat([]byte(text), 1<<30/pieces/len(text)))
	parts := []io.Reader{bytes.NewReader(gzipped(t, []byte(begin)))}
	for range pieces * gibibytes {
		parts = append(parts, bytes.NewReader(piece))
	}
	return io.MultiReader(parts...)
}

// hostileRead reads a file that is made to do harm, and demands a clear refusal for little memory.
func hostileRead(t *testing.T, in Input, words string) {
	t.Helper()
	const enough = 128 << 20 // bytes allocated in all, most of them given back at once
	in.Name = "log"
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := Read(in, &power.Series{Unit: "W"}, time.UTC, func() (canonical.File, error) { return &discard{}, nil })
	runtime.ReadMemStats(&after)
	if err == nil {
		t.Fatal("was read")
	}
	tracetest.DemandInput(t, err)
	if !strings.Contains(err.Error(), words) {
		t.Errorf("got %v, want a refusal that says %q", err, words)
	}
	if cost := after.TotalAlloc - before.TotalAlloc; cost > enough {
		t.Errorf("allocated %d MiB", cost>>20)
	}
}

func TestHostileStreams(t *testing.T) {
	none := gzipped(t, nil)
	for name, c := range map[string]struct {
		stream io.Reader
		words  string
	}{
		"10 GiB of zeros in a gzip": {gzipBomb(t, "time,power\n", "\x00", 10), "line 2: is longer than"},
		"10 GiB of zeros as Parquet": {gzipBomb(t, "PAR1", "\x00", 10),
			"unpacks to more than 1000 times its size"},
		"a line of 1 GB": {io.MultiReader(strings.NewReader("time,power\n1,"),
			&endless{text: "7", left: 1e9}), "line 2: is longer than"},
		"a first line of 1 GB": {&endless{text: "x", left: 1e9}, "line 1: is longer than"},
		"a quote of 1 GB": {io.MultiReader(strings.NewReader("time,power\n1,\""),
			&endless{text: "7\n", left: 1e9}), "line 2: is longer than"},
		"a million columns": {strings.NewReader(strings.Repeat(",", 1e6) + "\n"),
			"has more than 10000 columns"},
		"a million columns in UTF-16": {io.MultiReader(strings.NewReader("\xff\xfe"),
			&endless{text: ",\x00", left: 2e6}), "has more than 10000 columns"},
		"a million empty gzip members": {io.MultiReader(bytes.NewReader(gzipped(t, []byte("a,b\n"))),
			&endless{text: string(none), left: 400_000 * len(none)}), "holds numbers"},
		"a tar archive of many members": {bytes.NewReader(bytes.Repeat(tarOf(t, file{"a", nil})[:512], 100_001)),
			"holds more than 100000 members"},
		"a tar archive with a size of EB": {bytes.NewReader(hugeTar(t)),
			"is damaged: its tar archive fails at byte 512 of 2048"},
	} {
		t.Run(name, func(t *testing.T) {
			if held, ok := c.stream.(*bytes.Reader); ok {
				hostileRead(t, Input{At: held, Size: held.Size()}, c.words)
				return
			}
			hostileRead(t, Input{Stream: c.stream}, c.words)
		})
	}
}

func TestHostileJSON(t *testing.T) {
	digits := strings.Repeat("7", 1e4)
	for name, c := range map[string]struct{ text, words string }{
		"100,000 brackets":              {strings.Repeat("[", 1e5), "it is a list of other things than objects"},
		"100,000 objects in each other": {strings.Repeat(`{"a":`, 1e5), "more than 32 lists lie in each other"},
		"100,000 objects in a record": {`[{"t":1,"w":` + strings.Repeat(`{"a":`, 1e5),
			"more than 32 lists lie in each other"},
		"a record of 4 MB": {`[{"t":"` + strings.Repeat("7", 4e6),
			"a record is longer than 1048576 bytes at byte"},
		"a list of 4 MB in a record": {`{"t":1661328948,"w":1}{"t":[` + strings.Repeat("7,", 2e6),
			"a record is longer than 1048576 bytes at byte"},
		"a number of 10,000 digits": {`[{"t":1661328948,"w":` + digits + "}]",
			"line 1, w: \"7777777777777777777777777777777777777777…\" is not a number in the record at byte 1;"},
		"a time of 10,000 digits": {`[{"t":1661328948,"w":1},{"t":` + digits + `,"w":1}]`,
			"line 1, t: \"7777777777777777777777777777777777777777…\" is not a time that can be read in the record " +
				"at byte 24;"},
		"a million members": {"[" + manyMembers(1e6, ","), "a record is longer than 1048576 bytes"},
		"20,000 members in records": {manyMembers(2e4, "}{"),
			"has records of more than 10000 members in the record at byte"},
		"a long name": {`[{"t":1661328948,"` + strings.Repeat("a", 2e3) + `":1}]`,
			"line 1: is no JSON that can be read: the name of a member is longer than 1024 bytes"},
		"100,000 lists of objects": {"{" + strings.Repeat(`"a":[{"b":1}],`, 1e5) + `"c":1}`,
			"several lists of others, a;"},
		"4 MB of spaces": {`[{"t":1661328948,"w":1}` + strings.Repeat(" ", 4e6),
			"it ends too early at byte 4000023"},
		"a list in Graphite of 4 MB": {`[{"target":"a","datapoints":[[` + strings.Repeat("7,", 2e6),
			"is no JSON that can be read: it ends too early"},
		"100,000 series of VictoriaMetrics": {strings.Repeat(`{"metric":{},"values":[1],"timestamps":[]}`, 1e5),
			"has a series with more or fewer timestamps than values"},
	} {
		t.Run(name, func(t *testing.T) {
			hostileRead(t, Input{At: strings.NewReader(c.text), Size: int64(len(c.text))}, c.words)
		})
	}
}

// manyMembers is JSON of so many members, with a sign between each and the next.
func manyMembers(members int, between string) string {
	var b strings.Builder
	b.WriteString(`{"t":1661328948`)
	for i := range members {
		fmt.Fprintf(&b, `%s"w%d":1`, between, i)
	}
	b.WriteString("}")
	return b.String()
}

// hugeTar is a tar archive whose member claims eight exbibytes less one.
func hugeTar(t testing.TB) []byte {
	content := tarOf(t, file{"a.csv", []byte("x")})
	head := content[:512]
	copy(head[124:136], []byte{0x80, 0, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
	copy(head[148:156], "        ")
	sum := 0
	for _, b := range head {
		sum += int(b)
	}
	copy(head[148:156], fmt.Sprintf("%06o\x00 ", sum))
	return content
}

func TestHostileZip(t *testing.T) {
	one := zipOf(t, file{"a.csv", logOf(0, 10, 1)})
	directory := bytes.LastIndex(one, []byte("PK\x01\x02"))
	changed := func(at int, value uint32) []byte {
		content := bytes.Clone(one)
		binary.LittleEndian.PutUint32(content[directory+at:], value)
		return content
	}
	for name, c := range map[string]struct {
		content []byte
		words   string
	}{
		"a million members":            {zipListing(1_000_000), "holds more than 100000 members"},
		"a million members, unclaimed": {append(zipListing(1_000_000), zipFoot(1, 0)...), "log"},
		"a claim of 2^60 members":      {zip64Claiming(1 << 60), "holds more than 100000 members"},
		"a size too small":             {changed(24, 3), "log: a.csv: is damaged: its zip fails"},
		"a size too large":             {changed(24, 1<<31), "log: a.csv"},
		"a packed size too large":      {changed(20, 1<<31), "log"},
		"an offset out of the file":    {changed(42, 1<<31), "log"},
		"encrypted":                    {changed(8, 1|8<<16), "holds no log"},
		"a method that is not known":   {changed(8, 99<<16), "holds no log"},
	} {
		t.Run(name, func(t *testing.T) {
			hostileRead(t, Input{At: bytes.NewReader(c.content), Size: int64(len(c.content))}, c.words)
		})
	}
}

// zipListing is an archive that is nothing but a list of empty members.
func zipListing(members int) []byte {
	content := []byte("PK\x03\x04")
	entry := make([]byte, 46, 47)
	copy(entry, "PK\x01\x02")
	binary.LittleEndian.PutUint16(entry[28:], 1) // bytes of the name
	return append(append(content, bytes.Repeat(append(entry, 'a'), members)...), zipFoot(members, len(content))...)
}

// zipFoot ends an archive whose list of members begins at a place.
func zipFoot(members, at int) []byte {
	foot := make([]byte, 22)
	copy(foot, "PK\x05\x06")
	binary.LittleEndian.PutUint16(foot[8:], uint16(members))
	binary.LittleEndian.PutUint16(foot[10:], uint16(members))
	binary.LittleEndian.PutUint32(foot[16:], uint32(at))
	return foot
}

func zip64Claiming(members uint64) []byte {
	content := make([]byte, 4+56+20)
	copy(content, "PK\x03\x04")
	end := content[4:]
	copy(end, "PK\x06\x06")
	binary.LittleEndian.PutUint64(end[4:], 44)
	binary.LittleEndian.PutUint64(end[24:], members)
	binary.LittleEndian.PutUint64(end[32:], members)
	copy(end[56:], "PK\x06\x07")
	binary.LittleEndian.PutUint64(end[64:], 4)
	binary.LittleEndian.PutUint32(end[72:], 1)
	return append(content, zipFoot(0xffff, 0)...)
}

// What is no reading is refused or counted, in either case with its line.
func TestHostileCells(t *testing.T) {
	for _, cells := range []string{
		"1600000001,NaN", "1600000001,nan", "1600000001,Inf", "1600000001,-Infinity", "1600000001,1e400",
		"1600000001,1e300", "1600000001,0x10",
		"NaN,1", "Inf,1", "1e300,1", "-1e30,1", "99999999999999999999,1", "9223372036854775807,1",
		"9999-12-31T23:59:59Z,1", "0000-01-01T00:00:00Z,1", "2026-02-30T00:00:00Z,1", "-1,1", "1,1", "1600000001,",
		",1", "\x00,1", "1600000001,\x00",
	} {
		text := "time,power\n1600000000,1\n" + cells + "\n"
		read, err := Read(Input{Name: "log", Stream: strings.NewReader(text)}, &power.Series{Unit: "W"}, time.UTC,
			canonical.Memory)
		if err == nil {
			if len(read.Notes) != 1 || read.Notes[0].Line != 3 || read.Notes[0].Count != 1 ||
				read.Traces[0].Len() != 1 {
				t.Errorf("%q was read: %d readings, notes %v", cells, read.Traces[0].Len(), read.Notes)
			}
			continue
		}
		tracetest.DemandInput(t, err)
		var inputErr *power.InputError
		if errors.As(err, &inputErr) && inputErr.Line != 3 {
			t.Errorf("%q: %v, want line 3", cells, err)
		}
	}
}

// FuzzAny holds every reader to refusing what it can't read.
func FuzzAny(f *testing.F) {
	for _, content := range packedSamples(f) {
		f.Add(content)
	}
	rows := tracetest.Parquet(f, []parquetRow{{Time: 1}, {Time: 2}})
	f.Add(rows)
	f.Add(gzipped(f, rows))
	f.Add(zipOf(f, file{"a.parquet", rows}, file{"README", []byte(readme)}))
	f.Add(hugeTar(f))
	f.Add(zip64Claiming(1 << 60))
	f.Add(zipListing(3))
	f.Add(tarOf(f, file{"a.csv", logOf(0, 3, 1)}, file{"b.csv", logOf(1, 3, 1)}, file{".b", nil}))
	f.Add(zipOf(f, file{"a.csv", logOf(0, 3, 1)}, file{"b.csv", logOf(9, 3, 1)}))
	series := []*power.Series{
		{Unit: "W"},
		{Unit: "J", Value: "power", Instruments: []string{"file"}},
		{Unit: "kW", Where: map[string][]string{"file": {"a.csv"}}},
		{Unit: "W", Time: "file", Value: "file"},
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		for _, one := range series {
			traces, err := readOne("log", content, one, time.UTC)
			if err != nil {
				tracetest.DemandInput(t, err)
				continue
			}
			tracetest.DemandSound(t, traces)
		}
	})
}
