// This file owns statistics of margins by rule.

package store

import (
	"context"
	"fmt"

	"green500/validation/review"
	"green500/validation/rules"
)

// Bins of a margin, each a tenth of the limit wide: under zero, from 0 to under 10%, and so on, and
// a last one from 100% on.
const (
	MarginBins = 12
	binWidth   = marginUnit / 10
)

// Margins is how entries do by one rule at the level they claim.
type Margins struct {
	Entries int // that were graded; those that are in no other count are not asked
	Passed  int
	Failed  int
	Unknown int
	Passing [MarginBins]int // of the passed, those with a margin, by bin
	Failing [MarginBins]int // of the failed, those with a margin, by bin
}

// NotAsked is how many entries the rule asks nothing of: their level or their edition does not ask
// it, or it does not bear on them.
func (m Margins) NotAsked() int { return m.Entries - m.Passed - m.Failed - m.Unknown }

// Margins counts what a rule found at the claimed level of the entries that are in one of the
// states, but for those that are withheld from the current user. Only what was submitted and graded
// counts. It fails only where the database does.
func (s *Store) Margins(ctx context.Context, rule string, states []review.State, withheld []int64) (Margins, error) {
	var groups []struct {
		Outcome *rules.Outcome
		Bin     *int
		Count   int
	}
	bin := fmt.Sprintf("CASE WHEN f.slack < 0 THEN 0 WHEN f.slack >= %d THEN %d ELSE f.slack / %d + 1 END", marginUnit, MarginBins-1, binWidth)
	query := s.query(ctx).Table("entries").Select("f.outcome AS outcome, "+bin+" AS bin, COUNT(*) AS count").
		Joins("JOIN revisions r ON r.entry_id = entries.id AND r.number = entries.revision AND r.submitted_at IS NOT NULL").
		Joins("LEFT JOIN revision_findings f ON f.entry_id = entries.id AND f.number = entries.revision AND f.level = entries.claimed_level AND f.rule = ?", rule).
		Where("entries.state IN ? AND entries.complete = ?", states, true)
	if err := excludeWithheld(query, withheld).Group("f.outcome, bin").Scan(&groups).Error; err != nil {
		return Margins{}, fmt.Errorf("count the findings of %s: %w", rule, err)
	}
	var m Margins
	for _, g := range groups {
		m.Entries += g.Count
		if g.Outcome != nil {
			m.add(*g.Outcome, g.Bin, g.Count)
		}
	}
	return m, nil
}

func (m *Margins) add(outcome rules.Outcome, bin *int, count int) {
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
