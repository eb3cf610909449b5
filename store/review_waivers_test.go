package store_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/reviews"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/rules"
)

const (
	unmetRule = "machine-fraction"
	metRule   = "meter-accuracy"
)

// unmet is a snapshot that claims Level 2 and is granted Level 1, because of one demand.
func unmet(t *testing.T) submissions.Snapshot {
	t.Helper()
	snapshot := gradedAs(submissions.Summary{System: "Aurora", ClaimedLevel: 2, GrantedLevel: 1, Failed: 1}) // as the report has no figures
	report := validation.Report{Methodology: "2.0", ClaimedLevel: 2, GrantedLevel: 1, Findings: []rules.Finding{
		{Rule: metRule, Aspect: methodology.Aspects()[0], Levels: []power.Level{1, 2, 3}, Severity: rules.Must, Outcome: rules.Pass},
		{Rule: unmetRule, Aspect: methodology.Aspects()[1], Levels: []power.Level{2, 3}, Severity: rules.Must, Outcome: rules.Fail},
	}}
	var err error
	if snapshot.Report, err = json.Marshal(report); err != nil {
		t.Fatal(err)
	}
	made := &power.Entry{Schema: power.Schema, Edition: edition, Methodology: "2.0", ClaimedLevel: 2, System: power.System{Name: "Aurora"}}
	if snapshot.Document, err = document.JSON(made); err != nil {
		t.Fatal(err)
	}
	return snapshot
}

// unmetEntry is one in review that claims more than it is granted.
func (r *room) unmetEntry() submissions.Entry {
	r.t.Helper()
	entry := r.entry(r.submitter, unmet(r.t))
	r.move(entry.ID, review.Submit, r.submitter)
	r.move(entry.ID, review.Take, r.reviewer)
	return r.reload(entry.ID)
}

func (r *room) proposal() reviews.NewWaiver {
	return reviews.NewWaiver{Rule: unmetRule, Reason: "The cabinets are alike.", Until: edition, Approver: r.second.ID}
}

func (r *room) propose(entry int64, n reviews.NewWaiver) reviews.Waiver {
	r.t.Helper()
	waiver, err := r.Reviews.ProposeWaiver(r.t.Context(), entry, 0, r.reviewer, n)
	if err != nil {
		r.t.Fatal(err)
	}
	return waiver
}

func (r *room) moveWaiver(entry, waiver int64, verb review.Verb, by accounts.User) reviews.Waiver {
	r.t.Helper()
	moved, err := r.Reviews.MoveWaiver(r.t.Context(), entry, waiver, verb, by, "a reason")
	if err != nil {
		r.t.Fatal(err)
	}
	return moved
}

func (r *room) deliberate(entry int64, by accounts.User) reviews.Deliberation {
	r.t.Helper()
	d, err := r.Reviews.Deliberate(r.t.Context(), entry, r.reload(entry).Revision, by)
	if err != nil {
		r.t.Fatal(err)
	}
	return d
}

// wantLevel demands the level that an entry is granted, and the words about it.
func (r *room) wantLevel(entry int64, level power.Level, words string) {
	r.t.Helper()
	if got := r.reload(entry); got.GrantedLevel != level || got.Waivers != words {
		r.t.Errorf("entry %d is granted %s %q, want %s %q", entry, got.GrantedLevel, got.Waivers, level, words)
	}
	if d := r.deliberate(entry, accounts.User{}); d.Granted != level || d.Words != words || d.Waived != (words != "") {
		r.t.Errorf("entry %d: got %+v, want %s %q", entry, d, level, words)
	}
}

const byWaiver = "by waiver of machine-fraction until 2026-11, approved by SECOND"

func TestAWaiverTakesTwoPeople(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.unmetEntry()
		r.wantLevel(entry.ID, 1, "")
		waiver := r.propose(entry.ID, r.proposal())
		r.wantLevel(entry.ID, 1, "")
		_, err := r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.editor, "a reason")
		wantRefusal(t, err, "waits for its approver")
		for _, by := range []accounts.User{r.reviewer, r.editor, r.admin, r.submitter, r.other} {
			_, err := r.Reviews.MoveWaiver(t.Context(), entry.ID, waiver.ID, review.Approve, by, "")
			wantRefusal(t, err, "waiver")
		}
		r.clock.advance(time.Minute)
		r.moveWaiver(entry.ID, waiver.ID, review.Approve, r.second)
		r.wantLevel(entry.ID, 2, byWaiver)
		_, err = r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.reviewer, "")
		wantRefusal(t, err, "no other reviewer has approved")
		if to := r.move(entry.ID, review.Approve, r.reviewer); to != review.InReview {
			t.Errorf("the first approval led to %s", to)
		}
		_, err = r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.reviewer, "")
		wantRefusal(t, err, "no other reviewer has approved")
		if _, err := r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.second, ""); err != nil {
			t.Fatal(err) // as claimed, so it takes no reason
		}
		r.wantLevel(entry.ID, 2, byWaiver)
		if _, err := r.Lists.PublishEdition(t.Context(), edition, r.editor, review.Outstanding.Anyway); err != nil {
			t.Fatal(err)
		}
		if rows := r.list(); len(rows) != 1 || rows[0].Level != 2 {
			t.Errorf("got %+v", rows)
		}
		ended := r.moveWaiver(entry.ID, waiver.ID, review.End, r.editor)
		if ended.State != review.EndedEarly || ended.EndedBy != "EDI" || ended.EndedReason != "a reason" || ended.EndedAt == nil || ended.Approver != "SECOND" {
			t.Errorf("got %+v", ended)
		}
		r.wantLevel(entry.ID, 2, byWaiver) // what is published stays
		if err := r.Administration.EraseAccount(t.Context(), r.second.ID); err != nil {
			t.Fatal(err)
		}
		if got := r.deliberate(entry.ID, r.editor).Waivers[0]; !got.Counts {
			t.Errorf("whose approver was erased no longer counts: %+v", got)
		}
		report, err := r.Submissions.Revision(t.Context(), entry.ID, 1)
		if err != nil || !strings.Contains(string(report.Report), `"granted_level":1`) {
			t.Errorf("the report was changed: %s, %v", report.Report, err)
		}
	})
}

func TestWaiversThatCannotBeProposed(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.unmetEntry()
		declare := fmt.Sprintf("INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) VALUES (%d, %d, '', '', 'friends', 1)", r.editor.ID, entry.ID)
		if err := store.Execute(t.Context(), r.Store, declare); err != nil {
			t.Fatal(err)
		}
		for _, c := range []struct {
			by     accounts.User
			change func(n *reviews.NewWaiver)
			fields string
			says   string
		}{
			{r.reviewer, func(n *reviews.NewWaiver) { n.Reason = " \n" }, "reason", ""},
			{r.reviewer, func(n *reviews.NewWaiver) { n.Until = "2025-11" }, "until", ""},
			{r.reviewer, func(n *reviews.NewWaiver) { n.Until = "2030-06" }, "until", ""},
			{r.reviewer, func(n *reviews.NewWaiver) { n.Approver = r.reviewer.ID }, "approver", ""},
			{r.reviewer, func(n *reviews.NewWaiver) { n.Approver = r.submitter.ID }, "approver", ""},
			{r.reviewer, func(n *reviews.NewWaiver) { n.Approver = r.admin.ID }, "approver", ""},
			{r.reviewer, func(n *reviews.NewWaiver) { n.Approver = r.editor.ID }, "approver", ""}, // who has a conflict of interest
			{r.reviewer, func(n *reviews.NewWaiver) { *n = reviews.NewWaiver{Rule: unmetRule} }, "reason until approver", ""},
			{r.reviewer, func(n *reviews.NewWaiver) { n.Rule = metRule }, "", "nothing to waive"},
			{r.reviewer, func(n *reviews.NewWaiver) { n.Rule = "no-such-rule" }, "", "nothing to waive"},
			{r.submitter, func(*reviews.NewWaiver) {}, "", "your own submission"},
			{r.admin, func(*reviews.NewWaiver) {}, "", "may not propose"},
			{r.editor, func(*reviews.NewWaiver) {}, "", "conflict"},
		} {
			n := r.proposal()
			c.change(&n)
			_, err := r.Reviews.ProposeWaiver(t.Context(), entry.ID, 1, c.by, n)
			inputErrors, _ := errors.AsType[power.InputErrors](err)
			var fields []string
			for _, inputError := range inputErrors {
				fields = append(fields, inputError.Field)
			}
			if got := strings.Join(fields, " "); err == nil || got != c.fields || c.fields == "" && !strings.Contains(err.Error(), c.says) {
				t.Errorf("%+v by %s: got %q, %v, want %q, %q", n, c.by.Name, got, err, c.fields, c.says)
			}
		}
		_, err := r.Reviews.ProposeWaiver(t.Context(), entry.ID, 2, r.reviewer, r.proposal())
		wantRefusal(t, err, "at revision 1 now")
		r.propose(entry.ID, r.proposal())
		_, err = r.Reviews.ProposeWaiver(t.Context(), entry.ID, 1, r.second, reviews.NewWaiver{Rule: unmetRule, Reason: "again", Until: edition, Approver: r.reviewer.ID})
		wantRefusal(t, err, "There is a waiver")
		_, err = r.Reviews.MoveWaiver(t.Context(), entry.ID, 999, review.Approve, r.second, "")
		wantNotFound(t, err)
	})
}

func TestWaiversThatComeToNothing(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.unmetEntry()
		for _, c := range []struct {
			verbs []review.Verb
			by    []accounts.User
			state review.WaiverState
		}{
			{[]review.Verb{review.Decline}, []accounts.User{r.second}, review.Declined},
			{[]review.Verb{review.TakeBack}, []accounts.User{r.reviewer}, review.TakenBack},
			{[]review.Verb{review.Approve, review.End}, []accounts.User{r.second, r.editor}, review.EndedEarly},
		} {
			waiver := r.propose(entry.ID, r.proposal())
			for i, verb := range c.verbs {
				waiver = r.moveWaiver(entry.ID, waiver.ID, verb, c.by[i])
			}
			if waiver.State != c.state {
				t.Errorf("got %+v, want %s", waiver, c.state)
			}
			r.wantLevel(entry.ID, 1, "")
		}
		if d := r.deliberate(entry.ID, r.reviewer); len(d.Waivers) != 3 || d.Undecided != 0 {
			t.Errorf("got %+v", d)
		}
	})
}

func TestAWaiverHoldsUntilItsEdition(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for _, c := range []struct {
			until string
			later map[string]power.Level // granted to entries that are begun from this one, for each edition
		}{
			{"2026-11", map[string]power.Level{"2027-06": 1, "2027-11": 1}},
			{"2027-06", map[string]power.Level{"2027-06": 2, "2027-11": 1}},
		} {
			entry := r.unmetEntry()
			n := r.proposal()
			n.Until = c.until
			waiver := r.propose(entry.ID, n)
			r.moveWaiver(entry.ID, waiver.ID, review.Approve, r.second)
			begun := entry
			for _, later := range []string{"2027-06", "2027-11"} { // each is begun from the one before
				if _, err := r.Editions.Edition(t.Context(), later); err != nil {
					r.edition(later)
				}
				var err error
				if begun, err = r.Drafts.CopyEntry(t.Context(), r.submitter, begun.ID, later); err != nil {
					t.Fatal(err)
				}
				if begun, err = r.SaveDraft(t.Context(), begun.ID, r.submitter, begun.Version, unmet(t)); err != nil {
					t.Fatal(err)
				}
				r.move(begun.ID, review.Submit, r.submitter)
				d := r.deliberate(begun.ID, r.reviewer)
				if want := c.later[later]; d.Granted != want || r.reload(begun.ID).GrantedLevel != want {
					t.Errorf("until %s, for %s: got %+v, want %s", c.until, later, d, want)
				}
				if len(d.Waivers) != 1 || d.Waivers[0].Edition != edition || d.Waivers[0].Past != (c.until < later) || d.Waivers[0].Counts == d.Waivers[0].Past {
					t.Errorf("until %s, for %s: got %+v", c.until, later, d.Waivers)
				}
			}
		}
	})
}

// lastLevel is an entry that is granted what one person does not grant.
func (r *room) lastLevelEntry() submissions.Entry {
	r.t.Helper()
	last := summary()
	last.ClaimedLevel, last.GrantedLevel = 3, 3
	entry := r.entry(r.submitter, gradedAs(last))
	r.move(entry.ID, review.Submit, r.submitter)
	return entry
}

func TestTheLastLevelTakesTwoPeople(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.lastLevelEntry()
		r.move(entry.ID, review.Approve, r.reviewer)
		d := r.deliberate(entry.ID, r.reviewer)
		if !d.Approved || d.Deliberation.Approvals != 0 || len(d.Approvals) != 1 || d.Approvals[0].ActorName != "REV" {
			t.Errorf("got %+v", d)
		}
		_, err := r.Reviews.Move(t.Context(), entry.ID, review.Approve, r.second, "")
		wantRefusal(t, err, "accept it")
		r.move(entry.ID, review.Return, r.second)
		r.move(entry.ID, review.Submit, r.submitter) // as it was: its approver looks at it again
		_, err = r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.second, "")
		wantRefusal(t, err, "no other reviewer has approved")
		r.move(entry.ID, review.Approve, r.reviewer)
		conflict := fmt.Sprintf("INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) VALUES (%d, %d, '', '', 'friends', 1)", r.reviewer.ID, entry.ID)
		if err := store.Execute(t.Context(), r.Store, conflict); err != nil {
			t.Fatal(err)
		}
		_, err = r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.second, "")
		wantRefusal(t, err, "no other reviewer has approved") // without a conflict of interest
		r.move(entry.ID, review.Approve, r.second)
		if to := r.move(entry.ID, review.Accept, r.editor); to != review.Accepted {
			t.Errorf("got %s", to)
		}
		if to := r.move(entry.ID, review.Return, r.second); to != review.Returned {
			t.Errorf("what is accepted is returned: got %s", to)
		}
	})
}

func TestOpenQuestionsStandAgainstAccepting(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.entry(r.submitter, graded())
		r.move(entry.ID, review.Submit, r.submitter)
		r.inquire(entry.ID, r.reviewer, false, 0)
		settled := r.inquire(entry.ID, r.reviewer, true, 0)
		if _, err := r.Reviews.Reply(t.Context(), entry.ID, settled.ID, r.reviewer, review.SettleStep, settled.Messages[0].ID, "So."); err != nil {
			t.Fatal(err)
		}
		if d := r.deliberate(entry.ID, r.reviewer); d.OpenQuestions != 0 {
			t.Errorf("got %+v", d)
		}
		r.inquire(entry.ID, r.reviewer, true, 0)
		r.inquire(entry.ID, r.reviewer, true, 0)
		_, err := r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.reviewer, "a reason")
		wantRefusal(t, err, "2 questions to the submitter are open")
		r.move(entry.ID, review.Return, r.reviewer)
	})
}

// A decision on what a person saw does not undo what they did not see.
func TestADecisionIsOnWhatWasSeen(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.entry(r.submitter, graded())
		r.move(entry.ID, review.Submit, r.submitter)
		r.move(entry.ID, review.Accept, r.second)
		_, err := r.Reviews.MoveSeen(t.Context(), entry.ID, reviews.Seen{Revision: 1, State: review.Submitted}, review.Return, r.reviewer, "why")
		wantRefusal(t, err, "The submission is accepted now, and was submitted. Reload the page to see its state. SECOND accepted it on 5 October 2026 at 12:30 UTC.")
		if _, err := r.Reviews.MoveSeen(t.Context(), entry.ID, reviews.Seen{Revision: 1, State: review.Accepted}, review.Return, r.reviewer, "why"); err != nil {
			t.Error(err)
		}
	})
}

func TestDecidingAndWaivingAtOnce(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for range 5 {
			entry := r.unmetEntry()
			_, errs := storetest.AtOnce(3, func(i int) error {
				var err error
				switch i {
				case 0:
					_, err = r.Reviews.ProposeWaiver(t.Context(), entry.ID, 1, r.reviewer, r.proposal())
				case 1:
					_, err = r.Reviews.ProposeWaiver(t.Context(), entry.ID, 1, r.second, reviews.NewWaiver{Rule: unmetRule, Reason: "alike", Until: edition, Approver: r.reviewer.ID})
				default:
					_, err = r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.editor, "as it is")
				}
				return err
			})
			for _, err := range errs {
				wantRefusal(t, err, "")
			}
			d := r.deliberate(entry.ID, r.editor)
			accepted := r.reload(entry.ID).State == review.Accepted
			if len(d.Waivers) > 1 || accepted == (len(d.Waivers) == 1) {
				t.Errorf("accepted %t with %+v", accepted, d.Waivers)
			}
		}
	})
}

// Who can be asked is who could decide.
func TestWhoCouldDecide(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.entry(r.reviewer, graded())
		able, err := r.Reviews.Deciders(t.Context(), entry.ID, r.editor)
		names := make([]string, 0, len(able))
		for _, user := range able {
			names = append(names, user.Name)
		}
		if err != nil || !slices.Equal(names, []string{"SECOND"}) {
			t.Errorf("got %v, %v", names, err)
		}
		_, err = r.Reviews.Deciders(t.Context(), 999, r.editor)
		wantNotFound(t, err)
	})
}
