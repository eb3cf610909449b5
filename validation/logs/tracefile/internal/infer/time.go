package infer

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// secondsAssumed is said of times that count something, and nothing says what.
const secondsAssumed = "; nothing states its unit, so seconds are assumed: if it counts something else, " +
	"set time_unit, or put the unit into its name, as in time_ms"

// Readings that stand further apart than this are mostly taken every so many half minutes.
const (
	mostOddStep = 20 * time.Second
	halfMinute  = 30 * time.Second
)

func (p *proposing) timed() {
	name, r := p.Names[p.timeAt], p.rhythm(p.groups)
	all := "all " + celltext.Several(r.rows, "row")
	switch {
	case !p.sample.whole:
		all += " that were looked at"
	case r.rows == 1:
		all = "the only row"
	}
	if p.startless == nil && !p.fromPreamble() {
		p.stands(name, all)
		return
	}
	sure, why := table.Likely, "Its name says so"
	if !p.saysTime() {
		sure, why = table.Guess, "Nothing but its course says that it is the time"
	}
	switch {
	case r.falls > r.rises:
		why += ", and the newest row is first"
	case r.falls > 0:
		why += fmt.Sprintf(", but it goes back in %d of %s", r.falls, celltext.Several(r.rows, "row"))
	case r.rises > 0 && r.rises == r.rows-len(p.groups):
		why += ", and it goes forward in " + all
	case r.rises > 0:
		why += ", and it never goes back in " + all
	}
	if p.presumed() {
		why += secondsAssumed
		// whole numbers that count from a start seldom stand so far apart as seconds, and often as milliseconds
		fraction := p.cells[p.timeAt].has(func(n float64) bool { return n != math.Trunc(n) })
		if !fraction && r.median > mostOddStep && r.median%halfMinute != 0 {
			sure, why = table.Guess, why+fmt.Sprintf("; as seconds they are mostly %s apart", r.median)
		}
	}
	p.say("time", name, sure, "%s.", why)
}

func (p *proposing) stands(name, all string) {
	if examples := p.timeExamples(); len(examples) > 0 {
		all += ", such as " + examples[0]
	}
	switch days := "It has a number in " + all +
		", which is taken for the days since 1899-12-30 that spreadsheets count."; {
	case !slices.Contains(p.Serials, p.timeAt):
		p.say("time", name, table.Likely, "It has a time in %s.", all)
	case columnname.Timely(p.Raw[p.timeAt]):
		p.say("time", name, table.Likely, "%s", days)
	default:
		p.say("time", name, table.Guess, "%s Say whether they are: if not, set time_unit to what they count.", days)
	}
}

func (p *proposing) fromPreamble() bool {
	return p.Started != "" && p.startless == nil && p.timeAt == p.Table.Time && p.timeAt < len(p.Table.Means) &&
		!p.Table.Means[p.timeAt].Elapsed
}

func (p *proposing) presumed() bool {
	if p.fromPreamble() {
		return p.settings.TimeUnit == "" && columnname.TickOf(p.Raw[p.timeAt]) == 0 && !p.clockTimes()
	}
	return p.startless != nil && p.startless.Presumed
}

// zoneWord recognises the word for a zone that stands with the times, if one does, as CEST.
func (p *proposing) zoneWord() string {
	for _, example := range p.timeExamples() {
		for word := range strings.FieldsSeq(example) {
			if small := strings.ToLower(word); timestamp.IsZoneWord([]byte(word)) && !timestamp.DayWords[small] &&
				timestamp.MonthOf(small) == 0 {
				return " but a word, " + word + ", and such words stand for several"
			}
		}
	}
	return ""
}

func (p *proposing) clockTimes() bool {
	examples := p.timeExamples()
	return len(examples) > 0 && table.KindOf([]byte(examples[0])) == table.DayTime
}

func (p *proposing) timeExamples() []string {
	if p.timeAt >= len(p.cells) {
		return nil
	}
	return p.cells[p.timeAt].examples
}
