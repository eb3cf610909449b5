package integers

import "encoding/binary"

// Coder writes numbers, or reads them, by the same methods: what describes a layout by them describes it for both.
type Coder struct {
	Writing bool
	Data    []byte
	At      int  // where reading goes on
	Damaged bool // what was read is none
}

// Signed writes or reads a number as its distance from another.
func (c *Coder) Signed(v *int64, from int64) {
	if c.Writing {
		c.Data = binary.AppendVarint(c.Data, *v-from)
		return
	}
	n := c.next()
	*v = from + (int64(n>>1) ^ -int64(n&1)) // as encoding/binary does
}

// Unsigned writes or reads a number that is not below zero.
func (c *Coder) Unsigned(v *uint64) {
	if c.Writing {
		c.Data = binary.AppendUvarint(c.Data, *v)
		return
	}
	*v = c.next()
}

func (c *Coder) next() uint64 {
	n, width := binary.Uvarint(c.Data[c.At:])
	if width <= 0 {
		c.Damaged = true
		return 0
	}
	c.At += width
	return n
}

// Wide writes or reads a large number as its distance from another, which fits in 64 bits unless it is far.
func (c *Coder) Wide(v *Int128, from Int128, far bool) {
	d := v.Minus(from)
	low := int64(d.Low)
	c.Signed(&low, 0)
	if far {
		c.Signed(&d.High, low>>63)
	} else {
		d.High = low >> 63
	}
	*v = from.Plus(Int128{High: d.High, Low: uint64(low)})
}

// Far reports whether a large number is no 64 bits away from another.
func Far(v, from Int128) bool {
	d := v.Minus(from)
	return d.High != int64(d.Low)>>63
}

// Amount writes or reads a number from 0 to a limit.
func (c *Coder) Amount(v *int, limit int) {
	n := uint64(*v)
	c.Unsigned(&n)
	if c.Writing {
		return
	}
	if n > uint64(limit) {
		c.Damaged, n = true, 0
	}
	*v = int(n)
}

// Checksum writes or reads a number of 32 bits.
func (c *Coder) Checksum(v *uint32) {
	sum := uint64(*v)
	c.Unsigned(&sum)
	*v = uint32(sum)
}
