package desk

import (
	"strings"
	"testing"
	"time"

	"green500/templates"
	"green500/templates/pagetest"
	"green500/validation/review"
)

// walks are editions at each point of their way.
func walks() map[string]*EditionWalk {
	day := 24 * time.Hour
	row := func(closes time.Duration, counts map[review.State]int) EditionRow {
		now := pagetest.Noon
		return EditionRow{Name: "2026-11", Methodology: "2.0", Counts: counts,
			Deadline: templates.Deadline{Edition: "2026-11", Zone: "UTC", Opens: now.Add(-30 * day),
				Closes: now.Add(closes), Grace: day, Now: now}}
	}
	published := row(-day, map[review.State]int{review.Published: 2})
	published.Published, published.Hash = pagetest.Noon, strings.Repeat("a", 64)
	embargoed := published
	embargoed.Embargo = pagetest.Noon.Add(day)
	unopened := row(40*day, nil)
	unopened.Deadline.Opens = pagetest.Noon.Add(day)
	return map[string]*EditionWalk{
		"unopened": {Row: unopened, Outstanding: review.Outstanding{Early: true}},
		"open": {Row: row(day, map[review.State]int{review.Draft: 1}),
			Outstanding: review.Outstanding{Early: true, Drafts: 1}},
		"early": {Row: row(day, map[review.State]int{review.Accepted: 1}),
			Outstanding: review.Outstanding{Early: true}},
		"in grace": {Row: row(-time.Hour, map[review.State]int{review.Draft: 1, review.Accepted: 1}),
			Outstanding: review.Outstanding{Early: true, Drafts: 1}},
		"empty": {Row: row(-2*day, nil)},
		"late, refused": {Row: row(-2*day, map[review.State]int{review.Accepted: 4, review.Submitted: 3}),
			Outstanding: review.Outstanding{Undecided: 3}, Typed: "2",
			Errors: templates.FieldErrors{review.NumberField: `The list was not published: "2" is not the number.`}},
		"returned": {Row: row(-2*day, map[review.State]int{review.Accepted: 4, review.Returned: 1}),
			Outstanding: review.Outstanding{Returned: 1}},
		"questions": {Row: row(-2*day, map[review.State]int{review.Accepted: 4}),
			Outstanding: review.Outstanding{Questions: 2}},
		"ready": {Row: row(-2*day, map[review.State]int{review.Accepted: 4}),
			Errors: templates.FieldErrors{"": "Refused."}},
		"embargoed": {Row: embargoed},
		"published": {Row: published},
	}
}

// TestTheWayOfAnEdition: the state of each step, what is next, and where its action leads.
func TestTheWayOfAnEdition(t *testing.T) {
	for name, want := range map[string]struct {
		states string // of close, decide, preview, publish, announce
		next   string
		href   string
	}{
		"unopened":      {"later waits later later later", "Next: wait for submissions", "/editions/2026-11#dates"},
		"open":          {"waits waits later later later", "Next: wait for submissions", "/editions/2026-11#dates"},
		"early":         {"waits waits free waits later", "Next: wait for the deadline", "/editions/2026-11/preview"},
		"in grace":      {"waits done free waits later", "Next: wait for the deadline", "/editions/2026-11/preview"},
		"empty":         {"done later later later later", "Next: wait for submissions", "/editions/2026-11#dates"},
		"late, refused": {"done now free waits later", "Next: decide on 3 submissions", "/review?edition=2026-11"},
		"returned": {"done now free waits later", "Next: 1 submission waits for correction",
			"/review?edition=2026-11&state=returned"},
		"questions": {"done now free waits later", "Next: settle 2 questions",
			"/review?edition=2026-11&questions=open&state=all"},
		"ready":     {"done done free now later", "Next: publish the list", "/editions/2026-11#publish"},
		"embargoed": {"done done done done waits", "Next: the embargo ends on ", "/editions/2026-11#announce"},
		"published": {"done done done done free", "Next: announce the list", "/editions/2026-11#announce"},
	} {
		w := walks()[name]
		var states []string
		for _, state := range []walkState{w.closing(), w.deciding(), w.previewing(), w.publishing(), w.announcing()} {
			states = append(states, string(state))
		}
		next := w.next()
		if got := strings.Join(states, " "); got != want.states || !strings.HasPrefix(next.Text, want.next) ||
			next.Action.Href != want.href {
			t.Errorf("%s: %s, %q to %s; want %s, %q to %s", name, got, next.Text, next.Action.Href, want.states,
				want.next, want.href)
		}
	}
}
