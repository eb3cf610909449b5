package roomtest

import (
	"encoding/json"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/reviews"
	"green500/store/submissions"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/rules"
)

// MadeAppeal is an appeal that a test made.
type MadeAppeal struct{ Entry, ID int64 }

// Appeal makes an appeal that has to succeed.
func (r *Room) Appeal(entry int64, by accounts.User) MadeAppeal {
	r.T.Helper()
	if err := r.Reviews.MakeAppeal(r.T.Context(), entry, by, "psst: the idle power is there"); err != nil {
		r.T.Fatal(err)
	}
	return MadeAppeal{entry, r.Appeals(entry, by).All[0].ID}
}

// Appeals are those on an entry.
func (r *Room) Appeals(entry int64, by accounts.User) reviews.Appeals {
	r.T.Helper()
	file, err := r.Reviews.Appeals(r.T.Context(), entry, by)
	if err != nil {
		r.T.Fatal(err)
	}
	return file
}

// ActOn does something with an appeal that has to succeed.
func (r *Room) ActOn(a MadeAppeal, verb review.AppealVerb, by accounts.User) {
	r.T.Helper()
	if err := r.Reviews.ActOnAppeal(r.T.Context(), a.Entry, a.ID, verb, by, "psst: so it is"); err != nil {
		r.T.Fatal(err)
	}
}

// Rejected is an entry that the reviewer rejected.
func (r *Room) Rejected() submissions.Entry {
	r.T.Helper()
	entry := r.Entry(r.Submitter, Graded())
	r.Move(entry.ID, review.Submit, r.Submitter)
	r.Move(entry.ID, review.Take, r.Reviewer)
	r.Move(entry.ID, review.Reject, r.Reviewer)
	return entry
}

// Declare declares a conflict.
func (r *Room) Declare(by accounts.User, declared reviews.NewConflict) {
	r.T.Helper()
	declared.Reason = "a friend"
	if err := r.Reviews.DeclareConflict(r.T.Context(), by, declared); err != nil {
		r.T.Fatal(err)
	}
}

// WantReviewer fails the test unless somebody reviews an entry.
func (r *Room) WantReviewer(entry int64, want accounts.User) {
	r.T.Helper()
	if got := r.Reload(entry).ReviewerID; got != want.ID {
		r.T.Errorf("%d reviews, want %d", got, want.ID)
	}
}

// Assign gives an entry to a reviewer.
func (r *Room) Assign(entry int64, actor, to accounts.User) {
	r.T.Helper()
	if err := r.Reviews.Assign(r.T.Context(), entry, actor, to.ID); err != nil {
		r.T.Fatal(err)
	}
	r.WantReviewer(entry, to)
}

// Ask asks something about an entry, an instant later.
func (r *Room) Ask(entry int64, author accounts.User) {
	r.T.Helper()
	r.Clock.Advance(time.Second)
	const apart = 0
	r.Inquire(entry, author, true, apart)
}

// Submitted is an entry that was submitted.
func (r *Room) Submitted(owner accounts.User, snapshot submissions.Snapshot) int64 {
	r.T.Helper()
	entry := r.Entry(owner, snapshot)
	r.Move(entry.ID, review.Submit, owner)
	return entry.ID
}

// Inquire asks something that must be taken.
func (r *Room) Inquire(entry int64, by accounts.User, shared bool, continues int64) reviews.Thread {
	r.T.Helper()
	thread, err := r.Reviews.Ask(r.T.Context(), entry, by, reviews.Question{Revision: 1, Shared: shared,
		Continues: continues, Pin: review.Pin{Kind: review.OnEntry}, Text: " What is it? "})
	if err != nil {
		r.T.Fatal(err)
	}
	return thread
}

// UnmetRule fails in Unmet, MetRule passes.
const (
	UnmetRule = "machine-fraction"
	MetRule   = "meter-accuracy"
)

// Unmet is a snapshot that claims Level 2 and is granted Level 1, because of one demand.
func Unmet(t *testing.T) submissions.Snapshot {
	t.Helper()
	// as the report has no figures
	snapshot := GradedAs(submissions.Summary{System: "Aurora", ClaimedLevel: 2, GrantedLevel: 1, Failed: 1})
	report := validation.Report{Methodology: "2.0", ClaimedLevel: 2, GrantedLevel: 1, Findings: []rules.Finding{
		{Rule: MetRule, Aspect: methodology.Aspects()[0], Levels: []power.Level{1, 2, 3}, Severity: rules.Must,
			Outcome: rules.Pass},
		{Rule: UnmetRule, Aspect: methodology.Aspects()[1], Levels: []power.Level{2, 3}, Severity: rules.Must,
			Outcome: rules.Fail},
	}}
	var err error
	if snapshot.Report, err = json.Marshal(report); err != nil {
		t.Fatal(err)
	}
	made := &power.Entry{Schema: power.Schema, Edition: Edition, Methodology: "2.0", ClaimedLevel: 2,
		System: power.System{Name: "Aurora"}}
	if snapshot.Document, err = document.JSON(made); err != nil {
		t.Fatal(err)
	}
	return snapshot
}

// UnmetEntry is one in review that claims more than it is granted.
func (r *Room) UnmetEntry() submissions.Entry {
	r.T.Helper()
	entry := r.Entry(r.Submitter, Unmet(r.T))
	r.Move(entry.ID, review.Submit, r.Submitter)
	r.Move(entry.ID, review.Take, r.Reviewer)
	return r.Reload(entry.ID)
}

// Proposal is a waiver of the demand that UnmetEntry fails.
func (r *Room) Proposal() reviews.NewWaiver {
	return reviews.NewWaiver{Rule: UnmetRule, Reason: "The racks are alike.", Until: Edition, Approver: r.Second.ID}
}

// Propose proposes a waiver.
func (r *Room) Propose(entry int64, n reviews.NewWaiver) reviews.Waiver {
	r.T.Helper()
	waiver, err := r.Reviews.ProposeWaiver(r.T.Context(), entry, 0, r.Reviewer, n)
	if err != nil {
		r.T.Fatal(err)
	}
	return waiver
}

// MoveWaiver moves a waiver.
func (r *Room) MoveWaiver(entry, waiver int64, verb review.Verb, by accounts.User) reviews.Waiver {
	r.T.Helper()
	moved, err := r.Reviews.MoveWaiver(r.T.Context(), entry, waiver, verb, by, "a reason")
	if err != nil {
		r.T.Fatal(err)
	}
	return moved
}

// Deliberate is what somebody sees who decides.
func (r *Room) Deliberate(entry int64, by accounts.User) reviews.Deliberation {
	r.T.Helper()
	d, err := r.Reviews.Deliberate(r.T.Context(), entry, r.Reload(entry).Revision, by)
	if err != nil {
		r.T.Fatal(err)
	}
	return d
}
