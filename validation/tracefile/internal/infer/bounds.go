package infer

import (
	"fmt"
	"slices"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/columnname"
	"green500/validation/tracefile/internal/table"
)

// Logs of intervals may tell both ends of each: where one begins, the one before it ended.

// betweenTimes determines where timestamps lie by a column that holds the other end of each interval.
func (p *proposing) betweenTimes() bool {
	column, stamp, where := p.otherEnd()
	if column < 0 {
		return false
	}
	p.out.Series.Stamp = stamp
	p.say("stamp", stamp, table.Likely, "%s holds the other end of each interval: it is the time of the %s.%s", celltext.Quoted([]byte(p.Names[column])), where, p.afterLast(stamp))
	return true
}

// otherEnd returns the column that holds the other end of each interval, at which end the time stands, and which row has that as its
// own; -1 where no column does.
func (p *proposing) otherEnd() (column int, stamp, where string) {
	rows := fmt.Sprint(p.keys, p.where) // by which they are put into groups
	end, known := p.known.ends[rows]
	if !known {
		end = p.findOtherEnd()
		p.known.ends[rows] = end
	}
	return end.column, end.stamp, end.where
}

func (p *proposing) findOtherEnd() otherEnd {
	for _, i := range p.endColumns() {
		switch later, earlier := p.boundaries(i); {
		case later.join():
			return otherEnd{i, "begin", "next row" + later.atOnce()}
		case earlier.join():
			return otherEnd{i, "end", "previous row" + earlier.atOnce()}
		}
	}
	return otherEnd{column: -1}
}

// consumptionWords are of readings that may as well be of energy as of power.
var consumptionWords = columnname.WordSet("consumption consumed usage verbrauch")

// ofIntervals asks for the unit of what is called consumption, which is the energy of an interval more often than its power.
func (p *proposing) ofIntervals() bool {
	if !columnname.Says(p.readingName(), consumptionWords) {
		return false
	}
	column, _, _ := p.otherEnd()
	if column >= 0 {
		p.say("unit", "", table.Open, "%s of intervals, whose other end is in %s, may be energy or power, and nothing states the unit.", celltext.Quoted([]byte(p.readingName())), celltext.Quoted([]byte(p.Names[column])))
	}
	return column >= 0
}

// fewestBoundaries is how many intervals meet at least that are seen to.
const fewestBoundaries = 2

// afterLast reports whether no time of the column follows.
func (p *proposing) afterLast(stamp string) string {
	if p.out.Series.Counts != table.CountsInterval || stamp != "begin" {
		return ""
	}
	return " The energy of the last row lies behind its time, and is in no mean."
}

// boundaries are the steps from time to time at which intervals meet, and those at which they don't, in nanoseconds.
type boundaries struct{ joining, apart []int64 }

func (m *boundaries) add(step int64, meet bool) {
	if meet {
		m.joining = append(m.joining, step)
	} else {
		m.apart = append(m.apart, step)
	}
}

// beyond counts the steps over a gap in the log: they are longer than all at which intervals meet.
func (m *boundaries) beyond() (gaps int) {
	longest := slices.Max(m.joining)
	for _, step := range m.apart {
		gaps += celltext.CountIf(step > longest)
	}
	return gaps
}

// atOnce says that not every row follows at once, if so.
func (m *boundaries) atOnce() string {
	if m.beyond() == 0 {
		return ""
	}
	return " where that follows at once"
}

// join reports whether intervals meet at almost all steps but those over gaps, and at half of all.
func (m *boundaries) join() bool {
	met, steps := len(m.joining), len(m.joining)+len(m.apart)
	return met >= fewestBoundaries && 2*met >= steps && mostly(met, steps-m.beyond())
}

// boundaries looks for steps at which a column holds at the earlier row what the time is at the later one, and for those at which it
// holds at the later one what the time is at the earlier.
func (p *proposing) boundaries(column int) (later, earlier boundaries) {
	is := func(row, at int) bool {
		word, time := p.cells[column].words[row], p.cells[p.timeAt].words[at]
		return word >= 0 && time >= 0 && p.cells[column].texts[word] == p.cells[p.timeAt].texts[time]
	}
	for _, rows := range p.groups {
		for i := 1; i < len(rows); i++ {
			ends := []int{rows[i-1], rows[i]}
			if p.at[ends[0]] == p.at[ends[1]] {
				continue
			}
			if p.at[ends[0]] > p.at[ends[1]] {
				slices.Reverse(ends)
			}
			step := p.at[ends[1]] - p.at[ends[0]]
			later.add(step, is(ends[0], ends[1]))
			earlier.add(step, is(ends[1], ends[0]))
		}
	}
	return later, earlier
}

// endColumns are those beside that of the times which hold times, too.
func (g *sample) endColumns() []int {
	return g.found(&g.known.dated, func(i int) bool { return i != g.timeAt && (g.dates(i) || g.clocklike(i)) })
}
