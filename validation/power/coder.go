package power

import (
	"green500/validation/power/internal/integers"
	"green500/validation/power/internal/typical"
)

var errOverview = &InputError{Problem: "the overview of a trace is damaged", Remedy: "read the meter's log again"}

const maxBlock = 1 << 16

// coder writes or reads the overview of a trace. One method describes the layout of each part for
// both, so that they cannot differ. Another layout, or another meaning of what is kept, is another
// version of the overview in the canonical form.
type coder struct{ integers.Coder }

func newWriter() *coder             { return &coder{integers.Coder{Writing: true}} }
func newReader(coded []byte) *coder { return &coder{integers.Coder{Data: coded}} }

func (c *coder) point(p *point, from point) {
	c.Signed(&p.at, from.at)
	c.Signed(&p.value, from.value)
}

// blocks are blocks that follow each other, of whose readings the number is known, and the first one.
func (c *coder) blocks(blocks []block, first point) {
	before := first
	for i := range blocks {
		b := &blocks[i]
		c.block(b, before)
		if !b.orderly() || i > 0 && b.first.at < before.at {
			c.Damaged = true
		}
		before = b.last
	}
}

func (c *coder) entry(e *entry, n *node) {
	c.Amount(&e.blocks, ChunkBlocks)
	c.Amount(&n.count, ChunkBlocks*maxBlock)
	c.Checksum(&e.checksum)
	b := block{node: *n}
	c.block(&b, point{})
	*n = b.node
}

// What few blocks have is left out if they have it not.
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
		integers.Far(b.sum, b.usualSum()) || integers.Far(b.begun, b.usualFlow()) || integers.Far(b.ended, b.begun),
		b.jumped != 0, b.repeats > 0, b.doubled > 0, b.outliers > 0, b.more || len(b.long) > 0, !b.steady(),
	} {
		if one {
			has |= 1 << i
		}
	}
	return has
}

// usualSum and usualFlow are what sums lie near: as though all readings were the first.
func (b *block) usualSum() integers.Int128 { return integers.Product(int64(b.count), b.first.value) }
func (b *block) usualFlow() integers.Int128 {
	return integers.Product(b.first.value, b.last.at-b.first.at)
}

func (c *coder) block(b *block, before point) {
	has := 0
	if c.Writing {
		has = b.has()
	}
	c.Amount(&has, hasAll-1)
	c.Signed(&b.step.Median, 0)
	c.summary(b, before, has)
	if has&hasJumps != 0 {
		c.Signed(&b.jumped, 0)
	}
	c.stretches(b, has&hasRepeats != 0)
	c.texture(b, has)
	b.step.Count = b.count - 1 - b.doubled
	c.Signed(&b.change.Median, b.step.Median)
	c.Amount(&b.change.Count, b.count)
	if has&hasLong != 0 {
		c.long(b)
	}
}

func (c *coder) summary(b *block, before point, has int) {
	c.point(&b.first, before.later(b.step.Median))
	if has&hasUneven == 0 && !c.Writing {
		b.longest, b.longestAfter = b.step.Median, b.first.at
		b.last.at = b.first.at + b.longest*int64(b.count-1)
	}
	if has&hasUneven != 0 {
		c.Signed(&b.last.at, b.first.at)
		c.Signed(&b.longest, b.step.Median)
		c.Signed(&b.longestAfter, b.first.at)
	}
	c.Signed(&b.last.value, b.first.value)
	c.Wide(&b.sum, b.usualSum(), has&hasFar != 0)
	c.flow(b, has)
	c.Signed(&b.min, b.first.value)
	c.Signed(&b.max, b.first.value)
	c.Amount(&b.falls, b.count)
}

// flow follows from the sum if readings are steady.
func (c *coder) flow(b *block, has int) {
	if has&hasUneven != 0 {
		c.Wide(&b.begun, b.usualFlow(), has&hasFar != 0)
		c.Wide(&b.ended, b.begun, has&hasFar != 0)
	} else if !c.Writing {
		b.flow = b.summary.flow()
	}
}

// stretches are single readings if no value is repeated.
func (c *coder) stretches(b *block, repeated bool) {
	if !repeated && !c.Writing {
		b.head, b.tail = stretch{b.first.at, b.first.at, 1}, stretch{b.last.at, b.last.at, 1}
		b.plateau = b.head
	}
	if repeated {
		c.Amount(&b.repeats, b.count-1)
		c.stretch(&b.head, b.first.at, b.count)
		c.stretch(&b.tail, b.last.at, b.count)
		c.stretch(&b.plateau, b.first.at, b.count)
	}
	if b.changed = b.count - 1 - b.repeats; b.changed > 0 {
		c.Signed(&b.firstChange, b.first.at+b.step.Median)
		b.lastChange = b.tail.from
	}
}

func (c *coder) stretch(s *stretch, near int64, limit int) {
	c.Signed(&s.from, near)
	c.Signed(&s.to, s.from)
	c.Amount(&s.length, limit)
}

func (c *coder) texture(b *block, has int) {
	if b.count > 1 {
		c.Signed(&b.second, b.first.value)
		c.Signed(&b.penultimate, b.last.value)
	}
	c.Unsigned(&b.divisor)
	if b.falls > 0 {
		c.point(&b.runStatistics.before, b.first)
		c.point(&b.runStatistics.after, b.runStatistics.before.later(b.step.Median))
	}
	if has&hasDoubled != 0 {
		c.Amount(&b.doubled, b.count-1)
		c.Signed(&b.firstDoubled, b.first.at)
	}
	if has&hasOutliers != 0 {
		c.Amount(&b.outliers, b.count)
		c.point(&b.firstOutlier, b.first)
	}
}

func (c *coder) long(b *block) {
	kept := len(b.long)
	if b.more {
		kept = longKept + 1
	}
	c.Amount(&kept, longKept+1)
	if kept > longKept {
		b.more = true
		return
	}
	if !c.Writing && kept > 0 {
		b.long = make([]typical.Weighted, kept)
	}
	for i := range b.long {
		c.Signed(&b.long[i].Length, 0)
		c.Amount(&b.long[i].Times, b.count)
	}
}
