package tracefile

import (
	"bytes"
	"slices"
	"strings"
	"time"
)

// kind is what a cell looks like.
type kind int

const (
	kindNone    kind = iota // it holds nothing
	words                   // nothing that is read
	number                  // perhaps with a unit
	countedTime             // since 1970
	zonedTime               // a date and time with its offset
	wallTime                // a date and time without
	dateOnly
	dayTime // a time of day without a date
)

func kindOf(cell []byte) kind {
	if isShortNumber(cell) {
		return number
	}
	return lookedAt(cell)
}

// isShortNumber reports whether a cell is a plain number of fewer digits than a count of time since 1970 has.
func isShortNumber(cell []byte) bool {
	const most = 7 // digits before the point, and behind it
	digits, points := 0, 0
	for _, c := range cell {
		switch {
		case isDigit(c) && digits < most:
			digits++
		case c == '.' && digits > 0 && points == 0:
			digits, points = 0, 1
		default:
			return false
		}
	}
	return digits > 0
}

// lookedAt is the kind of any cell.
func lookedAt(cell []byte) kind {
	if absent(cell) != nil {
		return kindNone
	}
	if m, _, v := (calendar{}).read(cell); v != unreadable {
		switch {
		case m.undated:
			return dayTime
		case m.zoned:
			return zonedTime
		}
		return wallTime
	}
	if isDate(cell) {
		return dateOnly
	}
	if t, ok := tallyOf(plainTime(cell)); ok {
		at, ok := t.in(unitOf(t.whole).nanoseconds)
		if ok && at >= earliestCount*nanosecondsPerSecond {
			return countedTime
		}
		return number
	}
	if digits, _ := withUnit(cell); len(digits) > 0 && isDigit(digits[len(digits)-1]) {
		return number
	}
	return words
}

// plainKind is the kind of a cell that is nothing else beside: a number that begins a text is none, nor one before a comma.
func plainKind(cell []byte) kind {
	k := kindOf(cell)
	if k != number && k != countedTime {
		return k
	}
	if _, unit := withUnit(cell); !isUnitLike(unit) || cell[len(cell)-1] == ',' {
		return words
	}
	return k
}

// survey is what the first readings tell of the columns.
type survey struct {
	kinds    []kind
	orders   []orders // in which the dates of a column may be written
	tick     []int64  // nanoseconds in one of a count of time
	partner  []int    // the column that holds the date of a time of day, or the other way round; -1 where none does
	unitText [][]byte // what stands behind the numbers of a column, nil where nothing that is known
	notation notation

	points    []pointed
	thousands []bool           // points in the numbers of a column may stand between thousands
	changes   []bool           // the cells of a column differ from the first one
	zones     []*time.Location // that the names of columns tell of their times, nil where they tell none
	flux      int              // where the header of annotated CSV begins with result, or notFlux
	counted   int              // the column that counts times since 1970 by what it holds; -1 where that tells nothing
	millis    int              // the column of the milliseconds of the times on its left; 0 where there is none

	added    int // columns that the file does not have, at the beginning
	unpadded []unpadding
	decimals int // of every number in the last column, 0 where they differ
}

// surveyed looks at the cells of the readings among the samples. A number in a column without a name is
// that of the row, unless no column has a name.
func (t *table) surveyed(rows [][][]byte, headless bool) *survey {
	n := len(t.names)
	s := &survey{kinds: make([]kind, n), orders: make([]orders, n), tick: make([]int64, n), partner: make([]int, n), unitText: make([][]byte, n), thousands: make([]bool, n)}
	s.changes, s.zones, s.flux = make([]bool, n), make([]*time.Location, n), notFlux
	firsts := make([][]byte, n)
	var comma, point bool
	s.points = make([]pointed, n)
	for _, cells := range rows {
		for i, cell := range cells[:n] {
			k := kindIn(t.names[i], cell)
			if s.kinds[i] == kindNone && k != kindNone {
				s.kinds[i] = k
				s.unitText[i] = t.unitIn(i, cell, k)
				firsts[i] = cell
			}
			s.changes[i] = s.changes[i] || k == s.kinds[i] && !bytes.Equal(cell, firsts[i])
			switch k {
			case number, countedTime:
				digits, _ := withUnit(cell)
				s.points[i].add(digits)
				c, p := evidence(digits)
				comma, point = comma || c, point || p
			}
		}
	}
	s.notation = notation{comma: comma && !point, settled: comma != point}
	for i, p := range s.points {
		s.thousands[i] = p.mayGroup()
	}
	t.settleDigitDates(s, rows)
	t.settleNames(s, headless)
	s.counted = t.onlyCounted(s, rows)
	s.pair()
	s.settleMillis(t.raw, rows)
	for i := range s.orders {
		if s.orders[i] = s.ordersOf(rows, i); perfmonTime.MatchString(t.names[i]) {
			s.orders[i] = monthLed
		}
		s.unpadded = append(s.unpadded, s.unpaddingOf(rows, i))
	}
	s.decimals = s.decimalsIn(rows)
	return s
}

// ordersOf tells the order of the dates of a column, which the times of day beside them help to tell.
func (s *survey) ordersOf(rows [][][]byte, column int) orders {
	if k := s.kinds[column]; k != wallTime && k != zonedTime && k != dateOnly {
		return 0
	}
	var d dating
	var text []byte
	for _, cells := range rows {
		text = append(text[:0], cells[column]...)
		if with := s.partner[column]; with >= 0 {
			text = append(append(text, ' '), cells[with]...)
		}
		d.add(text)
	}
	return d.orders()
}

// settleNames takes what the names of the columns tell.
func (t *table) settleNames(s *survey, headless bool) {
	for i, name := range t.names {
		s.tick[i] = int64(tickOf(name))
		if zone := zoneTold(name); zone != nil && s.kinds[i] == wallTime {
			s.zones[i] = zone
			t.inZones = append(t.inZones, i)
		}
		t.numeric[i] = (s.kinds[i] == number || s.kinds[i] == countedTime) && (t.raw[i] != "" || headless)
		s.partner[i] = -1
	}
}

// settleLayout takes what a line of units tells of times which are counted, where the names tell nothing.
func (s *survey) settleLayout(l *layout, rows [][][]byte) {
	for i := range min(len(l.units), len(s.tick)) {
		tick := int64(tickOf("[" + trimBrackets(l.units[i]) + "]"))
		if s.tick[i] == 0 && tick > 0 && !(s.kinds[i] == countedTime && countsSince1970(rows, i, tick)) {
			s.tick[i] = tick
		}
	}
}

// doubtPoints doubts the points in numbers between separators that stand beside decimal commas, where the day comes first in
// dates: in all of a column, or as a person tells of the times, or may.
func (s *survey) doubtPoints(separator byte, times int, told orders) {
	if told == 0 {
		told = dayLed
	}
	of := []int{times, s.partner[times]}
	first := false
	for i, o := range s.orders {
		first = first || o == dayLed || o&told&dayLed != 0 && slices.Contains(of, i)
	}
	if !first || strings.IndexByte(commaSeparators, separator) < 0 {
		return
	}
	for i, p := range s.points {
		s.thousands[i] = s.thousands[i] || p.onlyGroups()
	}
}

// unitIn takes the unit of a column from its first cell, and returns how it is written.
func (t *table) unitIn(column int, cell []byte, k kind) []byte {
	if k != number {
		return nil
	}
	digits, unit := withUnit(cell)
	known, ok := unitNamed(latin1(unit))
	if !ok {
		return nil
	}
	t.means[column] = meaning{unit: known, certain: true}
	return cell[len(digits):]
}

// pair joins a column of dates with the column of times of day beside it.
func (s *survey) pair() {
	for i := range s.kinds[:len(s.kinds)-1] {
		a, b := s.kinds[i], s.kinds[i+1]
		if s.partner[i] < 0 && (a == dateOnly && b == dayTime || a == dayTime && b == dateOnly) {
			s.partner[i], s.partner[i+1] = i+1, i
		}
	}
}

// timeColumn returns the likeliest column of times: one that can be nothing else, one that can't but count them, or the first one.
func (s *survey) timeColumn(names []string) (column, weight int) {
	best, most := max(0, s.counted), 0
	for i, k := range s.kinds {
		weight := 2 * timeWeight(k, s.partner[i] >= 0, timely(names[i]), i == 0 && !ofPower(names[i]))
		of := slices.Contains(timeNames[:], strings.ToLower(names[i]))
		if with := s.partner[i]; weight >= 2*dated && (of || s.changes[i] || with >= 0 && s.changes[with]) {
			weight += 10 * dated // when a query began is a date, too, the same in every row
		}
		if weight >= 2*dated && of {
			weight++
		}
		if weight > most {
			best, most = i, weight
		}
	}
	return best, most
}

// timeNames are what the column of the times is called among others that hold dates.
var timeNames = [...]string{"time", "_time", "timestamp"}

// dated is the weight from which a column holds dates.
const dated = 2

// timeWeight is how likely a column is that of the times.
func timeWeight(k kind, paired, timely, first bool) int {
	switch {
	case k == zonedTime, k == countedTime && (timely || first):
		return 3
	case k == wallTime, paired:
		return dated
	case timely && (k == number || k == dayTime || k == dateOnly):
		return 1
	}
	return 0
}

// undated reports whether a column holds times of day and no column beside it their dates.
func (s *survey) undated(column int) bool { return s.kinds[column] == dayTime && s.partner[column] < 0 }

// clockFor prepares the clock of a column.
func (s *survey) clockFor(column int, c *clock) {
	c.tick, c.undated, c.calendar.unpadding = s.tick[column], s.undated(column), s.unpadded[column]
	if zone := s.zones[column]; zone != nil {
		c.wall.zone = zone
	}
	if c.calendar.among == 0 {
		c.calendar.among = s.orders[column]
		if with := s.partner[column]; with >= 0 && c.calendar.among == 0 {
			c.calendar.among = s.orders[with]
		}
	}
}
