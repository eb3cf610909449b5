package submissions_test

import (
	"encoding/json"
	"math"
	"testing"

	"green500/store/roomtest"
	"green500/store/submissions"
	"green500/validation"
	"green500/validation/document/sample"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/rules"
)

// found is a finding of the rule that the tests ask about.
func found(outcome rules.Outcome, margin *float64, levels ...power.Level) rules.Finding {
	return rules.Finding{Rule: roomtest.Asked, Levels: levels, Outcome: outcome, Margin: margin}
}

// withFindings is a graded snapshot that claims Level 2.
func withFindings(t *testing.T, findings ...rules.Finding) submissions.Snapshot {
	t.Helper()
	report, err := json.Marshal(map[string]any{"findings": findings})
	if err != nil {
		t.Fatal(err)
	}
	snapshot := roomtest.GradedAs(submissions.Summary{System: "Aurora", ClaimedLevel: 2}) // figures of the report
	snapshot.Report = report
	return snapshot
}

// decided takes a snapshot through submission and acceptance.
func (r *room) decided(snapshot submissions.Snapshot) submissions.Entry {
	r.T.Helper()
	entry := r.Entry(r.Submitter, snapshot)
	r.Move(entry.ID, review.Submit, r.Submitter)
	r.Move(entry.ID, review.Accept, r.Reviewer)
	return entry
}

func (r *room) wantMargins(want validation.Margins, states ...review.State) {
	r.T.Helper()
	got, err := r.Submissions.Margins(r.T.Context(), roomtest.Asked, states, nil)
	if err != nil || got != want {
		r.T.Errorf("got %+v, %v, want %+v", got, err, want)
	}
}

func TestMarginsCountTheClaimedLevelOfWhatIsPublished(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.wantMargins(validation.Margins{}, review.Published)
		other := found(rules.Fail, new(-0.5), 2)
		other.Rule = "another-rule"
		r.decided(withFindings(t, found(rules.Pass, new(0.25), 1, 2), found(rules.Fail, new(-0.5), 3), other))
		r.decided(withFindings(t, found(rules.Pass, new(0.9), 1), found(rules.Fail, new(-0.001), 2, 3)))
		r.decided(withFindings(t, found(rules.Pass, nil, 1, 2, 3)))
		r.decided(withFindings(t, found(rules.Unknown, nil, 2)))
		r.decided(withFindings(t, found(rules.NotApplicable, nil, 2)))
		r.decided(withFindings(t, found(rules.Fail, nil, 3)))
		waiting := r.Entry(r.Submitter, withFindings(t, found(rules.Pass, new(2.0), 2)))
		r.Entry(r.Submitter, withFindings(t, found(rules.Fail, new(-1.0), 2))) // a draft is nobody's business
		r.Move(waiting.ID, review.Submit, r.Submitter)
		r.Publish()
		want := validation.Margins{Entries: 6, Passed: 2, Failed: 1, Unknown: 1}
		want.Passing[3], want.Failing[0] = 1, 1
		r.wantMargins(want, review.Published)
		if want.NotAsked() != 2 {
			t.Errorf("%d are not asked, want 2", want.NotAsked())
		}
		want.Entries, want.Passed, want.Passing[11] = 7, 3, 1
		r.wantMargins(want, review.Published, review.Submitted, review.Draft)
	})
}

// TestMarginsFollowTheDocument: what a draft said before it was saved again counts no more, and
// neither does what was not sent.
func TestMarginsFollowTheDocument(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, withFindings(t, found(rules.Fail, new(-0.5), 2)))
		save := func(snapshot submissions.Snapshot) {
			t.Helper()
			if _, err := r.SaveDraft(t.Context(), entry.ID, r.Submitter, r.Reload(entry.ID).Version,
				snapshot); err != nil {
				t.Fatal(err)
			}
		}
		save(roomtest.Ungraded())
		save(withFindings(t, found(rules.Pass, new(0.5), 1, 2)))
		r.Move(entry.ID, review.Submit, r.Submitter)
		want := validation.Margins{Entries: 1, Passed: 1}
		want.Passing[6] = 1
		r.wantMargins(want, review.Submitted)
		r.Move(entry.ID, review.Return, r.Reviewer)
		save(withFindings(t, found(rules.Fail, new(-0.25), 2)))
		r.wantMargins(validation.Margins{}, review.Returned)
		r.Move(entry.ID, review.Submit, r.Submitter)
		want = validation.Margins{Entries: 1, Failed: 1}
		want.Failing[0] = 1
		r.wantMargins(want, review.Submitted)
	})
}

// TestEveryMarginHasItsBin: an edge belongs to the bin above it, and nothing under zero reaches it.
func TestEveryMarginHasItsBin(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		var want validation.Margins
		for bin := range validation.MarginBins {
			low := float64(bin-1) / 10
			for _, margin := range []float64{low, math.Nextafter(low+0.1, -1) - 1e-6} {
				r.decided(withFindings(t, found(rules.Pass, &margin, 2)))
			}
			want.Passing[bin] = 2
		}
		for margin, bin := range map[float64]int{-1e-9: 0, -math.MaxFloat64: 0,
			math.MaxFloat64: validation.MarginBins - 1} {
			r.decided(withFindings(t, found(rules.Pass, &margin, 2)))
			want.Passing[bin]++
		}
		want.Entries = 2*validation.MarginBins + 3
		want.Passed = want.Entries
		r.wantMargins(want, review.Accepted)
	})
}

// TestMarginsOfARealReport: every rule of a report is counted at the level that was claimed.
func TestMarginsOfARealReport(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		clean := sample.Clean(2, "2.0")
		snapshot, err := r.Submissions.Intake(t.Context(), &clean.Entry, r.KeepFiles(clean))
		if err != nil {
			t.Fatal(err)
		}
		r.decided(snapshot)
		passed := 0
		for _, rule := range rules.All() {
			m, err := r.Submissions.Margins(t.Context(), rule.ID, []review.State{review.Accepted}, nil)
			if err != nil || m.Entries != 1 || m.Failed+m.Unknown > 0 {
				t.Errorf("%s: %+v, %v", rule.ID, m, err)
			}
			passed += m.Passed
		}
		if passed == 0 {
			t.Error("nothing passed")
		}
	})
}
