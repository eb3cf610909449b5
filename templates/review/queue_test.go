package review

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"green500/templates"
	"green500/templates/pagetest"
	"green500/validation/review"
	"green500/validation/rules"
)

// reviewPages are those of reviewers.
func reviewPages() map[string]templ.Component {
	reviewer, editor := pagetest.Viewer(review.Reviewer), pagetest.Viewer(review.Editor)
	rows := []QueueRow{
		{ID: "7", System: "Example-1", State: review.Submitted, Graded: true, Claimed: 3, Granted: 2,
			Failed: 2, Unknown: 1, Worst: "x", Outcome: rules.Fail, Margin: pagetest.Pointer(-0.1), Unseen: true,
			Since: pagetest.Noon.Add(-time.Hour), Due: pagetest.Noon.Add(-time.Hour)},
		{ID: "8", State: review.InReview, Own: true, Mine: true, Since: pagetest.Noon,
			Due: pagetest.Noon.Add(time.Hour)},
		{ID: "9", State: review.Returned, Revising: true, Revised: true, Revision: 2, Messages: 1, Reviewer: "Kim"},
		{ID: "10", State: review.Accepted, Moved: true, Worst: "y", Outcome: rules.Pass, Margin: pagetest.Pointer(0.2)},
		{ID: "12", State: review.Submitted, Shared: review.Unrelated, Worst: "y", Outcome: rules.Pass,
			Margin: pagetest.Pointer(0.2)},
		{ID: "13", State: review.Submitted, Shared: review.SameSystem},
		{ID: "11", System: "Hidden", Site: "Centre", Conflict: review.SameSite},
	}
	wrong := templates.FieldErrors{"": "No.", "with": "Nothing.", "site": "a", "domain": "b", "reason": "c"}
	candidates := []Candidate{
		{ID: "1", Name: "Rina", Role: review.Reviewer, Chosen: true},
		{ID: "2", Name: "<Kim>", Role: review.Reviewer, Conflict: review.DeclaredBySelf, Why: "a friend"},
		{ID: "3", Name: "Edda", Role: review.Editor, Self: true, InHand: 3},
		{ID: "4", Name: "Lou", Role: review.Editor, Owner: true},
	}
	return map[string]templ.Component{
		"queue": Queue(QueuePage{Page: pagetest.Page("/review", editor), Now: pagetest.Noon,
			Rows: rows, Total: 120, Declared: 1, Editions: []string{"2026-11"},
			Reviewers: []templates.Option{{Value: "1", Label: "Rina"}}, View: QueueView{Sort: "-worst", Page: 2}}),
		"queue, none": Queue(QueuePage{Page: pagetest.Page("/review", reviewer), View: QueueView{Page: 1}}),
		"queue, no match": Queue(QueuePage{Page: pagetest.Page("/review", reviewer),
			View: QueueView{Search: `"<x>&`, Page: 1}}),
		"conflicts": Conflicts(ConflictsPage{Page: pagetest.Page("/review/conflicts", reviewer),
			Domain: "centre.org", Sites: []string{"<Centre>"},
			Declared: []DeclaredConflict{{ID: "1", With: "the site x", At: pagetest.Noon}, {ID: "2", With: "the site x",
				At: pagetest.Noon, Withdrawn: pagetest.Noon}}, Withheld: []WithheldEntry{{"Hidden", "Centre", "2026-11",
				review.SameDomain}}, Entries: []templates.Option{{Value: "7", Label: "Example-1"}}, Form: ConflictForm{
				Entry: "7", Errors: wrong}}),
		"conflicts, none": Conflicts(ConflictsPage{Page: pagetest.Page("/review/conflicts", reviewer)}),
		"reviewer": Reviewer(ReviewerPage{Page: pagetest.Page("/submissions/7/reviewer", editor), ID: "7",
			System: "Example-1", State: review.InReview, Reviewer: "Rina", Candidates: candidates}),
		"reviewer, decided": Reviewer(ReviewerPage{Page: pagetest.Page("/submissions/7/reviewer", editor), ID: "7",
			System: "Example-1", State: review.Accepted, Candidates: candidates}),
	}
}

func TestReviewPages(t *testing.T) { pagetest.Check(t, reviewPages()) }

// TestAViewIsALink: what a view asks for is in its address, and nothing else.
func TestAViewIsALink(t *testing.T) {
	for want, view := range map[string]QueueView{
		"/review":                         {Page: 1},
		"/review?edition=2026-11&page=2":  {Edition: "2026-11", Page: 2},
		"/review?q=a%26b&sort=-worst":     {Search: "a&b", Sort: "-worst"},
		"/review?level=3&reviewer=me":     {Level: "3", Reviewer: QueueMine},
		"/review?conflict=with&state=all": {Conflict: QueueWith, State: QueueAll},
	} {
		if got := string(view.address()); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestAHeadingSortsAndTurnsRound follows headings one after the other, from what is as usual.
func TestAHeadingSortsAndTurnsRound(t *testing.T) {
	view, said := QueueView{Page: 3}, []string{}
	for _, column := range []string{"age", "age", "worst", "worst", "system"} {
		view = view.sortedBy(column)
		said = append(said, fmt.Sprintf("%s %s", view.address(), view.sorted(column)))
	}
	want := "/review?sort=-age descending, /review ascending, /review?sort=worst ascending, " +
		"/review?sort=-worst descending, /review?sort=system ascending"
	if got := strings.Join(said, ", "); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
