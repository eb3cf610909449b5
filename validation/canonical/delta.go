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
	return uint64(step) <= most && inSteps(numbers, step) && numbers[len(numbers)-1] >= numbers[0]
}

// inSteps reports whether each number lies a step from the one before.
func inSteps(numbers []int64, step int64) bool {
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
	return true
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
	least, most := d.difference(numbers[:min(len(numbers), deltaBlock)])
	d.coded = binary.AppendVarint(d.coded, least)
	var widths [deltaBlocks]byte
	for i := range widths {
		widths[i] = byte(bits.Len64(uint64(most[i] - least)))
	}
	d.coded = append(d.coded, widths[:]...)
	for i, width := range widths {
		d.coded = pack(d.coded, (*[deltaShort]int64)(d.steps[i*deltaShort:]), least, uint(width))
	}
}

// difference makes steps of the numbers of a block. It returns the least of them, and the most of every short block; what
// is not there is as the least.
func (d *delta) difference(numbers []int64) (least int64, most [deltaBlocks]int64) {
	zeros, before := d.zeros, d.last
	least = math.MaxInt64
	for i := range most {
		from := min(i*deltaShort, len(numbers))
		short := numbers[from:min(from+deltaShort, len(numbers))]
		low, high := int64(math.MaxInt64), int64(math.MinInt64)
		if len(short) == deltaShort {
			low, high, before = zeros.steps((*[deltaShort]int64)(short), (*[deltaShort]int64)(d.steps[from:]), before)
		} else {
			for j, n := range short {
				n = zeros.without(n)
				step := n - before
				d.steps[from+j], before = step, n
				low, high = min(low, step), max(high, step)
			}
		}
		least, most[i] = min(least, low), high
	}
	d.last = before
	if rest := d.steps[len(numbers):]; len(rest) > 0 {
		least = min(least, -before) // the library takes what is not there for zero
		if len(rest) > 1 {
			least = min(least, 0)
		}
		for i := range rest {
			rest[i] = least
		}
	}
	for i := range most {
		most[i] = max(most[i], least) // where there is none
	}
	return least, most
}

// steps makes steps of numbers, behind one that has lost its zeros. It asks four of them at a time for the least and the most, so
// that less has to wait for what came before.
func (z zeros) steps(numbers, steps *[deltaShort]int64, before int64) (least, most, last int64) {
	least, most = math.MaxInt64, math.MinInt64
	for i := 0; i < deltaShort; i += 4 {
		n, to := (*[4]int64)(numbers[i:]), (*[4]int64)(steps[i:])
		a, b, c, d := z.without(n[0]), z.without(n[1]), z.without(n[2]), z.without(n[3])
		before, a, b, c, d = d, a-before, b-a, c-b, d-c
		to[0], to[1], to[2], to[3] = a, b, c, d
		least, most = min(least, min(min(a, b), min(c, d))), max(most, max(max(a, b), max(c, d)))
	}
	return least, most, before
}

// pack appends what numbers are above the least, in as many bits for each, the first in the lowest. The numbers are gone
// then.
func pack(to []byte, numbers *[deltaShort]int64, least int64, width uint) []byte {
	if width == 0 {
		return to
	}
	from, size := len(to), deltaShort*int(width)/8
	to = slices.Grow(to, size+8)[:from+size+8] // words are written whole
	several := join(numbers, least, width)
	width *= uint(deltaShort / len(several))
	word, used, at := uint64(0), uint(0), from
	for _, n := range several {
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

// join takes the least from numbers, and puts as many in one, up to four, as fit in with so many bits for each.
func join(numbers *[deltaShort]int64, least int64, width uint) []int64 {
	count := 0
	switch {
	case width <= 16:
		for i := 0; i < deltaShort; i += 4 {
			four := numbers[i : i+4 : i+4]
			above := (four[3]-least)<<(width&63) | (four[2] - least)
			above = above<<(width&63) | (four[1] - least)
			numbers[count] = above<<(width&63) | (four[0] - least)
			count++
		}
	case width <= 32:
		for i := 0; i < deltaShort; i += 2 {
			numbers[count] = numbers[i] - least | (numbers[i+1]-least)<<(width&63)
			count++
		}
	default:
		for i := range numbers {
			numbers[i] -= least
		}
		count = deltaShort
	}
	return numbers[:count]
}
