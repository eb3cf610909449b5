package delimited

import (
	"bytes"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/table"
)

type reader struct {
	row      table.TextRow
	branches []*table.Selection
	fast     *fastRow
	numbers  [][]int32 // the writer's, of the lanes of each branch: for the merger, while others are read
}

func newReader(d *Delimited, selections []*table.Selection) *reader {
	r := &reader{row: table.TextRow{Table: d.Table, Survey: d.Survey, Separator: d.Separator, Notation: d.TextRow.Notation}, numbers: make([][]int32, len(selections))}
	r.branches = table.BranchesOf(selections)
	r.fast = newFastRow(&r.row, r.branches)
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
	at := 0
	plain := p.Bare || bytes.IndexByte(p.Text, '"') < 0
	intact := bytes.IndexByte(p.Text, 0) < 0 // a zero byte damages a row, also where nothing is read of it
	for at < len(p.Text) {
		if before := r.branches[0].Rows; intact {
			if next := r.fast.take(p.Text, at, plain); next > at {
				at, lines = next, lines+r.branches[0].Rows-before
				continue
			}
		}
		record, next := table.RecordAt(p.Text, at)
		cut := p.Last && next == len(p.Text) && p.Text[next-1] != '\n'
		if cut {
			r.row.Before = p.Text[:at]
		}
		if err := r.slow(record, 1+lines, cut); err != nil {
			return lines, err
		}
		lines += bytes.Count(p.Text[at:next], celltext.Newline)
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
