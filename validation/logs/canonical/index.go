package canonical

import (
	"cmp"
	"encoding/binary"
	"hash/crc32"
	"slices"

	"green500/validation/power"
)

// The index stands before a trailer of fixed length, which stands before the footer of Parquet: trailerMagic, the
// length of the index in eight bytes and its checksum in four, and the checksum of all that in four more. Checksums are
// those of Parquet, CRC-32; numbers are little-endian, or unsigned varints if nothing else is said.
//
// The index holds: quantity, zeros that were left out of times and of values, rows of a page; the number of notes, and
// of each file, line, field, problem and count; the number of stripes, and of each its rows, where its head begins
// after the end of that before, its length and its checksum in four bytes; the number of traces, and of each in the
// order of rows its name, its place among the traces as they are returned, its readings, how many were out of order and
// the entry of each chunk. Text and entries stand after their length.
const (
	trailerMagic  = "G500IDX4"
	trailerLength = len(trailerMagic) + 8 + 4 + 4
	footerLength  = 8 // the length of the footer and the magic of Parquet
)

type tell struct {
	notes    []power.Note
	compare  func(a, b int32) int // determines the order in which instruments are returned
	reversed func(instrument int32) int
}

// untold is for a file that is read again in the order of rows.
func untold() tell {
	return tell{compare: cmp.Compare[int32], reversed: func(int32) int { return 0 }}
}

func (t tell) ranks(traces []laidTrace) []int {
	order := make([]int, len(traces))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return t.compare(traces[a].instrument, traces[b].instrument) })
	ranks := make([]int, len(traces))
	for rank, i := range order {
		ranks[i] = rank
	}
	return ranks
}

func (g *group) finish(told tell) (size int64, err error) {
	if err := g.flush(); err != nil {
		return 0, err
	}
	if err := g.writeHeads(); err != nil {
		return 0, err
	}
	index := g.index(told)
	end := append(index, trailerOf(index)...)
	footer, err := g.footer()
	if err != nil {
		return 0, err
	}
	end = append(end, footer...)
	end = binary.LittleEndian.AppendUint32(end, uint32(len(footer)))
	end = append(end, magic...)
	err = g.write(end)
	return g.at, err
}

func appendExtent(x []byte, p extent, before int64) []byte {
	x = binary.AppendUvarint(binary.AppendUvarint(x, uint64(p.at-before)), uint64(p.size))
	return binary.LittleEndian.AppendUint32(x, p.checksum)
}

func trailerOf(index []byte) []byte {
	trailer := binary.LittleEndian.AppendUint64([]byte(trailerMagic), uint64(len(index)))
	trailer = binary.LittleEndian.AppendUint32(trailer, crc32.ChecksumIEEE(index))
	return binary.LittleEndian.AppendUint32(trailer, crc32.ChecksumIEEE(trailer))
}

func (g *group) index(told tell) []byte {
	x := appendSized(nil, []byte(g.quantity))
	for _, n := range []int{g.zeros.time.digits, g.zeros.value.digits, g.sizes.page, len(told.notes)} {
		x = binary.AppendUvarint(x, uint64(n))
	}
	for _, n := range told.notes {
		x = appendSized(x, []byte(n.File))
		x = binary.AppendUvarint(x, uint64(n.Line))
		x = appendSized(appendSized(x, []byte(n.Field)), []byte(n.Problem))
		x = binary.AppendUvarint(x, uint64(n.Count))
	}
	x = binary.AppendUvarint(x, uint64(len(g.stripes)))
	heads := int64(0)
	for _, s := range g.stripes {
		x = binary.AppendUvarint(x, uint64(s.rows))
		x, heads = appendExtent(x, s.head, heads), s.head.end()
	}
	x = binary.AppendUvarint(x, uint64(len(g.traces)))
	ranks := told.ranks(g.traces)
	for i, t := range g.traces {
		x = appendSized(x, []byte(g.name(t.instrument)))
		for _, n := range []int{ranks[i], t.count, told.reversed(t.instrument)} {
			x = binary.AppendUvarint(x, uint64(n))
		}
		for _, entry := range t.entries {
			x = appendSized(x, entry)
		}
	}
	return x
}
