package tracefile

import "bytes"

// reader reads pieces of delimited text on one core.
type reader struct {
	row      textRow
	branches []*selection
	fast     *fastRow
	numbers  [][]int32 // the writer's, of the lanes of each branch: for the merger, while others are read
}

func newReader(d *delimited, selections []*selection) *reader {
	r := &reader{row: textRow{table: d.table, survey: d.survey, separator: d.separator, notation: d.textRow.notation}, numbers: make([][]int32, len(selections))}
	r.branches = branchesOf(selections)
	r.fast = newFastRow(&r.row, r.branches)
	return r
}

// read takes what the selections want of a piece.
func (r *reader) read(p *piece, h *harvest) {
	h.of, h.reader, h.err = p, r, nil
	if p.room != nil {
		h.room = p.room
	}
	if more := len(r.branches) - len(h.caught); more > 0 {
		h.caught, h.known = append(h.caught, make([]catch, more)...), append(h.known, make([][]*instrument, more)...)
	}
	for i, s := range r.branches {
		s.begin(&h.caught[i])
	}
	h.lines, h.err = r.rows(p)
	for i, s := range r.branches {
		s.end()
		h.known[i] = s.instruments.all
	}
}

// rows takes the rows of a piece, and returns how many lines it has. Trouble tells its line as though the piece were the file.
func (r *reader) rows(p *piece) (lines int, err error) {
	at := 0
	plain := p.bare || bytes.IndexByte(p.text, '"') < 0
	for at < len(p.text) {
		before := r.branches[0].rows
		if next := r.fast.take(p.text, at, plain); next > at {
			at, lines = next, lines+r.branches[0].rows-before
			continue
		}
		record, next := recordAt(p.text, at)
		cut := p.last && next == len(p.text) && p.text[next-1] != '\n'
		if err := r.slow(record, 1+lines, cut); err != nil {
			return lines, err
		}
		lines += bytes.Count(p.text[at:next], newline)
		at = next
	}
	return lines, nil
}

// slow takes a row that is not written as usual.
func (r *reader) slow(record []byte, line int, cut bool) error {
	if isEmptyRecord(record) {
		return nil
	}
	if trouble := r.row.stand(record, line, cut); trouble != nil {
		return trouble
	}
	return takeRow(r.branches, &r.row)
}
