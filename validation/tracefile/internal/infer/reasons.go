package infer

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/table"
	"green500/validation/tracefile/internal/timestamp"
)

// propose determines a series and says why.
func (g *sample) propose(c candidate) Proposal {
	p := &proposing{sample: g, candidate: c, groups: g.groups(c.keys, c.where)}
	p.columns()
	p.picked()
	p.unit()
	p.average()
	p.stamped()
	p.zone()
	p.written()
	p.interval()
	g.settings.Apply(&p.out.Series)
	return p.out
}

// said says that the person determined a field; it reports whether they did.
func (p *proposing) said(field, value string) bool {
	if value == "" {
		return false
	}
	p.say(field, value, table.Certain, "You said so.")
	return true
}

// columns determines where time, readings and meters stand.
func (p *proposing) columns() {
	s := &p.out.Series
	s.Value = p.Names[p.value]
	if p.timeAt != p.Table.Time || p.Untimed != nil {
		s.Time = p.Names[p.timeAt]
	}
	switch {
	case p.settings.Time != "" && p.presumed():
		p.say("time", p.settings.Time, table.Certain, "You said so"+secondsAssumed+".")
	case !p.said("time", p.settings.Time):
		switch {
		case p.timeErr == nil && len(p.at) > 0:
			p.timed()
		case p.timeErr != nil:
			p.say("time", p.Names[p.timeAt], table.Open, "%s", p.timeErr.Sentence())
		}
	}
	if !p.said("value", p.settings.Value) {
		p.chosen()
	}
	p.instruments()
	p.apart()
}

// chosen says why the readings are taken from where they are.
func (p *proposing) chosen() {
	s := &p.out.Series
	of, isRate := p.rates[p.value]
	phases, backwards := p.phases()
	switch others := p.rivals(); {
	case isRate:
		p.say("value", s.Value, table.Likely, "In every row it is %s divided by %s: the power of that interval, which also holds where intervals do not follow each other.", celltext.Quoted([]byte(p.Names[of.energy])), celltext.Quoted([]byte(p.Names[of.interval])))
	case p.estimate != "":
		p.say("value", s.Value, table.Likely, "%s adds %s to it, which nobody measured by its name.", p.sum, p.estimate)
	case p.isMultiplied():
		p.say("value", s.Value, table.Guess, "%s", p.productWords())
	case p.value == p.Table.Value:
		p.say("value", s.Value, table.Certain, "The format keeps its readings there.")
	case others == 0:
		p.only()
	case phases != "" && backwards != "":
		s.Value = phases
		p.say("value", phases, table.Open, "By their names these are the phases of one supply, whose power adds up, but %s runs backwards, as where a clamp is turned round.", celltext.Quoted([]byte(backwards)))
	case phases != "":
		s.Value = phases
		p.say("value", phases, table.Likely, "By their names these are the phases of one supply; what they draw adds up.")
	case p.sums > 0:
		p.say("value", s.Value, table.Likely, "In every row it is the sum of %d other columns.", p.sums)
	case p.hint.Quantity == "" && p.meaning().Unit == "":
		p.say("value", s.Value, table.Open, "It is unclear which of %d columns holds the readings; this is the first.%s", others+1, p.family())
	default:
		p.say("value", s.Value, table.Guess, "Its name fits best among %d columns that can hold readings.%s", others+1, p.family())
	}
}

// family says which pattern takes all columns that are called as the chosen one is, but for a number: they may be parts of
// one machine. It is empty if there are none, and where they have times of their own.
func (p *proposing) family() string {
	if p.Raw[p.value] == "" {
		return ""
	}
	pattern := p.called[p.value].Pattern
	said, known := p.known.families[pattern]
	if !known {
		said = p.familyOf(pattern, p.alike(p.value))
		p.known.families[pattern] = said
	}
	return said
}

func (g *sample) familyOf(pattern string, alike []int) string {
	if len(alike) < 2 || g.timeBetween(alike) || len(alike) != len(g.ColumnsWhere(func(i int) bool { return g.cells[i].numbered() && table.Fits(g.Names[i], pattern) })) {
		return ""
	}
	return fmt.Sprintf(" %d are called alike; if they are parts of one machine, the value %s takes all of them.", len(alike), celltext.Quoted([]byte(pattern)))
}

// timeBetween reports whether columns, in their order, have times of their own between them.
func (g *sample) timeBetween(columns []int) bool {
	times := g.timeColumns()
	at, _ := slices.BinarySearch(times, columns[0])
	return at < len(times) && times[at] < columns[len(columns)-1]
}

// countsTime reports whether a column counts times from a start by its name, or since it is called as that of the times is.
func (g *sample) countsTime(i int) bool {
	rises, last := false, math.NaN()
	for _, n := range g.cells[i].numbers {
		if n < last {
			return false
		}
		if !math.IsNaN(n) {
			rises, last = rises || n > last, n
		}
	}
	return rises && (columnname.Says(g.Raw[i], columnname.TimeWords) || g.Raw[i] != "" && columnname.PatternOf(g.Raw[i]) == columnname.PatternOf(g.Raw[g.timeAt]))
}

// rivals counts the other columns that could hold the readings.
func (p *proposing) rivals() int {
	rivals := 0
	for i, role := range p.roles() {
		rivals += celltext.CountIf(role == ReadingRole && i != p.value)
	}
	return rivals
}

func (p *proposing) instruments() {
	s := &p.out.Series
	var names []string
	for _, k := range p.keys {
		names = append(names, p.Names[k])
	}
	if len(names) > 0 && !slices.Equal(p.keys, p.Table.Keys) {
		s.Instruments = names
	}
	switch {
	case len(p.settings.Instruments) > 0:
		p.say("instruments", strings.Join(names, ", "), table.Certain, "You said so.")
	case len(names) > 0 && slices.Equal(p.keys, p.Table.Keys):
		p.say("instruments", strings.Join(names, ", "), table.Certain, "The format identifies its meters by them.")
	case len(names) > 0:
		p.say("instruments", strings.Join(names, ", "), table.Likely, "Times and names identify %d meters.", len(p.groups))
	case p.disorder(nil, p.where) > table.LongFrom:
		p.say("instruments", "", table.Open, "%s", p.disordered())
	case len(p.keys) == 0 && len(p.groups) == 1:
		if why := p.inTurn(p.groups[0]); why != "" {
			p.say("instruments", "", table.Open, "%s", why)
		}
	}
	p.rowsTaken()
}

// disordered says how times do not follow each other.
func (p *proposing) disordered() string {
	if r := p.sample.rhythm(p.groups); r.back > 0 && p.timesDiffer(p.where) {
		return fmt.Sprintf("In %s the time goes back: parts of the log are in another order, or several meters stand one after another. Name the column that identifies the meter, if there is one.", celltext.Several(r.back, "row"))
	}
	return "Several readings have the same time: they are of several meters, or the times are too coarse. Name the column that identifies the meter, if there is one."
}

// rowsTaken determines which rows of a long table are taken.
func (p *proposing) rowsTaken() {
	s := &p.out.Series
	for _, column := range slices.Sorted(maps.Keys(p.where)) {
		var texts []string
		for _, word := range p.where[column] {
			texts = append(texts, p.cells[column].texts[word])
		}
		slices.Sort(texts)
		if s.Where == nil {
			s.Where = map[string][]string{}
		}
		s.Where[p.Names[column]] = texts
		why, sure := p.whyRows(column)
		if why == "" {
			continue // the person says so
		}
		p.say("where", p.Names[column]+" = "+celltext.Listed(texts), sure, why, celltext.Quoted([]byte(p.Names[column])))
	}
}

// whyRows states why only some of the rows are taken that a column distinguishes.
func (p *proposing) whyRows(column int) (why string, sure table.Confidence) {
	unsure := p.unsure
	why = p.rows
	if at := slices.IndexFunc(p.sumRows, func(s summing) bool { return s.column == column }); at >= 0 {
		why, unsure = p.sumRows[at].why, p.sumRows[at].unsure
	}
	if unsure {
		return why, table.Open
	}
	return why, table.Likely
}

// average says whether a reading is an average over its interval.
func (p *proposing) average() {
	if p.out.Series.Quantity == power.Energy {
		return
	}
	if stated := p.Table.Means[p.value].Stated; stated != "" {
		p.say("reading", stated, table.Certain, "The format says so.")
		return
	}
	if stated := columnname.StatedBy(p.Names[p.value]); stated != "" {
		p.say("reading", stated, table.Likely, "The name of the column says so.")
		return
	}
	p.say("reading", "", table.Open, "It is unclear whether a reading is an average over its interval or the power of an instant; see the meter's manual.")
}

// stamped says where a timestamp lies in the interval of its reading.
func (p *proposing) stamped() {
	s := &p.out.Series
	switch {
	case p.said("stamp", p.settings.Stamp):
	case s.Quantity == power.Energy && s.Counts != "interval":
	case slices.Contains([]string{"begin", "middle", "end"}, p.Stamp):
		s.Stamp = p.Stamp
		p.say("stamp", p.Stamp, table.Certain, "The format puts a timestamp there.")
	case p.betweenTimes():
	default:
		p.say("stamp", "", table.Open, "It is unclear whether a timestamp is the begin, the middle or the end of its interval; it matters by one interval at the ends of the core phase.")
	}
}

func (p *proposing) zone() {
	p.out.Undated = p.timesOfDay()
	elapsed := p.timeAt < len(p.Table.Means) && p.Table.Means[p.timeAt].Elapsed && p.Started != ""
	counted := elapsed || p.fromPreamble()
	switch {
	case p.fromPreamble():
		p.say("origin", p.Started, table.Likely, "A line above the table says when it began.")
	case elapsed:
		p.say("origin", p.Started, table.Certain, "The log says that its times count from then.")
	}
	switch {
	case p.zoneless:
		p.say("timezone", "", table.Open, "The times have no zone%s. Say which clock was read, as Europe/Berlin or UTC; until then they are shown as they stand.", p.zoneWord())
	case slices.Contains(p.InZones, p.timeAt) && p.timeErr == nil:
		given := timestamp.ZoneInName(p.Names[p.timeAt]).String() // of Windows' offsets it is empty
		p.say("timezone", cmp.Or(given, "told"), table.Certain, "%s says so.", celltext.Quoted([]byte(p.Names[p.timeAt])))
	case p.settings.Timezone != "":
		p.say("timezone", p.settings.Timezone, table.Certain, "You said so; times with an offset keep it.")
	case p.timeErr == nil && counted:
		p.say("timezone", "told", table.Certain, "The start that the times count from states its offset from UTC.")
	case p.timeErr == nil && len(p.at) > 0 && p.startless == nil:
		p.say("timezone", "told", table.Certain, "Every time states its offset from UTC, or counts from 1970.")
	}
}

// written says how dates and numbers are written, where the person has to say.
func (p *proposing) written() {
	p.said("time_format", p.settings.TimeFormat)
	p.said("time_unit", p.settings.TimeUnit)
	p.said("date_order", p.settings.DateOrder)
	if !p.said("decimal", p.settings.Decimal) {
		for _, f := range p.cells[p.value].errs {
			p.say(f.Field, "", table.Open, "%s %s; %s.", p.Names[p.value], f.Problem, f.Remedy)
		}
	}
	for _, f := range []*celltext.Error{p.timeErr, p.startless} {
		if f != nil && cmp.Or(f.Field, f.Asks) != "" {
			p.say(cmp.Or(f.Field, f.Asks), "", table.Open, "%s", f.Sentence())
		}
	}
}

func (p *proposing) interval() {
	r := p.sample.rhythm(p.groups)
	if r.steps == 0 {
		p.say("interval", "", table.Open, "There are too few readings to see how far apart they lie.")
		return
	}
	sure, why := table.Likely, fmt.Sprintf("%.0f%% of the steps lie within a tenth of it", math.Floor(100*r.steady))
	if r.steady < table.Steadily {
		sure = table.Guess
	}
	for _, odd := range []struct {
		count int
		words string
	}{{r.doubled, "the same timestamp as the one before"}, {r.back, "an earlier timestamp than the one before"}} {
		if odd.count > 0 {
			why += fmt.Sprintf("; %s with %s", celltext.Several(odd.count, "reading"), odd.words)
		}
	}
	p.say("interval", r.median.Round(time.Microsecond).String(), sure, "%s.", why)
}

// picked says which logs of an archive are read, where the person did not.
func (p *proposing) picked() {
	if p.pick == nil {
		return
	}
	if p.out.Series.Where == nil {
		p.out.Series.Where = map[string][]string{}
	}
	p.out.Series.Where[p.pick.Column] = p.pick.Members
	p.say("where", p.pick.Column+" = "+celltext.Listed(p.pick.Members), p.pick.Confidence, "%s", p.pick.Why)
}

// mayBeCounter reports whether the whole numbers of the column rise by one, and nothing says that they are readings: those of events
// do, too.
func (p *proposing) mayBeCounter() bool {
	if p.settings.Value != "" || p.settings.Unit != "" || p.settings.Quantity != "" || p.value == p.Table.Value {
		return false
	}
	text, _ := p.unitColumnText(p.where)
	_, known := columnname.UnitNamed(text)
	fraction := func(n float64) bool { return n != math.Trunc(n) }
	return !known && p.hint.Quantity == "" && p.meaning().Unit == "" && p.countsOtherwise(p.value) && !slices.ContainsFunc(p.cells[p.value].numbers, fraction)
}

// only says why the only column that can hold readings is taken.
func (p *proposing) only() {
	switch {
	case p.mayBeCounter():
		p.say("value", p.Names[p.value], table.Open, "It is the only column of numbers, but these rise by one in every row, as those of events do, and nothing says that they are readings: name the column and its unit if they are.")
	case p.hint.Quantity == "" && p.meaning().Unit == "" && p.countsOtherwise(p.value):
		p.say("value", p.Names[p.value], table.Guess, "It is the only column of numbers, which rise by one in every row, but don't begin with 0 or 1 as those of rows do.")
	default:
		p.say("value", p.Names[p.value], table.Likely, "It is the only column that can hold readings.")
	}
}

// apart says which of the counters are taken that hold what others count.
func (p *proposing) apart() {
	s := &p.out.Series
	for _, d := range p.disjoint {
		name, sure := p.Names[d.column], table.Likely
		if d.open {
			sure = table.Open
		}
		if len(d.words) == 0 {
			p.say("where", name, sure, "%s", d.why)
			continue
		}
		if s.Where == nil {
			s.Where = map[string][]string{}
		}
		s.Where[name] = d.words
		p.say("where", name+" = "+celltext.Listed(d.words), sure, "%s", d.why)
	}
}

// timeColumns are those of times, and those that count times of their own.
func (g *sample) timeColumns() []int {
	roles := g.roles()
	return g.found(&g.known.times, func(i int) bool { return roles[i] == TimeRole || g.countsTime(i) || g.dates(i) })
}
