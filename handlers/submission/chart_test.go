package submission

import (
	"bytes"
	"encoding/csv"
	"math"
	"net/http/httptest"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"green500/store/submissions"
	"green500/templates"
	submissionpage "green500/templates/submission"
	"green500/validation"
	"green500/validation/power"
	"green500/validation/review"
)

var start = time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC)

// TestTheWindowOfAChart is the shared part of what is asked for and what there is, else the opening.
func TestTheWindowOfAChart(t *testing.T) {
	minute := func(from, to int) power.Span {
		return power.NewSpan(start.Add(time.Duration(from)*time.Minute), start.Add(time.Duration(to)*time.Minute))
	}
	whole, opening := minute(0, 60), minute(10, 50)
	for query, want := range map[string]power.Span{
		"": opening, "from=2026-11-05T09:20:00Z&to=2026-11-05T09:30:00Z": minute(20, 30),
		"from=2026-11-05T08:00:00Z&to=2026-11-05T09:05:00Z": minute(0, 5),
		"from=2026-11-05T11:00:00Z&to=2026-11-05T12:00:00Z": opening,
		"from=2026-11-05T09:30:00Z&to=2026-11-05T09:20:00Z": opening, "from=noon&to=2026-11-05T09:20:00Z": opening,
	} {
		c := echo.New().NewContext(httptest.NewRequestWithContext(t.Context(), "GET", "/chart?"+query, nil),
			httptest.NewRecorder())
		if got := window(c, whole, opening); !got.Start.Equal(want.Start.Time) || !got.End.Equal(want.End.Time) {
			t.Errorf("%q shows %v, want %v", query, got, want)
		}
	}
}

// TestTheCellsOfAChart: watts to the millionth; a step without a reading is empty.
func TestTheCellsOfAChart(t *testing.T) {
	var out bytes.Buffer
	rows := csv.NewWriter(&out)
	curve := power.Curve{Borders: []int64{start.UnixNano(), start.UnixNano() + 5e8, start.UnixNano() + 1e9}}
	line := power.Line{Watts: []float64{1234.5678904, math.NaN()}, Min: []float64{1000, math.NaN()},
		Max: []float64{2000.25, math.NaN()}, Present: []float64{1, 0}}
	err := writeLine(rows, nil, curve, line, "compute")
	rows.Flush()
	const want = "2026-11-05T09:00:00Z,2026-11-05T09:00:00.5Z,compute,1234.56789,1000,2000.25,1\n" +
		"2026-11-05T09:00:00.5Z,2026-11-05T09:00:01Z,compute,,,,0\n"
	if out.String() != want || err != nil {
		t.Errorf("got\n%s, %v, want\n%s", out.String(), err, want)
	}
}

// TestPeopleWithoutTheReadingsSeeSteps: those who review and hold it see each reading.
func TestPeopleWithoutTheReadingsSeeSteps(t *testing.T) {
	for _, c := range []struct {
		by    review.Party
		steps bool
	}{
		{review.Party{Role: review.Public}, true}, {review.Party{Role: review.Submitter}, true},
		{review.Party{Role: review.Admin}, true},
		{review.Party{Role: review.Reviewer, Conflict: review.SameSite}, true},
		{review.Party{Role: review.Reviewer}, false}, {review.Party{Role: review.Submitter, Owner: true}, false},
	} {
		shown := seenBy(submissions.EntryAccess{Reader: review.Reader{Party: c.by}},
			&submissions.Readings{Measurement: &power.Measurement{Entry: &power.Entry{}}}, &validation.Report{})
		if got := shown.steps != nil; got != c.steps {
			t.Errorf("%+v sees steps: %t", c.by, got)
		}
	}
}

// TestTheSentenceAfterAMove says where the submission stands then.
func TestTheSentenceAfterAMove(t *testing.T) {
	for want, c := range map[string]struct {
		verb review.Verb
		to   review.State
	}{
		"The submission is now accepted.": {review.Accept,
			review.Accepted}, "The submission is now in review.": {review.Take, review.InReview},
		"The withdrawal is undone. The submission is in review again.": {review.Restore,
			review.InReview},
		"Your approval is recorded. The submission is accepted once somebody else accepts it, too.": {review.Approve,
			review.InReview},
	} {
		if got := doneSentence(c.verb, c.to); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestTheHistoryHasItsWaivers in the order of time, before the decision of the same instant; one that was carried over
// is not told twice.
func TestTheHistoryHasItsWaivers(t *testing.T) {
	at := func(minutes int) time.Time { return start.Add(time.Duration(minutes) * time.Minute) }
	told := withWaivers([]templates.Event{{At: at(0), Text: "submitted"}, {At: at(20), Text: "accepted"}},
		[]submissionpage.WaiverLine{
			{Rule: "idle", Proposed: at(10), Proposer: "Anna", Approved: at(20), Approver: "Ben", Until: "2027-11",
				Ended: at(30), EndedBy: "Cem", State: "ended"},
			{Rule: "meter", From: "2026-06", Proposed: at(5)},
		})
	want := []string{"submitted", "Waiver of idle proposed", "Waiver of idle approved until 2027-11", "accepted",
		"Waiver of idle ended"}
	for i := range want {
		if len(told) != len(want) || told[i].Text != want[i] {
			t.Fatalf("told is %+v, want %q", told, want)
		}
	}
}

// TestTheRevisionBefore is the last that was submitted before the one that is shown.
func TestTheRevisionBefore(t *testing.T) {
	submitted := []submissions.Revision{{Number: 1, SubmittedAt: &start}, {Number: 2, SubmittedAt: &start}, {Number: 3},
		{Number: 4, SubmittedAt: &start}}
	for shown, want := range map[int]int{1: 0, 2: 1, 3: 2, 4: 2, 5: 4} {
		if got := previousTo(submitted, shown); got != want {
			t.Errorf("before revision %d came %d, want %d", shown, got, want)
		}
	}
}
