package table

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"time"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// Kind is what a cell looks like.
type Kind int

// The kinds of cells.
const (
	KindNone    Kind = iota // it holds nothing
	Words                   // nothing that is read
	Number                  // perhaps with a unit
	CountedTime             // since 1970
	ZonedTime               // a date and time with its offset
	LocalTime               // a date and time without
	DateOnly
	DayTime // a time of day without a date
)

// KindOf returns what a cell holds, by its text alone.
func KindOf(cell []byte) Kind {
	if isShortNumber(cell) {
		return Number
	}
	return lookedAt(cell)
}

// isShortNumber reports whether a cell is a plain number of fewer digits than a count of time since 1970 has.
func isShortNumber(cell []byte) bool {
	const most = 7 // digits before the point, and after it
	digits, points := 0, 0
	for _, c := range cell {
		switch {
		case celltext.IsDigit(c) && digits < most:
			digits++
		case c == '.' && digits > 0 && points == 0:
			digits, points = 0, 1
		default:
			return false
		}
	}
	return digits > 0
}

func lookedAt(cell []byte) Kind {
	if celltext.Absent(cell) != nil {
		return KindNone
	}
	if m, _, v := (timestamp.Calendar{}).Read(cell); v != timestamp.Unreadable {
		switch {
		case m.Undated:
			return DayTime
		case m.Zoned:
			return ZonedTime
		}
		return LocalTime
	}
	if timestamp.IsDate(cell) {
		return DateOnly
	}
	if t, ok := timestamp.TallyOf(timestamp.PlainTime(cell)); ok {
		at, ok := t.In(timestamp.UnitOf(t.Whole).Nanoseconds)
		if ok && at >= timestamp.EarliestCount*timestamp.NanosecondsPerSecond {
			return CountedTime
		}
		return Number
	}
	if digits, _ := celltext.WithUnit(cell); len(digits) > 0 && celltext.IsDigit(digits[len(digits)-1]) {
		return Number
	}
	return Words
}

// PlainKind is the kind of a cell that is nothing else beside: a number that begins a text is not a cell of its own,
// nor is one before a comma.
func PlainKind(cell []byte) Kind {
	k := KindOf(cell)
	if k != Number && k != CountedTime {
		return k
	}
	if _, unit := celltext.WithUnit(cell); !columnname.IsUnitLike(unit) || cell[len(cell)-1] == ',' {
		return Words
	}
	return k
}

// KindIn is the kind of a cell of a column that is called so: 40-01-05 is a place where such stand, and no day of 2040.
func KindIn(name string, cell []byte) Kind {
	k := KindOf(cell)
	if k != DateOnly || !timestamp.NamesPlace(name) {
		return k
	}
	if p, _, _, ok := timestamp.PartsOf(cell); ok &&
		!slices.ContainsFunc(p[:], func(one timestamp.Part) bool { return one.Month || one.Digits > 2 }) {
		return Words
	}
	return k
}

// NotFlux stands for a table that InfluxDB did not write.
const NotFlux = -1

// Survey is what the first readings say about the columns.
type Survey struct {
	Kinds  []Kind
	Orders []timestamp.Orders // in which the dates of a column may be written
	Tick   []int64            // nanoseconds in one of a count of time
	// the column that holds the date of a time of day, or the other way round; -1 if none does
	Partner   []int
	UnitText  [][]byte // what follows the numbers of a column, nil if nothing that is known
	Unfailing []bool   // a unit follows the numbers of a column, but for a few that may be cut off
	Untailed  bool     // the names end with a separator, and the readings do not
	Invented  bool     // no line states the names
	Notation  celltext.Notation

	points    []celltext.Pointed
	Thousands []bool           // points in the numbers of a column may stand between thousands
	changes   []bool           // the cells of a column differ from the first one
	zones     []*time.Location // that the names of columns say about their times, nil if they tell none
	Flux      int              // where the header of annotated CSV begins with result, or notFlux
	Counted   int              // the column that counts times since 1970 by what it holds; -1 if that shows nothing
	millis    int              // the column of the milliseconds of the times on its left; 0 if there is none

	Added    int // columns that the file does not have, at the beginning
	unpadded []timestamp.Unpadding
	serials  []timestamp.Serial
	plain    []bool // numbers of a column stand alone, and
	scaled   []bool // with a word such as K: kelvins stand in every cell
	decimals int    // of every number in the last column, 0 if they differ
	wholes   int    // the fewest digits before the decimals of a number in the last column, 0 if that shows nothing
}

// Surveyed looks at the cells of readings. A number in a column without a name is that of the row, unless no column has
// one.
func (t *Table) Surveyed(rows [][][]byte, headless bool) *Survey {
	n := len(t.Names)
	s := &Survey{
		Kinds: make([]Kind, n), Orders: make([]timestamp.Orders, n), Tick: make([]int64, n), Partner: make([]int, n),
		UnitText:  make([][]byte, n),
		Unfailing: make([]bool, n), Invented: headless, points: make([]celltext.Pointed, n),
		Thousands: make([]bool, n), changes: make([]bool, n),
		zones: make([]*time.Location, n), Flux: NotFlux, serials: make([]timestamp.Serial, n), plain: make([]bool, n),
		scaled: make([]bool, n),
	}
	t.resolveKinds(s, rows)
	for i, p := range s.points {
		s.Thousands[i] = p.MayGroup()
		s.resolveUnits(rows, i)
	}
	t.resolveRowUnits(s, rows)
	t.resolveDigitDates(s, rows)
	t.resolveNames(s, headless)
	t.resolveSerialParts(s, rows)
	t.resolveSerials(s, rows)
	s.resolveScaled(rows)
	s.Counted = t.onlyCounted(s, rows)
	s.Pair()
	s.resolveMillis(t.Raw, rows)
	for i := range s.Orders {
		if s.Orders[i] = s.ordersOf(rows, i); timestamp.PerfmonTime.MatchString(t.Names[i]) {
			s.Orders[i] = timestamp.MonthLed
		}
		s.unpadded = append(s.unpadded, s.unpaddingOf(rows, i))
	}
	s.resolveCut(rows)
	return s
}

func (t *Table) resolveKinds(s *Survey, rows [][][]byte) {
	firsts := make([][]byte, len(s.Kinds))
	comma, point := false, false
	for _, cells := range rows {
		for i, cell := range cells[:len(s.Kinds)] {
			k := KindIn(t.Names[i], cell)
			if s.Kinds[i] == KindNone && k != KindNone {
				s.Kinds[i] = k
				s.UnitText[i] = t.UnitIn(i, cell, k)
				firsts[i] = cell
			}
			s.changes[i] = s.changes[i] || k == s.Kinds[i] && !bytes.Equal(cell, firsts[i])
			if k == Number || k == CountedTime {
				digits, _ := celltext.WithUnit(cell)
				s.points[i].Add(digits)
				c, p := celltext.Evidence(digits)
				comma, point = comma || c, point || p
			}
		}
	}
	s.Notation = celltext.Notation{Comma: comma && !point, Known: comma != point}
}

func (s *Survey) resolveUnits(rows [][][]byte, i int) {
	bare, united := 0, 0
	for _, cells := range rows {
		if s.UnitText[i] != nil && KindOf(cells[i]) == Number {
			digits, unit := celltext.WithUnit(cells[i])
			bare += celltext.CountIf(len(unit) == 0 && !isZero(digits))
			united += celltext.CountIf(len(unit) > 0)
		}
	}
	s.Unfailing[i] = united >= fewestUnited && fewestUnited*bare <= united && FewDamaged(bare, united)
}

// isZero reports whether a number is nothing but zeros, which programs write without a unit.
func isZero(digits []byte) bool { return len(bytes.Trim(digits, "0.,")) == 0 }

func (s *Survey) ordersOf(rows [][][]byte, column int) timestamp.Orders {
	if k := s.Kinds[column]; k != LocalTime && k != ZonedTime && k != DateOnly {
		return 0
	}
	var d timestamp.Dating
	var text []byte
	for _, cells := range rows {
		text = append(text[:0], cells[column]...)
		if with := s.Partner[column]; with >= 0 {
			text = append(append(text, ' '), cells[with]...)
		}
		d.Add(text)
	}
	return d.Orders()
}

func (t *Table) resolveNames(s *Survey, headless bool) {
	for i, name := range t.Names {
		s.Tick[i] = int64(columnname.TickOf(name))
		if zone := timestamp.ZoneInName(name); zone != nil && s.Kinds[i] == LocalTime {
			s.zones[i] = zone
			t.InZones = append(t.InZones, i)
		}
		t.Numeric[i] = (s.Kinds[i] == Number || s.Kinds[i] == CountedTime) && (t.Raw[i] != "" || headless)
		s.Partner[i] = -1
	}
}

// ResolveLayout takes what a line of units says about times which are counted, if the names tell nothing.
func (s *Survey) ResolveLayout(l *Layout, rows [][][]byte) {
	for i := range min(len(l.Units), len(s.Tick)) {
		tick := int64(columnname.TickOf("[" + columnname.TrimBrackets(l.Units[i]) + "]"))
		if s.Tick[i] == 0 && tick != 0 && !(s.Kinds[i] == CountedTime && countsSince1970(rows, i, tick)) {
			s.Tick[i] = tick
		}
	}
}

// DoubtPoints doubts the points in numbers beside decimal commas, if the day comes first in dates, or may.
func (s *Survey) DoubtPoints(separator byte, times int, given timestamp.Orders) {
	if given == 0 {
		given = timestamp.DayLed
	}
	of := []int{times, s.Partner[times]}
	first := false
	for i, o := range s.Orders {
		first = first || o == timestamp.DayLed || o&given&timestamp.DayLed != 0 && slices.Contains(of, i)
	}
	if !first || strings.IndexByte(celltext.CommaSeparators, separator) < 0 {
		return
	}
	for i, p := range s.points {
		s.Thousands[i] = s.Thousands[i] || p.OnlyGroups()
	}
}

// Pair joins a column of dates with the column of times of day beside it.
func (s *Survey) Pair() {
	for i := range s.Kinds[:len(s.Kinds)-1] {
		a, b := s.Kinds[i], s.Kinds[i+1]
		if s.Partner[i] < 0 && (a == DateOnly && b == DayTime || a == DayTime && b == DateOnly) {
			s.Partner[i], s.Partner[i+1] = i+1, i
		}
	}
}

// TimeColumn returns the likeliest column of times: one that can be nothing else, one that can't but count them, or the
// first one.
func (s *Survey) TimeColumn(names []string) (column, weight int) {
	best, most := max(0, s.Counted), 0
	for i, k := range s.Kinds {
		weight := 2 * TimeWeight(k, s.Partner[i] >= 0, columnname.Timely(names[i]),
			i == 0 && !columnname.OfPower(names[i]))
		// among others that hold dates
		of := slices.Contains([]string{"time", "_time", "timestamp"}, strings.ToLower(names[i]))
		if with := s.Partner[i]; weight >= 2*Dated && (of || s.changes[i] || with >= 0 && s.changes[with]) {
			weight += 10 * Dated // when a query began is a date, too, the same in every row
		}
		weight += celltext.CountIf(weight >= 2*Dated && of)
		if weight > most {
			best, most = i, weight
		}
	}
	return best, most
}

// Dated is the weight from which a column holds dates.
const Dated = 2

// TimeWeight is how likely a column is that of the times.
func TimeWeight(k Kind, paired, timely, first bool) int {
	switch {
	case k == ZonedTime, k == CountedTime && (timely || first):
		return 3
	case k == LocalTime, paired:
		return Dated
	case timely && (k == Number || k == DayTime || k == DateOnly):
		return 1
	}
	return 0
}

// Undated reports whether a column holds times of day and no column beside it their dates.
func (s *Survey) Undated(column int) bool { return s.Kinds[column] == DayTime && s.Partner[column] < 0 }

func (s *Survey) clockFor(column int, c *timestamp.Clock) {
	c.Undated, c.Calendar.Unpadding = s.Undated(column), s.unpadded[column]
	if c.Tick == 0 && !c.Serial.Found {
		c.Tick, c.Serial = s.Tick[column], s.serials[column]
	}
	c.Calendar.Yearless = true
	c.Serial.Places = s.serials[column].Places
	if zone := s.zones[column]; zone != nil {
		c.Zones.Zone = zone
	}
	if c.Calendar.Among == 0 {
		c.Calendar.Among = s.Orders[column]
		if with := s.Partner[column]; with >= 0 && c.Calendar.Among == 0 {
			c.Calendar.Among = s.Orders[with]
		}
	}
}

// The last number of a file without a line end is cut off if all before it were written with as many decimals and it
// has fewer:
// at least fewestPadded numbers of at least fewestDecimals, one of which ends in a zero. Programs that write the
// shortest form of a number never end its decimals so, and may write a whole number after any others.
const (
	fewestPadded   = 20
	fewestDecimals = 2
	// of the largest number before it, that one is at most of which digits before the decimals are missing
	beginningPart = 0.1
)

func (s *Survey) resolveCut(rows [][][]byte) {
	last := len(s.Kinds) - 1
	if len(rows) <= fewestPadded {
		return
	}
	padded, alike, same, fewest := false, true, 0, math.MaxInt
	for _, cells := range rows[:len(rows)-1] {
		cell := cells[last]
		wholes, decimals, ok := s.digitsOf(cell)
		if !ok {
			return
		}
		alike = alike && decimals >= fewestDecimals && (same == 0 || decimals == same)
		same = decimals
		padded, fewest = padded || cell[len(cell)-1] == '0', min(fewest, wholes)
	}
	if s.wholes = fewest; alike && padded {
		s.decimals = same
	}
}

func (s *Survey) digitsOf(cell []byte) (wholes, decimals int, ok bool) {
	point := byte('.')
	if s.Notation.Comma {
		point = ','
	}
	whole, after, _ := bytes.Cut(celltext.Unsigned(cell), []byte{point})
	return len(whole), len(after), celltext.OnlyDigits(whole) && (len(after) == 0 || celltext.OnlyDigits(after))
}
