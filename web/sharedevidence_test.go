package web_test

import (
	"strings"
	"testing"

	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/review"
)

// copied is a submission of another machine by somebody else, with the evidence of those of the house.
func (h *house) copied(t *testing.T) string {
	t.Helper()
	clean := sample.Clean(2, string(methodology.V20))
	clean.Entry.Edition, clean.Entry.System.Name, clean.Entry.Site.Name = "2026-11", "Copycat", "Elsewhere"
	snapshot, err := h.store.Submissions.Intake(t.Context(), &clean.Entry, h.files(t, clean))
	must(t, err)
	made, err := h.store.Submissions.CreateEntry(t.Context(), h.people["stranger"], "2026-11", snapshot)
	must(t, err)
	_, err = h.store.Reviews.Move(t.Context(), made.ID, review.Submit, h.people["stranger"], "")
	must(t, err)
	return number(made.ID)
}

// TestReviewersAloneSeeSharedEvidence: on the evidence page, in the decision panel and in the queue, with a link to the
// other submission; neither submitter nor the public does, and a reviewer in a conflict of interest sees that it
// exists.
func TestReviewersAloneSeeSharedEvidence(t *testing.T) {
	house := open(t)
	copied, waiting, listed := house.copied(t), number(house.waiting), number(house.listed)
	const title, mark = "Evidence in other submissions", "evidence also in"
	linked := func(to string) string { return `<a href="/submissions/` + to + `">` }
	for _, c := range []struct {
		visitor, address string
		says, hides      []string
	}{
		{"reviewer", "/submissions/" + copied, []string{title, "Evidence is also in", linked(waiting), linked(listed),
			"another submitter, another system", `<a href="#shared-evidence">Compare</a>`}, []string{"withheld"}},
		{"editor", "/submissions/" + waiting,
			[]string{title, linked(copied), "Copycat", "same system", linked(listed)}, nil},
		{"reviewer", "/review",
			[]string{"evidence also in another submission", "/submissions/" + copied + "#shared-evidence"}, nil},
		{"conflicted", "/submissions/" + copied, []string{title, "withheld: you have a conflict of interest with it",
			linked(listed)}, []string{linked(waiting)}},
		{"conflicted", "/review", []string{"/submissions/" + copied + "#shared-evidence"},
			[]string{"/submissions/" + waiting}},
		{"submitter", "/submissions/" + waiting, nil,
			[]string{title, "shared-evidence", "Copycat", "/submissions/" + copied}},
		{"stranger", "/submissions/" + copied, nil, []string{title, "shared-evidence", "/submissions/" + waiting}},
		{"public", "/entries/" + listed, nil, []string{title, "shared-evidence", "Copycat"}},
		{"reviewer", "/entries/" + listed, nil, []string{title, "shared-evidence", "Copycat"}},
		{"reviewer", "/submissions/" + copied + "/report.json", nil, []string{"shared", "Copycat-"}},
		{"admin", "/review", nil, []string{mark}},
	} {
		page := house.reads(t, c.visitor, c.address)
		for _, said := range c.says {
			if !strings.Contains(page, said) {
				t.Errorf("%s at %s does not read %q", c.visitor, c.address, said)
			}
		}
		for _, hidden := range c.hides {
			if strings.Contains(page, hidden) {
				t.Errorf("%s at %s reads %q", c.visitor, c.address, hidden)
			}
		}
	}
}
