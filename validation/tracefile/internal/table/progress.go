package table

import (
	"math"
	"slices"
)

// Progress is how the numbers of a column follow each other.
type Progress struct {
	numbers []float64
	steps   []float64 // forwards, sorted
	falls   int
	late    int // numbers below one above them
}

// ProgressOf compares each number with those before it.
func ProgressOf(numbers []float64) *Progress {
	c := &Progress{numbers: numbers}
	most := math.Inf(-1)
	for i, n := range numbers {
		if n < most {
			c.late++
		}
		most = max(most, n)
		switch {
		case i > 0 && n > numbers[i-1]:
			c.steps = append(c.steps, n-numbers[i-1])
		case i > 0 && n < numbers[i-1]:
			c.falls++
		}
	}
	slices.Sort(c.steps)
	return c
}

// fewLate is one in how many numbers may be late, as where files were merged.
const fewLate = 10

// Forward reports whether the numbers rise, but for equal neighbours and a few that are late.
func (c *Progress) Forward() bool { return len(c.steps) > 0 && fewLate*c.late <= len(c.numbers) }

// fewestEven is how many steps tell that they are even.
const fewestEven = 4

// Even reports whether the numbers go forward in steps that are mostly the same.
func (c *Progress) Even() bool {
	if len(c.steps) < fewestEven || !c.Forward() {
		return false
	}
	near, median := 0, c.steps[len(c.steps)/2]
	for _, step := range c.steps {
		if math.Abs(step-median) <= median/10 {
			near++
		}
	}
	return float64(near) >= Steadily*float64(len(c.numbers)-1)
}

// mostlyOnward is the part of numbers that are above those a third of the rows before, from which they go on: meters that
// write times of their own come late by turns, but not by so much.
const mostlyOnward = 0.9

// Onward reports whether most numbers are above the number a third of the rows before.
func (c *Progress) Onward() bool {
	n := len(c.numbers)
	apart, ahead := max(1, n/3), 0
	for i := apart; i < n; i++ {
		if c.numbers[i] > c.numbers[i-apart] {
			ahead++
		}
	}
	return n > 1 && float64(ahead) >= mostlyOnward*float64(n-apart)
}

// backward reports whether the numbers fall, but for equal neighbours and a few that are late.
func (c *Progress) backward() bool {
	turned := slices.Clone(c.numbers)
	slices.Reverse(turned)
	return ProgressOf(turned).Forward()
}

// fewestOfBlock is how many numbers there are on average before they are reset, as those of meters that stand one after
// another.
const fewestOfBlock = 3

// Possible reports whether the numbers may be times though they do not go on: they stay, stand newest first, or are reset
// with each meter. What scatters falls at every other step.
func (c *Progress) Possible() bool {
	return len(c.steps) == 0 || c.backward() || fewestOfBlock*(c.falls+1) <= len(c.numbers)
}

// changes reports whether some of the numbers differ.
func (c *Progress) changes() bool { return len(c.steps) > 0 || c.falls > 0 }

// The part of the rows that do not follow in time, where a table may be long, and down to which columns are looked for
// that identify meters. Columns that leave almost all of that part tell nothing, unless their names say so: times
// may be stated more coarsely than readings follow each other.
const (
	LongFrom      = 0.2
	ShortFrom     = 0.01
	IsPossibleKey = 0.9
)

// Steadily is the part of steps near the median from which a log is steady.
const Steadily = 0.95
