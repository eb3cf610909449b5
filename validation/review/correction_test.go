package review_test

import (
	"strings"
	"testing"
	"time"

	"green500/validation/review"
)

// TestACorrectionIsWordedOnce: reason and questions stand in the text as in the parts, each with what it is about.
func TestACorrectionIsWordedOnce(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 2, 10, 16, 15, 0, time.UTC)
	name := func(path string) string { return strings.ToUpper(path) }
	correction := review.Correction{
		Reason: "State where the meters were.", Zone: time.FixedZone("CET", 3600),
		Questions: []review.OpenQuestion{
			{Thread: 3, Pin: review.Pin{Kind: review.OnField, Target: "meters[0].id"}, Text: "Which?"},
			{Thread: 4, Pin: review.Pin{Kind: review.OnMeter, Target: "m1", From: at, To: at.Add(time.Minute)},
				Text: "Why a step?"},
			{Thread: 5, Pin: review.Pin{Kind: review.OnFinding, Target: "meter-accuracy"}, Text: "Is it calibrated?"},
			{Thread: 6, Pin: review.Pin{Kind: review.OnEntry}, Text: "Is that all?"},
		},
	}
	const want = `The reviewer writes: State where the meters were.
Question about “METERS[0].ID (meters[0].id)”: Which?
Question about “Readings of m1, 2026-11-02 11:16:15 to 11:17:15 UTC+01:00”: Why a step?
Question about “Finding meter-accuracy”: Is it calibrated?
Question about “The submission as a whole”: Is that all?`
	if got := correction.Text(name); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for i, part := range correction.Parts(name) {
		if line := strings.Split(want, "\n")[i]; part.Heading+": "+part.Text != line {
			t.Errorf("part %d is %+v, and the text has %s", i, part, line)
		}
	}
	if got := (review.Correction{}).Text(nil); got != "" {
		t.Errorf("of nothing there is the text %q", got)
	}
	if got := (review.Pin{Kind: review.OnField, Target: "site.name"}).Words(nil, nil); got != "site.name" {
		t.Errorf("a field without a name is called %q", got)
	}
}
