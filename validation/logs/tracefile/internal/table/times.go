package table

import (
	"bytes"
	"math"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// Progress is how the numbers of a column follow each other.
type Progress struct {
	numbers []float64
	steps   []float64 // forwards, sorted
	falls   int
	late    int // numbers below one above them
	behind  int // the same, and such that are equal
}

// ProgressOf compares each number with those before it.
func ProgressOf(numbers []float64) *Progress {
	c := &Progress{numbers: numbers}
	most := math.Inf(-1)
	for i, n := range numbers {
		c.late, c.behind = c.late+celltext.CountIf(n < most), c.behind+celltext.CountIf(n <= most)
		most = max(most, n)
		switch {
		case i > 0 && n > numbers[i-1]:
			c.steps = append(c.steps, n-numbers[i-1])
		case i > 0 && n < numbers[i-1]:
			c.falls++
		}
	}
	slices.Sort(c.steps)
	return c
}

const (
	fewLate    = 10 // one in how many numbers may be late, as when files were merged
	fewestEven = 4  // steps that tell that they are even
	// part of the numbers above those a third of the rows before: meters that write times of their own come late by
	// turns
	mostlyOnward  = 0.9
	fewestOfBlock = 3 // numbers before they are reset, on average, as those of meters that stand one after another
)

// The part of the rows that do not follow in time, if a table may be long, and down to which columns are looked for
// that identify meters. Columns that leave almost all of that part tell nothing, unless their names say so: times
// may be stated more coarsely than readings follow each other.
const (
	LongFrom      = 0.2
	ShortFrom     = 0.01
	IsPossibleKey = 0.9
)

// Steadily is the part of steps near the median from which a log is steady.
const Steadily = 0.95

// Forward reports whether the numbers rise, but for equal neighbours and a few that are late.
func (c *Progress) Forward() bool { return len(c.steps) > 0 && fewLate*c.late <= len(c.numbers) }

// Even reports whether the numbers go forward in steps that are mostly the same.
func (c *Progress) Even() bool {
	if len(c.steps) < fewestEven || !c.Forward() {
		return false
	}
	near, median := 0, c.steps[len(c.steps)/2]
	for _, step := range c.steps {
		near += celltext.CountIf(math.Abs(step-median) <= median/10)
	}
	return float64(near) >= Steadily*float64(len(c.numbers)-1)
}

// Onward reports whether most numbers are above the number a third of the rows before.
func (c *Progress) Onward() bool {
	n := len(c.numbers)
	apart, ahead := max(1, n/3), 0
	for i := apart; i < n; i++ {
		ahead += celltext.CountIf(c.numbers[i] > c.numbers[i-apart])
	}
	return n > 1 && float64(ahead) >= mostlyOnward*float64(n-apart)
}

// Possible reports whether numbers may be times though they do not go on: they stay, stand newest first, or are reset.
func (c *Progress) Possible() bool {
	turned := slices.Clone(c.numbers)
	slices.Reverse(turned)
	return len(c.steps) == 0 || ProgressOf(turned).Forward() || fewestOfBlock*(c.falls+1) <= len(c.numbers)
}

// longestStep is how far readings mostly stand apart at most if the size of their numbers alone says that they are
// times, in nanoseconds: counters of energy look like times, too, but rise faster. surelyStep is the same if a line of
// units says that they are counted in another unit.
const (
	longestStep = timestamp.SecondsPerHour * timestamp.NanosecondsPerSecond
	surelyStep  = 5 * 60 * timestamp.NanosecondsPerSecond
)

// countsOf is the progress of the counts of a column since 1970, in nanoseconds from the first; of none if one can't be
// a time.
func countsOf(rows [][][]byte, column int) *Progress {
	var counts []float64
	first := int64(0)
	for _, cells := range rows {
		t, ok := timestamp.TallyOf(timestamp.PlainTime(cells[column]))
		if !ok {
			continue
		}
		at, ok := t.In(timestamp.UnitOf(t.Whole).Nanoseconds)
		if !ok {
			return &Progress{}
		}
		if counts == nil {
			first = at
		}
		counts = append(counts, float64(at-first))
	}
	return ProgressOf(counts)
}

// within reports whether numbers mostly rise, in steps that mostly are no longer. Those of meters one after another are
// reset.
func (c *Progress) within(step float64) bool {
	return c.falls < len(c.steps) && c.steps[len(c.steps)/2] <= step
}

// inOrder reports whether almost all numbers come after those before them, as the readings of one meter do.
func (c *Progress) inOrder() bool { return float64(c.behind) <= LongFrom*float64(len(c.numbers)) }

// countsSince1970 reports whether counts are since 1970, whatever the unit says: nanoseconds from a start would rise in
// leaps as seconds.
func countsSince1970(rows [][][]byte, column int, tick int64) bool {
	if len(rows) == 0 {
		return false
	}
	if t, ok := timestamp.TallyOf(timestamp.PlainTime(rows[0][column])); ok {
		if _, possible := t.In(tick); !possible {
			return true
		}
	}
	return countsOf(rows, column).within(surelyStep)
}

// onlyCounted returns the only column of times since 1970; -1 if there is none or several, or if names tell meters
// apart that it does not.
func (t *Table) onlyCounted(s *Survey, rows [][][]byte) int {
	if first := countsOf(rows, 0); s.Kinds[0] == Number && first.within(math.Inf(1)) && first.inOrder() {
		return -1
	}
	found := -1
	for i, k := range s.Kinds {
		if k != CountedTime || t.Means[i].Unit != "" || columnname.OfPower(t.Names[i]) {
			continue
		}
		c := countsOf(rows, i)
		if !c.within(longestStep) {
			continue
		}
		if found >= 0 || c.inOrder() && s.namesChange() {
			return -1
		}
		found = i
	}
	return found
}

func (s *Survey) namesChange() bool {
	numbers := 0
	for i, k := range s.Kinds {
		switch {
		case k == Words && s.changes[i]:
			return true
		case k == Number:
			numbers++
		}
	}
	return s.Kinds[0] == Number && s.changes[0] && numbers > 1
}

// resolveDigitDates takes eight digits for dates if times of day stand beside them: elsewhere they may count something.
func (t *Table) resolveDigitDates(s *Survey, rows [][][]byte) {
	is := func(i int, k Kind) bool { return i >= 0 && i < len(s.Kinds) && s.Kinds[i] == k }
	for i, k := range s.Kinds {
		if k != DayTime || is(i-1, DateOnly) || is(i+1, DateOnly) {
			continue
		}
		for _, at := range []int{i - 1, i + 1} {
			if is(at, Number) && t.Means[at].Unit == "" && !columnname.OfPower(t.Names[at]) &&
				!timestamp.NamesPlace(t.Names[at]) && timestamp.HoldsDigitDates(rows, at) {
				s.Kinds[at] = DateOnly
				t.Aside = append(t.Aside, at)
				break
			}
		}
	}
}

func (t *Table) resolveSerials(s *Survey, rows [][][]byte) {
	for i, name := range t.Raw {
		if !s.uncounted(t, i) || !columnname.Timely(name) && (i > 0 || name != "" && SaysNoTime(name)) {
			continue
		}
		var cells [][]byte
		for _, row := range rows {
			if cell := row[i]; KindOf(cell) == Number {
				cells = append(cells, bytes.ReplaceAll(cell, []byte{','}, []byte{'.'}))
			}
		}
		small := strings.ToLower(name) // a number is one of days rather than of seconds if it says date
		if s.serials[i] = timestamp.SerialOf(cells,
			strings.Contains(small, "date") || strings.Contains(small, "datum")); s.serials[i].Found {
			s.Kinds[i] = LocalTime
			t.Serials = append(t.Serials, i)
		}
	}
}

func (s *Survey) uncounted(t *Table, i int) bool {
	return i >= 0 && i < len(s.Kinds) && s.Kinds[i] == Number && s.Tick[i] == 0 && t.Means[i].Unit == ""
}

// resolveSerialParts finds dates and times of day that a spreadsheet saved in two columns: days since 1899-12-30, and
// parts of a day.
func (t *Table) resolveSerialParts(s *Survey, rows [][][]byte) {
	may := func(i int) bool { return s.uncounted(t, i) && (t.Raw[i] == "" || columnname.Timely(t.Raw[i])) }
	for i := range s.Kinds {
		for _, at := range []int{i + 1, i - 1} {
			if !may(i) || !may(at) {
				continue
			}
			if found := serialParts(rows, i, at, t.Raw[i] != "" && t.Raw[at] != ""); found.Found {
				s.Kinds[i], s.Kinds[at] = DateOnly, DayTime
				s.serials[i], s.serials[at] = found, found
				t.Numeric[i], t.Numeric[at] = false, false
				t.Serials = append(t.Serials, i, at)
			}
		}
	}
}

func serialParts(rows [][][]byte, days, parts int, named bool) timestamp.Serial {
	var cells [][]byte
	for _, row := range rows {
		if KindOf(row[days]) != Number || KindOf(row[parts]) != Number {
			continue
		}
		joined, ok := timestamp.JoinSerial(row[days], row[parts])
		if !ok {
			return timestamp.Serial{}
		}
		cells = append(cells, joined)
	}
	return timestamp.SerialOf(cells, named)
}

// resolveMillis finds the milliseconds that some meters write beside their times: they would look like the numbers of
// meters.
func (s *Survey) resolveMillis(names []string, rows [][][]byte) {
	for i := 1; i < len(names) && s.millis == 0; i++ {
		if k := s.Kinds[i-1]; (k == DayTime || k == LocalTime) && s.Kinds[i] == Number && SaysMillis(names[i]) &&
			risesWithin(rows, i) {
			s.millis = i
		}
	}
}

var millisWords = columnname.WordSet("ms msec millis millisecond milliseconds")

// SaysMillis reports whether the name of a column says milliseconds, and at most that they are of a time.
func SaysMillis(name string) bool {
	words := columnname.WordsOf(name)
	return columnname.Says(name, millisWords) && !slices.ContainsFunc(words, func(word string) bool {
		small := strings.ToLower(word)
		return !millisWords[small] && !columnname.TimeWords[small]
	})
}

func risesWithin(rows [][][]byte, column int) bool {
	stood, before := false, -1
	for row, cells := range rows {
		n, fits := timestamp.Count(cells[column])
		if !fits || len(cells[column]) > len("999") || bytes.ContainsAny(cells[column-1], ".,") {
			return false
		}
		if row > 0 && bytes.Equal(cells[column-1], rows[row-1][column-1]) {
			if n < before { // of several meters, each row of a round has the same
				return false
			}
			stood = stood || n > before
		}
		before = n
	}
	return stood
}

// MillisOf returns the column of the milliseconds of the times of a column; -1 if there is none.
func (s *Survey) MillisOf(column int) int {
	if s.millis > 0 && (column == s.millis-1 || s.Partner[column] == s.millis-1) {
		return s.millis
	}
	return -1
}

func (s *Survey) unpaddingOf(rows [][][]byte, column int) (u timestamp.Unpadding) {
	switch s.Kinds[column] {
	case LocalTime, ZonedTime, DayTime:
	case DateOnly:
		column = s.Partner[column]
	default:
		return u
	}
	if column < 0 {
		return u
	}
	most := 0
	for _, cells := range rows {
		of := cells[column]
		if _, rest, v := (timestamp.Calendar{}).Date(of); v != timestamp.Unreadable {
			of = timestamp.BetweenDateAndTime(rest)
		}
		if t, _, ok := timestamp.UnpaddedTimeOf(of); ok {
			u.Found = u.Found || t.Short || t.Integer
			if t.Integer {
				most = max(most, len(t.Fraction))
			}
		}
	}
	u.Thousandths = most == len("999")
	return u
}

// ResolveIntervals determines that timestamps are the begin of their intervals, if those of the time tell both ends.
func (t *Table) ResolveIntervals(rows [][][]byte) {
	for _, cells := range rows {
		if _, ok := (timestamp.Calendar{}).BeginOf(cells[t.Time]); !ok {
			return
		}
	}
	if len(rows) > 0 {
		t.Stamp = "begin"
	}
}
