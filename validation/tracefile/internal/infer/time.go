package infer

import (
	"fmt"
	"math"
	"slices"
	"time"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/table"
)

// timed says why the times are taken from where they are.
func (p *proposing) timed() {
	name := p.Names[p.timeAt]
	if p.startless == nil && !p.fromPreamble() {
		such := ""
		if examples := p.timeExamples(); len(examples) > 0 {
			such = ", such as " + examples[0]
		}
		_, _, rows := p.turns()
		if slices.Contains(p.Serials, p.timeAt) {
			p.spreadsheetDays(name, rows, such)
			return
		}
		p.say("time", name, table.Likely, "A time stands there in %s%s.", p.allOf(rows), such)
		return
	}
	sure, why := table.Likely, "Its name says so"
	if !p.saysTime() {
		sure, why = table.Guess, "Nothing but its course says that it is the time"
	}
	switch rises, falls, rows := p.turns(); {
	case falls > rises:
		why += ", and its rows stand newest first"
	case falls > 0:
		why += fmt.Sprintf(", but it goes back in %d of %s", falls, celltext.Several(rows, "row"))
	case rises > 0 && rises == rows-len(p.groups):
		why += ", and it goes forward in " + p.allOf(rows)
	case rises > 0:
		why += ", and it never goes back in " + p.allOf(rows)
	}
	if p.presumed() {
		why += secondsAssumed
		if step, odd := p.oddStep(); odd {
			sure, why = table.Guess, why+fmt.Sprintf("; as seconds they are mostly %s apart", step)
		}
	}
	p.say("time", name, sure, "%s.", why)
}

// spreadsheetDays says that numbers are taken for the days that spreadsheets count.
func (p *proposing) spreadsheetDays(name string, rows int, such string) {
	sure, ask := table.Likely, ""
	if !columnname.Timely(p.Raw[p.timeAt]) {
		sure, ask = table.Guess, " Say whether they are: if not, set time_unit to what they count."
	}
	p.say("time", name, sure, "A number stands there in %s%s, which is taken for the days since 1899-12-30 that spreadsheets count.%s", p.allOf(rows), such, ask)
}

// fromPreamble reports whether a line above the table says when its times began.
func (p *proposing) fromPreamble() bool {
	return p.Started != "" && p.startless == nil && p.timeAt == p.Table.Time && p.timeAt < len(p.Table.Means) && !p.Table.Means[p.timeAt].Elapsed
}

// presumed reports whether times count something, and nothing says what.
func (p *proposing) presumed() bool {
	if p.fromPreamble() {
		return p.settings.TimeUnit == "" && columnname.TickOf(p.Raw[p.timeAt]) == 0 && !p.clockTimes()
	}
	return p.startless != nil && p.startless.Presumed
}

// secondsAssumed is said of times that count something, and nothing says what.
const secondsAssumed = "; nothing states its unit, so seconds are assumed: if it counts something else, set time_unit, or put the unit into its name, as in time_ms"

// Readings that stand further apart than this are mostly taken every so many half minutes.
const (
	mostOddStep = 20 * time.Second
	halfMinute  = 30 * time.Second
)

// oddStep reports whether whole numbers that count from a start stand apart, as seconds, as these seldom do, and milliseconds often.
func (p *proposing) oddStep() (step time.Duration, odd bool) {
	for _, n := range p.cells[p.timeAt].numbers {
		if n != math.Trunc(n) { // what has decimals is in seconds
			return 0, false
		}
	}
	step = p.rhythm(p.groups).median
	return step, step > mostOddStep && step%halfMinute != 0
}

// allOf says how many rows were looked at that have a time.
func (p *proposing) allOf(rows int) string {
	switch {
	case !p.sample.whole:
		return "all " + celltext.Several(rows, "row") + " that were looked at"
	case rows == 1:
		return "the only row"
	}
	return "all " + celltext.Several(rows, "row")
}

// turns counts the rows whose time comes after that of the row of the same meter above them, those whose time comes before,
// and all rows.
func (p *proposing) turns() (rises, falls, rows int) {
	for _, group := range p.groups {
		rows += len(group)
		for i := 1; i < len(group); i++ {
			switch at, before := p.at[group[i]], p.at[group[i-1]]; {
			case at > before:
				rises++
			case at < before:
				falls++
			}
		}
	}
	return rises, falls, rows
}

// unearned reports whether the times are plain numbers of a column that stands where the format has them, which neither its name
// nor its course makes times.
func (g *sample) unearned() bool {
	if g.settings.Time != "" || g.Timed || g.startless == nil || g.Means[g.timeAt].Elapsed || g.saysTime() {
		return false
	}
	numbers := slices.DeleteFunc(slices.Clone(g.cells[g.timeAt].numbers), math.IsNaN)
	c := table.ProgressOf(numbers)
	return len(numbers) > 0 && (table.SaysNoTime(g.Raw[g.timeAt]) || !c.Forward() && !c.Onward() && !c.Possible())
}

// saysTime reports whether the column of the times is called so.
func (g *sample) saysTime() bool {
	name := g.Raw[g.timeAt]
	return columnname.Timely(name) || columnname.TickOf(name) != 0 || columnname.Says(name, columnname.ElapsedWords)
}
