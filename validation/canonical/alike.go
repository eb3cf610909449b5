package canonical

import (
	"bytes"
	"slices"

	"green500/validation/power"
)

// Alike returns how many readings from one on are, for certain, those of another file from another on: those in whole
// pages that hold the same bytes. Nothing is decoded; where pages begin with other readings it knows nothing.
func (s *source) Alike(from int, other power.StoredSource, at int) int {
	o, ok := other.(*source)
	if !ok || s.zeros != o.zeros || s.pageRows != o.pageRows {
		return 0
	}
	count := 0
	var room [2][]byte
	for {
		mine, ok := s.wholePage(from + count)
		yours, too := o.wholePage(at + count)
		if !ok || !too || mine.rows != yours.rows || !s.sameBytes(o, mine, yours, &room) {
			return count
		}
		count += mine.rows
	}
}

// laidPage is a page of times and that of the values beside it.
type laidPage struct {
	columns [2]pagePlace
	rows    int
}

// wholePage returns the page that begins with a reading of the trace and holds none of another.
func (s *source) wholePage(reading int) (p laidPage, ok bool) {
	if reading >= s.count {
		return p, false
	}
	row := s.first + int64(reading)
	stripe := s.stripeOf(row)
	within := int(row - s.starts[stripe])
	p.rows = min(s.pageRows, s.places[stripe].rows-within)
	if within%s.pageRows != 0 || reading+p.rows > s.count {
		return p, false
	}
	h, err := s.head(stripe)
	if err != nil {
		return p, false
	}
	for column := range p.columns {
		p.columns[column] = h.columns[column][within/s.pageRows]
	}
	return p, true
}

// sameBytes reads both, as checksums can be made to agree.
func (s *source) sameBytes(o *source, mine, yours laidPage, room *[2][]byte) bool {
	for column, m := range mine.columns {
		y := yours.columns[column]
		if m.checksum != y.checksum || m.size-m.header != y.size-y.header {
			return false
		}
		for i, page := range []struct {
			file *source
			pagePlace
		}{{s, m}, {o, y}} {
			room[i] = slices.Grow(room[i][:0], int(page.size-page.header))[:page.size-page.header]
			if readAt(page.file.file, room[i], page.at+page.header) != nil {
				return false
			}
		}
		if !bytes.Equal(room[0], room[1]) {
			return false
		}
	}
	return true
}
