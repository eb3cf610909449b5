// This file owns the evidence of a revision that a question can point at.

package reviews

import (
	"context"
	"slices"

	"green500/store/submissions"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/review"
	"green500/validation/rules"
)

// Evidence is what a revision holds that a question can be pinned to. The times of the readings take more to find,
// and only questions about meters need them. It fails if what is kept cannot be read.
func (s *Reviews) Evidence(ctx context.Context, r submissions.Revision, withReadings bool) (review.Evidence, error) {
	entry, err := submissions.DecodeDocument(r.Document)
	if err != nil {
		return review.Evidence{}, err
	}
	report, _, err := r.Verdict()
	if err != nil {
		return review.Evidence{}, err
	}
	evidence := review.Evidence{Fields: document.Fields(entry), Outcomes: outcomesOf(report),
		Readings: map[string]review.Range{}}
	for _, meter := range entry.Meters {
		evidence.Readings[meter.ID] = review.Range{}
	}
	if !withReadings || report == nil {
		return evidence, nil
	}
	return evidence, s.addReadings(ctx, r, evidence)
}

// outcomesOf are the outcomes of a report by rule; of a rule that asks different things of different levels the worst.
func outcomesOf(report *validation.Report) map[string]string {
	if report == nil {
		return nil
	}
	order := []rules.Outcome{rules.NotApplicable, rules.Pass, rules.Unknown, rules.Fail}
	outcomes := map[string]string{}
	for _, f := range report.Findings {
		before, known := outcomes[f.Rule]
		if !known || slices.Index(order, f.Outcome) > slices.Index(order, rules.Outcome(before)) {
			outcomes[f.Rule] = string(f.Outcome)
		}
	}
	return outcomes
}

func (s *Reviews) addReadings(ctx context.Context, r submissions.Revision, into review.Evidence) error {
	m, err := s.submissions.Measurement(ctx, r)
	if err != nil {
		return err
	}
	defer func() { _ = m.Close() }() // nothing was written
	for _, part := range m.Parts {
		for _, trace := range part.Traces {
			span := trace.Span()
			if span.IsZero() || part.Meter == nil {
				continue
			}
			held := into.Readings[part.Meter.ID]
			if held.From.IsZero() || span.Start.Before(held.From) {
				held.From = span.Start.Time
			}
			if span.End.After(held.To) {
				held.To = span.End.Time
			}
			into.Readings[part.Meter.ID] = held
		}
	}
	return m.Err()
}
