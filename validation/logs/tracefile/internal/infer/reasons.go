package infer

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

type proposing struct {
	*sample
	candidate
	groups [][]int
	out    Proposal
}

func (g *sample) propose(c candidate) Proposal {
	p := &proposing{sample: g, candidate: c, groups: g.groups(c.keys, c.where)}
	p.columns()
	p.unit()
	p.average()
	p.stamped()
	p.zone()
	p.written()
	p.interval()
	g.settings.Apply(&p.out.Series)
	return p.out
}

func (p *proposing) say(field, value string, sure table.Confidence, why string, args ...any) {
	p.out.Reasons = append(p.out.Reasons, Reason{field, value, sure, fmt.Sprintf(why, args...)})
}

func (p *proposing) open(field, why string, args ...any) { p.say(field, "", table.Open, why, args...) }

func (p *proposing) said(field, value string) bool {
	if value != "" {
		p.say(field, value, table.Certain, "You stated this.")
	}
	return value != ""
}

func (p *proposing) takeRows(column string, words []string, sure table.Confidence, why string, args ...any) {
	s := &p.out.Series
	if s.Where == nil {
		s.Where = map[string][]string{}
	}
	if s.Where[column] = words; why != "" {
		p.say("where", column+" = "+celltext.Listed(words), sure, why, args...)
	}
}

func (p *proposing) columns() {
	s := &p.out.Series
	s.Value = p.Names[p.value]
	if p.timeAt != p.Table.Time || p.Untimed != nil {
		s.Time = p.Names[p.timeAt]
	}
	switch {
	case p.settings.Time != "" && p.presumed():
		p.say("time", p.settings.Time, table.Certain, "You stated this"+secondsAssumed+".")
	case p.said("time", p.settings.Time):
	case p.timeErr == nil && len(p.at) > 0:
		p.timed()
	case p.timeErr != nil:
		p.say("time", p.Names[p.timeAt], table.Open, "%s", p.timeErr.Sentence())
	}
	if !p.said("value", p.settings.Value) {
		p.chosen()
	}
	p.instruments()
	for _, d := range p.disjoint { // of the counters that hold what others count
		name, sure := p.Names[d.column], table.Likely
		if d.open {
			sure = table.Open
		}
		if len(d.words) == 0 {
			p.say("where", name, sure, "%s", d.why)
		} else {
			p.takeRows(name, d.words, sure, "%s", d.why)
		}
	}
	if p.pick != nil { // of the logs of an archive
		p.takeRows(p.pick.Column, p.pick.Members, p.pick.Confidence, "%s", p.pick.Why)
	}
}

func (p *proposing) chosen() {
	s := &p.out.Series
	say := func(sure table.Confidence, why string, args ...any) { p.say("value", s.Value, sure, why, args...) }
	of, isRate := p.rates[p.value]
	phases, backwards := p.phases()
	others := 0 // that could hold the readings
	for i, role := range p.roles() {
		others += celltext.CountIf(role == ReadingRole && i != p.value)
	}
	switch unstated := p.hint.Quantity == "" && p.meaning().Unit == ""; {
	case isRate:
		say(table.Likely, "In every row it is %s divided by %s: the power of that interval, "+
			"even if intervals do not follow each other.", quoted(p.Names[of.energy]), quoted(p.Names[of.interval]))
	case p.estimate != "":
		say(table.Likely, "%s adds %s to it, which was not measured, by its name.", p.sum, p.estimate)
	case p.isMultiplied():
		say(table.Guess, "%s", p.productWords())
	case p.value == p.Table.Value:
		say(table.Certain, "The format keeps its readings there.")
	case others == 0:
		p.only(unstated)
	case phases != "" && backwards != "":
		s.Value = phases
		say(table.Open, "By their names these are the phases of one supply, whose power adds up, "+
			"but %s runs backwards, as when a clamp is turned round.", quoted(backwards))
	case phases != "":
		s.Value = phases
		say(table.Likely, "By their names these are the phases of one supply; what they draw adds up.")
	case p.sums > 0:
		say(table.Likely, "In every row it is the sum of %d other columns.", p.sums)
	case unstated:
		say(table.Open, "It is unclear which of %d columns holds the readings; this is the first.%s",
			others+1, p.family())
	default:
		say(table.Guess, "Its name fits best among %d columns that can hold readings.%s", others+1, p.family())
	}
}

func (p *proposing) only(unstated bool) {
	switch name := p.Names[p.value]; {
	case p.mayBeCounter():
		p.say("value", name, table.Open, "It is the only column of numbers, but these rise by one in every row, "+
			"as those of events do, and nothing says that they are readings: name the column and its unit if they are.")
	case unstated && p.countsOtherwise(p.value):
		p.say("value", name, table.Guess, "It is the only column of numbers, which rise by one in every row, "+
			"but don't begin with 0 or 1 as those of rows do.")
	default:
		p.say("value", name, table.Likely, "It is the only column that can hold readings.")
	}
}

// mayBeCounter reports whether whole numbers rise by one, and nothing says that they are readings: those of events do,
// too.
func (p *proposing) mayBeCounter() bool {
	if p.settings.Value != "" || p.settings.Unit != "" || p.settings.Quantity != "" || p.value == p.Table.Value {
		return false
	}
	text, _ := p.unitColumnText(p.where)
	_, known := columnname.UnitNamed(text)
	fraction := func(n float64) bool { return n != math.Trunc(n) }
	return !known && p.hint.Quantity == "" && p.meaning().Unit == "" && p.countsOtherwise(p.value) &&
		!p.cells[p.value].has(fraction)
}

// family says which pattern takes all columns that are called alike but for a number, unless they have times of their
// own.
func (p *proposing) family() string {
	if p.Raw[p.value] == "" {
		return ""
	}
	pattern := p.called[p.value].Pattern
	return once(p.sample, "family of "+pattern, func() string {
		alike := p.alike(p.value)
		if len(alike) < 2 {
			return ""
		}
		times := p.timeColumns()
		at, _ := slices.BinarySearch(times, alike[0])
		between := at < len(times) && times[at] < alike[len(alike)-1]
		if between || len(alike) !=
			len(p.ColumnsWhere(func(i int) bool { return p.cells[i].numbered() && table.Fits(p.Names[i], pattern) })) {
			return ""
		}
		return fmt.Sprintf(" %d are called alike; if they are parts of one machine, the value %s takes all of them.",
			len(alike), quoted(pattern))
	})
}

func (p *proposing) instruments() {
	var names []string
	for _, k := range p.keys {
		names = append(names, p.Names[k])
	}
	ofFormat := slices.Equal(p.keys, p.Table.Keys)
	if len(names) > 0 && !ofFormat {
		p.out.Series.Instruments = names
	}
	say := func(sure table.Confidence, why string, args ...any) {
		p.say("instruments", strings.Join(names, ", "), sure, why, args...)
	}
	switch {
	case len(p.settings.Instruments) > 0:
		say(table.Certain, "You stated this.")
	case len(names) > 0 && ofFormat:
		say(table.Certain, "The format identifies its meters by them.")
	case len(names) > 0:
		say(table.Likely, "Times and names identify %d meters.", len(p.groups))
	case p.disorder(nil, p.where) > table.LongFrom:
		if r := p.rhythm(p.groups); r.back > 0 && p.timesDiffer(p.where) {
			say(table.Open, "In %s the time goes back: parts of the log are in another order, or the readings of "+
				"several meters follow one after another. Name the column that identifies the meter, if there is one.",
				celltext.Several(r.back, "row"))
		} else {
			say(table.Open, "Several readings have the same time: they are of several meters, "+
				"or the times are too coarse. Name the column that identifies the meter, if there is one.")
		}
	case len(p.groups) == 1:
		if why := p.inTurn(p.groups[0]); why != "" {
			say(table.Open, "%s", why)
		}
	}
	p.rowsTaken()
}

func (p *proposing) rowsTaken() {
	for _, column := range slices.Sorted(maps.Keys(p.where)) {
		var texts []string
		for _, word := range p.where[column] {
			texts = append(texts, p.cells[column].texts[word])
		}
		slices.Sort(texts)
		why, unsure, sure := p.rows, p.unsure, table.Likely
		if at := slices.IndexFunc(p.sumRows, func(s summing) bool { return s.column == column }); at >= 0 {
			why, unsure = p.sumRows[at].why, p.sumRows[at].unsure
		}
		if unsure {
			sure = table.Open
		}
		p.takeRows(p.Names[column], texts, sure, why, quoted(p.Names[column])) // without a reason if the person says so
	}
}

func (p *proposing) average() {
	switch ofFormat, ofName := p.Table.Means[p.value].Stated, columnname.StatedBy(p.Names[p.value]); {
	case p.out.Series.Quantity == power.Energy:
	case ofFormat != "":
		p.say("reading", ofFormat, table.Certain, "The format says so.")
	case ofName != "":
		p.say("reading", ofName, table.Likely, "The name of the column says so.")
	default:
		p.open("reading",
			"Not known: is a reading the average over its interval or an instantaneous value? See the meter manual.")
	}
}

func (p *proposing) stamped() {
	switch s := &p.out.Series; {
	case p.said("stamp", p.settings.Stamp):
	case s.Quantity == power.Energy && s.Counts != "interval":
	case slices.Contains([]string{"begin", "middle", "end"}, p.Stamp):
		s.Stamp = p.Stamp
		p.say("stamp", p.Stamp, table.Certain, "The format puts a timestamp there.")
	case p.betweenTimes():
	default:
		p.open("stamp", "Not known: is the timestamp the start, the middle or the end of the interval? See the meter "+
			"manual and set stamp. A wrong choice moves the readings by up to one interval.")
	}
}

func (p *proposing) zone() {
	p.out.Undated = p.startless != nil && p.clockTimes() // so that the day of an origin is theirs
	counted := true
	switch {
	case p.fromPreamble():
		p.say("origin", p.Started, table.Likely, "A line above the table says when it began.")
	case p.timeAt < len(p.Table.Means) && p.Table.Means[p.timeAt].Elapsed && p.Started != "":
		p.say("origin", p.Started, table.Certain, "The log says that its times count from then.")
	default:
		counted = false
	}
	say := func(zone, why string, args ...any) { p.say("timezone", zone, table.Certain, why, args...) }
	switch {
	case p.zoneless:
		p.open("timezone", "The times have no zone%s. Set the time zone, such as Europe/Berlin or UTC. "+
			"Until then, times are shown as in the log.", p.zoneWord())
	case slices.Contains(p.InZones, p.timeAt) && p.timeErr == nil:
		given := timestamp.ZoneInName(p.Names[p.timeAt]).String() // of Windows' offsets it is empty
		say(cmp.Or(given, "from the log"), "%s says so.", quoted(p.Names[p.timeAt]))
	case p.settings.Timezone != "":
		say(p.settings.Timezone, "You stated this; times with an offset keep it.")
	case p.timeErr == nil && counted:
		say("from the log", "The start that the times count from has a UTC offset.")
	case p.timeErr == nil && len(p.at) > 0 && p.startless == nil:
		say("from the log", "Each time has a UTC offset, or is a Unix time.")
	}
}

func (p *proposing) written() {
	p.said("time_format", p.settings.TimeFormat)
	p.said("time_unit", p.settings.TimeUnit)
	p.said("date_order", p.settings.DateOrder)
	if !p.said("decimal", p.settings.Decimal) {
		for _, f := range p.cells[p.value].errs {
			p.open(f.Field, "%s %s; %s.", p.Names[p.value], f.Problem, f.Remedy)
		}
	}
	for _, f := range []*celltext.Error{p.timeErr, p.startless} {
		if f != nil && cmp.Or(f.Field, f.Asks) != "" {
			p.open(cmp.Or(f.Field, f.Asks), "%s", f.Sentence())
		}
	}
}

func (p *proposing) interval() {
	r := p.rhythm(p.groups)
	if r.steps == 0 {
		p.open("interval", "Too few readings to determine the interval.")
		return
	}
	sure, why := table.Likely,
		fmt.Sprintf("%.0f%% of the intervals are within 10%% of this value", math.Floor(100*r.steady))
	if r.steady < table.Steadily {
		sure = table.Guess
	}
	if r.doubled > 0 {
		why += fmt.Sprintf("; %s with the same timestamp as the one before", celltext.Several(r.doubled, "reading"))
	}
	if r.back > 0 {
		why += fmt.Sprintf("; %s with an earlier timestamp than the one before", celltext.Several(r.back, "reading"))
	}
	p.say("interval", r.median.Round(time.Microsecond).String(), sure, "%s.", why)
}

// phaseMark is what distinguishes the phases of a supply in the names of their columns, and phaseSets all marks of a
// supply.
var (
	phaseMark = regexp.MustCompile(`(?i)\bL([123])\b|\bphase ?([123ABC])\b`)
	phaseSets = []string{"123", "ABC"}
)

var notDrawn = columnname.WordSet("peak max min maximum minimum pmax pmin demand export exported lieferung " +
	"einspeisung pv solar generation generated delivered estimated est output out")

func markedPhase(name string) (pattern, mark string) {
	all := phaseMark.FindAllStringSubmatchIndex(strings.ReplaceAll(name, "_", " "), 2)
	if len(all) != 1 || columnname.Says(name, notDrawn) {
		return "", ""
	}
	from, to := all[0][2], all[0][3]
	if from < 0 {
		from, to = all[0][4], all[0][5]
	}
	return name[:from] + columnname.AnyText + name[to:], strings.ToUpper(name[from:to])
}

// phases returns the pattern of the columns of all phases of a supply, if no other column can hold what they draw
// together.
func (p *proposing) phases() (pattern, backwards string) {
	pattern, own := markedPhase(p.Names[p.value])
	if own == "" {
		return "", ""
	}
	marks := once(p.sample, "phases", func() []string {
		marks := make([]string, len(p.Names))
		for i, name := range p.Names {
			_, marks[i] = markedPhase(name)
		}
		return marks
	})
	var met []string
	for i := range p.Names {
		c, marked := &p.cells[i], marks[i] != ""
		one := c.numbered() && table.Fits(p.Names[i], pattern)
		if one && !(marked && p.sameQuantity(i)) || !one && p.mayHoldPhases(i, marked) {
			return "", ""
		}
		if !one {
			continue
		}
		below := 0
		for _, n := range c.numbers {
			below += celltext.CountIf(n < 0)
		}
		if 2*below > c.numeric {
			backwards = p.Names[i]
		}
		met = append(met, marks[i])
	}
	slices.Sort(met)
	if !slices.Contains(phaseSets, strings.Join(met, "")) {
		return "", ""
	}
	return pattern, backwards
}

func (p *proposing) sameQuantity(i int) bool {
	is := p.quantityOf(i)
	return is != "" && is == p.quantityOf(p.value) && !p.called[i].Foreign
}

func (p *proposing) mayHoldPhases(i int, marked bool) bool {
	if is := p.quantityOf(i); is != "" {
		return p.roles()[i] == ReadingRole && (!marked || p.sameQuantity(i))
	}
	return marked && p.cells[i].numbered() && !p.called[i].Foreign
}
