package delimited

import (
	"bytes"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/table"
)

type reader struct {
	row      table.TextRow
	branches []*table.Selection
	even     *evenRows // nil if no even rows have such columns
	numbers  [][]int32 // the writer's, of the lanes of each branch: for the merger, while others are read
}

func newReader(d *Delimited, selections []*table.Selection) *reader {
	r := &reader{row: table.TextRow{Table: d.Table, Survey: d.Survey, Separator: d.Separator, Notation: d.TextRow.Notation}, numbers: make([][]int32, len(selections))}
	r.branches = table.BranchesOf(selections)
	for _, s := range r.branches {
		r.row.Clock(s.TimeAt, s.Timing) // which goes on from where the one before stood
	}
	r.even = newEvenRows(&r.row, r.branches)
	return r
}

func (r *reader) read(p *table.Piece, h *pieceReadings) {
	h.of, h.reader, h.err = p, r, nil
	if p.Room != nil {
		h.room = p.Room
	}
	if more := len(r.branches) - len(h.batches); more > 0 {
		h.batches, h.known = append(h.batches, make([]table.Batch, more)...), append(h.known, make([][]*table.Instrument, more)...)
	}
	for i, s := range r.branches {
		s.Begin(&h.batches[i])
	}
	h.lines, h.err = r.rows(p)
	for i, s := range r.branches {
		s.End()
		h.known[i] = s.Instruments.All
	}
	h.clocks = r.row.Standing()
}

// rows takes the rows of a piece, and returns how many lines it has. An error states its line as though the piece were the file.
func (r *reader) rows(p *table.Piece) (lines int, err error) {
	s := r.branches[0]
	for at := 0; at < len(p.Text); {
		record, next := table.RecordAt(p.Text, at)
		plain := p.Bare || bytes.IndexByte(record, '"') < 0
		cut := p.Last && next == len(p.Text) && p.Text[next-1] != '\n'
		if cut {
			r.row.Before = p.Text[:at]
		}
		taken := len(s.Batch.At)
		if err := r.slow(record, 1+lines, cut); err != nil {
			return lines, err
		}
		lines += bytes.Count(p.Text[at:next], celltext.Newline)
		if rows := s.Rows; plain && r.even != nil && len(s.Batch.At) == taken+1 {
			next = r.even.follow(p.Text, at, next)
			lines += s.Rows - rows
		}
		at = next
	}
	return lines, nil
}

func (r *reader) slow(record []byte, line int, cut bool) error {
	if celltext.IsEmptyRecord(record) {
		return nil
	}
	if inputErr := r.row.Stand(record, line, cut); inputErr != nil {
		return inputErr
	}
	return table.TakeRow(r.branches, &r.row)
}
