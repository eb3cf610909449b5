package parquet

import (
	"bytes"
	"math"
	"strings"
	"testing"
	"time"

	parquetgo "github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/tracetest"
	"green500/validation/power"
)

func FuzzParquet(f *testing.F) {
	for _, file := range parquetSamples(f) {
		f.Add(file, "", "", true)
		file = withoutChecksums(f, file)
		f.Add(file, "", "", true)
		f.Add(file, "value", "instrument", false)
		f.Add(file[:len(file)/2], "value", "", false)
		f.Add(append(bytes.Clone(file[:len(file)/3]), file[len(file)/2:]...), "value", "", false)
	}
	f.Add([]byte("PAR1PAR1"), "", "", false)
	f.Add([]byte("PAR1\x15\x00\x00\x00\x00\x00\xff\xff\xff\x7fPAR1"), "", "", false)
	zone := tracetest.Berlin(f)
	f.Fuzz(func(t *testing.T, file []byte, value, key string, zoned bool) {
		if !bytes.HasPrefix(file, []byte(parquetMagic)) {
			return
		}
		series := power.Series{Value: value, Unit: "J"}
		if key != "" {
			series.Instruments = []string{key}
		}
		var in *time.Location
		if zoned {
			in = zone
		}
		traces, err := readFile(file, series, in)
		if err != nil {
			tracetest.DemandInput(t, err)
			return
		}
		tracetest.DemandSound(t, traces)
	})
}

// Parquet that ends early is refused wherever it ends.
func TestParquetCutOffAnywhere(t *testing.T) {
	for i, content := range parquetSamples(t) {
		for end := range content {
			_, err := readFile(content[:end], power.Series{Value: "power", Unit: "W"}, time.UTC)
			if err == nil {
				t.Fatalf("sample %d, cut off after %d of %d bytes, was read", i, end, len(content))
			}
			tracetest.DemandInput(t, err)
		}
	}
}

// readNoted reads a series of a file, with its notes.
func readNoted(file []byte, series power.Series, zone *time.Location) ([]*power.Trace, []power.Note, error) {
	in := input.NewInput("meter.parquet", nil, canonical.Memory)
	in.Receive(input.Content{At: bytes.NewReader(file), Size: int64(len(file))})
	sheet, err := OpenParquetSheet(in)
	if err != nil {
		return nil, nil, err
	}
	selections, err := table.Plan(sheet.Columns(), []table.Request{{Series: &series, Zone: zone}}, canonical.Memory)
	if err == nil {
		err = table.Take(sheet, selections)
	}
	if err != nil {
		return nil, nil, err
	}
	all, err := table.Finish(selections)
	if err != nil {
		return nil, nil, err
	}
	return all[0].Traces, all[0].Notes, nil
}

func readFile(file []byte, series power.Series, zone *time.Location) ([]*power.Trace, error) {
	traces, _, err := readNoted(file, series, zone)
	return traces, err
}

type stampedRow struct {
	Power float64   `parquet:"power"`
	Index time.Time `parquet:"__index_level_0__,timestamp(nanosecond)"`
}

type localRow struct {
	Time  int64   `parquet:"time,timestamp(millisecond:local)"`
	Power float32 `parquet:"power"`
}

type longRow struct {
	Time  string   `parquet:"time,dict"`
	Rack  *float64 `parquet:"rack,optional,dict"`
	Name  string   `parquet:"name,dict"`
	Power int32    `parquet:"power,optional"`
}

type epochRow struct {
	Time  float64 `parquet:"time"`
	Power int64   `parquet:"power,decimal(2:12)"`
}

type sparkRow struct {
	Time  deprecated.Int96 `parquet:"time"`
	Power uint32           `parquet:"power"`
}

type bytesRow struct {
	Time  int64   `parquet:"time"`
	Power [5]byte `parquet:"power,decimal(3:11)"`
}

func canonicalFile(t testing.TB, traces ...*power.Trace) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := canonical.Write(&b, traces); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// parquetSamples are small files of every kind of column.
func parquetSamples(t testing.TB) [][]byte {
	noon := time.Date(2023, 7, 1, 12, 0, 0, 123_456_789, time.UTC)
	rack := 245.0
	long := []longRow{{"2023-07-01T12:00:00Z", &rack, "a", 1}, {"2023-07-01T12:00:00Z", &rack, "b", 2}}
	return [][]byte{
		tracetest.Parquet(t, []stampedRow{{1.5, noon}, {2.5, noon.Add(time.Second)}}),
		tracetest.Parquet(t, []localRow{{noon.UnixMilli(), 1.5}}, parquetgo.Compression(&parquetgo.Zstd)),
		tracetest.Parquet(t, long, parquetgo.Compression(&parquetgo.Snappy)),
		tracetest.Parquet(t, long, parquetgo.DataPageVersion(1), parquetgo.Compression(&parquetgo.Gzip)),
		tracetest.Parquet(t, []epochRow{{1622125875.331379, 12345}}),
		tracetest.Parquet(t, []sparkRow{{deprecated.Int96{1_000_000_000, 0, julianDay1970 + 1}, 7}}),
		tracetest.Parquet(t, []bytesRow{{1622125875331, [5]byte{0xff, 0xff, 0xff, 0xff, 0xfe}}}),
		canonicalFile(t, power.NewTrace("a", power.Power, []int64{1e18, 1e18 + 1e9}, []int64{5e6, -7e6})),
		canonicalFile(t, power.NewTrace("a", power.Energy, []int64{1e18}, []int64{5}),
			power.NewTrace("b", power.Energy, []int64{2e18}, []int64{6})),
	}
}

func TestParquet(t *testing.T) {
	samples := parquetSamples(t)
	watts := power.Series{Unit: "W"}
	for name, c := range map[string]struct {
		file   []byte
		series power.Series
		zone   *time.Location
		want   string
	}{
		"timestamps in the index": {samples[0], watts, nil,
			"power 2023-07-01T12:00:00.123456789Z 1.500000 W\npower 2023-07-01T12:00:01.123456789Z 2.500000 W\n"},
		"local timestamps": {samples[1], watts, tracetest.Berlin(t), "power 2023-07-01T10:00:00.123Z 1.500000 W\n"},
		"long table": {samples[2], power.Series{Unit: "W", Value: "power", Instruments: []string{"rack", "name"},
			Where: map[string][]string{"rack": {"245"}}}, nil,
			"rack=245 name=a 2023-07-01T12:00:00Z 1.000000 W\nrack=245 name=b 2023-07-01T12:00:00Z 2.000000 W\n"},
		"seconds as double, decimal": {samples[4], watts, nil, "power 2021-05-27T14:31:15.331379Z 123.450000 W\n"},
		"96 bits, unsigned":          {samples[5], watts, nil, "power 1970-01-02T00:00:01Z 7.000000 W\n"},
		"decimal in bytes":           {samples[6], watts, nil, "power 2021-05-27T14:31:15.331Z -0.002000 W\n"},
		"canonical form": {samples[7], power.Series{Unit: "W", Instruments: []string{"instrument"}}, nil,
			"instrument=a 2001-09-09T01:46:40Z 5.000000 W\ninstrument=a 2001-09-09T01:46:41Z -7.000000 W\n"},
	} {
		t.Run(name, func(t *testing.T) {
			traces, err := readFile(c.file, c.series, c.zone)
			if err != nil {
				t.Fatal(err)
			}
			if got := tracetest.Shown(traces); got != c.want {
				t.Errorf("got\n%swant\n%s", got, c.want)
			}
		})
	}
}

func TestParquetErrors(t *testing.T) {
	samples := parquetSamples(t)
	type listRow struct {
		Time  int64     `parquet:"time"`
		Power []float64 `parquet:"power"`
	}
	type timeless struct {
		Time  *int64  `parquet:"time,optional"`
		Power float64 `parquet:"power"`
	}
	for name, c := range map[string]struct {
		file   []byte
		series power.Series
		want   string
	}{
		"no zone": {samples[1], power.Series{Unit: "W"}, "meter.parquet, timezone: the times of the file " +
			"have no zone; set timezone (an IANA name such as Europe/Berlin) in the series or in the run."},
		"infinity": {tracetest.Parquet(t, []epochFloat{{1600000000, math.Inf(1)}}), power.Series{Unit: "W"},
			"meter.parquet, line 1, power: there is no reading; the first cell is +Inf; " +
				"leave the row out if the meter has no reading."},
		"no time": {tracetest.Parquet(t, []timeless{{nil, 1}}), power.Series{Unit: "W"},
			"meter.parquet, line 1, time: there is no reading; the first cell is empty; leave the row out if the " +
				"meter has no reading."},
		"no reading at all": {tracetest.Parquet(t, []nullRow{{1600000000, nil}}), power.Series{Unit: "W"},
			"meter.parquet, line 1, power: there is no reading; the first cell is empty; " +
				"leave the row out if the meter has no reading."},
		"text": {samples[2], power.Series{Unit: "W", Value: "name"},
			"meter.parquet, name: row 1: is no number; name a column of numbers as value."},
		"a list": {tracetest.Parquet(t, []listRow{{1, []float64{2}}}), power.Series{Unit: "W"},
			"meter.parquet, power: is a list; write a row a reading."},
		"no such name": {samples[2], power.Series{Unit: "W", Where: map[string][]string{"x": {"1"}}},
			"meter.parquet, where: no column is called \"x\"; the file has time, rack, name, power."},
		"count from a start": {tracetest.Parquet(t, []epochFloat{{-1, 1}}), power.Series{Unit: "W"},
			"meter.parquet, origin: the times of the file count from an unknown start; set origin of the series to " +
				"the instant at which its clock was at zero, as 2024-09-27T11:16:15+02:00."},
		"before 1970": {tracetest.Parquet(t, []localRow{{-1, 1}}), power.Series{Unit: "W", Timezone: "UTC"},
			"meter.parquet, time: row 1: is not a time that can be read; write the column as timestamps."},
		"cut off": {samples[0][:len(samples[0])-9], power.Series{Unit: "W"}, "meter.parquet: " +
			"is no Parquet file that can be read: its end is missing; write it again, or give the readings as CSV."},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := readFile(c.file, c.series, nil)
			if err == nil {
				t.Fatal("no error")
			}
			tracetest.DemandInput(t, err)
			if got := err.Error(); got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
		})
	}
}

type nullRow struct {
	Time  int64    `parquet:"time"`
	Power *float64 `parquet:"power,optional"`
}

type epochFloat struct {
	Time  float64 `parquet:"time"`
	Power float64 `parquet:"power"`
}

// withoutChecksums returns the file with the checksum of every page set to 0, which says that
// there is none: after a checksum no damage would ever reach a decoder.
func withoutChecksums(t testing.TB, file []byte) []byte {
	t.Helper()
	bare := bytes.Clone(file)
	s := celltext.Source{Bytes: bytes.NewReader(file), Length: int64(len(file))}
	opened, err := openParquet(s)
	if err != nil {
		t.Fatal(err)
	}
	for _, group := range opened.Metadata().RowGroups {
		for _, chunk := range group.Columns {
			at, end := chunkSpan(&chunk.MetaData)
			for at < end {
				p, err := headerOf(file[at:end])
				if err != nil {
					t.Fatal(err)
				}
				clearChecksum(bare[at : at+int64(p.header)])
				at += int64(p.header) + p.packed
			}
		}
	}
	return bare
}

// clearChecksum makes the number of field 4 a zero of as many bytes.
func clearChecksum(header []byte) {
	var walk thrift
	walk = thrift{data: header, number: func(path int, _ int64) {
		if path != 4 {
			return
		}
		header[walk.at-1] = 0
		for i := walk.at - 2; header[i] >= 0x80; i-- {
			header[i] = 0x80
		}
	}}
	_ = walk.structure(0) // was read before
}

// Every prefix of a file, and every file with one byte changed, is read or refused.
func TestParquetDamaged(t *testing.T) {
	for i, file := range parquetSamples(t) {
		file = withoutChecksums(t, file)
		if _, err := openParquet(celltext.Source{Bytes: bytes.NewReader(file), Length: int64(len(file))}); err != nil {
			t.Fatal(err)
		}
		for cut := range file {
			if _, err := readFile(file[:cut], power.Series{Unit: "J"}, time.UTC); err == nil {
				t.Fatalf("sample %d cut to %d bytes is read", i, cut)
			}
		}
		for at := 4; at < len(file); at++ {
			changed := bytes.Clone(file)
			changed[at] ^= 0xff
			if _, err := readFile(changed, power.Series{Unit: "J"}, time.UTC); err != nil {
				tracetest.DemandInput(t, err)
			}
		}
	}
}

func TestParquetCompressionRefused(t *testing.T) {
	file := tracetest.Parquet(t, []epochFloat{{1, 2}}, parquetgo.Compression(&parquetgo.Lz4Raw))
	_, err := readFile(file, power.Series{Unit: "W"}, nil)
	if err == nil || !strings.Contains(err.Error(), "LZ4_RAW is not supported; use zstd or snappy") {
		t.Errorf("got %v", err)
	}
}

func TestParquetMissing(t *testing.T) {
	one := 2.0
	file := tracetest.Parquet(t, []nullRow{{1_600_000_001, nil}, {1_600_000_002, &one}, {1_600_000_003, nil}})
	_, notes, err := readNoted(file, power.Series{Unit: "W"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(notes) != 1 || notes[0].Count != 2 || notes[0].Problem != "is empty" || notes[0].Line != 1 {
		t.Errorf("got notes %+v, want two cells that are empty", notes)
	}
}
