package rehearsal

import (
	"fmt"
	"strconv"

	"green500/validation/power"
)

// Tally counts what would become of entries.
type Tally struct {
	Entries int
	Changed int // in level, figures or rank
	changes map[Change]int
	levels  map[LevelChange]int
}

// LevelChange is a way from one level to another; a level is NoVerdict if there is no verdict.
type LevelChange struct{ Then, Now power.Level }

// NoVerdict stands for an entry that is not or cannot be graded.
const NoVerdict power.Level = -1

// Add counts an entry.
func (t *Tally) Add(e Entry) {
	if t.changes == nil {
		t.changes, t.levels = map[Change]int{}, map[LevelChange]int{}
	}
	t.Entries++
	if e.Changed() {
		t.Changed++
	}
	t.changes[e.Change()]++
	step := LevelChange{NoVerdict, NoVerdict}
	if e.Then != nil {
		step.Then = e.Then.Level
	}
	if e.Now != nil {
		step.Now = e.Now.Level
	}
	t.levels[step]++
}

// Of returns how many entries change in a way.
func (t Tally) Of(change Change) int { return t.changes[change] }

// CountOf returns how many entries go from one level to another.
func (t Tally) CountOf(step LevelChange) int { return t.levels[step] }

// NeverGraded returns how many entries have no verdict.
func (t Tally) NeverGraded() int {
	count := 0
	for step, entries := range t.levels {
		if step.Then == NoVerdict {
			count += entries
		}
	}
	return count
}

// String is the tally as a sentence.
func (t Tally) String() string {
	if t.Entries == 0 {
		return "There is no submission to grade."
	}
	return fmt.Sprintf("%s: %s their level, %s, %s, %s be graded.", counted(t.Entries, "submission", "submissions"),
		counted(t.Of(Keeps), "keeps", "keep"), counted(t.Of(Falls), "falls", "fall"),
		counted(t.Of(Rises), "rises", "rise"), counted(t.Of(Ungraded), "cannot", "cannot"))
}

func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return thousands(n) + " " + many
}

func thousands(n int) string {
	text := strconv.Itoa(n)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + "," + text[i:]
	}
	return text
}
