package review

import (
	"slices"
	"time"
)

// NextStep is one thing that happens after a submission was submitted.
type NextStep struct {
	At   time.Time // zero if it has no date
	Text string
}

// NextSteps is the one wording of what happens after a submission, in order: its page and the mail about it both show them. reviewBy
// and embargo are zero if the edition has none.
func NextSteps(c Calendar, reviewBy, embargo, now time.Time) []NextStep {
	steps := []NextStep{{Text: "A reviewer takes the submission, and reads its evidence. If something is unclear or missing, you get a question, or the submission back for correction."}}
	dated := []NextStep{{c.Closes, "The edition closes. Until then you can withdraw the submission, and undo the withdrawal."}}
	if !now.Before(c.Closes) {
		dated[0].Text = "The edition closed. You can withdraw the submission until the list is published, but no longer undo the withdrawal."
	}
	if !reviewBy.IsZero() {
		dated = append(dated, NextStep{reviewBy, "Reviewers should have decided. You get a notice of the decision."})
	}
	last := NextStep{Text: "If the submission is accepted, it is on the list when the edition is published. Everybody can then read it."}
	if !embargo.IsZero() {
		last = NextStep{embargo, "If the submission is accepted, it is on the list when the edition is published. Everybody can read it from this time on, and not before."}
		dated = append(dated, last)
	}
	slices.SortStableFunc(dated, func(a, b NextStep) int { return a.At.Compare(b.At) })
	if steps = append(steps, dated...); embargo.IsZero() {
		steps = append(steps, last)
	}
	return steps
}
