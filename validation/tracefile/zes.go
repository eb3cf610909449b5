package tracefile

import (
	"bytes"
	"regexp"
)

// Logs of ZES Zimmer power meters (LMG95, LMG670) as lmgtools writes them, the programs with which
// L-CSC was measured for the Green500 (https://github.com/cuveland/lmgtools, example/*.log): a line of
// names behind a hash, and a line a reading, with blanks between. Times are seconds since 1970 of the
// computer, or of the meter, as 2015:01:21D17:20:55.437817000+0000. The meter writes 9.91E37, which is
// no number in SCPI, where it has none.

var zesHead = regexp.MustCompile(`^# (time|tsnorm\d*|tsnorm) [a-z0-9 ]*\bp\d*\b`)

func isZES(head []byte) bool { return zesHead.Match(head) }

// zesPower tells the columns of active power, of each group of channels.
var zesPower = regexp.MustCompile(`^p\d*$`)

// scpiNaN is what meters that follow IEEE 488.2 and SCPI write for no number.
const scpiNaN = 9.91e37

type zes struct{ lineSheet }

func openZES(in *input) (sheet, error) {
	z := &zes{}
	z.records = newRecords(in.source, in.Reader)
	z.lineSheet.missing = func(text []byte) bool { return bytes.EqualFold(text, []byte("nan")) }
	header, err := z.line()
	if err != nil {
		return nil, z.hard(err)
	}
	names := textsOf(bytes.Fields(header)[1:])
	if len(names) > maxColumns {
		return nil, z.refuse(1, "", tooManyCells().problem, tooManyCells().remedy)
	}
	z.have(names...)
	for i, name := range names {
		z.table.numeric[i] = i > 0
		if zesPower.MatchString(name) {
			z.table.means[i] = meaning{unit: "W", stated: "average"}
		}
	}
	z.fill = z.next
	_, err = z.begin()
	return z, err
}

// next cuts the next line into cells. lmgtools writes the names again where it is started again.
func (z *zes) next() error {
	line, err := z.solidLine()
	for err == nil && line[0] == '#' {
		line, err = z.solidLine()
	}
	if err != nil {
		return err
	}
	cells := bytes.Fields(line)
	if len(cells) != len(z.cells) {
		return z.unevenLine(len(cells))
	}
	for i, cell := range cells {
		z.set(i, cell)
	}
	return nil
}

func (z *zes) number(column int) (float64, *fault) {
	value, f := z.lineSheet.number(column)
	if f == nil && value == scpiNaN {
		return 0, saysNone()
	}
	return value, f
}

// instant reads a time of the meter, too.
func (z *zes) instant(column int, as timing) (int64, *fault) {
	text := z.cells[column].text
	if len(text) > 11 && text[4] == ':' && text[7] == ':' && text[10] == 'D' {
		text[4], text[7], text[10] = '-', '-', 'T'
	}
	return z.lineSheet.instant(column, as)
}
