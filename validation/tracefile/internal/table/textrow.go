package table

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/timestamp"
)

// Stand cuts a record. cut reports that the file ends with it and without a line end.
func (r *TextRow) Stand(record []byte, line int, cut bool) *power.InputError {
	r.Line, r.stray, r.cut = line, nil, cut
	if len(record) > MaxRecord {
		return TooLong(r.Source, line)
	}
	if r.stray = zeroBytes(record); r.stray != nil {
		return nil
	}
	marked := CommentMark(record) > 0
	cells, f := CellsOf(r.Cells[:0], record, r.Separator)
	if f != nil {
		r.stray = strayCells(record, f, cut, marked)
		if r.stray != nil {
			return nil
		}
		return r.Refuse(line, f.Field, f.Problem, f.Remedy)
	}
	r.Cells = cells
	if f := r.fluxHeader(); f != nil {
		r.stray = f
		if !f.Missing {
			return r.Refuse(line, f.Field, f.Problem, f.Remedy)
		}
		return nil
	}
	if r.beginsAnother() && cut {
		r.stray = cutOffLine()
		return nil
	}
	if r.beginsAnother() {
		return r.Refuse(line, "", "begins another table, of "+celltext.Listed(TextsOf(r.Cells)), "give each table as a file of its own")
	}
	return r.widen(cut, marked)
}

// strayCells is why a record is left out whose cells cannot be told apart by an error; nil if the log is refused for it.
func strayCells(record []byte, f *celltext.Error, cut, marked bool) *celltext.Error {
	switch {
	case marked:
		return strayLine()
	case f.Unreadable:
		return f
	case cut && bytes.IndexByte(record, '\n') < 0:
		return cutOffLine()
	}
	return nil
}

// beginsAnother reports whether the line holds the names of other columns than those above the readings, or of these in
// another order: several are words, one is a name of the table or of power, and one of them or of all others names times.
func (r *TextRow) beginsAnother() bool {
	cells := withoutTail(r.Cells)
	if len(cells) < 2 || slices.ContainsFunc(cells[:1], celltext.HasDigit) && KindOf(cells[0]) != Words {
		return false
	}
	n := headNames{row: r, met: map[string]bool{}}
	for i, cell := range cells {
		if i == 0 {
			cell = cell[CommentMark(cell):]
		}
		if !n.add(i, cell) {
			return false
		}
	}
	return n.timely && n.known > 0 && (n.same < len(cells) || len(cells) != len(withoutNames(r.Raw)))
}

// headNames are the names of a line that may begin a table.
type headNames struct {
	row         *TextRow
	met         map[string]bool
	same, known int // that stand where they stood, and that are known
	timely      bool
}

// add takes the name in a column; it reports whether it may be one.
func (n *headNames) add(i int, cell []byte) bool {
	r := n.row
	name := celltext.OneLine(celltext.Latin1(cell))
	fits := func(other string) bool { return strings.EqualFold(other, name) }
	raw := slices.ContainsFunc(r.Raw, fits)
	switch {
	case i < len(r.Raw) && (fits(r.Raw[i]) || fits(r.Names[i])):
		n.same++
	case name == "" || n.met[name] || KindOf(cell) != Words && !raw:
		return false
	}
	n.met[name] = true
	times := columnname.Says(name, columnname.TimeWords) || i == r.Time && raw
	n.timely = n.timely || times
	if !times && (slices.ContainsFunc(r.Names, fits) || columnname.OfPower(name)) {
		n.known++
	}
	return true
}

// withoutTail returns cells without the empty ones at the end.
func withoutTail(cells [][]byte) [][]byte {
	for len(cells) > 0 && len(cells[len(cells)-1]) == 0 {
		cells = cells[:len(cells)-1]
	}
	return cells
}

// withoutNames returns names without the empty ones at the end.
func withoutNames(names []string) []string {
	for len(names) > 0 && names[len(names)-1] == "" {
		names = names[:len(names)-1]
	}
	return names
}

// widen determines lines that have more or fewer cells than the header: a separator at the end may stand in all lines or in none.
func (r *TextRow) widen(cut, marked bool) *power.InputError {
	switch n, found := len(r.Names), len(r.Cells); {
	case cut && !marked && r.endsBefore():
		r.stray = cutOffLine()
	case found == n && !r.headsAgain(marked) && !r.hasOneMore():
	case found == n+1 && len(r.Cells[n]) == 0 && (r.Raw[n-1] != "" || r.Invented):
		r.Cells = r.Cells[:n]
	case found == n-1 && r.Raw[n-1] == "":
		r.Cells = append(r.Cells, nil)
	case marked || r.saysNoTime():
		r.stray = strayLine()
	default:
		return r.uneven()
	}
	return nil
}

// hasOneMore reports whether a line below names that end with a separator has as many cells as those, where readings have one less.
func (r *TextRow) hasOneMore() bool {
	n := len(r.Names)
	return r.Untailed && r.Raw[n-1] == "" && len(r.Cells[n-1]) > 0
}

// saysNoTime reports whether a line with other cells than the header has no time, as a message.
func (r *TextRow) saysNoTime() bool {
	found := len(r.Cells)
	return found <= r.Time || !celltext.HasDigit(r.Cells[r.Time]) || found < len(r.Names) && IsSentence(r.Cells[r.Time])
}

// headsAgain reports whether a comment has words for the columns, as programs repeat them every few readings.
func (r *TextRow) headsAgain(marked bool) bool { return marked && !celltext.HasDigit(r.Cells[r.Time]) }

// IsSentence reports whether a cell of the column of times is a message, such as one of a device that was lost.
func IsSentence(cell []byte) bool {
	word, _ := celltext.WordOf(cell)
	return len(word) > 0 && KindOf(cell) == Words
}

// isPointed reports whether a cell is a number with a decimal point: where one stands, no comma parts a number.
func isPointed(cell []byte) bool { return KindOf(cell) == Number && bytes.IndexByte(cell, '.') >= 0 }

// uneven leaves a line out that has more or fewer cells than the header, and refuses the log if those look like a number that was
// cut at the comma between its thousands: only large numbers are, so the rest would be no fair sample.
func (r *TextRow) uneven() *power.InputError {
	problem := fmt.Sprintf("has %d cells where the header has %d", len(r.Cells)-r.Added, len(r.Names)-r.Added)
	remedy := "give every line a cell a column"
	if r.cutThousands() {
		return r.Refuse(r.Line, "", problem+": a comma seems to stand between the thousands of a number", "put numbers with a comma in quotes, or write them without it")
	}
	switch pointed := slices.ContainsFunc(r.Cells, isPointed); {
	case len(r.Cells) <= len(r.Names):
	case pointed:
		remedy = "name every column, and " + remedy
	case r.Separator == ',':
		remedy = "write numbers with a decimal point, or put cells with a comma in quotes"
	}
	r.stray = &celltext.Error{Field: StrayField, Problem: problem, Remedy: remedy, Unreadable: true}
	return nil
}

// cutThousands reports whether the line has more cells than those before it, as a comma cut a number into one cell of up to three digits
// and one of three, with decimals perhaps. A line that another one runs into has two times.
func (r *TextRow) cutThousands() bool {
	found := len(withoutTail(r.Cells))
	if r.Separator != ',' || found <= len(withoutNames(r.Raw)) && !r.Invented || found <= r.Time {
		return false
	}
	cut := false
	for i, cell := range r.Cells[:found] {
		if k := KindOf(cell); i > r.Time && (k == LocalTime || k == ZonedTime) {
			return false
		}
		cut = cut || i > 0 && i-1 != r.Time && areThousands(r.Cells[i-1], cell)
	}
	return cut
}

// areThousands reports whether two cells may be a number that was cut: one to three digits, and three, with decimals perhaps.
func areThousands(before, cell []byte) bool {
	whole, decimals, _ := bytes.Cut(cell, []byte{'.'})
	before = celltext.Unsigned(before)
	return len(whole) == 3 && celltext.OnlyDigits(whole) && (len(decimals) == 0 || celltext.HasDigit(decimals[:1])) &&
		len(before) <= 3 && celltext.OnlyDigits(before) && before[0] != '0'
}

// zeroBytes is the error of a line with zero bytes, which a power failure leaves in a log, or a copy with holes; nil if it has none.
func zeroBytes(record []byte) *celltext.Error {
	switch {
	case bytes.IndexByte(record, 0) < 0:
		return nil
	case len(bytes.Trim(record, "\x00 \t\x1a")) == 0:
		return &celltext.Error{Missing: true, Field: StrayField, Problem: "is no reading, but zero bytes", Remedy: "take lines out that are no readings"}
	}
	return &celltext.Error{Field: StrayField, Problem: "holds zero bytes, as a power failure leaves them", Remedy: "give the log as the meter wrote it", Unreadable: true}
}

// strayLine is the error of a line between readings that is none, such as a mark or a summary.
func strayLine() *celltext.Error {
	return &celltext.Error{Missing: true, Field: StrayField, Problem: "is no reading", Remedy: "take lines out that are no readings"}
}

// timelessLine is the same of one that has words where the time should stand: where all have, another column may hold the times.
func timelessLine() *celltext.Error {
	f := strayLine()
	f.Remedy = NoTimeRemedy + ", and take lines out that are no readings"
	return f
}

// Text returns a cell of the current row, or an error if it has none.
func (r *TextRow) Text(column int) ([]byte, *celltext.Error) {
	if r.stray != nil {
		return nil, r.stray
	}
	if r.cutWithin(column) {
		return nil, CutOff()
	}
	return r.Cells[column], nil
}

// Instant returns a cell of the current row as nanoseconds since 1970 UTC.
func (r *TextRow) Instant(column int, as timestamp.Timing) (int64, *celltext.Error) {
	if r.stray != nil {
		return 0, r.stray
	}
	at, f := r.instant(column, as)
	if f != nil && r.cut {
		return 0, CutOff()
	}
	return at, f
}

// instant reads the time of a column, and of those that hold parts of it.
func (r *TextRow) instant(column int, as timestamp.Timing) (int64, *celltext.Error) {
	text, with := r.Cells[column], r.Partner[column]
	if r.cutWithin(column) || with >= 0 && r.cutWithin(with) {
		return 0, CutOff()
	}
	if with >= 0 {
		date, day := column, with
		if r.Kinds[column] == DayTime {
			date, day = with, column
		}
		r.Joined = append(append(append(r.Joined[:0], r.Cells[date]...), ' '), r.Cells[day]...)
		text = r.Joined
	}
	if millis := r.MillisOf(column); millis >= 0 {
		if r.cutWithin(millis) {
			return 0, CutOff()
		}
		r.Joined = fmt.Appendf(append(r.Joined[:0], text...), ".%03s", r.Cells[millis])
		text = r.Joined
	}
	at, f := r.Clock(column, as).Read(r.PlainTime(column, text))
	if f != nil && len(text) > 0 && f.Field == "" {
		if !celltext.HasDigit(text) || CommentMark(r.Cells[0]) > 0 {
			return 0, timelessLine()
		}
		f = r.halved(column, f)
	}
	return at, f
}

// Standing returns where the clocks of the row stand.
func (r *TextRow) Standing() []timestamp.Order { return r.clocks.Standing() }

// Resume lets the clocks go on from where those of the rows before stood; with nothing, from nothing.
func (r *TextRow) Resume(from []timestamp.Order) { r.clocks.Resume(from) }

// Unsettled reports whether a time could not be read for want of the rows before.
func (r *TextRow) Unsettled() bool { return r.clocks.Unsettled() }

// Clock returns the reader of the times of a column.
func (r *TextRow) Clock(column int, as timestamp.Timing) *timestamp.Clock {
	c, fresh := r.clocks.Find(column, as)
	if fresh {
		r.clockFor(column, c)
		r.startClock(c)
	}
	return c
}

// Number returns a reading in the unit of its column.
func (r *TextRow) Number(column int) (float64, *celltext.Error) {
	if r.stray != nil {
		return 0, r.stray
	}
	value, f := r.number(column)
	if r.endsWithin(column) || r.cut && column == len(r.Names)-1 && f != nil && !f.Missing {
		return 0, CutOff()
	}
	return value, f
}

// number reads the number of a cell whole.
func (r *TextRow) number(column int) (float64, *celltext.Error) {
	cell := r.Cells[column]
	doubted := !r.Notation.Known && r.Thousands[column]
	if !r.Notation.Comma && !doubted && !r.Unfailing[column] {
		if value, plain := celltext.PlainNumber(cell); plain {
			return celltext.Reading(value, cell)
		}
	}
	if f := celltext.Absent(cell); f != nil {
		return 0, f
	}
	digits, unit := celltext.WithUnit(cell)
	if f := r.lacksUnit(column, digits, unit); f != nil {
		return 0, f
	}
	if doubted && celltext.InThousands(digits) {
		return 0, celltext.Doubtful(digits)
	}
	return r.withItsUnit(column, cell, digits, unit)
}

// endsWithin reports whether the file ends within the number of a column, or before its unit.
func (r *TextRow) endsWithin(column int) bool {
	return r.cut && column == len(r.Names)-1 && !bytes.HasSuffix(r.Cells[column], r.UnitText[column]) || r.cutWithin(column)
}

// lacksUnit is the error of a number without the unit that all others have; nil if it has one, or is zero.
func (r *TextRow) lacksUnit(column int, digits, unit []byte) *celltext.Error {
	if len(unit) > 0 || !r.Unfailing[column] || !celltext.HasDigit(digits) || isZero(digits) {
		return nil
	}
	return &celltext.Error{Problem: celltext.Quoted(digits) + " has no unit, as all others have; it may be cut off", Remedy: "give the whole log", Unreadable: true}
}

func (r *TextRow) withItsUnit(column int, cell, digits, unit []byte) (float64, *celltext.Error) {
	if !celltext.HasDigit(digits) || len(unit) > 0 && celltext.HasDigit(unit) {
		return 0, celltext.NoNumber(cell)
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

// Convert turns a value of a cell with a unit into the unit of its column.
func (r *TextRow) Convert(column int, value float64, cell, unit []byte) (float64, *celltext.Error) {
	to := r.Means[column].Unit
	from, known := columnname.UnitNamed(celltext.Latin1(unit))
	scale := shortScale[string(unit)]
	switch {
	case !known && scale > 0 && r.isScaled(column):
		return value * scale, nil
	case !known:
		return 0, &celltext.Error{Problem: celltext.Quoted(cell) + " is in no unit of power or energy", Remedy: "name the column of the readings", Unreadable: true}
	case from == to:
		return value, nil
	case to == "" || !SameQuantity(from, to):
		return 0, &celltext.Error{Problem: fmt.Sprintf("%s is in another unit than the readings before", celltext.Quoted(cell)), Remedy: "write all readings of a column in one unit"}
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
