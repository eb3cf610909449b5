package desk

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/a-h/templ"

	"green500/templates/pagetest"
	"green500/validation/lists/rehearsal"
	"green500/validation/power"
	"green500/validation/review"
)

func judged(level power.Level, efficiency float64, rank int) *rehearsal.Verdict {
	return &rehearsal.Verdict{Level: level, Power: 154948, Efficiency: efficiency, Rank: rank}
}

// rehearsedEntries are one of each kind of change, and one that stays as it is.
func rehearsedEntries() []rehearsal.Entry {
	return []rehearsal.Entry{
		{ID: 1, System: "Example <1>", Site: "Centre", Edition: "2026-11", State: review.Published, Methodology: "2.0",
			Then: judged(2, 33.8, 1), Now: judged(0, 33.8, 1), Failing: []string{"no-estimates"}, RulesChanged: true},
		{ID: 2, System: "Example-2", Edition: "2026-11", State: review.Submitted, Methodology: "2.0",
			Then: judged(0, 33.8, 0), Now: judged(3, 30, 0), Cleared: []string{"meter-accuracy"}},
		{ID: 3, System: "Example-3", Edition: "2026-11", State: review.Accepted, Methodology: "2.0",
			Then: judged(1, 33.8, 3), Problem: "A file of its evidence is damaged."},
		{ID: 4, System: "Example-4", Edition: "2026-11", State: review.Accepted, Methodology: "2.0",
			Then: judged(1, 33.8, 2), Now: judged(1, 33.8, 2)},
	}
}

// rehearsed is the page of a rehearsal that says two lines on its way.
func rehearsed(entries []rehearsal.Entry, failed error) RehearsalPage {
	run := func(say func(string, int, int)) (RehearsalResult, error) {
		say("1 of 4 submissions graded", 1, 4)
		say("3 of 4 submissions graded", 3, 4)
		result := RehearsalResult{Taken: 1300 * time.Millisecond, Older: 1}
		for _, e := range entries {
			result.Tally.Add(e)
			if e.Changed() {
				result.Rows = append(result.Rows, e)
			}
		}
		return result, failed
	}
	return RehearsalPage{Page: pagetest.Page("/editions/rehearsal", pagetest.Viewer(review.Editor)),
		Editions: []string{"2026-11"}, Methodology: "1.2", Edition: "2026-11", Run: run}
}

func draw(t *testing.T, c templ.Component) string {
	t.Helper()
	var drawn strings.Builder
	if err := c.Render(t.Context(), &drawn); err != nil {
		t.Fatal(err)
	}
	return drawn.String()
}

// TestARehearsalSaysWhoChangesAndWhy: each change with its entry, and nothing of what stays.
func TestARehearsalSaysWhoChangesAndWhy(t *testing.T) {
	text := draw(t, Rehearsal(rehearsed(rehearsedEntries(), nil)))
	for _, want := range []string{
		"4 submissions: 1 keeps their level, 1 falls, 1 rises, 1 cannot be graded.", "3 submissions would change",
		"1 submission was graded by an earlier version of the rules",
		`href="/entries/1"`, "Example &lt;1&gt;", `href="/submissions/2"`, `href="/rules#no-estimates"`,
		"33.80 → 30.00", "3 → –", "is damaged",
		`href="/editions/rehearsal.csv?edition=2026-11&amp;methodology=1.2"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	if strings.Contains(text, "Example-4") {
		t.Error("an entry that stays as it is is listed as a change")
	}
}

// TestARehearsalThatFailsShowsNoResult: half a result must not be taken for a whole one.
func TestARehearsalThatFailsShowsNoResult(t *testing.T) {
	text := draw(t, Rehearsal(rehearsed(rehearsedEntries(), errors.New("secret"))))
	if !strings.Contains(text, "was not completed") || strings.Contains(text, "would change") ||
		strings.Contains(text, "secret") {
		t.Errorf("got %s", text)
	}
}

// TestProgressIsSentAsItComes: before the work begins there is a page with a way to stop, and each
// line is there when it was said.
func TestProgressIsSentAsItComes(t *testing.T) {
	answer := httptest.NewRecorder()
	p := rehearsed(nil, nil)
	p.Run = func(say func(string, int, int)) (RehearsalResult, error) {
		if said := answer.Body.String(); !answer.Flushed || !strings.Contains(said, "Stop") ||
			!strings.Contains(said, "<h1>") {
			t.Errorf("before the work there is only %q", said)
		}
		say("half of it", 1, 2)
		if !strings.Contains(answer.Body.String(), "half of it") {
			t.Error("a line waits for the end")
		}
		return RehearsalResult{}, nil
	}
	if err := Rehearsal(p).Render(t.Context(), answer); err != nil {
		t.Fatal(err)
	}
}
