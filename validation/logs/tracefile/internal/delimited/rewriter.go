package delimited

import (
	"bytes"
	"errors"

	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/power"
)

// rewriter makes a table of what a program lays out otherwise. Lines that go leave an empty one, for the numbers of
// lines.
type rewriter struct {
	lines *table.Records
	write func(line []byte, out *bytes.Buffer) *power.InputError // without a line end
	out   bytes.Buffer
	err   error // with what follows what was written
}

const rewrittenBytes = 1 << 15

// OpenRewritten reads a file as the table of delimited text that write makes of its lines.
func OpenRewritten(in *input.File, write func(line []byte, out *bytes.Buffer) *power.InputError) (*Delimited, error) {
	in.Begin(&rewriter{lines: table.NewRecords(in.Source, in.Reader), write: write})
	return newDelimited(in)
}

func (r *rewriter) Read(into []byte) (int, error) {
	for r.err == nil && r.out.Len() < rewrittenBytes {
		line, err := r.lines.Line()
		if inputErr := (*power.InputError)(nil); errors.As(err, &inputErr) {
			// a line that is too long stays so: the reader of the table reports it
			r.out.Write(bytes.Repeat([]byte{'x'}, table.MaxRecord+1))
			continue
		}
		if r.err = err; err != nil {
			break
		}
		inputErr := r.write(bytes.TrimRight(line, " \t\r\n"), &r.out)
		if inputErr != nil && r.lines.Cut && r.lines.Lines > 1 {
			r.out.WriteByte(table.TornMark) // a cell of a row that is cut off
			continue
		}
		if inputErr != nil {
			inputErr.File, inputErr.Line = r.lines.Name, r.lines.Lines
			r.err = inputErr
			break
		}
		if !r.lines.Cut {
			r.out.WriteByte('\n')
		}
	}
	if r.out.Len() == 0 {
		return 0, r.err
	}
	return r.out.Read(into)
}

// rewrittenSeparator stands between the cells of rewritten tables, which are in quotes if they may look like several.
const rewrittenSeparator = '\t'

// WriteCell writes a cell of a line of the text that other formats are rewritten to: the one of such a number, from 0.
func WriteCell(out *bytes.Buffer, cell []byte, number int) {
	if number > 0 {
		out.WriteByte(rewrittenSeparator)
	}
	for _, c := range cell {
		if c == ',' || c == ';' || c == '|' || c == '\t' || c == '"' {
			out.WriteByte('"')
			out.Write(bytes.ReplaceAll(cell, []byte{'"'}, []byte(`""`)))
			out.WriteByte('"')
			return
		}
	}
	out.Write(cell)
}

// WriteCells writes cells as a line of the text that other formats are rewritten to.
func WriteCells(out *bytes.Buffer, cells []string) {
	for i, cell := range cells {
		WriteCell(out, []byte(cell), i)
	}
}
