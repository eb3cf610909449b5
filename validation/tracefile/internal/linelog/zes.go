package linelog

import (
	"bytes"
	"regexp"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/input"
	"green500/validation/tracefile/internal/table"
	"green500/validation/tracefile/internal/timestamp"
)

// Logs of ZES Zimmer power meters (LMG95, LMG670) as lmgtools writes them, the programs with which
// L-CSC was measured for the Green500 (https://github.com/cuveland/lmgtools, example/*.log): a line of
// names after a hash, and a line a reading, with blanks between. Times are seconds since 1970 of the
// computer, or of the meter, as 2015:01:21D17:20:55.437817000+0000. The meter writes 9.91E37, which is
// no number in SCPI, if it has none.

var zesHead = regexp.MustCompile(`^# (time|tsnorm\d*|tsnorm) [a-z0-9 ]*\bp\d*\b`)

// IsZES reports whether head, the beginning of a file, is that of a log of lmgtools.
func IsZES(head []byte) bool { return zesHead.Match(head) }

var zesPower = regexp.MustCompile(`^p\d*$`)

// scpiNaN is what meters that follow IEEE 488.2 and SCPI write for no number.
const scpiNaN = 9.91e37

type zes struct{ table.LineSheet }

// OpenZES opens a log of lmgtools, which read power analysers of ZES ZIMMER.
func OpenZES(in *input.File) (table.Sheet, error) {
	z := &zes{}
	z.Records = table.NewRecords(in.Source, in.Reader)
	z.LineSheet.Missing = func(text []byte) bool { return bytes.EqualFold(text, []byte("nan")) }
	header, err := z.Line()
	if err != nil {
		return nil, z.ReadError(err)
	}
	names := table.TextsOf(bytes.Fields(header)[1:])
	if len(names) > table.MaxColumns {
		return nil, z.Refuse(1, "", table.TooManyCells().Problem, table.TooManyCells().Remedy)
	}
	z.Have(names...)
	for i, name := range names {
		z.Table.Numeric[i] = i > 0
		if zesPower.MatchString(name) {
			z.Table.Means[i] = columnname.Meaning{Unit: "W", Stated: "average"}
		}
	}
	return openLines(z, &z.LineSheet, z.line)
}

// line cuts a line into cells. lmgtools writes the names again where it is started again.
func (z *zes) line(line []byte) (row bool, err error) {
	cells := bytes.Fields(line)
	switch {
	case line[0] == '#':
		return false, nil
	case len(cells) != len(z.Cells):
		z.UnevenLine(len(cells))
		return true, nil
	}
	for i, cell := range cells {
		z.Set(i, cell)
	}
	return true, nil
}

func (z *zes) Number(column int) (float64, *celltext.Error) {
	value, f := z.LineSheet.Number(column)
	if f == nil && value == scpiNaN {
		return 0, table.SaysNone()
	}
	return value, f
}

// Instant reads a time of the meter, too.
func (z *zes) Instant(column int, as timestamp.Timing) (int64, *celltext.Error) {
	text := z.Cells[column].Text
	if len(text) > 11 && text[4] == ':' && text[7] == ':' && text[10] == 'D' {
		text[4], text[7], text[10] = '-', '-', 'T'
	}
	return z.LineSheet.Instant(column, as)
}
