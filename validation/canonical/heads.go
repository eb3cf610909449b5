package canonical

import "hash/crc32"

// maxHead bounds the head of a stripe, in bytes: its rows may belong to as many instruments.
const maxHead = 64 << 20

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
	if h, met := s.heads.get(i); met {
		return h, nil
	}
	read, err := s.readHeads(nil, s.places[i:i+1])
	if err != nil {
		return nil, err
	}
	s.heads.put(i, read[0])
	return read[0], nil
}

// headsFrom returns the heads of so many stripes. Those that lie side by side are read together.
func (s *stripes) headsFrom(i, count int) (heads []*stripeHead, err error) {
	if count == 1 {
		h, err := s.head(i)
		return []*stripeHead{h}, err
	}
	for places := s.places[i : i+count]; len(places) > 0; {
		n, size := 1, places[0].size
		for n < len(places) && places[n].at == places[0].at+size && size+places[n].size <= mostTogether {
			size += places[n].size
			n++
		}
		if heads, err = s.readHeads(heads, places[:n]); err != nil {
			return nil, err
		}
		places = places[n:]
	}
	return heads, nil
}

// mostTogether are bytes that are read together where less would do: a disk takes as long for a
// hundred KiB as for two reads of a few.
const mostTogether = 256 << 10

// readHeads reads heads that lie side by side.
func (s *stripes) readHeads(heads []*stripeHead, places []stripePlace) ([]*stripeHead, error) {
	begin, last := places[0].at, places[len(places)-1]
	all := make([]byte, last.at+last.size-begin)
	if err := readAt(s.file, all, begin); err != nil {
		return nil, err
	}
	for _, place := range places {
		text := all[place.at-begin:][:place.size:place.size]
		if crc32.ChecksumIEEE(text) != place.checksum {
			return nil, damaged("the head of a stripe has another checksum")
		}
		h := &stripeHead{}
		if !h.decode(text, place, s.pageRows) {
			return nil, damaged("the head of a stripe makes no sense")
		}
		heads = append(heads, h)
	}
	return heads, nil
}

func (h *stripeHead) decode(text []byte, place stripePlace, pageRows int) bool {
	d := &decoder{data: text}
	begin := [2]uint64{d.number(uint64(place.at)), d.number(uint64(place.at))}
	for column := range h.columns {
		at := place.at - int64(begin[column])
		for range pageCount(place.rows, pageRows) {
			p := pagePlace{at: at, size: int64(d.number(uint64(place.at - at)))}
			p.header = int64(d.number(uint64(p.size)))
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
