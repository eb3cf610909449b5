package timestamp

import (
	"bytes"
	"math"
	"strconv"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
)

// Serial is how a column counts days, as spreadsheets do if the form of a date was lost. The zero value is of another
// column.
type Serial struct {
	Found  bool
	Places int // decimals of the longest number; 0 if it is not known
}

// Spreadsheets count days since 1899-12-30, so that serialOf1970 is 1970-01-01. A number that may be a date lies from
// serialFrom, in 1990, to serialTo, in 2080.
const (
	serialOf1970 = 25_569
	serialFrom   = 32_874
	serialTo     = 65_746
)

const fewestSerial = 2

// SerialOf reports whether numbers of a column, in the order of its rows, are dates of a spreadsheet, and how they are
// written. dated tells that its name says date. Numbers that step by whole seconds or minutes as days are no seconds
// from a start: those do not step by a fraction of a second that is one of an hour.
func SerialOf(cells [][]byte, dated bool) (s Serial) {
	var steps serialSteps
	var before int64
	for _, cell := range cells {
		t, ok := TallyOf(cell)
		if !ok || t.Negative || t.Whole < serialFrom || t.Whole >= serialTo {
			return Serial{}
		}
		s.Places = max(s.Places, len(t.fraction))
		at, ok := t.serial(s.Places)
		if !ok || before > 0 && !steps.add(at-before) {
			return Serial{}
		}
		before = at
	}
	s.Found = len(cells) >= fewestSerial && s.Places > 0 && steps.all > 0 &&
		(dated || steps.mostly(steps.usual) || steps.mostly(steps.small) && s.Places > 4)
	return s
}

// serialSteps counts steps between days: all, usual ones, and those that would be too small as seconds.
type serialSteps struct {
	all, usual, small int
}

// add counts a step; ok is false if the next time is more than a day earlier.
func (s *serialSteps) add(step int64) (ok bool) {
	const day = SecondsPerDay * NanosecondsPerSecond
	if step > 0 && step <= day {
		s.all++
		s.usual += celltext.CountIf(isUsualStep(step))
		s.small += celltext.CountIf(step < mostSerialStep)
	}
	return step >= -day
}

func (s *serialSteps) mostly(count int) bool { return 4*count >= 3*s.all }

// mostSerialStep is a step as days that would be less than 0.6 ms as seconds, at which no log of power from a start is
// written.
const mostSerialStep = 50 * NanosecondsPerSecond

// isUsualStep reports whether readings are taken every so often: a part of an hour, to a tenth of a second.
func isUsualStep(nanoseconds int64) bool {
	seconds := math.Round(float64(nanoseconds) / NanosecondsPerSecond)
	off := math.Abs(float64(nanoseconds)/NanosecondsPerSecond - seconds)
	return seconds >= 1 && off <= 0.1 && SecondsPerHour%int64(seconds) == 0
}

// serial returns the days in nanoseconds since 1970 by the clock, to what its decimals tell: 0.00001 days are about a
// second.
func (t Tally) serial(places int) (nanoseconds int64, ok bool) {
	days := Tally{Whole: t.Whole - serialOf1970, fraction: t.fraction}
	if t.Negative || days.Whole < 0 {
		return 0, false
	}
	nanoseconds, ok = days.In(SecondsPerDay * NanosecondsPerSecond)
	grain := int64(NanosecondsPerSecond)
	for range max(0, min(places, mostPlaces)-secondPlaces) {
		grain /= 10
	}
	return (nanoseconds + grain/2) / grain * grain, ok
}

// JoinSerial joins the number of a day with its part in another column.
func JoinSerial(day, part []byte) (joined []byte, ok bool) {
	days, whole := TallyOf(day)
	if !whole || days.Negative || days.Whole < serialFrom || days.Whole >= serialTo ||
		len(bytes.Trim(days.fraction, "0")) > 0 {
		return nil, false
	}
	if HasExponent(part) { // within eight seconds of midnight
		number, err := strconv.ParseFloat(strings.Replace(string(part), ",", ".", 1), 64)
		if err != nil || number < 0 || number >= 1 {
			return nil, false
		}
		part = strconv.AppendFloat(nil, number, 'f', mostPlaces, 64)
	}
	of, small := TallyOf(part)
	if !small || of.Negative || of.Whole > 0 {
		return nil, false
	}
	joined = strconv.AppendInt(nil, days.Whole, 10)
	return append(append(joined, '.'), of.fraction...), true
}

// Days with secondPlaces decimals tell seconds, and no more than mostPlaces are exact if a program computes with 64
// bits.
const (
	secondPlaces = 5
	mostPlaces   = 11
)

// serial reads the number of days that a cell holds as the time that a clock showed.
func (c *Clock) serial(text []byte) (int64, *celltext.Error) {
	t, ok := TallyOf(text)
	if day, part, parted := bytes.Cut(text, []byte{' '}); parted {
		if joined, both := JoinSerial(day, part); both {
			t, ok = TallyOf(joined)
		}
	}
	if !ok {
		m, midnight, v := c.Calendar.Read(text) // a spreadsheet may hold both
		return c.made(text, m, midnight, v)
	}
	places := c.Serial.Places
	if places == 0 {
		places = max(len(t.fraction), mostPlaces)
	}
	at, ok := t.serial(places)
	if !ok || at >= LastSecond*NanosecondsPerSecond {
		return 0, &celltext.Error{Problem: celltext.Quoted(text) + " is no date of a spreadsheet between 1970 and 2200",
			Remedy: "correct time_unit of the series"}
	}
	return c.ordered(Moment{Seconds: at / NanosecondsPerSecond, Nanoseconds: at % NanosecondsPerSecond})
}
