package canonical

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
)

// Differences stand in blocks, and those in blocks of their own with as many bits for each. The
// lengths are those that the library writes.
const (
	deltaBlock  = 128
	deltaBlocks = 4 // in a block
	deltaShort  = deltaBlock / deltaBlocks
)

// delta codes numbers as differences, as Parquet's DELTA_BINARY_PACKED has them. What it writes is
// what the library would of the numbers without their zeros, to the last byte, in half the time: the
// zeros are left out on the way, and steps that are all the same, as those of most clocks are, are
// not looked at twice.
type delta struct {
	zeros
	coded []byte
	last  int64 // number, without its zeros
	steps [deltaBlock]int64
}

// code returns numbers in coded form, which the next call overwrites.
func (d *delta) code(numbers []int64) []byte {
	d.coded = d.coded[:0]
	for _, n := range []int{deltaBlock, deltaBlocks, len(numbers)} {
		d.coded = binary.AppendUvarint(d.coded, uint64(n))
	}
	if d.last = 0; len(numbers) > 0 {
		d.last = d.without(numbers[0])
	}
	d.coded = binary.AppendVarint(d.coded, d.last)
	for i := 1; i < len(numbers); i += deltaBlock {
		if end := i + deltaBlock; end <= len(numbers) && even(numbers[i-1:end]) {
			d.addEven(numbers[end-1])
		} else {
			d.add(numbers[i:min(end, len(numbers))])
		}
	}
	return d.coded
}

// even reports whether numbers, a block of them at most behind the first, are all as far above the last.
func even(numbers []int64) bool {
	const most = 1<<63/deltaBlock - 1 // more could come round to where they began
	step := numbers[1] - numbers[0]
	if uint64(step) > most {
		return false
	}
	rest := numbers
	for ; len(rest) > 4; rest = rest[4:] {
		if ((rest[1]-rest[0])^step)|((rest[2]-rest[1])^step)|((rest[3]-rest[2])^step)|((rest[4]-rest[3])^step) != 0 {
			return false
		}
	}
	for i := 1; i < len(rest); i++ {
		if rest[i]-rest[i-1] != step {
			return false
		}
	}
	return numbers[len(numbers)-1] >= numbers[0]
}

// addEven codes a block of equal steps, which ends with a number.
func (d *delta) addEven(end int64) {
	last := d.without(end)
	d.coded = binary.AppendVarint(d.coded, (last-d.last)/deltaBlock)
	d.coded = append(d.coded, make([]byte, deltaBlocks)...)
	d.last = last
}

// add codes a block.
func (d *delta) add(numbers []int64) {
	zeros, steps := d.zeros, &d.steps
	before, least := d.last, int64(math.MaxInt64)
	for i, n := range numbers[:min(len(numbers), deltaBlock)] {
		n = zeros.without(n)
		step := n - before
		steps[i], before = step, n
		least = min(least, step)
	}
	if rest := d.steps[len(numbers):]; len(rest) > 0 {
		least = min(least, -before) // the library takes what is not there for zero
		if len(rest) > 1 {
			least = min(least, 0)
		}
		for i := range rest {
			rest[i] = least // nothing more than the least
		}
	}
	d.last = before
	d.coded = binary.AppendVarint(d.coded, least)
	var widths [deltaBlocks]byte
	for i := range widths {
		widths[i] = above(d.steps[i*deltaShort:][:deltaShort], least)
	}
	d.coded = append(d.coded, widths[:]...)
	for i, width := range widths {
		d.coded = pack(d.coded, d.steps[i*deltaShort:][:deltaShort], uint(width))
	}
}

// above takes the least from steps, and returns how many bits hold every rest.
func above(steps []int64, least int64) byte {
	all := uint64(0)
	for i := range steps {
		steps[i] -= least
		all |= uint64(steps[i])
	}
	return byte(bits.Len64(all))
}

// pack appends numbers in as many bits for each, the first in the lowest. The numbers are gone then.
func pack(to []byte, numbers []int64, width uint) []byte {
	if width == 0 {
		return to
	}
	from, size := len(to), deltaShort*int(width)/8
	to = slices.Grow(to, size+8)[:from+size+8] // words are written whole
	for ; width <= 32 && len(numbers) > 1; width *= 2 {
		half := numbers[:len(numbers)/2]
		for i := range half {
			half[i] = numbers[2*i] | numbers[2*i+1]<<(width&63)
		}
		numbers = half
	}
	word, used, at := uint64(0), uint(0), from
	for _, n := range numbers {
		word |= uint64(n) << (used & 63)
		if used += width; used >= 64 {
			binary.LittleEndian.PutUint64(to[at:], word)
			at, used = at+8, used-64
			word = uint64(n) >> (width - used)
		}
	}
	binary.LittleEndian.PutUint64(to[at:], word)
	return to[:from+size]
}
