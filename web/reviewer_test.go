package web_test

import (
	"net/url"
	"strings"
	"testing"

	"green500/validation/review"
)

// TestAnEntryGoesFromHandToHand: an editor assigns it, the reviewer hands it back and takes it up, declares a
// conflict and sees it no more, nobody can give it to them, and they see it again once that is withdrawn.
func TestAnEntryGoesFromHandToHand(t *testing.T) {
	house := open(t)
	evidence := "/submissions/" + number(house.waiting)
	steps := []struct {
		visitor, address string
		form             url.Values
		status           int
		then             string // the page that the visitor looks at next
		says             []string
	}{
		{"editor", evidence + "/reviewer", url.Values{"reviewer": {number(house.people["reviewer"].ID)}}, 200, evidence,
			[]string{"reviewer reviews this submission", ">Assign</a>"}},
		{"reviewer", evidence + "/moves", url.Values{"verb": {string(review.Take)}, "revision": {"1"}}, 200, evidence,
			[]string{"You review this submission", "Unassign me"}},
		{"reviewer", evidence + "/reviewer", url.Values{"reviewer": {""}}, 200, evidence,
			[]string{"This submission is unassigned", "Assign to me"}},
		{"reviewer", evidence + "/reviewer", url.Values{"reviewer": {"me"}}, 200, "/review?reviewer=me",
			[]string{evidence, "<strong>you</strong>"}},
		{"reviewer", "/review/conflicts", url.Values{"reason": {"x"}}, 422, "/review/conflicts",
			[]string{"Nothing yet"}},
		{"reviewer", "/review/conflicts",
			url.Values{"entry": {number(house.waiting)}, "reason": {"My <sister> runs it"}}, 200, "/review/conflicts",
			[]string{"the submission Sample-1", "1 submission is withheld", "My &lt;sister&gt; runs it"}},
		{"reviewer", evidence + "/reviewer", url.Values{"reviewer": {"me"}}, 403, "/review",
			[]string{"withheld", "You declared a conflict of interest"}},
		{"editor", evidence + "/reviewer", url.Values{"reviewer": {number(house.people["reviewer"].ID)}}, 409,
			evidence + "/reviewer", []string{"Unassigned. The assigned reviewer gets a notice", "Declared a conflict",
				"My &lt;sister&gt; runs it", "cannot review it"}},
		{"editor", evidence + "/reviewer", url.Values{"reviewer": {"me"}}, 200, evidence,
			[]string{"You review this submission"}},
		{"reviewer", "/review/conflicts/3/withdraw", url.Values{}, 200, evidence,
			[]string{"editor reviews this submission"}},
	}
	for _, step := range steps {
		if status, body := house.sendForm(t, step.visitor, step.address, step.form); status != step.status {
			t.Fatalf("%s sends %v to %s: %d\n%s", step.visitor, step.form, step.address, status, body)
		}
		page := house.read(t, step.visitor, step.then)
		for _, said := range step.says {
			if !strings.Contains(page, said) {
				t.Errorf("once %s sent %v to %s, %s does not say %q:\n%s", step.visitor, step.form, step.address,
					step.then, said, page)
			}
		}
	}
}
