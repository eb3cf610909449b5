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
)

// keysOf returns the columns that identify meters: those that are named, else those that put times in order, and those
// called so.
func (g *sample) keysOf(c candidate, metric int) (columns []int) {
	for _, name := range g.settings.Instruments {
		if at, inputErr := g.Find("instruments", name); inputErr == nil {
			columns = append(columns, at)
		}
	}
	switch {
	case len(g.settings.Instruments) > 0:
		return columns
	case len(g.Keys) > 0:
		return g.Keys
	case c.where != nil || metric >= 0:
		return g.apartBy(c, metric)
	}
	usual := once(g, "keys of most candidates", func() []int { return g.apartBy(candidate{value: -1}, -1) })
	if slices.Contains(usual, c.value) {
		return g.apartBy(c, -1)
	}
	return slices.Clone(usual)
}

func (g *sample) apartBy(c candidate, metric int) []int {
	may := slices.DeleteFunc(slices.Clone(g.apart), func(i int) bool { return i == metric || i == c.value })
	keys := g.ordering(may, c.where)
	for _, i := range may {
		if (g.called[i].ID || g.turning(i)) && !slices.Contains(keys, i) && g.rounds(i, keys, c.where) {
			keys = append(keys, i)
		}
	}
	slices.Sort(keys)
	return keys
}

func (g *sample) ordering(may []int, where rowsWhere) (keys []int) {
	begun := g.disorder(nil, where)
	left := begun
	for left > table.LongFrom || len(keys) > 0 && left > table.ShortFrom {
		best, least := -1, left
		for _, i := range may {
			if slices.Contains(keys, i) {
				continue
			}
			s := g.disorder(append(slices.Clone(keys), i), where)
			if named := g.called[i].ID; s < least || best >= 0 && s == least && named && !g.called[best].ID {
				best, least = i, s
			}
		}
		if best < 0 {
			break
		}
		keys, left = append(keys, best), least
	}
	if left > table.IsPossibleKey*begun && !slices.ContainsFunc(keys, func(i int) bool { return g.called[i].ID }) {
		return nil
	}
	return keys
}

// disorder is the part of the rows that do not come after all before them; if logs stand newest first, before them.
func (g *sample) disorder(keys []int, where rowsWhere) float64 {
	rows, late, early := 0, 0, 0
	for _, group := range g.groups(keys, where) {
		first, last := g.at[group[0]], g.at[group[0]]
		for _, row := range group[1:] {
			at := g.at[row]
			rows, late, early = rows+1, late+celltext.CountIf(at <= last), early+celltext.CountIf(at >= first)
			first, last = min(first, at), max(last, at)
		}
	}
	return float64(min(late, early)) / float64(max(1, rows))
}

func (g *sample) rounds(column int, keys []int, where rowsWhere) bool {
	c := &g.cells[column]
	if c.numbered() {
		least, most := slices.Min(c.numbers), slices.Max(c.numbers)
		if least != 0 && least != 1 || most-least != float64(len(c.texts)-1) {
			return false
		}
	}
	again, rows := 0, 0
	for _, group := range g.groups(keys, where) {
		round := 1
		for round < len(group) && c.words[group[round]] != c.words[group[0]] {
			round++
		}
		for i := round; i < len(group); i++ {
			rows++
			again += celltext.CountIf(round > 1 && c.words[group[i]] == c.words[group[i-round]])
		}
	}
	return again > 0 && again*20 >= rows*19
}

func (g *sample) tells(i int, role Role) bool {
	c := &g.cells[i]
	n := len(c.texts)
	if i == g.timeAt || slices.Contains(g.Aside, i) || n < 2 || n > len(g.at)/2 || c.missing > 0 || g.called[i].Unit ||
		g.dates(i) || g.partsTime(i) {
		return false
	}
	if !c.numbered() || c.numeric < len(c.numbers) && g.called[i].ID {
		return role != TimeRole
	}
	return role != TimeRole && (role != ReadingRole || g.Means[i].Unit == "") && g.counted(i)
}

func (g *sample) counted(i int) bool {
	c := &g.cells[i]
	if c.has(func(v float64) bool { return v != math.Trunc(v) || v < 0 }) { // NaN is not whole
		return false
	}
	times := make([]int, len(c.texts))
	for _, w := range c.words {
		if w >= 0 {
			times[w]++
		}
	}
	return columnname.Says(g.Names[i], columnname.CountWords) || slices.Max(times) <= 2*slices.Min(times)+1
}

// Devices that a program reads one after another stand in the log in rounds: a moment apart, and then an interval to
// the next round. If no column distinguishes them, they look like one meter.
const (
	mostInTurn   = 64   // meters of a round
	fewestRounds = 3    // from which on a rhythm is one
	turnOfRound  = 0.1  // of the time from round to round, what its readings take at most
	pauseOfTurn  = 9    // times the step before it, the least that lies between rounds
	keptRhythm   = 0.95 // of all rounds, those that have as many readings
)

// writtenInTurn asks whether readings in rounds are of several meters: those of one that reads in bursts come so, too.
const writtenInTurn = "Readings come in rounds of %d, within %s every %s, like those of %d meters that are written " +
	"in turn. Read as one meter, they show the mean of all and not their sum. " +
	"If there are several meters, name the column that identifies them, or log one, such as the index of the meter. " +
	"If one meter reads in bursts, change nothing."

// turnWords are of columns that distinguish devices which are read one after another, beside those that identify meters
// anyway.
var turnWords = columnname.WordSet("socket channel label sensor slot port plug domain rail")

func (g *sample) turning(column int) bool {
	words := columnname.WordsOf(strings.ToLower(g.Names[column]))
	count := len(g.cells[column].texts)
	if len(words) == 0 || !turnWords[words[len(words)-1]] || count < 2 || count > mostInTurn || len(g.at)%count != 0 {
		return false
	}
	for row := 0; row < len(g.at); row += count {
		met := map[int32]bool{}
		for _, word := range g.cells[column].words[row : row+count] {
			met[word] = true
		}
		if len(met) != count {
			return false
		}
		if next := row + count; next < len(g.at) &&
			float64(g.at[next-1]-g.at[row]) > turnOfRound*float64(g.at[next]-g.at[row]) {
			return false
		}
	}
	return true
}

func (g *sample) inTurn(rows []int) string {
	at := func(i int) int64 { return g.at[rows[i]] }
	pauses := 0
	for i := 1; i < len(rows); i++ {
		step := at(i) - at(i-1)
		if step <= 0 {
			return ""
		}
		pauses += celltext.CountIf(i+1 < len(rows) && at(i+1)-at(i) >= pauseOfTurn*step)
	}
	rounds := pauses + 1
	count := (len(rows) + rounds/2) / rounds
	if rounds < fewestRounds || count < 2 || count > mostInTurn {
		return ""
	}
	var within, every []time.Duration
	for i := 0; i+count < len(rows); i++ {
		if turn, round := at(i+count-1)-at(i), at(i+count)-at(i); float64(turn) <= turnOfRound*float64(round) {
			within, every = append(within, time.Duration(turn)), append(every, time.Duration(round))
		}
	}
	if len(within) == 0 || float64(len(within)) < keptRhythm*float64(pauses) {
		return ""
	}
	return fmt.Sprintf(writtenInTurn, count, middle(within).Round(time.Microsecond),
		middle(every).Round(time.Microsecond), count)
}
