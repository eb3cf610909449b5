package canonical

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestDeltasComeBack: with their zeros, whatever numbers stand in a page.
func TestDeltasComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := &delta{zeros: zerosOf(rapid.IntRange(0, mostTime).Draw(t, "digits"))}
		for range 2 { // what an earlier page left behind does no harm
			numbers := anyNumbers(t)
			for i := range numbers {
				numbers[i] -= numbers[i] % d.factor
			}
			page, err := d.code(numbers)
			read := make([]int64, len(numbers))
			if err != nil || !d.undelta(read, page) || !slices.Equal(read, numbers) {
				t.Fatalf("%d numbers came back as others, %v", len(numbers), err)
			}
			if d.undelta(make([]int64, len(numbers)+1), page) {
				t.Fatal("a page was taken for one of more numbers")
			}
		}
	})
}

// FuzzDelta: whatever the bytes, nothing is written behind the numbers.
func FuzzDelta(f *testing.F) {
	page, err := (&delta{zeros: zerosOf(0)}).code([]int64{1, 5, 3, 1 << 40, 7})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(page, uint16(5))
	f.Add(page[:len(page)-3], uint16(5))
	for _, width := range []byte{1, 31, 32, 33, 63, 64, 65, 255} {
		page := append([]byte{0x80, 1, 4, 129, 1, 9, 5}, width, width, 0, width)
		f.Add(append(page, bytes.Repeat([]byte{0xa5, 0xff, 1}, 256)...), uint16(129))
	}
	f.Fuzz(func(t *testing.T, page []byte, count uint16) {
		const behind = 0x5a5a_5a5a_5a5a_5a5a
		z, room := zerosOf(0), slices.Repeat([]int64{behind}, int(count)+128)
		z.undelta(room[:count], slices.Clip(page))
		for i, n := range room[count:] {
			if n != behind {
				t.Fatalf("%d numbers are read into %d", int(count)+i+1, count)
			}
		}
	})
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
