package table

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// NoTimeColumn is why no column is the time if a series names none.
type NoTimeColumn struct {
	celltext.Error
	Line int
}

// How a column of plain numbers, of times of day or of dates alone may be that of the times: what ranks higher is
// taken.
const (
	noTimes      = iota
	clockAlone   // it holds times of day, and its name says neither time nor anything else
	calledSo     // its name says so, and what it holds does not speak against it
	countsByName // its name says that it counts, and it goes forward
	bothSo       // its name says time, and it goes forward
	showsClock   // it holds times of day
)

// TimeSearch looks for the column of the times if none holds dates or counts from 1970.
type TimeSearch struct {
	*Table
	*Survey
	Rows  [][][]byte
	Units []string // as of layout
	Index bool     // the first column alone has no name, as when a program numbers its rows
	// the file names its columns, of which there are several: one is of power, or no blanks part them, as they part
	// what people write
	Entitled bool
}

// Unreadable reports whether the first column holds something else than plain numbers that may be times. What names a
// meter beside power is none of it, nor are words that no time is written in, if the names of columns or the course of
// one tell more.
func (t *TimeSearch) Unreadable() bool {
	if (columnname.IsID(t.Raw[0]) || strings.EqualFold(t.Raw[0], "name")) &&
		slices.ContainsFunc(t.Raw, columnname.OfPower) {
		return false
	}
	if t.Kinds[0] == Words && !t.looksDated(0) && (t.Entitled || t.onlyGoing() >= 0) {
		return false
	}
	return !t.plain(0) || !t.Other(0) && len(t.NumbersIn(0)) == 0
}

var ofHours = regexp.MustCompile(`\d:\d`)

func (t *TimeSearch) looksDated(column int) bool {
	if named, counts := t.saysTime(column); named || counts {
		return true
	}
	return slices.ContainsFunc(t.Rows, func(cells [][]byte) bool {
		cell := string(cells[column])
		first, _, _ := strings.Cut(strings.ToLower(strings.Trim(cell, columnname.Decoration)), " ")
		return celltext.BeginsWithDigit([]byte(first)) || timestamp.DayWords[first] || timestamp.MonthOf(first) > 0 ||
			ofHours.MatchString(cell)
	})
}

func (t *TimeSearch) plain(i int) bool { return t.Kinds[i] == Number || t.Kinds[i] == CountedTime }

// Called returns the column that its name makes that of the times, and the first that is called so though it can't be;
// or -1.
func (t *TimeSearch) Called() (best, refused int) {
	best, refused = -1, -1
	most := noTimes
	for i := range t.Names {
		rank, named := t.rank(i)
		if rank > most {
			best, most = i, rank
		}
		if rank == noTimes && named && refused < 0 {
			refused = i
		}
	}
	return best, refused
}

func (t *TimeSearch) rank(i int) (rank int, named bool) {
	named, counts := t.saysTime(i)
	switch k := t.Kinds[i]; {
	case k == DayTime && t.passed(i):
		return noTimes, true
	case named && k == DayTime:
		return showsClock, true
	case k == DayTime && !t.Other(i):
		return clockAlone, false
	case named && k == DateOnly:
		return calledSo, true
	case !t.plain(i) || !named && !counts:
		return noTimes, false
	case LastingNames.MatchString(t.Raw[i]):
		return noTimes, named
	}
	return rankOf(ProgressOf(t.NumbersIn(i)), named, counts)
}

func rankOf(c *Progress, named, counts bool) (int, bool) {
	switch goes := c.Forward() || c.Onward(); {
	case named && goes:
		return bothSo, true
	case counts && (goes || len(c.numbers) == 1):
		return countsByName, true
	case (named || len(c.steps)+c.falls > 0) && c.Possible():
		return calledSo, true
	}
	return noTimes, named
}

// passed reports whether what looks like times of day states a duration: it is called so, and goes neither forward nor
// on.
func (t *TimeSearch) passed(i int) bool {
	if columnname.Says(t.Raw[i], columnname.TimeWords) || !columnname.Lasts(t.Raw[i]) &&
		!columnname.Says(t.Raw[i], columnname.ElapsedWords) && !LastingNames.MatchString(t.Raw[i]) {
		return false
	}
	var seconds []float64
	for _, cells := range t.Rows {
		if m, _, v := (timestamp.Calendar{}).Read(cells[i]); v != timestamp.Unreadable {
			seconds = append(seconds, float64(m.Seconds)+float64(m.Nanoseconds)/timestamp.NanosecondsPerSecond)
		}
	}
	c := ProgressOf(seconds)
	return len(seconds) > 1 && !c.Forward() && !c.Onward()
}

var (
	// LastingNames are of columns that tell how long something took, or a processor worked.
	LastingNames = regexp.MustCompile(
		`(?i)execution|exec_?time|latency|(^|[^a-z])(cpu|idle|busy|user|kernel|inference|response)[ _.-]?time([^a-z]|$)`)

	// of clocks among those of columns that are no readings
	timeWordsToo = columnname.WordSet("time elapsed duration interval uptime millisecond milliseconds ns clock clocks")
	epochWords   = columnname.WordSet("epoch epochs")
	leastOf      = regexp.MustCompile(`(?i)\w[ _.-]min$`) // ends with what is a minute elsewhere

	// deviceWords are of columns that number devices, or rounds of a program.
	deviceWords = columnname.WordSet(
		"i n thread threads process processes rank ranks socket package slot tile outlet channel component node cpu " +
			"core psu iteration iterations run runs trial trials round rounds repetition repetitions")
)

func (t *TimeSearch) saysTime(i int) (named, counts bool) {
	name := t.Raw[i]
	if t.Kinds[i] == Number && NumbersTraining(name) {
		return false, false
	}
	named = columnname.Says(name, columnname.TimeWords)
	ticks := t.Tick[i] != 0 && !leastOf.MatchString(name)
	if t.Means[i].Certain || !named && (t.underOther(i) || saysMeasured(name) || !ticks && saysPlace(name)) {
		return false, false
	}
	return named || columnname.Timely(name), ticks || columnname.Says(name, columnname.ElapsedWords)
}

// NumbersTraining reports whether a column tells how far a training is: an epoch of it goes through all of the data
// once.
func NumbersTraining(name string) bool {
	return columnname.Says(name, epochWords) &&
		columnname.TickOf(name) == 0 && !slices.ContainsFunc(columnname.WordsOf(name), func(word string) bool {
		small := strings.ToLower(word)
		return columnname.Timely(small) && !epochWords[small]
	})
}

// Other reports whether the name or the unit of a column says that it is no time.
func (t *TimeSearch) Other(i int) bool {
	if t.Kinds[i] == Number && NumbersTraining(t.Raw[i]) {
		return true
	}
	fraction := func(n float64) bool { return n != math.Trunc(n) }
	if t.Index && i == 0 && !slices.ContainsFunc(t.NumbersIn(i), fraction) || t.Means[i].Unit != "" ||
		t.underOther(i) || SaysNoTime(t.Raw[i]) {
		return true
	}
	inside, _ := columnname.Bracketed(t.Raw[i])
	return inside != "" && columnname.TickOf(t.Raw[i]) == 0
}

func (t *TimeSearch) underOther(i int) bool {
	if i >= len(t.Units) {
		return false
	}
	unit := columnname.TrimBrackets(t.Units[i])
	return len(columnname.WordsOf(unit)) > 0 && columnname.TickOf("["+unit+"]") == 0 && !columnname.Timely(unit) ||
		columnname.ForeignMarks.MatchString(unit)
}

// SaysNoTime reports whether a word of a name is of power, of anything else that is measured, or of devices.
func SaysNoTime(name string) bool { return saysMeasured(name) || saysPlace(name) }

func saysMeasured(name string) bool {
	h, _ := columnname.HintOf(name)
	return columnname.ForeignMarks.MatchString(name) ||
		h.Quantity != "" || slices.ContainsFunc(columnname.WordsOf(name), func(word string) bool {
		small := strings.ToLower(word)
		return columnname.ForeignWords[small] && !timeWordsToo[small] || columnname.UnlessWords[small] ||
			columnname.QuantityWords[small] != ""
	})
}

func saysPlace(name string) bool {
	return slices.ContainsFunc(columnname.WordsOf(name), func(word string) bool {
		bare := strings.TrimRight(strings.ToLower(word), "0123456789")
		return columnname.IDWords[bare] || columnname.RowWords[bare] || deviceWords[bare] ||
			columnname.PartWords[bare] > 0
	})
}

// NumbersIn returns the numbers of a column, as many as can be read.
func (t *TimeSearch) NumbersIn(column int) (numbers []float64) {
	for _, cells := range t.Rows {
		if n, f := (celltext.Notation{Comma: t.Notation.Comma, Known: true}).Number(
			timestamp.PlainTime(cells[column])); f == nil {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// onlyGoing returns the only column that goes forward in even steps, or as a count since 1970; -1 if there is none or
// several.
func (t *TimeSearch) onlyGoing() int {
	found := t.ColumnsWhere(func(i int) bool {
		if len(t.Names) == 1 || !t.plain(i) || t.Other(i) {
			return false
		}
		c := ProgressOf(t.NumbersIn(i))
		return c.Even() || t.Kinds[i] == CountedTime && c.Forward() && countsOf(t.Rows, i).within(longestStep)
	})
	if len(found) == 1 {
		return found[0]
	}
	return -1
}

// timeOptions are how programs that leave the time out are made to tell it, by the names of their columns.
var timeOptions = []struct {
	names           []string
	program, option string
}{
	{[]string{"gpu", "pwr"}, "nvidia-smi", "nvidia-smi dmon -o DT"},
	{[]string{"power.draw"}, "nvidia-smi", "nvidia-smi --query-gpu=timestamp,index,power.draw --format=csv --loop=1"},
	{[]string{"PkgWatt"}, "turbostat", timestamp.TurbostatLog},
}

// Why no column is the time, and what to do.
const (
	NoTimeProblem = "no column is called so, and none that could be it goes forward"
	NoTimeRemedy  = "log the time of each reading, or set time of the series to the column that holds it"
)

// NoColumn says that no column is the time, and what to do. refused is the column that is called so though it can't be,
// or -1.
func (t *TimeSearch) NoColumn(refused int) *NoTimeColumn {
	u := &NoTimeColumn{celltext.Error{Problem: NoTimeProblem, Remedy: NoTimeRemedy}, 0}
	if at := t.onlyGoing(); refused < 0 && at >= 0 {
		going := t.Names[at]
		u.Problem, u.Remedy = "no column is called so, though "+going+" goes forward as times do",
			fmt.Sprintf("set time of the series to %q if it holds them", going)
		return u
	}
	switch training := slices.IndexFunc(t.Raw, NumbersTraining); {
	case len(t.Names) == 1:
		u.Problem, u.Remedy = "the only column holds readings", "log the time of each reading beside it"
	case refused >= 0 && LastingNames.MatchString(t.Raw[refused]):
		u.Problem = t.Names[refused] + " is a duration by its name, and no other column is called so"
	case refused >= 0:
		u.Problem = t.Names[refused] + " would count from an unknown start, but does not go forward"
	case training >= 0 && t.Kinds[training] == Number:
		u.Problem = t.Names[training] + " numbers the rounds of a training, and no column is called time"
	}
	lacks := func(name string) bool { // but for a unit in brackets
		return !slices.ContainsFunc(t.Raw,
			func(raw string) bool { return raw == name || strings.HasPrefix(raw, name+" [") })
	}
	for _, one := range timeOptions {
		if !slices.ContainsFunc(one.names, lacks) {
			u.Remedy = "have " + one.program + " write it, as: " + one.option
		}
	}
	return u
}
