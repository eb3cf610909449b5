package tracefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"

	"green500/validation/power"
)

// Tables of Yokogawa meters: what WT power analyzers store and WTViewerE writes (Store No., Date, Time,
// Millisecond, and a column a function and element, as P-1), and what CW120 clamp meters store (IM
// CW120-E, appendix 3: OUTPUT DATE, OUTPUT TIME, and titles such as Wh(-)). Lines that tell of the meter
// stand above the names, a line of units may stand below them. Date and time have a column each.

var yokogawaHead = regexp.MustCompile(`(?i)^"?(Store No\.?"?[,;\t]|CW12[\dx]"?\s*$|Model(?: Name)?"?[,;\t]\s*"?(?:WT|CW|MW|GX|GP|DX|DL)\d)`)

func isYokogawa(head []byte) bool {
	for line := range bytes.Lines(firstLines(head, yokogawaLines+1)) {
		// Lines of numbers, of which there are most, are passed without the expression.
		if begin := bytes.TrimPrefix(line, quote); len(begin) > 0 && bytes.IndexByte([]byte("SsCcMm"), begin[0]) >= 0 && yokogawaHead.Match(line) {
			return true
		}
	}
	return false
}

// yokogawaLines is how many lines may stand above the names.
const yokogawaLines = 200

// firstLines returns so many lines of text: to look through more for an expression takes long.
func firstLines(text []byte, count int) []byte {
	end := 0
	for ; count > 0; count-- {
		next := bytes.IndexByte(text[end:], '\n')
		if next < 0 {
			return text
		}
		end += next + 1
	}
	return text[:end]
}

// yokogawaFunctions tell the unit of a column that names its function; a line of units overrules them.
var yokogawaFunctions = []struct {
	begin string
	means meaning
}{
	{"P-", meaning{unit: "W", stated: "average"}},
	{"WP-", meaning{unit: "Wh", counts: countsTotal}},
}

type yokogawa struct {
	lineSheet
	separator          byte
	date, clock, milli int // columns of the file; milli is -1 where there is none
	fields             [][]byte
	first              [][]byte // the line below the names, if it is no line of units
	firstAt            int
	joined             []byte
}

func openYokogawa(in *input) (sheet, error) {
	y := &yokogawa{}
	y.records = newRecords(in.source, in.Reader)
	names, err := y.header()
	if err != nil {
		return nil, err
	}
	y.have(append([]string{"time"}, names...)...)
	for i, name := range names {
		y.table.numeric[i+1] = !y.keepsTime(i) && !strings.HasPrefix(name, storeNumber)
		for _, one := range yokogawaFunctions {
			if strings.HasPrefix(name, one.begin) {
				y.table.means[i+1] = one.means
			}
		}
	}
	if err := y.units(); err != nil {
		return nil, err
	}
	y.fill = y.next
	_, err = y.begin()
	y.table.value = y.sum()
	return y, err
}

// storeNumber begins the name of the column that counts the rows.
const storeNumber = "Store"

// keepsTime reports whether a column of the file is part of the times.
func (y *yokogawa) keepsTime(i int) bool { return i == y.date || i == y.clock || i == y.milli }

// The power of an element, and of all elements of a wiring unit: P-1, P-E1; P-Sigma, P-SigA, P-ΣA.
var (
	yokogawaElement = regexp.MustCompile(`^P-E?\d+$`)
	yokogawaSum     = regexp.MustCompile(`^P-?(?i:sigma|sig|Σ)[A-D]?$`)
)

// sumWithin is how far the sum that the meter formed may lie from that of the powers it wrote, as a part
// of it.
const sumWithin = 0.01

// sum returns the column of the power of all elements, -1 where the first reading does not show that one is:
// elements of another wiring unit are in no sum, or in one of their own.
func (y *yokogawa) sum() int {
	sum, of, added := -1, math.NaN(), 0.0
	for i, name := range y.table.names {
		value, f := y.number(i)
		switch {
		case yokogawaElement.MatchString(name) && f == nil:
			added += value
		case !yokogawaSum.MatchString(name):
		case f != nil || sum >= 0 || y.table.means[i].unit == "":
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

// number reads a cell. Where no comma stands between the cells, the meter was told to write one before
// the decimals; it never writes anything between thousands.
func (y *yokogawa) number(column int) (float64, *fault) {
	text, f := y.text(column)
	switch {
	case f != nil:
		return 0, f
	case y.keepsTime(column - 1):
		return 0, &fault{problem: "is part of the time", remedy: "name the column of the readings"}
	}
	comma := y.separator != ',' && bytes.IndexByte(text, ',') >= 0
	as := notation{comma: comma, settled: comma}
	if y.table.decimal != "" {
		as = notation{comma: y.table.decimal == decimalComma, settled: true}
	}
	value, f := as.number(text)
	if none := noReading(text, value, f == nil); none != nil {
		return 0, none
	}
	return value, f
}

// yokogawaNone is what stands between hyphens, or by itself, where there is nothing to tell.
var yokogawaNone = []string{"", "NAN", "INF", "ERROR"}

// noReading is the trouble with a cell that says why it holds none, nil where it does not.
func noReading(text []byte, value float64, number bool) *fault {
	said := string(bytes.ToUpper(bytes.Trim(text, "-+")))
	switch {
	case number && value == scpiInfinity, said == "OL", said == "OF":
		return &fault{missing: true, problem: "says that the meter was overloaded", remedy: "measure in a higher range"}
	case number && value == scpiNaN, !number && slices.Contains(yokogawaNone, said):
		return saysNone()
	}
	return nil
}

// header finds the line with the names of the columns.
func (y *yokogawa) header() ([]string, error) {
	for range yokogawaLines {
		line, err := y.solidLine()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, y.hard(err)
		}
		y.separator = likeliestSeparator(line)
		cells, f := cellsOf(nil, line, y.separator)
		if f != nil {
			continue // a line of text
		}
		names := textsOf(cells)
		y.date, y.clock, y.milli = columnCalled(names, "date"), columnCalled(names, "time"), columnCalled(names, "millisecond")
		if y.date >= 0 && y.clock >= 0 && len(names) > 2 {
			return names, nil
		}
	}
	return nil, y.refuse(0, "", "names no columns of date and time", "export the table with its header, dates and times")
}

// columnCalled returns the first column whose name ends so, or -1.
func columnCalled(names []string, ending string) int {
	for i, name := range names {
		if strings.HasSuffix(strings.ToLower(name), ending) {
			return i
		}
	}
	return -1
}

// units reads the line below the names, if it holds units.
func (y *yokogawa) units() error {
	err := y.cut()
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return y.hard(err)
	}
	if len(y.fields[y.date]) > 0 && isDigitAt(y.fields[y.date]) {
		y.first, y.firstAt = y.fields, y.at
		return nil
	}
	for i, field := range y.fields {
		unit := power.Unit(bytes.Trim(field, "[]()"))
		if _, known := unit.Quantity(); known {
			y.table.means[i+1].unit = unit
		} else if len(unit) > 0 {
			y.table.means[i+1] = meaning{}
		}
	}
	return nil
}

func isDigitAt(text []byte) bool { return text[0] >= '0' && text[0] <= '9' }

// cut cuts the next line into fields.
func (y *yokogawa) cut() error {
	line, err := y.solidLine()
	if err != nil {
		return err
	}
	fields, f := cellsOf(y.fields[:0], line, y.separator)
	if f != nil {
		return y.refuse(y.at, f.field, f.problem, f.remedy)
	}
	for len(fields) > len(y.cells)-1 && len(fields[len(fields)-1]) == 0 {
		fields = fields[:len(fields)-1] // lines may end with a separator that the names have not
	}
	if y.fields = fields; len(fields) != len(y.cells)-1 {
		return y.refuse(y.at, "", fmt.Sprintf("has %d cells where the header has %d", len(fields), len(y.cells)-1), "give every line a cell a column")
	}
	return nil
}

// next sets the cells of the next line, and its time of date, time and milliseconds.
func (y *yokogawa) next() error {
	if y.first != nil {
		y.first, y.at = nil, y.firstAt
	} else if err := y.cut(); err != nil {
		return err
	}
	y.joined = append(append(append(y.joined[:0], y.fields[y.date]...), ' '), y.fields[y.clock]...)
	if y.milli >= 0 && len(y.fields[y.milli]) > 0 && bytes.IndexByte(y.fields[y.clock], '.') < 0 {
		y.joined = fmt.Appendf(y.joined, ".%03s", y.fields[y.milli])
	}
	y.set(0, y.joined)
	for i, field := range y.fields {
		y.set(i+1, field)
	}
	return nil
}

// likeliestSeparator cuts a line into the most cells. A name has blanks in it, so they separate nothing.
func likeliestSeparator(line []byte) byte {
	best, most := separators[0], 0
	for _, one := range separators {
		if n := cellCount(line, one); one != ' ' && n > most {
			best, most = one, n
		}
	}
	return best
}
