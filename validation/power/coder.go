package power

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// errOverview is a problem of the file that holds the overview.
var errOverview = &InputError{Problem: "the overview of a trace is damaged", Remedy: "read the meter's log again"}

// maxBlock bounds the readings that are decoded at a time.
const maxBlock = 1 << 16

// coder writes or reads the overview of a trace. One method describes the layout of each part for
// both, so that they cannot differ. Most numbers stand as differences, in as many bytes as they need.
// Another layout, or another meaning of what is kept, is another version of the overview in the
// canonical form.
type coder struct {
	writing bool
	data    []byte
	at      int  // where reading goes on
	damaged bool // what was read is none
}

// signed writes or reads a number as its distance from another.
func (c *coder) signed(v *int64, from int64) {
	if c.writing {
		c.data = binary.AppendVarint(c.data, *v-from)
		return
	}
	n := c.next()
	*v = from + (int64(n>>1) ^ -int64(n&1)) // as encoding/binary does
}

func (c *coder) unsigned(v *uint64) {
	if c.writing {
		c.data = binary.AppendUvarint(c.data, *v)
		return
	}
	*v = c.next()
}

// next reads a number. Most take a byte; which of the others take how many nobody can foresee, so that they are read without a
// branch for each byte.
func (c *coder) next() uint64 {
	const more, seven = 0x80_80_80_80_80_80_80_80, 0x7f_7f_7f_7f_7f_7f_7f_7f
	if c.at+8 > len(c.data) {
		return c.nextOfFew()
	}
	eight := binary.LittleEndian.Uint64(c.data[c.at:])
	if eight&0x80 == 0 {
		c.at++
		return eight & 0x7f
	}
	ends := ^eight & more
	if ends == 0 {
		return c.nextOfFew()
	}
	c.at += bits.TrailingZeros64(ends)/8 + 1
	eight &= (ends ^ (ends - 1)) & seven // seven bits of each byte up to the last
	eight = eight&0x007f_007f_007f_007f | eight&0x7f00_7f00_7f00_7f00>>1
	eight = eight&0x0000_3fff_0000_3fff | eight&0x3fff_0000_3fff_0000>>2
	return eight&0x0fff_ffff | eight>>32<<28
}

func (c *coder) nextOfFew() uint64 {
	n, width := binary.Uvarint(c.data[c.at:])
	if width <= 0 {
		c.damaged = true
		return 0
	}
	c.at += width
	return n
}

// wide writes or reads a large number as its distance from another, which fits in 64 bits unless it
// is far.
func (c *coder) wide(v *int128, from int128, far bool) {
	d := v.minus(from)
	low := int64(d.low)
	c.signed(&low, 0)
	if far {
		c.signed(&d.high, low>>63)
	} else {
		d.high = low >> 63
	}
	*v = from.plus(int128{d.high, uint64(low)})
}

func far(v, from int128) bool {
	d := v.minus(from)
	return d.high != int64(d.low)>>63
}

// amount writes or reads a number from 0 to a limit.
func (c *coder) amount(v *int, limit int) {
	n := uint64(*v)
	c.unsigned(&n)
	if c.writing {
		return
	}
	if n > uint64(limit) {
		c.damaged, n = true, 0
	}
	*v = int(n)
}

func (c *coder) point(p *point, from point) {
	c.signed(&p.at, from.at)
	c.signed(&p.value, from.value)
}

// blocks are blocks that follow each other, of whose readings the number is known, and the first one.
func (c *coder) blocks(blocks []block, first point) {
	before := first
	for i := range blocks {
		b := &blocks[i]
		c.block(b, before)
		if !b.orderly() || i > 0 && b.first.at < before.at {
			c.damaged = true
		}
		before = b.last
	}
}

// entry is what is held of a chunk, with the node of all its blocks.
func (c *coder) entry(e *entry, n *node) {
	c.amount(&e.blocks, ChunkBlocks)
	c.amount(&n.count, ChunkBlocks*maxBlock)
	c.checksum(&e.checksum)
	if e.blocks > fan {
		c.checksum(&e.outline)
	}
	b := block{node: *n}
	c.block(&b, point{})
	*n = b.node
}

func (c *coder) checksum(v *uint32) {
	sum := uint64(*v)
	c.unsigned(&sum)
	*v = uint32(sum) //nolint:gosec // damage shows where it is compared
}

// part is the node of a part, of whose readings the number is known, with the length of its coded blocks.
func (c *coder) part(n *node, before point, length *int) {
	b := block{node: *n}
	c.block(&b, before)
	*n = b.node
	c.amount(length, math.MaxInt32)
}

// What few blocks have is left out where they have it not.
const (
	hasFar = 1 << iota // sums that are large
	hasJumps
	hasRepeats
	hasDoubled
	hasOutliers
	hasLong
	hasUneven // steps that differ, or none
	hasAll
)

func (b *block) has() int {
	has := 0
	for i, one := range []bool{
		far(b.sum, b.usualSum()) || far(b.begun, b.usualFlow()) || far(b.ended, b.begun),
		b.jumped != 0, b.repeats > 0, b.doubled > 0, b.outliers > 0, b.more || len(b.long) > 0, !b.steady(),
	} {
		if one {
			has |= 1 << i
		}
	}
	return has
}

// usualSum and usualFlow are what sums lie near: as though all readings were the first.
func (b *block) usualSum() int128  { return product(int64(b.count), b.first.value) }
func (b *block) usualFlow() int128 { return product(b.first.value, b.last.at-b.first.at) }

func (c *coder) block(b *block, before point) {
	has := 0
	if c.writing {
		has = b.has()
	}
	c.amount(&has, hasAll-1)
	c.signed(&b.step.median, 0)
	c.summary(b, before, has)
	if has&hasJumps != 0 {
		c.signed(&b.jumped, 0)
	}
	c.stretches(b, has&hasRepeats != 0)
	c.texture(b, has)
	b.step.count = b.count - 1 - b.doubled
	c.signed(&b.change.median, b.step.median)
	c.amount(&b.change.count, b.count)
	if has&hasLong != 0 {
		c.long(b)
	}
}

func (c *coder) summary(b *block, before point, has int) {
	c.point(&b.first, before.later(b.step.median))
	if has&hasUneven == 0 && !c.writing {
		b.longest, b.longestAfter = b.step.median, b.first.at
		b.last.at = b.first.at + b.longest*int64(b.count-1)
	}
	if has&hasUneven != 0 {
		c.signed(&b.last.at, b.first.at)
		c.signed(&b.longest, b.step.median)
		c.signed(&b.longestAfter, b.first.at)
	}
	c.signed(&b.last.value, b.first.value)
	c.wide(&b.sum, b.usualSum(), has&hasFar != 0)
	c.flow(b, has)
	c.signed(&b.min, b.first.value)
	c.signed(&b.max, b.first.value)
	c.amount(&b.falls, b.count)
}

// flow follows from the sum where readings are steady.
func (c *coder) flow(b *block, has int) {
	if has&hasUneven != 0 {
		c.wide(&b.begun, b.usualFlow(), has&hasFar != 0)
		c.wide(&b.ended, b.begun, has&hasFar != 0)
	} else if !c.writing {
		b.flow = b.summary.flow()
	}
}

// stretches are single readings where no value is repeated. Every reading but the first repeats the
// one before, or changes.
func (c *coder) stretches(b *block, repeated bool) {
	if !repeated && !c.writing {
		b.head, b.tail = stretch{b.first.at, b.first.at, 1}, stretch{b.last.at, b.last.at, 1}
		b.plateau = b.head
	}
	if repeated {
		c.amount(&b.repeats, b.count-1)
		c.stretch(&b.head, b.first.at, b.count)
		c.stretch(&b.tail, b.last.at, b.count)
		c.stretch(&b.plateau, b.first.at, b.count)
	}
	if b.changed = b.count - 1 - b.repeats; b.changed > 0 {
		c.signed(&b.firstChange, b.first.at+b.step.median)
		b.lastChange = b.tail.from
	}
}

func (c *coder) stretch(s *stretch, near int64, limit int) {
	c.signed(&s.from, near)
	c.signed(&s.to, s.from)
	c.amount(&s.length, limit)
}

func (c *coder) texture(b *block, has int) {
	if b.count > 1 {
		c.signed(&b.second, b.first.value)
		c.signed(&b.penultimate, b.last.value)
	}
	c.unsigned(&b.divisor)
	if b.falls > 0 {
		c.point(&b.runStatistics.before, b.first)
		c.point(&b.runStatistics.after, b.runStatistics.before.later(b.step.median))
	}
	if has&hasDoubled != 0 {
		c.amount(&b.doubled, b.count-1)
		c.signed(&b.firstDoubled, b.first.at)
	}
	if has&hasOutliers != 0 {
		c.amount(&b.outliers, b.count)
		c.point(&b.firstOutlier, b.first)
	}
}

func (c *coder) long(b *block) {
	kept := len(b.long)
	if b.more {
		kept = longKept + 1
	}
	c.amount(&kept, longKept+1)
	if kept > longKept {
		b.more = true
		return
	}
	if !c.writing && kept > 0 {
		b.long = make([]weighted, kept)
	}
	for i := range b.long {
		c.signed(&b.long[i].length, 0)
		c.amount(&b.long[i].times, b.count)
	}
}
