package canonical

import (
	"encoding/binary"
)

// decoder reads what stands in an index or a head. What is damaged reads as nothing.
type decoder struct {
	data    []byte
	damaged bool
}

func (d *decoder) number(limit uint64) uint64 {
	n, width := binary.Uvarint(d.data)
	if width <= 0 || n > limit {
		d.damaged, d.data = true, nil
		return 0
	}
	d.data = d.data[width:]
	return n
}

// count reads how many things follow, each of which takes a byte at least.
func (d *decoder) count() int { return int(d.number(uint64(len(d.data)))) }

func (d *decoder) sized() []byte { return d.bytes(d.count()) }

func (d *decoder) text() string { return string(d.sized()) }

func (d *decoder) bytes(n int) []byte {
	if n > len(d.data) {
		d.damaged, d.data = true, nil
		return nil
	}
	read := d.data[:n:n]
	d.data = d.data[n:]
	return read
}

func (d *decoder) checksum() uint32 {
	if four := d.bytes(4); len(four) == 4 {
		return binary.LittleEndian.Uint32(four)
	}
	return 0
}
