package tracefile

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
)

// untimed is why no column is the time where a series names none.
type untimed struct {
	fault
	line int
}

// How a column of plain numbers, of times of day or of dates alone may be that of the times: what ranks higher is taken.
const (
	noTimes      = iota
	clockAlone   // it holds times of day, and its name says neither time nor anything else
	calledSo     // its name says so, and what it holds does not speak against it
	countsByName // its name says that it counts, and it goes forward
	bothSo       // its name says time, and it goes forward
	showsClock   // it holds times of day
)

// timeSearch looks for the column of the times where none holds dates or counts from 1970.
type timeSearch struct {
	*table
	*survey
	rows     [][][]byte
	units    []string // as of layout
	index    bool     // the first column alone has no name, as where a program numbers its rows
	entitled bool     // the file names its columns, of which there are several: one is of power, or no blanks part them, as they part what people write
}

// settleTime settles which column holds the times. Numbers are no times because they stand first: their name says so, or
// they go forward and nothing says that they are something else.
func (d *delimited) settleTime(l *layout, rows [][][]byte) {
	best, weight := d.survey.timeColumn(d.names)
	d.table.time = best
	if weight >= 2*dated {
		return
	}
	t := &timeSearch{
		table: d.table, survey: d.survey, rows: rows, units: l.units,
		index:    !l.invented && !l.timeless && d.raw[0] == "",
		entitled: !l.invented && len(d.raw) > 1 && (l.separator == ',' || slices.ContainsFunc(d.raw, ofPower)),
	}
	called, refused := t.called()
	switch {
	case called >= 0:
		d.table.time = called
	case d.survey.counted >= 0:
		d.table.time = d.survey.counted
	case refused < 0 && t.unreadable():
		d.table.time = 0 // where it is read, it is told why it can't be
	case refused < 0 && !t.other(0) && len(t.names) > 1 && progressOf(t.numbersIn(0)).forward():
		d.table.time = 0
	default:
		d.table.time = 0
		d.table.untimed = t.lack(refused)
		d.table.untimed.line = l.line
	}
}

// unreadable reports whether the first column holds something else than plain numbers that may be times. What names an instrument
// beside power is none of it, nor are words that no time is written in, where the names of columns or the course of one tell more.
func (t *timeSearch) unreadable() bool {
	if (isID(t.raw[0]) || strings.EqualFold(t.raw[0], "name")) && slices.ContainsFunc(t.raw, ofPower) {
		return false
	}
	if t.kinds[0] == words && !t.looksDated(0) && (t.entitled || t.onlyGoing() >= 0) {
		return false
	}
	return !t.plain(0) || !t.other(0) && len(t.numbersIn(0)) == 0
}

// looksDated reports whether the first words of a column may be of times, though none that can be read: they begin with a digit, with
// a day or with a month, or digits stand around a colon.
func (t *timeSearch) looksDated(column int) bool {
	if named, counts := t.saysTime(column); named || counts {
		return true
	}
	for _, cells := range t.rows {
		cell := string(cells[column])
		first, _, _ := strings.Cut(strings.ToLower(strings.Trim(cell, decoration)), " ")
		if beginsWithDigit([]byte(first)) || dayWords[first] || monthOf(first) > 0 || ofHours.MatchString(cell) {
			return true
		}
	}
	return false
}

// ofHours is of text that may tell a time of day.
var ofHours = regexp.MustCompile(`\d:\d`)

// plain reports whether a column holds numbers.
func (t *timeSearch) plain(i int) bool { return t.kinds[i] == number || t.kinds[i] == countedTime }

// called returns the column that its name makes that of the times, the first of those that rank highest, and the first that is
// called so though it can't be; -1 where there is none.
func (t *timeSearch) called() (best, refused int) {
	best, refused = -1, -1
	most := noTimes
	for i := range t.names {
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

// rank says how a column may be that of the times by its name, and whether that says time.
func (t *timeSearch) rank(i int) (rank int, named bool) {
	named, counts := t.saysTime(i)
	switch k := t.kinds[i]; {
	case k == dayTime && t.passed(i):
		return noTimes, true
	case named && k == dayTime:
		return showsClock, true
	case k == dayTime && !t.other(i):
		return clockAlone, false
	case named && k == dateOnly:
		return calledSo, true
	case !t.plain(i) || !named && !counts:
		return noTimes, false
	}
	if lastingNames.MatchString(t.raw[i]) {
		return noTimes, named
	}
	return rankOf(progressOf(t.numbersIn(i)), named, counts)
}

// passed reports whether a column of what looks like times of day tells how long something took: it is called so, or as those
// that count from a start, and goes neither forward nor on.
func (t *timeSearch) passed(i int) bool {
	if says(t.raw[i], timeWords) || !lasts(t.raw[i]) && !says(t.raw[i], elapsedWords) && !lastingNames.MatchString(t.raw[i]) {
		return false
	}
	var seconds []float64
	for _, cells := range t.rows {
		if m, _, v := (calendar{}).read(cells[i]); v != unreadable {
			seconds = append(seconds, float64(m.seconds)+float64(m.nanoseconds)/nanosecondsPerSecond)
		}
	}
	c := progressOf(seconds)
	return len(seconds) > 1 && !c.forward() && !c.onward()
}

// rankOf says the same of numbers by how they go on, whose name says time, or that it counts.
func rankOf(c *progress, named, counts bool) (int, bool) {
	goes := c.forward() || c.onward()
	switch {
	case named && goes:
		return bothSo, true
	case counts && (goes || len(c.numbers) == 1):
		return countsByName, true
	case (named || counts && c.changes()) && c.possible():
		return calledSo, true
	}
	return noTimes, named
}

// timeWordsToo are words of clocks among those of columns that are no readings.
var timeWordsToo = wordSet("time elapsed duration interval uptime millisecond milliseconds ns clock clocks")

// lastingNames are of columns that tell how long something took, or a processor worked.
var lastingNames = regexp.MustCompile(`(?i)execution|exec_?time|latency|(^|[^a-z])(cpu|idle|busy|user|kernel|inference|response)[ _.-]?time([^a-z]|$)`)

// deviceWords are of columns that number devices, or rounds of a program.
var deviceWords = wordSet("i n thread threads process processes rank ranks socket package slot tile outlet channel component node cpu core psu iteration iterations run runs trial trials round rounds repetition repetitions")

// leastOf is of names that end with what is a minute elsewhere.
var leastOf = regexp.MustCompile(`(?i)\w[ _.-]min$`)

// saysTime reports whether the name of a column says time, or counts seconds or their like.
func (t *timeSearch) saysTime(i int) (named, counts bool) {
	name := t.raw[i]
	if t.kinds[i] == number && numbersTraining(name) {
		return false, false
	}
	named = says(name, timeWords)
	ticks := t.tick[i] > 0 && !leastOf.MatchString(name)
	if t.means[i].certain || !named && (t.underOther(i) || saysMeasured(name) || !ticks && saysPlace(name)) {
		return false, false
	}
	return named || timely(name), ticks || says(name, elapsedWords)
}

// numbersTraining reports whether the name of a column of numbers that count no time since 1970 is that of how far a training is: an
// epoch of it goes through all of the data once.
func numbersTraining(name string) bool {
	epoch := false
	for _, word := range wordsOf(name) {
		small := strings.ToLower(word)
		if timely(small) && !epochWords[small] {
			return false
		}
		epoch = epoch || epochWords[small]
	}
	return epoch && tickOf(name) == 0
}

var epochWords = wordSet("epoch epochs")

// other reports whether the name or the unit of a column says that it is no time.
func (t *timeSearch) other(i int) bool {
	if t.kinds[i] == number && numbersTraining(t.raw[i]) {
		return true
	}
	if t.index && i == 0 && t.whole(i) || t.means[i].unit != "" || t.underOther(i) || saysNoTime(t.raw[i]) {
		return true
	}
	inside, some := bracketed(t.raw[i])
	return some && inside != "" && tickOf(t.raw[i]) == 0
}

// whole reports whether a column holds whole numbers, as those of rows are.
func (t *timeSearch) whole(i int) bool {
	return !slices.ContainsFunc(t.numbersIn(i), func(n float64) bool { return n != math.Trunc(n) })
}

// underOther reports whether a line of units has one of something else under the name of a column.
func (t *timeSearch) underOther(i int) bool {
	if i >= len(t.units) {
		return false
	}
	unit := trimBrackets(t.units[i])
	return len(wordsOf(unit)) > 0 && tickOf("["+unit+"]") == 0 && !timely(unit) || foreignMarks.MatchString(unit)
}

// saysNoTime reports whether a word of a name is of power, of anything else that is measured, or of devices.
func saysNoTime(name string) bool { return saysMeasured(name) || saysPlace(name) }

func saysMeasured(name string) bool {
	h, _ := hintOf(name)
	return foreignMarks.MatchString(name) || h.quantity != "" || slices.ContainsFunc(wordsOf(name), func(word string) bool {
		small := strings.ToLower(word)
		return foreignWords[small] && !timeWordsToo[small] || unlessWords[small] || quantityWords[small] != ""
	})
}

// saysPlace reports whether a word of a name is of devices, of their parts or of rows.
func saysPlace(name string) bool {
	return slices.ContainsFunc(wordsOf(name), func(word string) bool {
		bare := strings.TrimRight(strings.ToLower(word), "0123456789")
		return idWords[bare] || rowWords[bare] || deviceWords[bare] || partWords[bare] > 0
	})
}

// numbersIn returns the numbers of a column, as many as can be read.
func (t *timeSearch) numbersIn(column int) []float64 {
	var numbers []float64
	for _, cells := range t.rows {
		if n, f := (notation{comma: t.notation.comma, settled: true}).number(plainTime(cells[column])); f == nil {
			numbers = append(numbers, n)
		}
	}
	return numbers
}

// onlyGoing returns the only column that goes forward and may be anything: in even steps, or as a count since 1970. It is -1
// where there is none or several.
func (t *timeSearch) onlyGoing() int {
	found := -1
	for i, k := range t.kinds {
		if len(t.names) == 1 || !t.plain(i) || t.other(i) {
			continue
		}
		if c := progressOf(t.numbersIn(i)); !c.even() && (k != countedTime || !c.forward() || !ascentOf(t.rows, i).slow()) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// timeOptions are how programs that leave the time out are made to tell it, by the names of their columns.
var timeOptions = []struct {
	names           []string
	program, option string
}{
	{[]string{"gpu", "pwr"}, "nvidia-smi", "nvidia-smi dmon -o DT"},
	{[]string{"power.draw"}, "nvidia-smi", "nvidia-smi --query-gpu=timestamp,index,power.draw --format=csv --loop=1"},
	{[]string{"PkgWatt"}, "turbostat", turbostatLog},
}

// Why no column is the time, and what to do.
const (
	noneGoes = "no column is called so, and none that could be it goes forward"
	tellTime = "log the time of each reading, or set time of the series to the column that holds it"
)

// lack says that no column is the time, and what to do. refused is the column that is called so though it can't be, or -1.
func (t *timeSearch) lack(refused int) *untimed {
	u := &untimed{fault{problem: noneGoes, remedy: tellTime}, 0}
	at := -1
	if refused < 0 {
		at = t.onlyGoing()
	}
	switch {
	case at >= 0:
		going := t.names[at]
		u.problem, u.remedy = "no column is called so, though "+going+" goes forward as times do", fmt.Sprintf("set time of the series to %q if it holds them", going)
		return u
	case len(t.names) == 1:
		u.problem, u.remedy = "the only column holds readings", "log the time of each reading beside it"
	case refused >= 0 && lastingNames.MatchString(t.raw[refused]):
		u.problem = t.names[refused] + " tells how long something took by its name, and no other column is called so"
	case refused >= 0:
		u.problem = t.names[refused] + " would count from a start that is not told, but does not go forward"
	default:
		if i := slices.IndexFunc(t.raw, numbersTraining); i >= 0 && t.kinds[i] == number {
			u.problem = t.names[i] + " numbers the rounds of a training, and no column is called time"
		}
	}
	for _, one := range timeOptions {
		if !slices.ContainsFunc(one.names, func(name string) bool { return !t.has(name) }) {
			u.remedy = "have " + one.program + " tell it, as: " + one.option
		}
	}
	return u
}

// has reports whether a column is called so, but for a unit in brackets.
func (t *timeSearch) has(name string) bool {
	return slices.ContainsFunc(t.raw, func(raw string) bool {
		bare, _, _ := strings.Cut(raw, " [")
		return bare == name
	})
}
