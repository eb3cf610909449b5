package canonical

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestARunComesBack: whatever its readings are, however far they lie from each other, and a page that was damaged is
// never more than that.
func TestARunComesBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := scales{time: zerosOf(3 * rapid.IntRange(0, 2).Draw(t, "zeros of times")), value: zerosOf(rapid.IntRange(0, 6).Draw(t, "zeros of values"))}
		run := anyRun(t, s)
		c := &coder{}
		c.begin(rapid.IntRange(1, 40).Draw(t, "rows of a page"), s)
		if rapid.Bool().Draw(t, "whole") {
			c.codeAll(&batch{at: slices.Clone(run.at), value: slices.Clone(run.value), spans: run.spans})
		} else {
			_ = run.each(func(instrument int32, at, value []int64) error {
				from := columns{at, value}
				return c.fill(instrument, len(at), from.give)
			})
			c.flush()
		}

		var got batch
		var one page
		coded := c.coded
		for _, length := range c.lengths {
			if err := one.read(coded[:length:length]); err != nil {
				t.Fatal(err)
			}
			takeApart(t, &one, &got)
			coded = coded[length:]
		}
		if !slices.Equal(got.at, run.at) || !slices.Equal(got.value, run.value) || !slices.Equal(got.spans, run.spans) {
			t.Fatalf("%v came back as %v", run, got)
		}

		damaged := slices.Clone(c.coded[:c.lengths[0]])
		damaged[rapid.IntRange(0, len(damaged)-1).Draw(t, "place")] = rapid.Byte().Draw(t, "byte")
		damaged = damaged[:rapid.IntRange(0, len(damaged)).Draw(t, "length")]
		if one.read(damaged) == nil {
			takeApart(t, &one, &got)
		}
	})
}

// takeApart adds the readings of a page to others, each span in two parts.
func takeApart(t *rapid.T, one *page, to *batch) {
	from := placeInPage{}
	for i, s := range one.spans {
		from.span, from.done = i, 0
		for _, n := range []int{int(s.count) / 2, int(s.count) - int(s.count)/2} {
			at, value := to.grow(s.instrument, n)
			if times, even := one.give(from, at, value); even {
				times.write(at)
			}
			if n > 0 && one.time(from, n-1) != at[n-1] {
				t.Fatalf("a time is %d by itself and %d among others", one.time(from, n-1), at[n-1])
			}
			from.done += n
		}
		from.first += int(s.count)
	}
}

// anyRun is readings of some instruments, which end in the zeros of the scales.
func anyRun(t *rapid.T, s scales) (run batch) {
	column := func(name string, z zeros, rows int) []int64 {
		most := math.MaxInt64 / z.factor
		far := rapid.SampledFrom([]int64{1, 100, 1 << 20, 1 << 40, most}).Draw(t, "reach of "+name)
		far = min(far, most)
		if rapid.Bool().Draw(t, "even "+name) {
			first, step := rapid.Int64Range(-far, far).Draw(t, "first"), rapid.Int64Range(0, max(1, far/100)).Draw(t, "step")
			even := make([]int64, rows)
			for i := range even {
				even[i] = (first/2 + int64(i)*step/2) * z.factor
			}
			return even
		}
		numbers := rapid.SliceOfN(rapid.Int64Range(-far, far), rows, rows).Draw(t, name)
		for i := range numbers {
			numbers[i] *= z.factor
		}
		return numbers
	}
	instrument := int32(0)
	for range rapid.IntRange(1, 5).Draw(t, "spans") {
		instrument += rapid.Int32Range(1, 1000).Draw(t, "further")
		rows := rapid.IntRange(1, 60).Draw(t, "rows")
		run.add(instrument, column("times", s.time, rows), column("values", s.value, rows))
	}
	return run
}
