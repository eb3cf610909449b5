package canonical

import "github.com/parquet-go/bitpack"

// undelta decodes a page of differences into all of numbers, and gives them back their zeros; ok is false where the page holds
// something else than so many numbers. The library takes three times as long: it clears the room, and goes over it again for
// differences, their sums and zeros.
func (z *zeros) undelta(numbers []int64, page []byte) (ok bool) {
	d := &decoder{data: page}
	if d.number(deltaBlock) != deltaBlock || d.number(deltaBlocks) != deltaBlocks || d.number(uint64(len(numbers))) != uint64(len(numbers)) {
		return false
	}
	last := d.signed()
	if len(numbers) == 0 || d.damaged {
		return !d.damaged
	}
	numbers[0] = last * z.factor
	for rest := numbers[1:]; len(rest) > 0; {
		least, widths := d.signed(), d.bytes(deltaBlocks)
		for _, width := range widths {
			n := min(deltaShort, len(rest))
			if n == 0 {
				break // what it says of no number is passed over
			}
			if width > 64 {
				return false
			}
			packed := d.data
			if d.bytes(int(width) * deltaShort / 8); d.damaged {
				return false
			}
			last = unpack(rest[:n], packed, uint(width), least, last, z.factor)
			rest = rest[n:]
		}
		if d.damaged {
			return false
		}
	}
	return true
}

// unpack makes numbers of differences in so many bits each, above the least, behind a number.
func unpack(numbers []int64, packed []byte, width uint, least, last, factor int64) int64 {
	size := int(width) * deltaShort / 8
	switch {
	case width == 0:
		for i := range numbers {
			last += least
			numbers[i] = last * factor
		}
		return last
	case len(packed) < size+bitpack.PaddingInt64:
		packed = append(make([]byte, 0, deltaShort*8+bitpack.PaddingInt64), packed[:size]...)[:size+bitpack.PaddingInt64]
	}
	bitpack.Unpack(numbers, packed, width)
	for ; len(numbers) >= 4; numbers = numbers[4:] {
		n := (*[4]int64)(numbers)
		a := last + (least + n[0])
		b := a + (least + n[1])
		c := b + (least + n[2])
		last = c + (least + n[3])
		n[0], n[1], n[2], n[3] = a*factor, b*factor, c*factor, last*factor
	}
	for i, above := range numbers {
		last += least + above
		numbers[i] = last * factor
	}
	return last
}
