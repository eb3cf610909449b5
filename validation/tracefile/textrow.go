package tracefile

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"green500/validation/power"
)

// textRow is a line of delimited text, cut into cells.
type textRow struct {
	*table
	*survey
	separator byte
	notation  notation
	cells     [][]byte
	line      int
	cut       bool   // the file ends with the line and without a line end
	stray     *fault // why the line is no reading, nil where it may be one
	clocks    clocks
	joined    []byte // a date and the time of day beside it
}

// stand cuts a record. cut tells that the file ends with it and without a line end.
func (r *textRow) stand(record []byte, line int, cut bool) *power.InputError {
	r.line, r.stray, r.cut = line, nil, cut
	if len(record) > maxRecord {
		return tooLong(r.source, line)
	}
	marked := commentMark(record) > 0
	cells, f := cellsOf(r.cells[:0], record, r.separator)
	if f != nil && marked {
		r.stray = strayLine()
		return nil
	}
	if f != nil {
		return r.refuse(line, f.field, f.problem, f.remedy)
	}
	r.cells = cells
	if f := r.fluxHeader(); f != nil {
		r.stray = f
		if !f.missing {
			return r.refuse(line, f.field, f.problem, f.remedy)
		}
		return nil
	}
	if r.beginsAnother() {
		return r.refuse(line, "", "begins another table, of "+listed(textsOf(r.cells)), "give each table as a file of its own")
	}
	return r.widen(cut, marked)
}

// beginsAnother reports whether the line holds the names of other columns than those above the readings, or of these in
// another order: one is that of the times, another one that the table has or that tells of power.
func (r *textRow) beginsAnother() bool {
	if len(r.cells) < 2 || len(r.cells) <= r.time || hasDigit(r.cells[r.time]) {
		return false
	}
	same, known, met := 0, 0, map[string]bool{}
	for i, cell := range r.cells {
		if i == 0 {
			cell = cell[commentMark(cell):]
		}
		name := oneLine(latin1(cell))
		fits := func(other string) bool { return strings.EqualFold(other, name) }
		switch {
		case i < len(r.names) && fits(r.names[i]):
			same++
		case kindOf(cell) != words || met[name]:
			return false
		}
		met[name] = true
		if i != r.time && (slices.ContainsFunc(r.names, fits) || ofPower(name)) {
			known++
		}
	}
	return same < len(r.cells) && known > 0 && says(latin1(r.cells[r.time]), timeWords)
}

// timeWords are those by which a column of times is called.
var timeWords = wordSet("time timestamp date datetime zeit zeitstempel datum uhrzeit stamp epoch ts")

// widen settles lines that have more or fewer cells than the header.
func (r *textRow) widen(cut, marked bool) *power.InputError {
	n := len(r.names)
	switch found := len(r.cells); {
	case cut && !marked && r.endsBefore():
		r.stray = cutOffLine()
		return nil
	case found == n && !r.headsAgain(marked):
		return nil
	case found == n+1 && len(r.cells[n]) == 0:
		r.cells = r.cells[:n]
		return nil
	case found == n-1 && r.raw[n-1] == "":
		r.cells = append(r.cells, nil)
		return nil
	case marked || found <= r.time || !hasDigit(r.cells[r.time]) || found < n && isSentence(r.cells[r.time]):
		r.stray = strayLine()
		return nil
	}
	return r.uneven()
}

// headsAgain reports whether a comment has words for the columns, as programs repeat them every few readings.
func (r *textRow) headsAgain(marked bool) bool { return marked && !hasDigit(r.cells[r.time]) }

// isSentence reports whether a cell of the column of times is a message, such as one of a device that was lost.
func isSentence(cell []byte) bool {
	word, _ := wordOf(cell)
	return len(word) > 0 && kindOf(cell) == words
}

// isPointed reports whether a cell is a number with a decimal point: where one stands, no comma parts a number.
func isPointed(cell []byte) bool { return kindOf(cell) == number && bytes.IndexByte(cell, '.') >= 0 }

func (r *textRow) uneven() *power.InputError {
	problem := fmt.Sprintf("has %d cells where the header has %d", len(r.cells)-r.added, len(r.names)-r.added)
	remedy := "give every line a cell a column"
	switch pointed := slices.ContainsFunc(r.cells, isPointed); {
	case len(r.cells) <= len(r.names):
	case pointed:
		remedy = "name every column, and " + remedy
	case r.separator == ',':
		remedy = "write numbers with a decimal point, or put cells with a comma in quotes"
	}
	return r.refuse(r.line, "", problem, remedy)
}

func cutOff() *fault {
	return &fault{missing: true, problem: "is cut off at the end of the file", remedy: "give the whole file"}
}

// strayField is the field of the fault of a line that is no reading.
const strayField = "line"

// strayLine is the fault of a line between readings that is none, such as a mark or a summary.
func strayLine() *fault {
	return &fault{missing: true, field: strayField, problem: "is no reading", remedy: "take lines out that are no readings"}
}

// timelessLine is the same of one that has words where the time should stand: where all have, another column may hold the times.
func timelessLine() *fault {
	f := strayLine()
	f.remedy = tellTime + ", and take lines out that are no readings"
	return f
}

func hasDigit(text []byte) bool { return bytes.ContainsAny(text, "0123456789") }

func (r *textRow) text(column int) ([]byte, *fault) {
	if r.stray != nil {
		return nil, r.stray
	}
	if r.cutWithin(column) {
		return nil, cutOff()
	}
	return r.cells[column], nil
}

func (r *textRow) instant(column int, as timing) (int64, *fault) {
	if r.stray != nil {
		return 0, r.stray
	}
	text, with := r.cells[column], r.partner[column]
	if r.cutWithin(column) || with >= 0 && r.cutWithin(with) {
		return 0, cutOff()
	}
	if with >= 0 {
		date, day := column, with
		if r.kinds[column] == dayTime {
			date, day = with, column
		}
		r.joined = append(append(append(r.joined[:0], r.cells[date]...), ' '), r.cells[day]...)
		text = r.joined
	}
	if millis := r.millisOf(column); millis >= 0 {
		if r.cutWithin(millis) {
			return 0, cutOff()
		}
		r.joined = fmt.Appendf(append(r.joined[:0], text...), ".%03s", r.cells[millis])
		text = r.joined
	}
	at, f := r.clock(column, as).read(r.plainTime(column, text))
	if f != nil && len(text) > 0 && f.field == "" {
		if !hasDigit(text) || commentMark(r.cells[0]) > 0 {
			return 0, timelessLine()
		}
		f = r.halved(column, f)
	}
	return at, f
}

func (r *textRow) clock(column int, as timing) *clock {
	c, fresh := r.clocks.find(column, as)
	if fresh {
		r.clockFor(column, c)
	}
	return c
}

// number returns a reading in the unit of its column.
func (r *textRow) number(column int) (float64, *fault) {
	if r.stray != nil {
		return 0, r.stray
	}
	cell := r.cells[column]
	if r.cut && column == len(r.names)-1 && !bytes.HasSuffix(cell, r.unitText[column]) || r.cutWithin(column) {
		return 0, cutOff()
	}
	doubted := !r.notation.settled && r.thousands[column]
	if !r.notation.comma && !doubted {
		if value, plain := plainNumber(cell); plain {
			return value, nil
		}
	}
	if f := absent(cell); f != nil {
		return 0, f
	}
	digits, unit := withUnit(cell)
	if doubted && inThousands(digits) {
		return 0, doubtful(digits)
	}
	return r.withItsUnit(column, cell, digits, unit)
}

func (r *textRow) withItsUnit(column int, cell, digits, unit []byte) (float64, *fault) {
	if !hasDigit(digits) || len(unit) > 0 && hasDigit(unit) {
		return 0, noNumber(cell)
	}
	value, f := r.notation.number(digits)
	if f != nil || len(unit) == 0 {
		return value, f
	}
	return r.convert(column, value, cell, unit)
}

// convert turns a value of a cell with a unit into the unit of its column.
func (r *textRow) convert(column int, value float64, cell, unit []byte) (float64, *fault) {
	to := r.means[column].unit
	from, known := unitNamed(latin1(unit))
	switch {
	case !known:
		return 0, &fault{problem: quoted(cell) + " is in no unit of power or energy", remedy: "name the column of the readings"}
	case from == to:
		return value, nil
	case to == "" || !sameQuantity(from, to):
		return 0, &fault{problem: fmt.Sprintf("%s is in another unit than the readings before", quoted(cell)), remedy: "write all readings of a column in one unit"}
	}
	return value * (from.Steps() / to.Steps()), nil
}

func sameQuantity(a, b power.Unit) bool {
	of, _ := a.Quantity()
	other, _ := b.Quantity()
	return of == other
}

func (r *textRow) place(column int, f *fault) *power.InputError {
	field := f.field
	if field == "" {
		field = r.names[column]
	}
	if r.stray == f || field == strayField {
		field = ""
	}
	return r.refuse(r.line, field, f.problem, f.remedy)
}
