// This file owns the findings of reports, in rows that can be counted.

package submissions

import (
	"context"
	"encoding/json"
	"fmt"
	"math"

	"green500/validation"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/rules"
)

// MarginUnit is how a margin of one is written in the database: whole numbers are binned there the same way everywhere.
const MarginUnit = 1_000_000

// largestMargin bounds margins, so that each is a whole number of units.
const largestMargin = 1e9

type findingRow struct {
	EntryID int64         `gorm:"primaryKey;autoIncrement:false"`
	Number  int           `gorm:"primaryKey;autoIncrement:false"`
	Rule    string        `gorm:"primaryKey"`
	Level   power.Level   `gorm:"primaryKey;autoIncrement:false"`
	Outcome rules.Outcome // as the report has it
	Margin  *int64        // in marginUnit; nil if the finding has none
}

func (findingRow) TableName() string { return "revision_findings" }

func findingRows(entryID int64, number int, report []byte) ([]findingRow, error) {
	if len(report) == 0 {
		return nil, nil
	}
	var read struct{ Findings []rules.Finding }
	if err := json.Unmarshal(report, &read); err != nil {
		return nil, fmt.Errorf("read the findings of revision %d of submission %d: %w", number, entryID, err)
	}
	var rows []findingRow
	for _, f := range read.Findings {
		for _, level := range f.Levels {
			rows = append(rows, findingRow{entryID, number, f.Rule, level, f.Outcome, marginParts(f.Margin)})
		}
	}
	return rows, nil
}

// marginParts rounds down, so that nothing that fails comes out with a margin of zero.
func marginParts(margin *float64) *int64 {
	if margin == nil {
		return nil
	}
	parts := int64(math.Floor(max(-largestMargin, min(largestMargin, *margin)) * MarginUnit))
	return &parts
}

const binWidth = MarginUnit / 10

// Margins counts what a rule found at the claimed level of the entries that are in one of the states, but for those
// that are withheld from the current user. Only what was submitted and graded counts.
func (s *Submissions) Margins(ctx context.Context, rule string, states []review.State,
	withheld []int64) (validation.Margins, error) {
	var groups []struct {
		Outcome *rules.Outcome
		Bin     *int
		Count   int
	}
	bin := fmt.Sprintf("CASE WHEN f.margin < 0 THEN 0 WHEN f.margin >= %d THEN %d ELSE f.margin / %d + 1 END",
		MarginUnit, validation.MarginBins-1, binWidth)
	query := s.db.Query(ctx).Table("entries").Select("f.outcome AS outcome, "+bin+" AS bin, COUNT(*) AS count").
		Joins("JOIN revisions r ON r.entry_id = entries.id AND r.number = entries.revision AND r.submitted_at "+
			"IS NOT NULL").
		Joins("LEFT JOIN revision_findings f ON f.entry_id = entries.id AND f.number = entries.revision "+
			"AND f.level = entries.claimed_level AND f.rule = ?", rule).
		Where("entries.state IN ? AND entries.complete = ?", states, true)
	if err := ExcludeWithheld(query, withheld).Group("f.outcome, bin").Scan(&groups).Error; err != nil {
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
