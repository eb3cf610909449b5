package xlsx

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
)

const headerRows = 200

// Days since the end of 1899, as spreadsheets count them.
const (
	serial1970 = 25_569
	serial2200 = 109_575
)

// columnForm is how the numbers of a column are written for those who read times as text.
type columnForm int

const (
	asNumber  columnForm = iota
	asInstant            // a date with its time of day
	asDate               // a date, whose time of day stands beside it
	asDay                // a time of day
	asElapsed            // seconds since a start
)

type bookTable struct {
	names, units []string
	first        int // of the rows that were looked at: the first reading
	left, wide   int // columns
	forms        []columnForm
}

// tableOf finds a table with readings below each other, else with one; nil if there is none.
func (b *workbook) tableOf(rows []bookRow) *bookTable {
	var found *bookTable
	for i := range rows {
		if rows[i].number > headerRows && found == nil && i > headerRows || !b.isReading(rows[i].cells) {
			continue
		}
		t := b.tableAt(rows, i)
		if t == nil {
			continue
		}
		if i+1 < len(rows) && b.isReading(rows[i+1].cells) {
			found = t
			break
		}
		if found == nil {
			found = t
		}
	}
	if found != nil {
		found.forms = b.formsOf(found, rows[found.first:])
	}
	return found
}

// isReading reports whether a row holds a time and a number, or two numbers, the first of which may count time.
func (b *workbook) isReading(cells []bookCell) bool {
	numbers := 0
	for i := range cells {
		switch c := &cells[i]; c.kind {
		case textCell:
			// which says that there is none
			if k := table.KindOf([]byte(c.text)); k == table.Number || k == table.CountedTime || k == table.KindNone {
				numbers++
			}
		default:
			numbers++
		}
	}
	for i := range cells {
		if cells[i].kind == numberCell && b.isTime(cells, i) {
			numbers--
		}
	}
	return numbers > 0 && b.times(cells)+numbers > 1
}

func (b *workbook) times(cells []bookCell) int {
	times := 0
	for i := range cells {
		if b.isTime(cells, i) {
			times++
		}
	}
	return times
}

// isTime reports whether a cell of a row is a time: one that is shown as such, or that may be a date where it stands
// first.
func (b *workbook) isTime(cells []bookCell, i int) bool {
	c := &cells[i]
	return c.kind == numberCell && (b.show(c.style).form != numberForm || i == 0 && b.isSerial(c.text)) ||
		c.kind == textCell && isTimeText(c.text)
}

func isTimeText(text string) bool {
	k := table.KindOf([]byte(text))
	return k == table.ZonedTime || k == table.LocalTime || k == table.DateOnly || k == table.DayTime
}

// isSerial reports whether a number may be a date: days that lie in the allowed years.
func (b *workbook) isSerial(text string) bool {
	days, plain := celltext.PlainNumber([]byte(text))
	days += b.since
	return plain && days >= serial1970 && days < serial2200
}

func (b *workbook) tableAt(rows []bookRow, first int) *bookTable {
	header := first - 1
	for header >= 0 && b.times(rows[header].cells) == len(rows[header].cells) {
		first, header = header, header-1 // a time without a reading
	}
	if header < 0 {
		return nil
	}
	t := &bookTable{first: first}
	var units []bookCell
	if header > 0 && isNames(rows[header-1].cells) && table.IsUnits(textsIn(rows[header].cells)) {
		units = rows[header].cells
		header--
	}
	names := rows[header].cells
	// pandas names no index
	indexed := len(names) == 1 && names[0].kind == textCell && names[0].column > leftOf(rows[first].cells)
	if !isNames(names) && !indexed {
		return nil
	}
	t.left = min(leftOf(names), leftOf(rows[first].cells))
	for _, cell := range names {
		t.wide = max(t.wide, cell.column-t.left+1)
	}
	t.names, t.units = t.spread(names), t.spread(units)
	if b.times(rows[first].cells) == 0 && !slices.ContainsFunc(t.names[:min(len(t.names), 2)], tellsTime) {
		return nil
	}
	return t
}

func tellsTime(name string) bool {
	return (columnname.Timely(name) || columnname.TickOf(name) != 0) && !columnname.Lasts(name) ||
		slices.Contains(columnname.WordsOf(strings.ToLower(name)), "elapsed")
}

func leftOf(cells []bookCell) int {
	left := table.MaxColumns
	for _, cell := range cells {
		left = min(left, cell.column)
	}
	return left
}

func (t *bookTable) spread(cells []bookCell) []string {
	if cells == nil {
		return nil
	}
	texts := make([]string, t.wide)
	for _, cell := range cells {
		if at := cell.column - t.left; at >= 0 && at < t.wide {
			texts[at] = cell.text
		}
	}
	return texts
}

func textsIn(cells []bookCell) []string {
	texts := make([]string, len(cells))
	for i := range cells {
		texts[i] = cells[i].text
	}
	return texts
}

// isNames reports whether a row may name columns: two words at least, and no number.
func isNames(cells []bookCell) bool {
	words := 0
	for _, cell := range cells {
		if _, plain := celltext.PlainNumber([]byte(cell.text)); plain || cell.kind != textCell {
			return false
		}
		words++
	}
	return words > 1
}

type tallied struct {
	numbers, times, dates int // times and dates that are written as text
	forms                 [elapsedForm + 1]int
	serial, parts, wholes int // numbers that are dates, below 1, and without a part
}

// formsOf goes by the format of most numbers of a column; if no column shows times, the first that may be days does.
func (b *workbook) formsOf(t *bookTable, rows []bookRow) []columnForm {
	of := make([]tallied, t.wide)
	for _, row := range rows {
		for _, cell := range row.cells {
			if at := cell.column - t.left; at >= 0 && at < t.wide {
				of[at].add(b, cell)
			}
		}
	}
	forms := make([]columnForm, t.wide)
	dated := false
	for i := range of {
		forms[i] = of[i].form()
		dated = dated || forms[i] != asNumber || of[i].times > of[i].numbers
	}
	if !dated {
		t.findDays(forms, of)
	}
	joinDays(t.names, forms, of)
	return forms
}

// findDays takes the first column of numbers for dates, if they may be, and parts of days beside it for times of day.
func (t *bookTable) findDays(forms []columnForm, of []tallied) {
	i := slices.IndexFunc(of, func(one tallied) bool { return one.numbers > 0 })
	if i < 0 || of[i].serial < of[i].numbers || columnname.TickOf(t.names[i]) != 0 ||
		columnname.Heading(t.names[i]).Unit != "" {
		return
	}
	forms[i] = asInstant
	if next := i + 1; next < t.wide && of[i].wholes == of[i].numbers && of[next].numbers > 0 &&
		of[next].parts == of[next].numbers && tellsTime(t.names[next]) {
		forms[next] = asDay
	}
}

func joinDays(names []string, forms []columnForm, of []tallied) {
	for i := range forms {
		date := forms[i] == asInstant && of[i].wholes == of[i].numbers || of[i].dates > of[i].numbers
		for _, at := range []int{i - 1, i + 1} {
			if !date || at < 0 || at >= len(forms) {
				continue
			}
			if forms[at] == asElapsed && columnname.Timely(names[at]) && !columnname.Lasts(names[at]) {
				forms[at] = asDay
			}
			if forms[at] == asDay && forms[i] == asInstant {
				forms[i] = asDate
			}
		}
	}
}

func (t *tallied) add(b *workbook, cell bookCell) {
	days, plain := celltext.PlainNumber([]byte(cell.text))
	if cell.kind != numberCell || !plain {
		if isTimeText(cell.text) {
			t.times++
		}
		if timestamp.IsDate([]byte(cell.text)) {
			t.dates++
		}
		return
	}
	t.numbers++
	t.forms[b.show(cell.style).form]++
	if b.isSerial(cell.text) {
		t.serial++
	}
	if days >= 0 && days < 1 {
		t.parts++
	}
	if days == math.Trunc(days) {
		t.wholes++
	}
}

func (t *tallied) form() columnForm {
	switch times := t.numbers - t.forms[numberForm]; {
	case 2*times <= t.numbers:
		return asNumber
	case 2*t.forms[elapsedForm] > times:
		return asElapsed
	case t.parts == t.numbers:
		return asDay
	case 2*t.serial > t.numbers:
		return asInstant
	}
	return asElapsed
}

// What times are written as: 15 digits of days tell no more than milliseconds.
const (
	instantLayout = "2006-01-02 15:04:05.999"
	dateLayout    = "2006-01-02"
	dayLayout     = "15:04:05.999"
)

// write appends the text of a number in a column of a form. A number that is no time of that form is left as it is.
func (b *workbook) write(into []byte, cell bookCell, form columnForm) []byte {
	days, plain := celltext.PlainNumber([]byte(cell.text))
	if !plain {
		return append(into, cell.text...)
	}
	if form == asNumber {
		return b.writeNumber(into, cell, days)
	}
	milliseconds := math.Round(days * timestamp.SecondsPerDay * 1000)
	switch at := time.UnixMilli(int64(milliseconds)).UTC(); {
	case form == asElapsed && days >= 0 && days < serial2200:
		return strconv.AppendFloat(into, milliseconds/1000, 'f', -1, 64)
	case form == asDay && days >= 0 && milliseconds < timestamp.SecondsPerDay*1000:
		return at.AppendFormat(into, dayLayout)
	case form != asElapsed && b.isSerial(cell.text):
		at = time.UnixMilli(int64(milliseconds) + int64(b.since-serial1970)*timestamp.SecondsPerDay*1000).UTC()
		if form == asDate && days == math.Trunc(days) {
			return at.AppendFormat(into, dateLayout)
		}
		return at.AppendFormat(into, instantLayout)
	}
	return append(into, cell.text...)
}

// writeNumber writes a number in the unit and the thousands that are shown, which the names of columns speak of.
func (b *workbook) writeNumber(into []byte, cell bookCell, number float64) []byte {
	shows := b.show(cell.style)
	if shows.scaled == 0 {
		into = append(into, cell.text...)
	} else {
		into = strconv.AppendFloat(into, number/math.Pow(1000, float64(shows.scaled)), 'f', -1, 64)
	}
	if shows.unit != "" {
		into = fmt.Appendf(into, " %s", shows.unit)
	}
	return into
}
