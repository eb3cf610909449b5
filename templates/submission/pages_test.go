package submission

import (
	"testing"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/templates/pagetest"
	"green500/validation/power"
	"green500/validation/review"
)

func TestSubmissionPages(t *testing.T) { pagetest.Check(t, submissionPages()) }

// submissionPages are pages full, empty, and with everything that can be wrong.
func submissionPages() map[string]templ.Component {
	public, submitter, reviewer, editor := templates.Viewer{}, pagetest.Viewer(review.Submitter),
		pagetest.Viewer(review.Reviewer), pagetest.Viewer(review.Editor)
	own := entryPage("/submissions/7", submitter, review.Draft)
	own.Owner = true
	broken := own
	broken.Report, broken.Curve, broken.Files = nil, power.Curve{}, nil
	broken.Problems = power.InputErrors{{Field: "run.output", Problem: "no output", Remedy: "name it"},
		{File: "a.csv", Line: 3, Problem: "not a number"}}
	own.Sharing = Sharing{With: "Example Centre", May: true,
		Sites: []templates.Option{{Value: "3", Label: "Example Centre"}}, Chosen: "3"}
	refused := entryPage("/submissions/7", reviewer, review.InReview)
	refused.Decision = Decision{Verb: review.Return,
		Errors: templates.FieldErrors{"reason": "Write the reason.", "": "The entry moved."}}
	mine, nobodys := entryPage("/submissions/7", reviewer, review.InReview),
		entryPage("/submissions/7", editor, review.InReview)
	mine.Reviewed, nobodys.Reviewed = &ReviewerLine{Name: "Rina", Mine: true}, &ReviewerLine{}
	alarming, again := mine, mine
	alarming.Deciding.Deliberation = review.Deliberation{State: review.InReview, Claimed: 2, Granted: 2}
	alarming.Shared = []SharedEvidence{
		{ID: "9", System: "<Copy>", Site: "Elsewhere", Edition: "2026-11", Kinship: review.Unrelated,
			Files: []SharedFile{{Name: "pdus.csv", Use: "log", Other: "<racks>.csv"},
				{Name: "hpl.out", Use: "HPL output", Other: "hpl.out"}}},
		{Kinship: review.Unrelated, Conflict: review.SameSite,
			Files: []SharedFile{{Name: "pdus.csv", Use: "log", Readings: true}}},
		{ID: "3", System: "Example-1", Site: "Centre", Edition: "2026-06", Kinship: review.SameSubmitter,
			Files: []SharedFile{{Name: "pdus.csv", Use: "log", Readings: true}}},
	}
	again.Shared = alarming.Shared[2:]
	return map[string]templ.Component{
		"entry, public":        Entry(entryPage("/entries/7", public, review.Published)),
		"entry, own":           Entry(own),
		"entry, ungraded":      Entry(broken),
		"entry, refused":       Entry(refused),
		"entry, mine":          Entry(mine),
		"entry, not taken yet": Entry(nobodys),
		"entry, shared":        Entry(alarming),
		"entry, shared again":  Entry(again),
	}
}
