package canonical

import (
	"bytes"
	"math"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// FuzzDelta: whatever the bytes, a page that holds so many numbers is read as the library reads it, any other is refused, and
// nothing is written behind the numbers.
func FuzzDelta(f *testing.F) {
	numbers := make([]int64, 300)
	for i := range numbers {
		numbers[i] = 1_780_272_000_100_000_000 + int64(i)*1_000_000_000 + int64(i*i%7)<<(i/10)
	}
	for _, count := range []int{0, 1, 2, 33, 129, 300} {
		page := (&delta{zeros: zerosOf(0)}).code(numbers[:count])
		f.Add(page, uint16(count), uint8(3))
		f.Add(append(page[:len(page):len(page)], 1, 2, 3), uint16(count), uint8(0))
	}
	for _, width := range []byte{1, 31, 32, 33, 63, 64, 65, 255} {
		page := append([]byte{0x80, 1, 4, 129, 1, 9, 5}, width, width, 0, width)
		f.Add(append(page, bytes.Repeat([]byte{0xa5, 0xff, 1}, 256)...), uint16(129), uint8(6))
	}
	f.Fuzz(func(t *testing.T, page []byte, count uint16, digits uint8) {
		const behind = 0x5a5a_5a5a_5a5a_5a5a
		z, room := zerosOf(int(digits%(mostTime+1))), slices.Repeat([]int64{behind}, int(count)+deltaBlock)
		read := room[:count]
		ok := z.undelta(read, slices.Clip(page))
		if want := isDelta(page, len(read)); ok != want {
			t.Fatalf("a page of %d numbers is one: %v, and is taken for one: %v", count, want, ok)
		}
		for i, n := range room[count:] {
			if n != behind {
				t.Fatalf("%d numbers are read into %d", len(read)+i+1, count)
			}
		}
		if !ok {
			return
		}
		want, err := parquet.DeltaBinaryPacked.DecodeInt64(nil, page)
		for i := range want {
			want[i] *= z.factor
		}
		if err != nil || !slices.Equal(read, want) {
			t.Fatalf("%d numbers are read as others than the library's %d, %v", count, len(want), err)
		}
	})
}

// isDelta reports whether a page holds so many numbers. The library takes one that ends too early, too.
func isDelta(page []byte, count int) bool {
	d := &decoder{data: page}
	if d.number(deltaBlock) != deltaBlock || d.number(deltaBlocks) != deltaBlocks || d.number(uint64(count)) != uint64(count) {
		return false
	}
	d.number(math.MaxUint64)
	for rest := count - 1; rest > 0; {
		d.number(math.MaxUint64)
		for _, bits := range d.bytes(deltaBlocks) {
			if rest <= 0 {
				break // what it says of no number is passed over
			}
			if bits > 64 {
				return false
			}
			d.bytes(int(bits) * deltaShort / 8)
			rest -= deltaShort
		}
		if d.damaged {
			return false
		}
	}
	return !d.damaged
}
