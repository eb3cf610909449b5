package table

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

// TextRow is a line of delimited text, cut into cells.
type TextRow struct {
	*Table
	*Survey
	Separator byte
	Notation  celltext.Notation
	Cells     [][]byte
	Line      int
	cut       bool            // the file ends with the line and without a line end
	Before    []byte          // the lines before it, as many as are at hand, if it is cut
	stray     *celltext.Error // why the line is no reading, nil if it may be one
	clocks    timestamp.Clocks
	Joined    []byte // a date and the time of day beside it

	cells   bool // Stand cut them
	timed   bool // then the time of the row was read, from a column in a form
	timedBy int
	timedAs timestamp.Timing
	timedAt int64
}

// StrayField is the field of the error of a line that is no reading.
const StrayField = "line"

// Stand cuts a record. cut reports that the file ends with it and without a line end.
func (r *TextRow) Stand(record []byte, line int, cut bool) *power.InputError {
	r.Line, r.stray, r.cut, r.cells, r.timed = line, nil, cut, true, false
	if len(record) > MaxRecord {
		return TooLong(r.Source, line)
	}
	if r.stray = zeroBytes(record); r.stray != nil {
		return nil
	}
	record = bytes.TrimPrefix(record, []byte(celltext.Utf8Mark)) // of a file that was put behind another
	marked := CommentMark(record) > 0
	cells, f := CellsOf(r.Cells[:0], record, r.Separator)
	if f != nil {
		switch {
		case marked:
			r.stray = strayLine()
		case f.Unreadable:
			r.stray = f
		case cut && bytes.IndexByte(record, '\n') < 0:
			r.stray = cutOffLine()
		default:
			return r.Refuse(line, f.Field, f.Problem, f.Remedy)
		}
		return nil
	}
	r.Cells = cells
	if f := r.fluxHeader(); f != nil {
		if r.stray = f; !f.Missing {
			return r.Refuse(line, f.Field, f.Problem, f.Remedy)
		}
		return nil
	}
	switch another := r.beginsAnother(); {
	case !another:
		return r.widen(marked)
	case !cut:
		return r.Refuse(line, "", "begins another table, of "+celltext.Listed(TextsOf(r.Cells)),
			"give each table as a file of its own")
	}
	r.stray = cutOffLine()
	return nil
}

// FluxColumns are those of annotated CSV of InfluxDB that hold what was asked, and not what was measured.
var FluxColumns = [...]string{"result", "table", "_start", "_stop"}

// IsFluxName reports whether a cell begins a line of names of annotated CSV (InfluxDB, Flux).
func IsFluxName(cell []byte) bool { return string(cell) == FluxColumns[0] }

// fluxHeader is the error of a line that begins another table of annotated CSV, or nil. One of the same columns goes
// on.
func (r *TextRow) fluxHeader() *celltext.Error {
	at := r.Flux
	if at != NotFlux && len(r.Cells[0]) > 0 && r.Cells[0][0] == '#' {
		return strayLine()
	}
	if at == NotFlux || len(r.Cells) < at+2 || !IsFluxName(r.Cells[at]) || string(r.Cells[at+1]) != FluxColumns[1] {
		return nil
	}
	if slices.Equal(TextsOf(r.Cells), r.Raw) {
		return strayLine()
	}
	return OtherTable()
}

// OtherTable is the error of a line that begins a second table with other columns.
func OtherTable() *celltext.Error {
	return &celltext.Error{Problem: "begins another table, with other columns than the first",
		Remedy: "give each table in a file of its own"}
}

// beginsAnother reports whether the line holds the names of a table: several words, among them one of power or known,
// and one of times.
func (r *TextRow) beginsAnother() bool {
	cells := withoutTail(r.Cells)
	number := func(cell []byte) bool { // which no column is called
		_, plain := celltext.PlainNumber(cell)
		return plain && !slices.Contains(r.Raw, string(cell)) && !slices.Contains(r.Names, string(cell))
	}
	if len(cells) < 2 || slices.ContainsFunc(cells, number) ||
		celltext.HasDigit(cells[0]) && KindOf(cells[0]) != Words {
		return false
	}
	n := headNames{TextRow: r, met: map[string]bool{}}
	for i, cell := range cells {
		if i == 0 {
			cell = cell[CommentMark(cell):]
		}
		if !n.add(i, cell) {
			return false
		}
	}
	return n.timely && n.known > 0 && (n.same < len(cells) || len(cells) != len(withoutTail(r.Raw)))
}

type headNames struct {
	*TextRow
	met         map[string]bool
	same, known int // that stand where they stood, and that are known
	timely      bool
}

func (n *headNames) add(i int, cell []byte) bool {
	name := celltext.OneLine(celltext.Latin1(cell))
	fits := func(other string) bool { return strings.EqualFold(other, name) }
	raw := slices.ContainsFunc(n.Raw, fits)
	switch {
	case i < len(n.Raw) && (fits(n.Raw[i]) || fits(n.Names[i])):
		n.same++
	case name == "" || n.met[name] || KindOf(cell) != Words && !raw:
		return false
	}
	n.met[name] = true
	if columnname.Says(name, columnname.TimeWords) || i == n.Time && raw {
		n.timely = true
	} else if slices.ContainsFunc(n.Names, fits) || columnname.OfPower(name) {
		n.known++
	}
	return true
}

func withoutTail[T string | []byte](cells []T) []T {
	for len(cells) > 0 && len(cells[len(cells)-1]) == 0 {
		cells = cells[:len(cells)-1]
	}
	return cells
}

// widen determines lines that have more or fewer cells than the header: a separator may stand at the end of all or of
// none.
func (r *TextRow) widen(marked bool) *power.InputError {
	n, found := len(r.Names), len(r.Cells)
	tailed, heads := r.Raw[n-1] == "", marked && r.saysNoTime()
	switch more := found - n; {
	case !marked && r.endsBefore():
		r.stray = cutOffLine()
	case more == -1 && tailed:
		r.Cells = append(r.Cells, nil)
	case more == 1 && len(r.Cells[n]) == 0 && (!tailed || r.Invented):
		r.Cells = r.Cells[:n]
	case more == 0 && !heads && !r.hasOneMore():
	case marked || r.saysNoTime():
		r.stray = strayLine()
	default:
		return r.uneven()
	}
	return nil
}

func (r *TextRow) endsBefore() bool {
	n, found := len(r.Names), len(r.Cells)
	return r.cut && found < n && !(found == n-1 && r.Raw[n-1] == "" && r.Raw[0] != "")
}

func (r *TextRow) saysNoTime() bool {
	found := len(r.Cells)
	return found <= r.Time || !celltext.HasDigit(r.Cells[r.Time]) || found < len(r.Names) && IsSentence(r.Cells[r.Time])
}

func (r *TextRow) hasOneMore() bool {
	n := len(r.Names)
	return r.Untailed && r.Raw[n-1] == "" && len(r.Cells[n-1]) > 0
}

// IsSentence reports whether a cell of the column of times is a message, such as one of a device that was lost.
func IsSentence(cell []byte) bool {
	word, _ := celltext.WordOf(cell)
	return len(word) > 0 && KindOf(cell) == Words
}

// uneven leaves a line out, or refuses the log if a comma cut thousands: only large numbers are, so the rest is no fair
// sample.
func (r *TextRow) uneven() *power.InputError {
	problem := fmt.Sprintf("has %d cells, but the header has %d", len(r.Cells)-r.Added, len(r.Names)-r.Added)
	remedy := "give every line a cell a column"
	if r.cutThousands() {
		return r.Refuse(r.Line, "", problem+": a comma seems to stand between the thousands of a number",
			"put numbers with a comma in quotes, or write them without it")
	}
	// if a decimal point stands, no comma parts a number
	pointed := func(cell []byte) bool { return KindOf(cell) == Number && bytes.IndexByte(cell, '.') >= 0 }
	switch {
	case len(r.Cells) <= len(r.Names):
	case slices.ContainsFunc(r.Cells, pointed):
		remedy = "name every column, and " + remedy
	case r.Separator == ',':
		remedy = "write numbers with a decimal point, or put cells with a comma in quotes"
	}
	r.stray = &celltext.Error{Field: StrayField, Problem: problem, Remedy: remedy, Unreadable: true}
	return nil
}

// cutThousands reports whether a comma seems to have cut a number. A line that another one runs into has two times.
func (r *TextRow) cutThousands() bool {
	found := len(withoutTail(r.Cells))
	if r.Separator != ',' || found <= len(withoutTail(r.Raw)) && !r.Invented || found <= r.Time {
		return false
	}
	cut := false
	for i, cell := range r.Cells[:found] {
		if k := KindOf(cell); i > r.Time && (k == LocalTime || k == ZonedTime) {
			return false
		}
		cut = cut || i > 0 && i-1 != r.Time && areThousands(celltext.Unsigned(r.Cells[i-1]), cell)
	}
	return cut
}

func areThousands(before, cell []byte) bool {
	whole, decimals, _ := bytes.Cut(cell, []byte{'.'})
	return len(whole) == 3 && celltext.OnlyDigits(whole) && (len(decimals) == 0 || celltext.IsDigit(decimals[0])) &&
		len(before) <= 3 && celltext.OnlyDigits(before) && before[0] != '0'
}

func zeroBytes(record []byte) *celltext.Error {
	switch {
	case bytes.IndexByte(record, 0) < 0:
		return nil
	case len(bytes.Trim(record, "\x00 \t\x1a")) == 0:
		return &celltext.Error{Missing: true, Field: StrayField, Problem: "is no reading, but zero bytes",
			Remedy: "take lines out that are no readings"}
	}
	return &celltext.Error{Field: StrayField, Problem: "holds zero bytes, as a power failure leaves them",
		Remedy: "give the log as the meter wrote it", Unreadable: true}
}

func strayLine() *celltext.Error {
	return &celltext.Error{Missing: true, Field: StrayField, Problem: "is no reading",
		Remedy: "take lines out that are no readings"}
}

// CutOff is the error of a last line that ends within a cell.
func CutOff() *celltext.Error {
	return &celltext.Error{Missing: true, Problem: "is cut off at the end of the file", Remedy: "give the whole file"}
}

func cutOffLine() *celltext.Error {
	f := CutOff()
	f.Field = StrayField
	return f
}

// Text returns a cell of the current row, or an error if it has none.
func (r *TextRow) Text(column int) ([]byte, *celltext.Error) {
	switch {
	case r.stray != nil:
		return nil, r.stray
	case r.cutWithin(column):
		return nil, CutOff()
	}
	return r.Cells[column], nil
}

// Number returns a reading in the unit of its column.
func (r *TextRow) Number(column int) (float64, *celltext.Error) {
	if r.stray != nil {
		return 0, r.stray
	}
	value, f := r.number(column)
	last := r.cut && column == len(r.Names)-1
	if last && (f != nil && !f.Missing || !bytes.HasSuffix(r.Cells[column], r.UnitText[column])) ||
		r.cutWithin(column) {
		return 0, CutOff() // within the number, or before its unit
	}
	return value, f
}

func (r *TextRow) number(column int) (float64, *celltext.Error) {
	cell := r.Cells[column]
	if doubted := !r.Notation.Known && r.Thousands[column]; !r.Notation.Comma && !doubted && !r.Unfailing[column] {
		if value, plain := celltext.PlainNumber(cell); plain {
			return celltext.Reading(value, cell)
		}
	}
	if f := celltext.Absent(cell); f != nil {
		return 0, f
	}
	digits, unit := celltext.WithUnit(cell)
	if f := r.doubt(column, cell, digits, unit); f != nil {
		return 0, f
	}
	value, f := r.Notation.Number(digits)
	if f == nil {
		value, f = celltext.Reading(value, digits)
	}
	if f != nil || len(unit) == 0 {
		return value, f
	}
	return r.Convert(column, value, cell, unit)
}

func (r *TextRow) doubt(column int, cell, digits, unit []byte) *celltext.Error {
	switch numeral := celltext.HasDigit(digits); {
	case numeral && len(unit) == 0 && r.Unfailing[column] && !isZero(digits):
		return &celltext.Error{Problem: celltext.Quoted(digits) + " has no unit, as all others have; it may be cut off",
			Remedy: "give the whole log", Unreadable: true}
	case !r.Notation.Known && r.Thousands[column] && celltext.InThousands(digits):
		return celltext.Doubtful(digits)
	case !numeral || celltext.HasDigit(unit):
		return celltext.NoNumber(cell)
	}
	return nil
}

// Convert turns a value of a cell with a unit into the unit of its column.
func (r *TextRow) Convert(column int, value float64, cell, unit []byte) (float64, *celltext.Error) {
	to := r.Means[column].Unit
	from, known := columnname.UnitNamed(celltext.Latin1(unit))
	switch scale := shortScale[string(unit)]; {
	case !known && scale > 0 && r.isScaled(column):
		return value * scale, nil
	case !known:
		return 0, &celltext.Error{Problem: celltext.Quoted(cell) + " is in no unit of power or energy",
			Remedy: "name the column of the readings", Unreadable: true}
	case from == to:
		return value, nil
	case to == "" || !SameQuantity(from, to):
		return 0, &celltext.Error{Problem: celltext.Quoted(cell) + " is in another unit than the readings before",
			Remedy: "write all readings of a column in one unit"}
	}
	return value * (from.Steps() / to.Steps()), nil
}

// Place returns an error of a cell with the line and column that it is about.
func (r *TextRow) Place(column int, f *celltext.Error) *power.InputError {
	field := f.Field
	if field == "" {
		field = r.Names[column]
	}
	if r.stray == f || field == StrayField {
		field = ""
	}
	return r.Refuse(r.Line, field, f.Problem, f.Remedy)
}

func (r *TextRow) cutWithin(column int) bool {
	if r.cut && IsTorn(r.Cells[column]) {
		return true
	}
	if !r.cut || column != len(r.Names)-1 {
		return false
	}
	_, decimals, ok := r.digitsOf(r.Cells[column])
	return ok && (decimals < r.decimals || r.isBeginning(r.Cells[column]))
}

func (r *TextRow) isBeginning(cell []byte) bool {
	digits, _, ok := r.digitsOf(cell)
	if !ok || digits >= r.wholes {
		return false
	}
	size := func(cell []byte) float64 {
		value, _ := r.Notation.Number(cell)
		return math.Abs(value)
	}
	largest, text := 0.0, r.Before
	for range fewestPadded {
		from := bytes.LastIndexByte(bytes.TrimSuffix(text, celltext.Newline), '\n') + 1
		cells, f := CellsOf(nil, bytes.TrimSpace(text[from:]), r.Separator)
		if f != nil || len(cells) != len(r.Names) {
			return false
		}
		last := cells[len(cells)-1]
		if n, _, ok := r.digitsOf(last); !ok || n <= digits {
			return false
		}
		largest, text = max(largest, size(last)), text[:from]
	}
	return size(cell) <= beginningPart*largest
}
