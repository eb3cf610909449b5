package validation

import "green500/validation/rules"

// MarginBins is how many bins a margin is counted in, each a tenth of the limit wide: under zero, from 0 to under 10%, and so on, and a
// last one from 100% on.
const MarginBins = 12

// Margins is how entries do by one rule at the level they claim.
type Margins struct {
	Entries int // that were graded; those that are in no other count are not asked
	Passed  int
	Failed  int
	Unknown int
	Passing [MarginBins]int // of the passed, those with a margin, by bin
	Failing [MarginBins]int // of the failed, those with a margin, by bin
}

// NotAsked is how many entries the rule asks nothing of: their level or their edition does not ask it, or it does not bear on them.
func (m Margins) NotAsked() int { return m.Entries - m.Passed - m.Failed - m.Unknown }

// Add counts findings with an outcome, whose margins are in a bin; nil if they have none.
func (m *Margins) Add(outcome rules.Outcome, bin *int, count int) {
	var bins *[MarginBins]int
	switch outcome {
	case rules.Pass:
		m.Passed, bins = m.Passed+count, &m.Passing
	case rules.Fail:
		m.Failed, bins = m.Failed+count, &m.Failing
	case rules.Unknown:
		m.Unknown += count
	}
	if bins != nil && bin != nil {
		bins[*bin] += count
	}
}
