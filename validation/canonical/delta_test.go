package canonical

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"
	"pgregory.net/rapid"
)

// TestDeltasAreThoseOfTheLibrary: to the last byte, whatever numbers stand in a page.
func TestDeltasAreThoseOfTheLibrary(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		digits := rapid.IntRange(0, mostTime).Draw(t, "digits")
		d := &delta{zeros: zerosOf(digits)}
		for range 2 { // what an earlier page left behind does no harm
			numbers := anyNumbers(t)
			for i := range numbers {
				numbers[i] -= numbers[i] % d.factor
			}
			want, err := parquet.DeltaBinaryPacked.EncodeInt64(nil, shortened(&d.zeros, nil, numbers))
			if err != nil {
				t.Fatal(err)
			}
			if got := d.code(numbers); !bytes.Equal(got, want) {
				t.Fatalf("%d numbers take %d bytes, the library's %d", len(numbers), len(got), len(want))
			}
			read := make([]int64, len(numbers))
			if !d.undelta(read, want) || !slices.Equal(read, numbers) {
				t.Fatalf("the library's %d numbers are read as others", len(numbers))
			}
			for short := range want {
				if short < len(want) && d.undelta(read, want[:short]) && len(numbers) > 0 {
					t.Fatalf("%d numbers are read from %d of %d bytes", len(numbers), short, len(want))
				}
			}
		}
	})
}

// shortened returns numbers without their zeros.
func shortened(z *zeros, into, numbers []int64) []int64 {
	for _, n := range numbers {
		into = append(into, z.without(n))
	}
	return into
}

// anyNumbers draws numbers of which some stretches are even.
func anyNumbers(t *rapid.T) []int64 {
	var numbers []int64
	last := rapid.Int64().Draw(t, "first")
	for range rapid.IntRange(0, 6).Draw(t, "stretches") {
		step := rapid.OneOf(rapid.Int64(), rapid.Int64Range(1<<55, 1<<63-1), rapid.Just[int64](0)).Draw(t, "step")
		jitter := rapid.SampledFrom([]uint{64, 64, 62, 60, 56, 50, 48, 40, 32, 20, 10, 2, 0}).Draw(t, "bits")
		noise := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		for range rapid.IntRange(1, 300).Draw(t, "readings") {
			last += step + int64(noise.Uint64()>>jitter>>1)
			numbers = append(numbers, last)
		}
	}
	return numbers
}

// BenchmarkDelta codes a page of values and one of times beside the library.
func BenchmarkDelta(b *testing.B) {
	noise := rand.New(rand.NewPCG(1, 2))
	even, values := make([]int64, 8192), make([]int64, 8192)
	for i := range even {
		even[i], values[i] = 1_780_272_000_100_000_000+int64(i)*1_000_000_000, 897_470_000+noise.Int64N(1000)*10_000
	}
	late := slices.Clone(even)
	for i := range late {
		late[i] += noise.Int64N(50) * 1_000_000
	}
	for _, c := range []struct {
		name    string
		digits  int
		numbers []int64
	}{{"even times", 6, even}, {"uneven times", 6, late}, {"values", 4, values}} {
		d := &delta{zeros: zerosOf(c.digits)}
		b.Run(fmt.Sprint(c.name, "/ours"), func(b *testing.B) {
			for b.Loop() {
				d.code(c.numbers)
			}
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(len(c.numbers)), "ns/number")
		})
		b.Run(fmt.Sprint(c.name, "/ours, back"), func(b *testing.B) {
			page, into := slices.Clone(d.code(c.numbers)), make([]int64, len(c.numbers))
			for b.Loop() {
				if !d.undelta(into, page) {
					b.Fatal("not read")
				}
			}
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(len(c.numbers)), "ns/number")
		})
		b.Run(fmt.Sprint(c.name, "/library, back"), func(b *testing.B) {
			page, into := slices.Clone(d.code(c.numbers)), make([]int64, 0, len(c.numbers))
			for b.Loop() {
				read, err := parquet.DeltaBinaryPacked.DecodeInt64(into[:0], page)
				if err != nil {
					b.Fatal(err)
				}
				for i := range read {
					read[i] *= d.factor
				}
			}
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(len(c.numbers)), "ns/number")
		})
		b.Run(fmt.Sprint(c.name, "/library"), func(b *testing.B) {
			var room []int64
			var body []byte
			for b.Loop() {
				room = shortened(&d.zeros, room[:0], c.numbers)
				body, _ = parquet.DeltaBinaryPacked.EncodeInt64(body, room)
			}
			b.ReportMetric(float64(b.Elapsed())/float64(b.N)/float64(len(c.numbers)), "ns/number")
		})
	}
}
