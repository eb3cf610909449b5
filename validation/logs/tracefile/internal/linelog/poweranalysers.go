package linelog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

// Tables of Yokogawa meters: what WT power analyzers store and WTViewerE writes (Store No., Date, Time,
// Millisecond, and a column a function and element, as P-1), and what CW120 clamp meters store (IM
// CW120-E, appendix 3: OUTPUT DATE, OUTPUT TIME, and titles such as Wh(-)). Lines that describe the meter
// stand above the names, a line of units may stand below them. Date and time have a column each.

var yokogawaHead = regexp.MustCompile(
	`(?i)^"?(Store No\.?"?[,;\t]|CW12[\dx]"?\s*$|Model(?: Name)?"?[,;\t]\s*"?(?:WT|CW|MW|GX|GP|DX|DL)\d)`)

func isYokogawa(head []byte) bool {
	for line := range capture.HeadLines(head, yokogawaLines+1) {
		// Lines of numbers, of which there are most, are passed without the expression.
		if begin := bytes.TrimPrefix(line, celltext.Quote); len(begin) > 0 &&
			bytes.IndexByte([]byte("SsCcMm"), begin[0]) >= 0 && yokogawaHead.Match(line) {
			return true
		}
	}
	return false
}

const yokogawaLines = 200

// yokogawaFunctions tell the unit of a column that names its function; a line of units overrules them.
var yokogawaFunctions = []struct {
	begin string
	means columnname.Meaning
}{
	{"P-", columnname.Meaning{Unit: "W", Stated: "average"}},
	{"WP-", columnname.Meaning{Unit: "Wh", Counts: table.CountsTotal}},
}

type yokogawa struct {
	table.LineSheet
	separator          byte
	date, clock, milli int // columns of the file; milli is -1 if there is none
	fields             [][]byte
	begun              bool // the line below the names was read, which may be one of units
	joined             []byte
}

func openYokogawa(in *input.File) (table.Sheet, error) {
	y := &yokogawa{}
	y.Records = table.NewRecords(in.Source, in.Reader)
	names, err := y.header()
	if err != nil {
		return nil, err
	}
	y.Have(append([]string{"time"}, names...)...)
	for i, name := range names {
		y.Table.Numeric[i+1] = !y.keepsTime(i) && !strings.HasPrefix(name, storeNumber)
		for _, one := range yokogawaFunctions {
			if strings.HasPrefix(name, one.begin) {
				y.Table.Means[i+1] = one.means
			}
		}
	}
	y.Fill = y.next
	_, err = y.Begin()
	y.Table.Value = y.sum()
	return y, err
}

const storeNumber = "Store"

func (y *yokogawa) keepsTime(i int) bool { return i == y.date || i == y.clock || i == y.milli }

// The power of an element, and of all elements of a wiring unit: P-1, P-E1; P-Sigma, P-SigA, P-ΣA.
var (
	yokogawaElement = regexp.MustCompile(`^P-E?\d+$`)
	yokogawaSum     = regexp.MustCompile(`^P-?(?i:sigma|sig|Σ)[A-D]?$`)
)

// sumWithin is how far the meter's sum may be from that of the powers it wrote, as a part of it.
const sumWithin = 0.01

// sum returns the column of the power of all elements, -1 if the first reading does not show that one is.
func (y *yokogawa) sum() int {
	sum, of, added := -1, math.NaN(), 0.0
	for i, name := range y.Table.Names {
		switch value, f := y.Number(i); {
		case yokogawaElement.MatchString(name) && f == nil:
			added += value
		case !yokogawaSum.MatchString(name):
		case f != nil || sum >= 0 || y.Table.Means[i].Unit == "":
			return -1
		default:
			sum, of = i, value
		}
	}
	if of > 0 && math.Abs(added-of) <= sumWithin*of {
		return sum
	}
	return -1
}

// What meters that follow IEEE 488.2 and SCPI write for a number that is too large.
const scpiInfinity = 9.9e37

// Number reads a comma as that of decimals if none stands between cells: meters write none between thousands.
func (y *yokogawa) Number(column int) (float64, *celltext.Error) {
	text, f := y.Text(column)
	switch {
	case f != nil:
		return 0, f
	case y.keepsTime(column - 1):
		return 0, &celltext.Error{Problem: "is part of the time", Remedy: "name the column of the readings"}
	}
	comma := y.separator != ',' && bytes.IndexByte(text, ',') >= 0
	as := celltext.Notation{Comma: comma, Known: comma}
	if y.Table.Decimal != "" {
		as = celltext.Notation{Comma: y.Table.Decimal == celltext.DecimalComma, Known: true}
	}
	value, f := as.Number(text)
	if none := noReading(text, value, f == nil); none != nil {
		return 0, none
	}
	return value, f
}

var yokogawaNone = []string{"", "NAN", "INF", "ERROR"}

func noReading(text []byte, value float64, number bool) *celltext.Error {
	switch said := string(bytes.ToUpper(bytes.Trim(text, "-+"))); {
	case number && value == scpiInfinity, said == "OL", said == "OF":
		return &celltext.Error{Missing: true, Problem: "says that the meter was overloaded",
			Remedy: "measure in a higher range"}
	case number && value == scpiNaN, !number && slices.Contains(yokogawaNone, said):
		return table.SaysNone()
	}
	return nil
}

func (y *yokogawa) header() ([]string, error) {
	for range yokogawaLines {
		line, err := y.SolidLine()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, y.ReadError(err)
		}
		y.separator = table.Separators[0]
		for most, i := 0, 0; i < len(table.Separators); i++ { // a name has blanks in it, so they separate nothing
			if n := table.CellCount(line, table.Separators[i]); table.Separators[i] != ' ' && n > most {
				y.separator, most = table.Separators[i], n
			}
		}
		cells, f := table.CellsOf(nil, line, y.separator)
		if f != nil {
			continue // a line of text
		}
		names := table.TextsOf(cells)
		y.date, y.clock, y.milli = columnCalled(names, "date"), columnCalled(names, "time"),
			columnCalled(names, "millisecond")
		if y.date >= 0 && y.clock >= 0 && len(names) > 2 {
			return names, nil
		}
	}
	return nil, y.Refuse(0, "", "names no columns of date and time",
		"export the table with its header, dates and times")
}

func columnCalled(names []string, ending string) int {
	for i, name := range names {
		if strings.HasSuffix(strings.ToLower(name), ending) {
			return i
		}
	}
	return -1
}

func (y *yokogawa) units() {
	for i, field := range y.fields {
		unit := power.Unit(bytes.Trim(field, "[]()"))
		if _, known := unit.Quantity(); known {
			y.Table.Means[i+1].Unit = unit
		} else if len(unit) > 0 {
			y.Table.Means[i+1] = columnname.Meaning{}
		}
	}
}

func (y *yokogawa) cut() error {
	line, err := y.SolidLine()
	if err != nil {
		return err
	}
	fields, f := table.CellsOf(y.fields[:0], line, y.separator)
	if f != nil {
		return y.Refuse(y.At, f.Field, f.Problem, f.Remedy)
	}
	for len(fields) > len(y.Cells)-1 && len(fields[len(fields)-1]) == 0 {
		fields = fields[:len(fields)-1] // lines may end with a separator that the names have not
	}
	if y.fields = fields; len(fields) != len(y.Cells)-1 {
		return y.Refuse(y.At, "", fmt.Sprintf("has %d cells, but the header has %d", len(fields), len(y.Cells)-1),
			"give every line a cell a column")
	}
	return nil
}

func (y *yokogawa) next() error {
	if err := y.cut(); err != nil {
		return err
	}
	if !y.begun && !celltext.BeginsWithDigit(y.fields[y.date]) {
		y.begun = true
		y.units()
		return y.next()
	}
	y.begun = true
	y.joined = append(append(append(y.joined[:0], y.fields[y.date]...), ' '), y.fields[y.clock]...)
	if y.milli >= 0 && len(y.fields[y.milli]) > 0 && bytes.IndexByte(y.fields[y.clock], '.') < 0 {
		y.joined = fmt.Appendf(y.joined, ".%03s", y.fields[y.milli])
	}
	y.Set(0, y.joined)
	for i, field := range y.fields {
		y.Set(i+1, field)
	}
	return nil
}

// Logs of ZES Zimmer power meters (LMG95, LMG670) as lmgtools writes them, the programs with which L-CSC was measured
// for the Green500 (https://github.com/cuveland/lmgtools, example/*.log): a line of names after a hash, and a line a
// reading, with blanks between. Times are seconds since 1970 of the computer, or of the meter, as
// 2015:01:21D17:20:55.437817000+0000. The meter writes 9.91E37, which is no number in SCPI, if it has none.

var zesHead = regexp.MustCompile(`^# (time|tsnorm\d*|tsnorm) [a-z0-9 ]*\bp\d*\b`)

var zesPower = regexp.MustCompile(`^p\d*$`)

// scpiNaN is what meters that follow IEEE 488.2 and SCPI write for no number.
const scpiNaN = 9.91e37

type zes struct{ table.LineSheet }

func openZES(in *input.File) (table.Sheet, error) {
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

// line cuts a line into cells. lmgtools writes the names again if it is started again.
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
	if text := z.Cells[column].Text; len(text) > 11 && text[4] == ':' && text[7] == ':' && text[10] == 'D' {
		text[4], text[7], text[10] = '-', '-', 'T'
	}
	return z.LineSheet.Instant(column, as)
}
