package tracefile

import "slices"

// Logs of intervals may tell both ends of each: where one begins, the one before it ended.

// betweenTimes settles where timestamps lie by a column that holds the other end of each interval.
func (p *proposing) betweenTimes() bool {
	for i, name := range p.names {
		if i == p.timeAt || !p.dates(i) && !p.clocklike(i) {
			continue
		}
		later, earlier, steps := p.meetings(i)
		stamp, where := "begin", "next"
		switch {
		case steps < fewestMeetings:
			continue
		case mostly(later, steps):
		case mostly(earlier, steps):
			stamp, where = "end", "previous"
		default:
			continue
		}
		p.out.Series.Stamp = stamp
		p.say("stamp", stamp, Likely, "%s holds the other end of each interval: it is the time of the %s row.%s", quoted([]byte(name)), where, p.unmet(stamp))
		return true
	}
	return false
}

// fewestMeetings is how many intervals meet at least that are seen to.
const fewestMeetings = 2

// unmet tells what no time of the column stands behind.
func (p *proposing) unmet(stamp string) string {
	if p.out.Series.Counts != countsInterval || stamp != "begin" {
		return ""
	}
	return " The energy of the last row lies behind its time, and is in no mean."
}

// meetings counts the steps from time to time at which a column holds at the earlier one what the time is at the later, those at
// which it holds at the later one what the time is at the earlier, and all.
func (p *proposing) meetings(column int) (later, earlier, steps int) {
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
			steps++
			if is(ends[0], ends[1]) {
				later++
			}
			if is(ends[1], ends[0]) {
				earlier++
			}
		}
	}
	return later, earlier, steps
}
