package tracefile

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"time"

	"green500/validation/power"
)

// proposing puts a proposal together.
type proposing struct {
	*glance
	candidate
	groups [][]int
	out    Proposal
}

// propose settles a series and says why.
func (g *glance) propose(c candidate) Proposal {
	p := &proposing{glance: g, candidate: c, groups: g.groups(c.keys, c.where)}
	p.columns()
	p.picked()
	p.unit()
	p.average()
	p.stamped()
	p.zone()
	p.written()
	p.interval()
	g.told.Apply(&p.out.Series)
	return p.out
}

func (p *proposing) say(field, value string, sure Sure, why string, args ...any) {
	p.out.Reasons = append(p.out.Reasons, Reason{field, value, sure, fmt.Sprintf(why, args...)})
}

// said says that the person settled a field; it reports whether they did.
func (p *proposing) said(field, value string) bool {
	if value == "" {
		return false
	}
	p.say(field, value, Certain, "You said so.")
	return true
}

// columns settles where time, readings and instruments stand.
func (p *proposing) columns() {
	s := &p.out.Series
	s.Value = p.names[p.value]
	if p.timeAt != p.table.time {
		s.Time = p.names[p.timeAt]
	}
	switch presumed := p.startless != nil && p.startless.presumed; {
	case p.told.Time != "" && presumed:
		p.say("time", p.told.Time, Certain, "You said so"+inSecondsUntold+".")
	case !p.said("time", p.told.Time):
		switch {
		case p.trouble == nil && len(p.at) > 0:
			p.timed()
		case p.trouble != nil:
			p.say("time", p.names[p.timeAt], Open, "%s", p.trouble.sentence())
		}
	}
	if !p.said("value", p.told.Value) {
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
		p.say("value", s.Value, Likely, "In every row it is %s divided by %s: the power of that interval, which also holds where intervals do not follow each other.", quoted([]byte(p.names[of.energy])), quoted([]byte(p.names[of.interval])))
	case p.estimate != "":
		p.say("value", s.Value, Likely, "%s adds %s to it, which nobody measured by its name.", p.sum, p.estimate)
	case p.value == p.table.value:
		p.say("value", s.Value, Certain, "The format keeps its readings there.")
	case others == 0:
		p.only()
	case phases != "" && backwards != "":
		s.Value = phases
		p.say("value", phases, Open, "By their names these are the phases of one supply, whose power adds up, but %s runs backwards, as where a clamp is turned round.", quoted([]byte(backwards)))
	case phases != "":
		s.Value = phases
		p.say("value", phases, Likely, "By their names these are the phases of one supply; what they draw adds up.")
	case p.sums > 0:
		p.say("value", s.Value, Likely, "In every row it is the sum of %d other columns.", p.sums)
	case p.hint.quantity == "" && p.meaning().unit == "":
		p.say("value", s.Value, Open, "Nothing tells which of %d columns holds the readings; this is the first.%s", others+1, p.family())
	default:
		p.say("value", s.Value, Guess, "Its name fits best among %d columns that can hold readings.%s", others+1, p.family())
	}
}

// family says which pattern takes all columns that are called as the chosen one is, but for a number: they may be parts of
// one machine. It is empty where there are none, and where they have times of their own.
func (p *proposing) family() string {
	alike, pattern := p.alike(p.value), p.called[p.value].pattern
	if p.raw[p.value] == "" || len(alike) < 2 || p.timeBetween(alike) || len(alike) != len(p.columnsWhere(func(i int) bool { return p.cells[i].numbered() && fits(p.names[i], pattern) })) {
		return ""
	}
	return fmt.Sprintf(" %d are called alike; if they are parts of one machine, the value %s takes all of them.", len(alike), quoted([]byte(pattern)))
}

// timeBetween reports whether columns have times of their own between them.
func (p *proposing) timeBetween(columns []int) bool {
	roles := p.roles()
	for i := slices.Min(columns); i < slices.Max(columns); i++ {
		if roles[i] == TimeRole || p.countsTime(i) || p.dates(i) {
			return true
		}
	}
	return false
}

// countsTime reports whether a column counts times from a start by its name, or since it is called as that of the times is.
func (p *proposing) countsTime(i int) bool {
	named := says(p.raw[i], timeWords) || p.raw[i] != "" && patternOf(p.raw[i]) == patternOf(p.raw[p.timeAt])
	rises, last := false, math.NaN()
	for _, n := range p.cells[i].numbers {
		if n < last {
			return false
		}
		if !math.IsNaN(n) {
			rises, last = rises || n > last, n
		}
	}
	return named && rises
}

// rivals counts the other columns that could hold the readings.
func (p *proposing) rivals() int {
	rivals := 0
	for i, role := range p.roles() {
		if role == ReadingRole && i != p.value {
			rivals++
		}
	}
	return rivals
}

func (p *proposing) instruments() {
	s := &p.out.Series
	var names []string
	for _, k := range p.keys {
		names = append(names, p.names[k])
	}
	if len(names) > 0 && !slices.Equal(p.keys, p.table.keys) {
		s.Instruments = names
	}
	switch {
	case len(p.told.Instruments) > 0:
		p.say("instruments", strings.Join(names, ", "), Certain, "You said so.")
	case len(names) > 0 && slices.Equal(p.keys, p.table.keys):
		p.say("instruments", strings.Join(names, ", "), Certain, "The format tells its instruments apart by them.")
	case len(names) > 0:
		p.say("instruments", strings.Join(names, ", "), Likely, "By times and names, %d instruments are told apart.", len(p.groups))
	case p.disorder(nil, p.where) > longFrom:
		p.say("instruments", "", Open, "%s", p.disordered())
	case len(p.keys) == 0 && len(p.groups) == 1:
		if why := p.inTurn(p.groups[0]); why != "" {
			p.say("instruments", "", Open, "%s", why)
		}
	}
	p.rowsTaken()
}

// disordered says how times do not follow each other.
func (p *proposing) disordered() string {
	if r := p.glance.rhythm(p.groups); r.back > 0 && p.timesDiffer(p.where) {
		return fmt.Sprintf("In %s the time goes back, as where parts of a log stand in another order, or those of several instruments one behind another: name the column that tells instruments apart, if any.", several(r.back, "row"))
	}
	return "Several readings have the same time, of several instruments, or since times are told too coarsely: name the column that tells instruments apart, if any."
}

// rowsTaken settles which rows of a long table are taken.
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
		s.Where[p.names[column]] = texts
		why, sure := p.whyRows(column)
		if why == "" {
			continue // the person says so
		}
		p.say("where", p.names[column]+" = "+listed(texts), sure, why, quoted([]byte(p.names[column])))
	}
}

// whyRows tells why some rows are taken that a column tells apart.
func (p *proposing) whyRows(column int) (why string, sure Sure) {
	unsure := p.unsure
	why = p.rows
	if at := slices.IndexFunc(p.sumRows, func(s summing) bool { return s.column == column }); at >= 0 {
		why, unsure = p.sumRows[at].why, p.sumRows[at].unsure
	}
	if unsure {
		return why, Open
	}
	return why, Likely
}

// average says whether a reading is an average over its interval.
func (p *proposing) average() {
	if p.out.Series.Quantity == power.Energy {
		return
	}
	if stated := p.table.means[p.value].stated; stated != "" {
		p.say("reading", stated, Certain, "The format says so.")
		return
	}
	if stated := statedBy(p.names[p.value]); stated != "" {
		p.say("reading", stated, Likely, "The name of the column says so.")
		return
	}
	p.say("reading", "", Open, "Nothing tells whether a reading is an average over its interval or the power of an instant; the meter's manual does.")
}

// stamped says where a timestamp lies in the interval of its reading.
func (p *proposing) stamped() {
	s := &p.out.Series
	switch {
	case p.said("stamp", p.told.Stamp):
	case s.Quantity == power.Energy && s.Counts != "interval":
	case slices.Contains([]string{"begin", "middle", "end"}, p.stamp):
		s.Stamp = p.stamp
		p.say("stamp", p.stamp, Certain, "The format puts a timestamp there.")
	case p.betweenTimes():
	default:
		p.say("stamp", "", Open, "Nothing tells whether a timestamp is the begin, the middle or the end of its interval; it matters by one interval at the ends of the core phase.")
	}
}

func (p *proposing) zone() {
	p.out.Undated = p.timesOfDay()
	counted := p.timeAt < len(p.table.means) && p.table.means[p.timeAt].elapsed && p.started != ""
	if counted {
		p.say("origin", p.started, Certain, "The log says that its times count from then.")
	}
	switch {
	case p.zoneless:
		p.say("timezone", "", Open, "The times have no zone%s. Say which clock was read, as Europe/Berlin or UTC; until then they are shown as they stand.", p.zoneWord())
	case slices.Contains(p.inZones, p.timeAt) && p.trouble == nil:
		told := zoneTold(p.names[p.timeAt]).String() // of Windows' offsets it is empty
		p.say("timezone", cmp.Or(told, "told"), Certain, "%s says so.", quoted([]byte(p.names[p.timeAt])))
	case p.told.Timezone != "":
		p.say("timezone", p.told.Timezone, Certain, "You said so; times that tell their offset keep it.")
	case p.trouble == nil && counted:
		p.say("timezone", "told", Certain, "The start that the times count from tells its offset from UTC.")
	case p.trouble == nil && len(p.at) > 0 && p.startless == nil:
		p.say("timezone", "told", Certain, "Every time tells its offset from UTC, or counts from 1970.")
	}
}

// written says how dates and numbers are written, where the person has to say.
func (p *proposing) written() {
	p.said("date_order", p.told.DateOrder)
	if !p.said("decimal", p.told.Decimal) {
		for _, f := range p.cells[p.value].faults {
			p.say(f.field, "", Open, "%s %s; %s.", p.names[p.value], f.problem, f.remedy)
		}
	}
	for _, f := range []*fault{p.trouble, p.startless} {
		if f != nil && f.field != "" {
			p.say(f.field, "", Open, "%s", f.sentence())
		}
	}
}

// steadily is the part of steps near the median from which a log is steady.
const steadily = 0.95

func (p *proposing) interval() {
	r := p.glance.rhythm(p.groups)
	if r.steps == 0 {
		p.say("interval", "", Open, "There are too few readings to see how far apart they lie.")
		return
	}
	sure, why := Likely, fmt.Sprintf("%.0f%% of the steps lie within a tenth of it", math.Floor(100*r.steady))
	if r.steady < steadily {
		sure = Guess
	}
	for _, odd := range []struct {
		count int
		words string
	}{{r.doubled, "the same timestamp as the one before"}, {r.back, "an earlier timestamp than the one before"}} {
		if odd.count > 0 {
			why += fmt.Sprintf("; %s with %s", several(odd.count, "reading"), odd.words)
		}
	}
	p.say("interval", r.median.Round(time.Microsecond).String(), sure, "%s.", why)
}

func several(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
