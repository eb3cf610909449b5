package infer

import (
	"fmt"
	"strings"
	"time"

	"green500/validation/tracefile/internal/columnname"
)

// Devices that a program reads one after another stand in the log in rounds: a moment apart, and then an interval to the
// next round. Where no column distinguishes them, they look like one meter.
const (
	mostInTurn   = 64   // meters of a round
	fewestRounds = 3    // from which on a rhythm is one
	turnOfRound  = 0.1  // of the time from round to round, what its readings take at most
	pauseOfTurn  = 9    // times the step before it, the least that lies between rounds
	keptRhythm   = 0.95 // of all rounds, those that have as many readings
)

// writtenInTurn asks whether readings that come in rounds are of several meters: those of one that reads in bursts
// come so, too.
const writtenInTurn = "Readings come in rounds of %d, within %s every %s, like those of %d meters that are written in turn. Read as one meter, they show the mean of all and not their sum. If there are several meters, name the column that identifies them, or log one, such as the index of the meter. If one meter reads in bursts, change nothing."

// turnWords are of columns that distinguish devices which are read one after another, beside those that identify meters anyway.
var turnWords = columnname.WordSet("socket channel label sensor slot port plug domain rail")

// turning reports whether a column may distinguish devices by its name, and rows come in rounds of as many as it has words.
func (g *sample) turning(column int) bool {
	words := columnname.WordsOf(strings.ToLower(g.Names[column]))
	count := len(g.cells[column].texts)
	if len(words) == 0 || !turnWords[words[len(words)-1]] || count < 2 || count > mostInTurn || len(g.at)%count != 0 {
		return false
	}
	for row := 0; row < len(g.at); row += count {
		met := map[int32]bool{}
		for i := row; i < row+count; i++ {
			met[g.cells[column].words[i]] = true
		}
		if len(met) != count {
			return false
		}
		if next := row + count; next < len(g.at) && float64(g.at[next-1]-g.at[row]) > turnOfRound*float64(g.at[next]-g.at[row]) {
			return false
		}
	}
	return true
}

// inTurn says that rows look like those of several meters; it is empty if they do not.
func (g *sample) inTurn(rows []int) string {
	at := func(i int) int64 { return g.at[rows[i]] }
	pauses := 0
	for i := 1; i < len(rows); i++ {
		step := at(i) - at(i-1)
		if step <= 0 {
			return ""
		}
		if i+1 < len(rows) && at(i+1)-at(i) >= pauseOfTurn*step {
			pauses++
		}
	}
	rounds := pauses + 1
	count := (len(rows) + rounds/2) / rounds
	if rounds < fewestRounds || count < 2 || count > mostInTurn {
		return ""
	}
	var within, every []time.Duration
	for i := 0; i+count < len(rows); i++ {
		turn, round := at(i+count-1)-at(i), at(i+count)-at(i)
		if float64(turn) <= turnOfRound*float64(round) {
			within, every = append(within, time.Duration(turn)), append(every, time.Duration(round))
		}
	}
	if len(within) == 0 || float64(len(within)) < keptRhythm*float64(pauses) {
		return ""
	}
	return fmt.Sprintf(writtenInTurn, count, middle(within).Round(time.Microsecond), middle(every).Round(time.Microsecond), count)
}
