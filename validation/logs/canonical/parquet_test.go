package canonical

import (
	"bytes"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"

	"green500/validation/power"
)

// TestOthersReadTheFile: a reader of Parquet that knows nothing of traces meets the same readings, row by row.
func TestOthersReadTheFile(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := anyLog(t, 500)
		r := l.write(t, small())
		file, err := parquet.OpenFile(bytes.NewReader(content(t, r)), r.size)
		if err != nil {
			t.Fatal(err)
		}
		rows := parquet.NewReader(file)
		byName := map[string]*power.Trace{}
		for _, one := range l.traces() {
			byName[one.Instrument] = one
		}
		met := map[string]int{}
		for range file.NumRows() {
			row := make([]parquet.Row, 1)
			if n, err := rows.ReadRows(row); n != 1 {
				t.Fatal(err)
			}
			name := row[0][instrumentColumn].String()
			at, value := byName[name].Columns()
			i := met[name]
			met[name]++
			if scaled(file, timeColumn, row[0][timeColumn].Int64(), timePlaces) != at[i] ||
				scaled(file, valueColumn, row[0][valueColumn].Int64(), placesOf[l.quantity]) != value[i] {
				t.Fatalf("reading %d of %q is %v, want %d at %d", i, name, row[0], value[i], at[i])
			}
		}
		for name, one := range byName {
			if met[name] != one.Len() {
				t.Fatalf("%d rows of %q, want %d", met[name], name, one.Len())
			}
		}
	})
}

// scaled returns a number as a trace holds it, going by what the schema says of it.
func scaled(file *parquet.File, column int, n int64, places int) int64 {
	element := file.Metadata().Schema[1+column]
	has := int(element.Scale.V)
	if column == timeColumn {
		has = map[string]int{"MILLIS": 3, "MICROS": 6, "NANOS": 9}[unitOf(element.LogicalType.String())]
	} else if !element.Scale.Valid { // a value is too long for a decimal: the unit tells its places
		if unit, _ := file.Lookup(unitKey); len(unit) > 4 {
			has = int(unit[3] - '0')
		}
	}
	for range places - has {
		n *= 10
	}
	return n
}

func unitOf(kind string) string {
	for _, one := range []string{"MILLIS", "MICROS", "NANOS"} {
		if bytes.Contains([]byte(kind), []byte(one)) {
			return one
		}
	}
	return kind
}

// TestOnlyThePlacesThatAreNeededAreKept: a trace of hundredths of watts a second apart is stored so.
func TestOnlyThePlacesThatAreNeededAreKept(t *testing.T) {
	l := steady(1, 2000)
	for name, c := range map[string]struct {
		change func(*log)
		time   string
		places int32
		plain  bool
	}{
		"hundredths":                  {func(*log) {}, "MILLIS", 2, false},
		"a late microwatt":            {func(l *log) { l.value[1900]++ }, "MILLIS", 6, false},
		"a late microsecond":          {func(l *log) { l.at[1900] += 1000 }, "MICROS", 2, false},
		"more than 18 digits":         {func(l *log) { l.value[1900] = 9_223_372_036_854_775_807 }, "MILLIS", 0, true},
		"19 digits that end in zeros": {func(l *log) { l.value[1900] = 9_223_372_036_854_000_000 }, "MILLIS", 2, false},
	} {
		changed := l
		changed.at, changed.value = bytes64(l.at), bytes64(l.value)
		c.change(&changed)
		r := changed.write(t, small())
		file, err := parquet.OpenFile(bytes.NewReader(content(t, r)), r.size)
		if err != nil {
			t.Fatal(err)
		}
		schema := file.Metadata().Schema
		if got := unitOf(schema[2].LogicalType.String()); got != c.time {
			t.Errorf("%s: times in %s", name, got)
		}
		if got := schema[3]; got.Scale.Valid == c.plain || got.Scale.V != c.places {
			t.Errorf("%s: values with %d places, a decimal: %v", name, got.Scale.V, got.Scale.Valid)
		}
	}
}

func bytes64(from []int64) []int64 { return append([]int64(nil), from...) }

// TestTracesAreWrittenInTheirOrder, and what is known of their files goes with them.
func TestTracesAreWrittenInTheirOrder(t *testing.T) {
	traces := []*power.Trace{
		power.NewTrace("b", power.Power, []int64{3, 1, 2}, []int64{1, 2, 3}),
		power.NewTrace("a", power.Power, []int64{1, int64(time.Hour)}, []int64{1, 2}),
	}
	var b bytes.Buffer
	if err := Write(&b, traces); err != nil {
		t.Fatal(err)
	}
	back, err := Open(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	if err := same(traces, back); err != nil || back[0].Reversed() != 2 || back[1].Reversed() != 0 {
		t.Error(err, back[0].Reversed(), back[1].Reversed())
	}
}
