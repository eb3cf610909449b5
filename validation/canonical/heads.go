package canonical

import "hash/crc32"

// maxHead bounds the head of a stripe, in bytes: its rows may belong to as many instruments.
const maxHead = 64 << 20

// maxHeader bounds the header of a page, in bytes, which is read with the page. Ours take some 40.
const maxHeader = 1 << 10

type stripeHead struct {
	columns [2][]pagePlace // times and values
	chunks  [][]byte
}

type pagePlace struct {
	at, size int64
	header   int64 // bytes of it
	checksum uint32
}

func (s *stripes) head(i int) (*stripeHead, error) {
	if h, met := s.heads.Get(i); met {
		return h, nil
	}
	place := s.places[i]
	text := make([]byte, place.head.size)
	if err := readAt(s.file, text, place.head.at); err != nil {
		return nil, err
	}
	if crc32.ChecksumIEEE(text) != place.head.checksum {
		return nil, damaged("the head of a stripe has another checksum")
	}
	h := &stripeHead{}
	if !h.decode(text, place, s.pageRows) {
		return nil, damaged("the head of a stripe is invalid")
	}
	s.heads.Put(i, h, 1)
	return h, nil
}

type extent struct {
	at, size int64
	checksum uint32
}

func (p extent) end() int64 { return p.at + p.size }

func (h *stripeHead) decode(text []byte, place stripePlace, pageRows int) bool {
	d := &decoder{data: text}
	at := uint64(place.head.at)
	begin := [2]uint64{d.number(at), d.number(at)}
	for column := range h.columns {
		at := place.head.at - int64(begin[column])
		for range pageCount(place.rows, pageRows) {
			p := pagePlace{at: at, size: int64(d.number(uint64(place.head.at - at)))}
			p.header = int64(d.number(uint64(min(p.size, maxHeader))))
			p.checksum = d.checksum()
			h.columns[column] = append(h.columns[column], p)
			at += p.size
			if d.damaged {
				return false
			}
		}
	}
	for len(d.data) > 0 {
		h.chunks = append(h.chunks, d.sized())
	}
	return !d.damaged
}

// extent reads where something stands behind another, before a limit.
func (d *decoder) extent(before, limit int64) extent {
	return extent{at: before + int64(d.number(uint64(limit))), size: int64(d.number(maxHead)), checksum: d.checksum()}
}

type stripePlace struct {
	rows int
	head extent
}
