package canonical

import "hash/crc32"

// maxHead bounds the head of a stripe, in bytes: its rows may belong to as many instruments.
const maxHead = 64 << 20

// maxHeader bounds the header of a page, in bytes, which is read with the page. Ours take some 40.
const maxHeader = 1 << 10

// stripeHead is the head of a stripe.
type stripeHead struct {
	columns [2][]pagePlace // times and values
	chunks  [][]byte
}

// pagePlace is where a page lies in the file.
type pagePlace struct {
	at, size int64
	header   int64 // bytes of it
	checksum uint32
}

// head returns the head of a stripe.
func (s *stripes) head(i int) (*stripeHead, error) {
	heads, err := s.headsFrom(i, 1)
	if err != nil {
		return nil, err
	}
	return heads[0], nil
}

// headsFrom returns the heads of so many stripes, which are kept where they are as few as are kept at all.
func (s *stripes) headsFrom(i, count int) (heads []*stripeHead, err error) {
	if count > recentKept {
		return s.readHeads(i, count)
	}
	for k := range count {
		h, met := s.heads.Get(i + k)
		if !met {
			break
		}
		heads = append(heads, h)
	}
	if len(heads) == count {
		return heads, nil
	}
	heads, err = s.readHeads(i, count)
	for k := range heads {
		s.heads.Put(i+k, heads[k], 1)
	}
	return heads, err
}

func (s *stripes) readHeads(i, count int) (heads []*stripeHead, err error) {
	all := s.places[i : i+count]
	texts, err := s.readExtents(count, func(i int) extent { return all[i].head })
	if err != nil {
		return nil, err
	}
	for i, text := range texts {
		h := &stripeHead{}
		if !h.decode(text, all[i], s.pageRows) {
			return nil, damaged("the head of a stripe is invalid")
		}
		heads = append(heads, h)
	}
	return heads, nil
}

// extent is where something stands in the file.
type extent struct {
	at, size int64
	checksum uint32
}

func (p extent) end() int64 { return p.at + p.size }

// mostTogether are bytes that are read together where less would do: a disk takes as long for a
// hundred KiB as for two reads of a few.
const mostTogether = 256 << 10

// readExtents reads what stands in so many places. Those that lie side by side are read together.
func (s *stripes) readExtents(count int, at func(i int) extent) (texts [][]byte, err error) {
	for i := 0; i < count; {
		begin, end, next := at(i).at, at(i).end(), i+1
		for ; next < count && at(next).at == end && at(next).end()-begin <= mostTogether; next++ {
			end = at(next).end()
		}
		all := make([]byte, end-begin)
		if err := readAt(s.file, all, begin); err != nil {
			return nil, err
		}
		for ; i < next; i++ {
			text := all[at(i).at-begin:][:at(i).size:at(i).size]
			if crc32.ChecksumIEEE(text) != at(i).checksum {
				return nil, damaged("the head of a stripe has another checksum")
			}
			texts = append(texts, text)
		}
	}
	return texts, nil
}

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

// endOf is where pages end that lie side by side.
func endOf(pages []pagePlace) int64 { return pages[len(pages)-1].at + pages[len(pages)-1].size }

// stripePlace is where the head of a stripe stands.
type stripePlace struct {
	rows int
	head extent
}
