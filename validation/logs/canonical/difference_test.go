package canonical

import (
	"testing"
	"time"

	"green500/validation/power"
)

// million are readings of a second each, written and opened again, once what is done to them is done.
func million(t testing.TB, count, instruments int, do func(at, value []int64) ([]int64, []int64)) *Readings {
	t.Helper()
	w := NewWriter(power.Power, disk(t))
	for i := range instruments {
		at, value := make([]int64, count), make([]int64, count)
		for j := range at {
			at[j] = 1_780_272_000_000_000_000 + int64(j)*int64(time.Second)
			value[j] = 897_470_000 + int64(j*(i+7)%1000)*10_000
		}
		if i == 0 {
			at, value = do(at, value)
		}
		one := w.Instrument(string(rune('a' + i)))
		if err := w.Add(one, at, value, Multiples{}); err != nil {
			t.Fatal(err)
		}
	}
	r, err := w.Finish(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func asItIs(at, value []int64) ([]int64, []int64) { return at, value }

// edits are what is done to readings, and what has to be found of it.
var edits = []struct {
	name string
	do   func(at, value []int64) ([]int64, []int64)
	want power.TraceDifference
}{
	{"none", asItIs, power.TraceDifference{}},
	{"one reading", func(at, value []int64) ([]int64, []int64) {
		value[765_432] += 10_000
		return at, value
	}, power.TraceDifference{Changed: 1}},
	{"the last reading", func(at, value []int64) ([]int64, []int64) {
		value[len(value)-1] += 10_000
		return at, value
	}, power.TraceDifference{Changed: 1}},
	{"two that cancel each other out", func(at, value []int64) ([]int64, []int64) {
		value[500_000] += 10_000
		value[500_002] -= 10_000
		return at, value
	}, power.TraceDifference{Changed: 2}},
	{"two that changed places", func(at, value []int64) ([]int64, []int64) {
		value[333], value[335] = value[335], value[333]
		return at, value
	}, power.TraceDifference{Changed: 2}},
	{"one lost", func(at, value []int64) ([]int64, []int64) {
		return append(at[:900_000], at[900_001:]...), append(value[:900_000], value[900_001:]...)
	}, power.TraceDifference{Dropped: 1}},
	{"of finer resolution", func(at, value []int64) ([]int64, []int64) {
		value[1]++
		return at, value
	}, power.TraceDifference{Changed: 1}},
}

// TestOneEditAmongAMillionIsFound: nothing is passed over.
func TestOneEditAmongAMillionIsFound(t *testing.T) {
	before := million(t, 1_000_000, 1, asItIs)
	for _, c := range edits {
		t.Run(c.name, func(t *testing.T) {
			after := million(t, 1_000_000, 1, c.do)
			d := before.Traces[0].Difference(after.Traces[0])
			if err := before.Traces[0].Err(); err != nil || after.Traces[0].Err() != nil {
				t.Fatal(err, after.Traces[0].Err())
			}
			if d.Added != c.want.Added || d.Dropped != c.want.Dropped || d.Changed != c.want.Changed || d.MovedBy != 0 {
				t.Errorf("found %+v", d)
			}
		})
	}
}

// TestInstrumentsThatShareStripes: pages that hold readings of several instruments are not passed over for one.
func TestInstrumentsThatShareStripes(t *testing.T) {
	before := million(t, 12_345, 5, asItIs)
	after := million(t, 12_345, 5, func(at, value []int64) ([]int64, []int64) {
		value[12_344] += 10_000
		return at[1:], value[1:]
	})
	for i, trace := range before.Traces {
		d := trace.Difference(after.Traces[i])
		want := power.TraceDifference{}
		if i == 0 {
			want = power.TraceDifference{Dropped: 1, Changed: 1}
		}
		if d.Added != want.Added || d.Dropped != want.Dropped || d.Changed != want.Changed {
			t.Errorf("instrument %d: %+v", i, d)
		}
	}
}

// TestADamagedPageIsTold: what cannot be read is no difference that is passed over in silence.
func TestADamagedPageIsTold(t *testing.T) {
	before, after := million(t, 20_000, 1, asItIs), million(t, 20_000, 1, asItIs)
	file, ok := after.bytes.(File)
	if !ok {
		t.Fatal("the readings lie in no file")
	}
	if _, err := file.(removed).WriteAt([]byte{0xff, 0xff}, 5_000); err != nil {
		t.Fatal(err)
	}
	before.Traces[0].Difference(after.Traces[0])
	if after.Traces[0].Err() == nil {
		t.Error("nothing was told")
	}
}
