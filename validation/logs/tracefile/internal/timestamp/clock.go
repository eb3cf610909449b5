// Package timestamp reads times: calendar dates in the orders of languages, counts since 1970, and zones.
package timestamp

import (
	"bytes"
	"fmt"
	"time"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/power"
)

// Clock reads a column of times, and remembers the text before: tables repeat every time for each meter.
type Clock struct {
	Zones    zoneResolver
	timing   Timing
	Calendar Calendar
	Tick     int64 // nanoseconds in one of a count, 0 if its column does not tell
	Undated  bool  // the column holds times of day
	shown    int64 // by the clock at the reading before, in seconds, if the column holds times of day
	text     []byte
	at       int64
	Pattern  pattern

	Serial Serial // the column counts days, as spreadsheets do
	layout *layout
	failed *celltext.Error           // of what the series says of its times
	zones  map[string]*time.Location // of regions that times name, nil for an unknown name

	unstarted *celltext.Error // why the start that the log states cannot be read

	own      *time.Location // the zone of times that name none
	ownKnown bool

	order     Order
	unsettled bool // a time could not be read for want of the rows before
}

// Clocks are the columns of times of a file, which series share, so that a time is parsed once.
type Clocks []columnClock

type columnClock struct {
	column int
	timing Timing
	clock  *Clock
}

// Of returns the reader of the times of a column, which is made if it is requested first.
func (c *Clocks) Of(column int, as Timing) *Clock {
	one, _ := c.Find(column, as)
	return one
}

// Find returns the clock of a column, and whether it is new.
func (c *Clocks) Find(column int, as Timing) (one *Clock, fresh bool) {
	for i := range *c {
		if one := &(*c)[i]; one.column == column && one.timing == as {
			return one.clock, false
		}
	}
	one = NewClock(as)
	*c = append(*c, columnClock{column, as, one})
	return one, true
}

// NewClock returns a reader of the times of one column.
func NewClock(as Timing) *Clock {
	c := &Clock{Zones: zoneResolver{Zone: as.Zone}, timing: as, Calendar: Calendar{Among: OrdersNamed(as.DateOrder)}}
	c.Tick, c.Serial.Found = columnname.TickNames[as.Unit].Nanoseconds(), as.Unit == power.SpreadsheetDays
	if as.Layout != "" {
		c.layout, c.failed = layoutOf(as.Layout)
	}
	return c
}

// IsTime reports whether text reads as a time of the allowed years.
func IsTime(text []byte) bool {
	_, f := NewClock(Timing{Zone: time.UTC}).Read(text)
	return f == nil
}

// Read returns nanoseconds since 1970 UTC.
func (c *Clock) Read(text []byte) (int64, *celltext.Error) {
	if at, ok := c.Pattern.read(text, &c.Zones); ok {
		return at, nil
	}
	if len(c.Pattern.Date) == 0 && c.Counts() {
		if t, ok := TallyOf(text); ok && (t.Whole < 1e13 || t.Whole >= 1e14) { // else it may be 20240927111615
			if at, f := c.Count(t); f == nil {
				return at, nil
			}
		}
	}
	if len(c.text) > 0 && bytes.Equal(text, c.text) && c.order.repeated() {
		return c.at, nil
	}
	at, f := c.instant(text)
	if f != nil {
		return 0, f
	}
	c.text, c.at = append(c.text[:0], text...), at
	return at, nil
}

func (c *Clock) instant(text []byte) (int64, *celltext.Error) {
	switch {
	case c.layout != nil, c.failed != nil:
		return c.laidOut(text)
	case c.Serial.Found:
		return c.serial(text)
	}
	m, midnight, v := c.Calendar.Read(text)
	return c.made(text, m, midnight, v)
}

func (c *Clock) made(text []byte, m Moment, midnight int, v Outcome) (int64, *celltext.Error) {
	switch {
	case v == ambiguous:
		return 0, c.Calendar.unclearOrder(text)
	case v == unclearFraction:
		return 0, unclearMilliseconds(text)
	case v == readable && m.Undated:
		return c.roll(m, text)
	case v == readable && m.Yearless:
		return c.inYear(m)
	case v == readable:
		at, f := c.ordered(m)
		if f == nil && midnight > 0 {
			c.Pattern.learn(text, midnight, m)
		}
		return at, f
	}
	if t, ok := TallyOf(text); ok {
		return c.Count(t)
	}
	if at, f, ok := c.countInUnit(text); ok {
		return at, f
	}
	if IsDate(text) {
		return 0, &celltext.Error{
			Problem: celltext.Quoted(text) + " is a date without a time of day",
			Remedy:  "export the readings with their times of day, since those of whole days are too coarse for a run",
		}
	}
	return 0, UnreadableTime(text)
}

// Count reads a count of time: since 1970, or since the origin if it is too small for that.
func (c *Clock) Count(t Tally) (int64, *celltext.Error) {
	unit := c.Tick
	if unit == 0 {
		unit = UnitOf(t.Whole).Nanoseconds
	}
	at, ok := t.In(unit)
	if !ok {
		return 0, c.uncountable(t)
	}
	if at >= EarliestCount*NanosecondsPerSecond {
		return at, nil
	}
	if !c.timing.Counted && c.unstarted != nil {
		return 0, c.unstarted
	}
	if !c.timing.Counted {
		f := NoOrigin()
		f.Presumed = c.Tick == 0
		return 0, f
	}
	if c.Tick == 0 {
		unit = NanosecondsPerSecond
	}
	if at, ok = t.In(unit); !ok || at+c.timing.origin < 0 || at+c.timing.origin >= LastSecond*NanosecondsPerSecond {
		return 0, c.uncountable(t)
	}
	return at + c.timing.origin, nil
}

// StartAt makes times without a date, or counts, begin where the log states, unless the series states it.
func (c *Clock) StartAt(text string) {
	if c.timing.Counted {
		return
	}
	if IsDate([]byte(text)) {
		text += " 00:00:00"
	}
	m, _, v := c.Calendar.Read([]byte(text))
	of := NewClock(Timing{Zone: c.Zones.Zone, DateOrder: c.timing.DateOrder})
	at, f := of.Read([]byte(text))
	if f != nil {
		c.unstarted = f
		return
	}
	if v == Unreadable || m.Undated { // it is a count
		m.Seconds = at / NanosecondsPerSecond
	}
	c.timing.origin, c.timing.day, c.timing.Counted = at, m.Seconds-m.Seconds%SecondsPerDay, true
}

// NoOrigin is the error of times that count from a start that the series does not state.
func NoOrigin() *celltext.Error {
	return &celltext.Error{
		Field:   "origin",
		Problem: "the times of the file count from an unknown start",
		Remedy:  "set origin of the series to the instant at which its clock was at zero, as 2024-09-27T11:16:15+02:00",
	}
}

// disorder is how many seconds times without a date may go back; beyond, another day has begun.
const disorder = 3600

// roll reads a time of day: the next one after the reading before, and at first on the day of the origin.
func (c *Clock) roll(m Moment, text []byte) (int64, *celltext.Error) {
	if !c.Undated && c.layout == nil {
		return 0, UnreadableTime(text)
	}
	if !c.timing.Counted && c.unstarted != nil {
		return 0, c.unstarted
	}
	if !c.timing.Counted {
		return 0, &celltext.Error{
			Field:   "origin",
			Problem: "the times of the file have no date",
			Remedy:  "set origin of the series to the day of its first reading, as 2024-09-27T00:00:00+02:00",
		}
	}
	if len(c.text) == 0 {
		c.shown = c.firstDay()
	} else {
		c.shown -= disorder
	}
	shown := c.shown - c.shown%SecondsPerDay + m.Seconds
	if shown < c.shown {
		shown += SecondsPerDay
	}
	c.shown, m.Seconds = shown, shown
	return c.Zones.Instant(m)
}

// firstDay is the day that the origin has in the zone of the log, and by its own offset if the zone is unknown.
func (c *Clock) firstDay() int64 {
	if c.Zones.Zone == nil {
		return c.timing.day
	}
	local := c.timing.origin / NanosecondsPerSecond
	local += c.Zones.offsetAt(local)
	return local - local%SecondsPerDay
}

func outsideYears() *celltext.Error {
	return &celltext.Error{Problem: "is outside the years 1970 to 2200", Remedy: "check the column and the clock",
		Unreadable: true}
}

// UnreadableTime is the error of a cell that should be a time.
func UnreadableTime(text []byte) *celltext.Error {
	if len(text) == 0 {
		return &celltext.Error{Problem: "has no time", Remedy: "leave the line out or fill its time in",
			Unreadable: true}
	}
	return &celltext.Error{
		Problem: celltext.Quoted(text) + " is not a time that can be read",
		Remedy:  fmt.Sprintf("write %s, 2024-09-27 11:16:15 with timezone set, or seconds since 1970", TimeExample),

		Unreadable: true,
	}
}

// TimeExample is a time as errors ask for it.
const TimeExample = "2024-09-27T11:16:15+02:00"

// Counts reports whether numbers in the column are counts of a unit of time.
func (c *Clock) Counts() bool { return c.layout == nil && c.failed == nil && !c.Serial.Found }

// Timing is what a series says about its times. Series whose timing is equal read a time alike.
type Timing struct {
	Zone      *time.Location // of times written without one, nil if the document states none
	Layout    string         // of the times in the letters of strftime, if the document states it
	Unit      string         // that times are counted in, if the document states it
	DateOrder string         // day-first, month-first or year-first, if the document states it
	origin    int64          // nanoseconds since 1970 UTC at which the clock of the file stood at zero
	day       int64          // that origin shows by its own offset, in seconds; that of times whose zone is not stated
	Counted   bool           // origin is stated
}

// TimingOf returns how the times of a series are read. zone may be nil.
func TimingOf(series *power.Series, zone *time.Location) Timing {
	t := Timing{Zone: zone, Layout: series.TimeFormat, Unit: series.TimeUnit, DateOrder: series.DateOrder}
	if !series.Origin.IsZero() {
		_, offset := series.Origin.Zone()
		shown := series.Origin.Unix() + int64(offset)
		t.origin, t.day, t.Counted = series.Origin.UnixNano(), shown-shown%SecondsPerDay, true
	}
	return t
}

// SecondsOfDay reads 15:04:05.
func SecondsOfDay(eight uint64) (seconds int64, ok bool) {
	x := eight ^ digitZeros
	if x&colons != 0 || (x|(x+celltext.OverNine))&celltext.HighBits != 0 {
		return 0, false
	}
	x = x*10 + x>>8
	hour, minute, second := x&0xff, x>>24&0xff, x>>48&0xff
	return int64(hour*SecondsPerHour + minute*60 + second), hour < 24 && minute < 60 && second < 60
}

// pattern is how the time before was written: date, eight characters of time, a fraction, and an end with the zone.
type pattern struct {
	Date, end []byte
	Midnight  int64 // seconds since 1970 by the clock
	Zoned     bool
	Offset    int64 // seconds east of UTC
	Point     byte  // before decimals
	Commas    bool  // that may be a comma: none stands between the cells
}

// The form of a time of day, which is compared in eight bytes.
const (
	TimeLength = len("15:04:05")
	digitZeros = 0x30_30_3a_30_30_3a_30_30 // 00:00:00
	colons     = 0x00_00_ff_00_00_ff_00_00
)

func (p *pattern) learn(text []byte, midnight int, m Moment) {
	if len(text) < midnight+TimeLength {
		return
	}
	seconds, ok := SecondsOfDay(celltext.EightAt(text, midnight))
	if !ok {
		return
	}
	_, end, ok := fraction(text[midnight+TimeLength:])
	day := m.Seconds - seconds
	if _, after := meridian(1, end); len(after) < len(end) {
		return // twelve hours make two days of one
	}
	if !ok || day%SecondsPerDay != 0 || day < FirstSecond+2*SecondsPerDay || day > LastSecond-2*SecondsPerDay {
		return
	}
	p.Date, p.end = append(p.Date[:0], text[:midnight]...), append(p.end[:0], end...)
	p.Midnight, p.Zoned, p.Offset, p.Point = day, m.Zoned, m.offset, '.'
	if after := text[midnight+TimeLength:]; p.Commas && len(after) > 0 && after[0] == ',' {
		p.Point = ','
	}
}

func (p *pattern) read(text []byte, w *zoneResolver) (instant int64, ok bool) {
	text, ok = bytes.CutSuffix(text, p.end)
	if n := len(p.Date); n == 0 || !ok || len(text) < n+TimeLength || !p.SameDate(text) {
		return 0, false
	}
	text = text[len(p.Date):]
	seconds, ok := SecondsOfDay(celltext.EightAt(text, 0))
	if !ok {
		return 0, false
	}
	seconds += p.Midnight
	if p.Zoned {
		seconds -= p.Offset
	} else if seconds, ok = w.usual(seconds); !ok {
		return 0, false
	}
	nanoseconds := int64(0)
	if text = text[TimeLength:]; len(text) > 0 {
		if nanoseconds, ok = Digits(text[1:]); !ok || text[0] != p.Point || len(text) < 2 || len(text) > 10 {
			return 0, false
		}
		for range 10 - len(text) {
			nanoseconds *= 10
		}
	}
	return seconds*NanosecondsPerSecond + nanoseconds, true
}

// SameDate reports whether text, which is long enough, begins with the date.
func (p *pattern) SameDate(text []byte) bool { return bytes.HasPrefix(text, p.Date) }
