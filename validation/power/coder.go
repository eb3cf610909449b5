package power

import "encoding/binary"

// coder writes or reads the overview of a trace. One method describes the layout of each part for
// both, so that they cannot differ. Most numbers stand as differences, in as many bytes as they need.
// Another layout, or another meaning of what is kept, is another version of the overview in the
// canonical form (see tracefile).
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

// next reads a number; most take a byte.
func (c *coder) next() uint64 {
	if c.at < len(c.data) && c.data[c.at] < 0x80 {
		c.at++
		return uint64(c.data[c.at-1])
	}
	n, width := binary.Uvarint(c.data[c.at:])
	if width <= 0 {
		c.damaged = true
		return 0
	}
	c.at += width
	return n
}

// wide writes or reads a large number as its distance from another; most distances fit in 64 bits.
func (c *coder) wide(v *int128, from int128) {
	d := v.minus(from)
	low := int64(d.low)
	c.signed(&low, 0)
	c.signed(&d.high, low>>63)
	*v = from.plus(int128{d.high, uint64(low)})
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

// overview is all that is known of a trace.
func (c *coder) overview(o *overview, reversed *int) {
	c.amount(&o.size, maxBlock)
	c.amount(&o.count, maxReadings)
	c.amount(reversed, o.count)
	if c.damaged || o.size == 0 || !c.writing && !o.reserve(len(c.data)-c.at) {
		c.damaged = true
		return
	}
	before := point{}
	for i := range o.blocks {
		b := &o.blocks[i]
		b.count = o.end(i) - i*o.size
		c.summary(&b.summary, before)
		c.wide(&b.begun, product(b.first.value, b.last.at-b.first.at))
		c.wide(&b.ended, b.begun)
		c.signed(&b.jumped, 0)
		c.texture(&b.texture, b.summary)
		c.typical(&b.step, b.count)
		c.typical(&b.change, b.count)
		c.long(b)
		if b.first.at < before.at && i > 0 || b.last.at < b.first.at || b.max < b.min {
			c.damaged = true
		}
		before = b.last
	}
}

// reserve makes room for the blocks, unless there cannot be so many in the bytes that are left.
func (o *overview) reserve(bytes int) bool {
	blocks := (o.count + o.size - 1) / o.size
	if blocks == 0 || blocks > bytes {
		return false
	}
	o.blocks = make([]block, blocks)
	return true
}

func (c *coder) summary(s *summary, before point) {
	c.point(&s.first, before)
	c.point(&s.last, s.first)
	c.wide(&s.sum, product(int64(s.count), s.first.value))
	c.signed(&s.min, s.first.value)
	c.signed(&s.max, s.first.value)
	c.signed(&s.longest, 0)
	if s.longest != 0 {
		c.signed(&s.longestAfter, s.first.at)
	}
	c.amount(&s.falls, s.count)
}

// texture leaves out what the summary tells.
func (c *coder) texture(x *texture, s summary) {
	if s.count > 1 {
		c.signed(&x.second, s.first.value)
		c.signed(&x.penultimate, s.last.value)
	}
	c.amount(&x.repeats, s.count)
	x.head.from, x.tail.to = s.first.at, s.last.at
	c.amount(&x.head.length, s.count)
	c.signed(&x.head.to, s.first.at)
	c.amount(&x.tail.length, s.count)
	c.signed(&x.tail.from, s.last.at)
	c.amount(&x.plateau.length, s.count)
	c.signed(&x.plateau.from, s.first.at)
	c.signed(&x.plateau.to, x.plateau.from)
	if c.amount(&x.doubled, s.count); x.doubled > 0 {
		c.signed(&x.firstDoubled, s.first.at)
	}
	c.unsigned(&x.divisor)
	if s.falls > 0 {
		c.point(&x.before, s.first)
		c.point(&x.after, x.before)
	}
	if c.amount(&x.outliers, s.count); x.outliers > 0 {
		c.point(&x.firstOutlier, s.first)
	}
	if c.amount(&x.changed, s.count); x.changed > 0 {
		c.signed(&x.firstChange, s.first.at)
		c.signed(&x.lastChange, x.firstChange)
	}
}

func (c *coder) typical(t *typical, limit int) {
	c.signed(&t.median, 0)
	c.amount(&t.count, limit)
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
