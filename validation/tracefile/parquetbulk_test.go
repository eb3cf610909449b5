package tracefile

import (
	"bytes"
	"fmt"
	"math"
	"testing"
	"time"

	parquetgo "github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"green500/validation/canonical"
	"green500/validation/leftout"
	"green500/validation/power"
	"green500/validation/tracefile/internal/table"
	"green500/validation/tracefile/internal/tracetest"
)

// byRows reads a series of a Parquet file row by row.
func byRows(t testing.TB, file []byte, series *power.Series, zone *time.Location) ([]*power.Trace, []leftout.Note, error) {
	t.Helper()
	opened, err := (Input{Name: "meter.parquet", At: bytes.NewReader(file), Size: int64(len(file))}).open(nil, false, canonical.Memory)
	if err != nil {
		return nil, nil, err
	}
	selections, err := table.Plan(opened.Sheet.Columns(), []table.Request{{Series: series, Zone: zone}}, canonical.Memory)
	if err == nil {
		err = table.TakeRows(opened.Sheet, selections)
	}
	if err != nil {
		return nil, nil, err
	}
	return finished(finish("meter.parquet", selections, canonical.Memory))
}

func byColumns(file []byte, series *power.Series, zone *time.Location) ([]*power.Trace, []leftout.Note, error) {
	in := Input{Name: "meter.parquet", At: bytes.NewReader(file), Size: int64(len(file))}
	return finished(ReadAll(in, []*power.Series{series}, []*time.Location{zone}, canonical.Memory))
}

func finished(all []*canonical.Readings, err error) ([]*power.Trace, []leftout.Note, error) {
	if err != nil {
		return nil, nil, err
	}
	return all[0].Traces, all[0].Notes, nil
}

type anyRow struct {
	Time  int64    `parquet:"time,timestamp(microsecond)"`
	Local int64    `parquet:"local,timestamp(millisecond:local)"`
	Text  string   `parquet:"text"`
	Epoch float64  `parquet:"epoch"`
	Rack  *float64 `parquet:"rack,optional,dict"`
	Name  string   `parquet:"name,dict"`
	Num   int32    `parquet:"num"`
	A     *float64 `parquet:"a,optional"`
	B     float32  `parquet:"b,dict"`
	C     int64    `parquet:"c,decimal(2:12)"`
	D     *int32   `parquet:"d,optional,dict"`
	E     float64  `parquet:"e"`
}

func drawRow(t *rapid.T) anyRow {
	second := rapid.Int64Range(1_600_000_000, 1_600_000_050).Draw(t, "second")
	r := anyRow{
		Time: second * 1e6, Local: second * 1e3, Epoch: float64(second) + 0.5,
		Text: time.Unix(second, 0).UTC().Format(time.RFC3339),
		Name: rapid.SampledFrom([]string{"x", "y", "z"}).Draw(t, "name"),
		Num:  rapid.Int32Range(-1, 2).Draw(t, "num"),
		B:    float32(rapid.IntRange(-5, 5).Draw(t, "b")),
		C:    rapid.Int64Range(-500, 500).Draw(t, "c"),
		E:    rapid.Float64Range(-1000, 1000).Draw(t, "e"),
	}
	if rapid.IntRange(0, 20).Draw(t, "a number") == 0 {
		r.E = math.NaN()
	}
	if rapid.IntRange(0, 20).Draw(t, "text") == 0 {
		r.Text = ""
	}
	if rapid.Bool().Draw(t, "rack") {
		r.Rack = new(float64)
		*r.Rack = float64(rapid.IntRange(9, 11).Draw(t, "rack number"))
	}
	if rapid.Bool().Draw(t, "a") {
		value := rapid.SampledFrom([]float64{0, 1.5, -3, 1e40, math.NaN(), math.Inf(1), 7, 7, 7, 7, 7, 7, 7}).Draw(t, "a value")
		r.A = &value
	}
	if rapid.Bool().Draw(t, "d") {
		value := int32(rapid.IntRange(0, 3).Draw(t, "d value"))
		r.D = &value
	}
	return r
}

// Column by column a file says the same as row by row: readings, notes and errors.
func TestParquetBulkIsRowByRow(t *testing.T) {
	zone := tracetest.Berlin(t)
	rapid.Check(t, func(rt *rapid.T) {
		rows := rapid.SliceOfN(rapid.Custom(drawRow), 1, 40).Draw(rt, "rows")
		options := []parquetgo.WriterOption{parquetgo.MaxRowsPerRowGroup(rapid.Int64Range(1, 50).Draw(rt, "group")), parquetgo.PageBufferSize(rapid.IntRange(16, 400).Draw(rt, "page"))}
		file := tracetest.Parquet(t, rows, options...)
		series := power.Series{
			Unit:  rapid.SampledFrom([]power.Unit{"W", "J", "mW", "kWh"}).Draw(rt, "unit"),
			Time:  rapid.SampledFrom([]string{"time", "local", "text", "epoch", "num"}).Draw(rt, "time"),
			Value: rapid.SampledFrom([]string{"a", "b", "c", "d", "e", "*", "a*", "name"}).Draw(rt, "value"),
		}
		series.Instruments = rapid.SliceOfNDistinct(rapid.SampledFrom([]string{"rack", "name", "num"}), 0, 3, rapid.ID).Draw(rt, "instruments")
		if rapid.Bool().Draw(rt, "where") {
			series.Where = map[string][]string{"name": {"x", "y"}, "rack": {"9", "10"}}
		}
		traces, notes, err := byColumns(file, &series, zone)
		wantTraces, wantNotes, wantErr := byRows(t, file, &series, zone)
		if (err == nil) != (wantErr == nil) {
			rt.Fatalf("column by column: %v; row by row: %v", err, wantErr)
		}
		if err != nil {
			tracetest.DemandInput(t, err)
			return
		}
		if got, want := tracetest.Shown(traces), tracetest.Shown(wantTraces); got != want {
			rt.Errorf("column by column\n%srow by row\n%s", got, want)
		}
		if countNotes(notes) != countNotes(wantNotes) {
			rt.Errorf("column by column %+v, row by row %+v", notes, wantNotes)
		}
	})
}

// countNotes is how many places the notes stand for.
func countNotes(notes []leftout.Note) int {
	count := 0
	for _, n := range notes {
		count += n.Count
	}
	return count
}

// longBench are meters that take turns; wideBench the same readings with a column each.
func longBench(b *testing.B, instruments, seconds int) []byte {
	type row struct {
		Time int64   `parquet:"time,timestamp(millisecond)"`
		Node string  `parquet:"node,dict"`
		W    float64 `parquet:"w"`
	}
	rows := make([]row, 0, instruments*seconds)
	for s := range seconds {
		for n := range instruments {
			rows = append(rows, row{1_700_000_000_000 + int64(s)*1000, fmt.Sprintf("node%04d", n), 400 + float64((s*7+n)%100)/10})
		}
	}
	return tracetest.Parquet(b, rows, parquetgo.Compression(&parquetgo.Snappy), parquetgo.MaxRowsPerRowGroup(1<<20))
}

func wideBench(b *testing.B, instruments, seconds int) []byte {
	group := parquetgo.Group{"time": parquetgo.Timestamp(parquetgo.Millisecond)}
	for n := range instruments {
		group[fmt.Sprintf("w%04d", n)] = parquetgo.Leaf(parquetgo.DoubleType)
	}
	var out bytes.Buffer
	w := parquetgo.NewWriter(&out, parquetgo.NewSchema("wide", group), parquetgo.Compression(&parquetgo.Snappy))
	for s := range seconds {
		row := parquetgo.Row{parquetgo.Int64Value(1_700_000_000_000+int64(s)*1000).Level(0, 0, 0)}
		for n := range instruments {
			row = append(row, parquetgo.DoubleValue(400+float64((s*7+n)%100)/10).Level(0, 0, n+1))
		}
		if _, err := w.WriteRows([]parquetgo.Row{row}); err != nil {
			b.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
	return out.Bytes()
}

func BenchmarkParquet(b *testing.B) {
	const instruments, seconds = 500, 2000
	for name, c := range map[string]struct {
		file   []byte
		series power.Series
	}{
		"long": {longBench(b, instruments, seconds), power.Series{Unit: "W", Value: "w", Instruments: []string{"node"}}},
		"wide": {wideBench(b, instruments, seconds), power.Series{Unit: "W", Value: "w*"}},
	} {
		for way, read := range map[string]func() error{
			"columns": func() error { _, _, err := byColumns(c.file, &c.series, nil); return err },
			"rows":    func() error { _, _, err := byRows(b, c.file, &c.series, nil); return err },
		} {
			b.Run(name+"/"+way, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := read(); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/(instruments*seconds), "ns/reading")
			})
		}
	}
}
