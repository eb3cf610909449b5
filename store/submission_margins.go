// This file owns statistics of margins by rule.

package store

import (
	"context"
	"fmt"

	"green500/validation"
	"green500/validation/review"
	"green500/validation/rules"
)

const binWidth = marginUnit / 10

// Margins counts what a rule found at the claimed level of the entries that are in one of the states, but for those
// that are withheld from the current user. Only what was submitted and graded counts.
func (s *Store) Margins(ctx context.Context, rule string, states []review.State, withheld []int64) (validation.Margins, error) {
	var groups []struct {
		Outcome *rules.Outcome
		Bin     *int
		Count   int
	}
	bin := fmt.Sprintf("CASE WHEN f.margin < 0 THEN 0 WHEN f.margin >= %d THEN %d ELSE f.margin / %d + 1 END", marginUnit, validation.MarginBins-1, binWidth)
	query := s.query(ctx).Table("entries").Select("f.outcome AS outcome, "+bin+" AS bin, COUNT(*) AS count").
		Joins("JOIN revisions r ON r.entry_id = entries.id AND r.number = entries.revision AND r.submitted_at IS NOT NULL").
		Joins("LEFT JOIN revision_findings f ON f.entry_id = entries.id AND f.number = entries.revision AND f.level = entries.claimed_level AND f.rule = ?", rule).
		Where("entries.state IN ? AND entries.complete = ?", states, true)
	if err := excludeWithheld(query, withheld).Group("f.outcome, bin").Scan(&groups).Error; err != nil {
		return validation.Margins{}, err
	}
	var m validation.Margins
	for _, g := range groups {
		m.Entries += g.Count
		if g.Outcome != nil {
			m.Add(*g.Outcome, g.Bin, g.Count)
		}
	}
	return m, nil
}
