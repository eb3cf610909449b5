package reviews_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/reviews"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/power"
	"green500/validation/review"
)

// wantLevel demands the level that an entry is granted, and the words about it.
func (r *room) wantLevel(entry int64, level power.Level, words string) {
	r.T.Helper()
	if got := r.Reload(entry); got.GrantedLevel != level || got.Waivers != words {
		r.T.Errorf("entry %d is granted %s %q, want %s %q", entry, got.GrantedLevel, got.Waivers, level, words)
	}
	if d := r.Deliberate(entry, accounts.User{}); d.Granted != level || d.Words != words || d.Waived != (words != "") {
		r.T.Errorf("entry %d: got %+v, want %s %q", entry, d, level, words)
	}
}

const byWaiver = "by waiver of machine-fraction until 2026-11, approved by SECOND"

func TestAWaiverTakesTwoPeople(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.UnmetEntry()
		r.wantLevel(entry.ID, 1, "")
		waiver := r.Propose(entry.ID, r.Proposal())
		r.wantLevel(entry.ID, 1, "")
		_, err := r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.Editor, "a reason")
		roomtest.WantRefusal(t, err, "waits for its approver")
		for _, by := range []accounts.User{r.Reviewer, r.Editor, r.Admin, r.Submitter, r.Other} {
			_, err := r.Reviews.MoveWaiver(t.Context(), entry.ID, waiver.ID, review.Approve, by, "")
			roomtest.WantRefusal(t, err, "waiver")
		}
		r.Clock.Advance(time.Minute)
		r.MoveWaiver(entry.ID, waiver.ID, review.Approve, r.Second)
		r.wantLevel(entry.ID, 2, byWaiver)
		_, err = r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.Reviewer, "")
		roomtest.WantRefusal(t, err, "no other reviewer has approved")
		if to := r.Move(entry.ID, review.Approve, r.Reviewer); to != review.InReview {
			t.Errorf("the first approval led to %s", to)
		}
		_, err = r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.Reviewer, "")
		roomtest.WantRefusal(t, err, "no other reviewer has approved")
		if _, err := r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.Second, ""); err != nil {
			t.Fatal(err) // as claimed, so it takes no reason
		}
		r.wantLevel(entry.ID, 2, byWaiver)
		if _, err := r.Lists.PublishEdition(t.Context(), roomtest.Edition, r.Editor,
			review.Outstanding.Anyway); err != nil {
			t.Fatal(err)
		}
		if rows := r.List(); len(rows) != 1 || rows[0].Level != 2 {
			t.Errorf("got %+v", rows)
		}
		ended := r.MoveWaiver(entry.ID, waiver.ID, review.End, r.Editor)
		if ended.State != review.EndedEarly || ended.EndedBy != "EDI" || ended.EndedReason != "a reason" ||
			ended.EndedAt == nil || ended.Approver != "SECOND" {
			t.Errorf("got %+v", ended)
		}
		r.wantLevel(entry.ID, 2, byWaiver) // what is published stays
		if err := r.Administration.EraseAccount(t.Context(), r.Second.ID); err != nil {
			t.Fatal(err)
		}
		if got := r.Deliberate(entry.ID, r.Editor).Waivers[0]; !got.Counts {
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
		entry := r.UnmetEntry()
		declare := fmt.Sprintf("INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) "+
			"VALUES (%d, %d, '', '', 'friends', 1)", r.Editor.ID, entry.ID)
		r.Meddle("%s", declare)
		for _, c := range []struct {
			by     accounts.User
			change func(n *reviews.NewWaiver)
			fields string
			says   string
		}{
			{r.Reviewer, func(n *reviews.NewWaiver) { n.Reason = " \n" }, "reason", ""},
			{r.Reviewer, func(n *reviews.NewWaiver) { n.Until = "2025-11" }, "until", ""},
			{r.Reviewer, func(n *reviews.NewWaiver) { n.Until = "2030-06" }, "until", ""},
			{r.Reviewer, func(n *reviews.NewWaiver) { n.Approver = r.Reviewer.ID }, "approver", ""},
			{r.Reviewer, func(n *reviews.NewWaiver) { n.Approver = r.Submitter.ID }, "approver", ""},
			{r.Reviewer, func(n *reviews.NewWaiver) { n.Approver = r.Admin.ID }, "approver", ""},
			// who has a conflict of interest
			{r.Reviewer, func(n *reviews.NewWaiver) { n.Approver = r.Editor.ID }, "approver", ""},
			{r.Reviewer, func(n *reviews.NewWaiver) { *n = reviews.NewWaiver{Rule: roomtest.UnmetRule} },
				"reason until approver", ""},
			{r.Reviewer, func(n *reviews.NewWaiver) { n.Rule = roomtest.MetRule }, "", "nothing to waive"},
			{r.Reviewer, func(n *reviews.NewWaiver) { n.Rule = "no-such-rule" }, "", "nothing to waive"},
			{r.Submitter, func(*reviews.NewWaiver) {}, "", "your own submission"},
			{r.Admin, func(*reviews.NewWaiver) {}, "", "may not propose"},
			{r.Editor, func(*reviews.NewWaiver) {}, "", "conflict"},
		} {
			n := r.Proposal()
			c.change(&n)
			_, err := r.Reviews.ProposeWaiver(t.Context(), entry.ID, 1, c.by, n)
			inputErrors, _ := errors.AsType[power.InputErrors](err)
			var fields []string
			for _, inputError := range inputErrors {
				fields = append(fields, inputError.Field)
			}
			if got := strings.Join(fields, " "); err == nil || got != c.fields ||
				c.fields == "" && !strings.Contains(err.Error(), c.says) {
				t.Errorf("%+v by %s: got %q, %v, want %q, %q", n, c.by.Name, got, err, c.fields, c.says)
			}
		}
		_, err := r.Reviews.ProposeWaiver(t.Context(), entry.ID, 2, r.Reviewer, r.Proposal())
		roomtest.WantRefusal(t, err, "at revision 1 now")
		r.Propose(entry.ID, r.Proposal())
		_, err = r.Reviews.ProposeWaiver(t.Context(), entry.ID, 1, r.Second, reviews.NewWaiver{Rule: roomtest.UnmetRule,
			Reason: "again", Until: roomtest.Edition, Approver: r.Reviewer.ID})
		roomtest.WantRefusal(t, err, "There is a waiver")
		_, err = r.Reviews.MoveWaiver(t.Context(), entry.ID, 999, review.Approve, r.Second, "")
		roomtest.WantNotFound(t, err)
	})
}

func TestWaiversThatComeToNothing(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.UnmetEntry()
		for _, c := range []struct {
			verbs []review.Verb
			by    []accounts.User
			state review.WaiverState
		}{
			{[]review.Verb{review.Decline}, []accounts.User{r.Second}, review.Declined},
			{[]review.Verb{review.TakeBack}, []accounts.User{r.Reviewer}, review.TakenBack},
			{[]review.Verb{review.Approve, review.End}, []accounts.User{r.Second, r.Editor}, review.EndedEarly},
		} {
			waiver := r.Propose(entry.ID, r.Proposal())
			for i, verb := range c.verbs {
				waiver = r.MoveWaiver(entry.ID, waiver.ID, verb, c.by[i])
			}
			if waiver.State != c.state {
				t.Errorf("got %+v, want %s", waiver, c.state)
			}
			r.wantLevel(entry.ID, 1, "")
		}
		if d := r.Deliberate(entry.ID, r.Reviewer); len(d.Waivers) != 3 || d.Undecided != 0 {
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
			entry := r.UnmetEntry()
			n := r.Proposal()
			n.Until = c.until
			waiver := r.Propose(entry.ID, n)
			r.MoveWaiver(entry.ID, waiver.ID, review.Approve, r.Second)
			begun := entry
			for _, later := range []string{"2027-06", "2027-11"} { // each is begun from the one before
				if _, err := r.Editions.ByName(t.Context(), later); err != nil {
					r.Edition(later)
				}
				var err error
				if begun, err = r.Drafts.CopyEntry(t.Context(), r.Submitter, begun.ID, later); err != nil {
					t.Fatal(err)
				}
				if begun, err = r.SaveDraft(t.Context(), begun.ID, r.Submitter, begun.Version,
					roomtest.Unmet(t)); err != nil {
					t.Fatal(err)
				}
				r.Move(begun.ID, review.Submit, r.Submitter)
				d := r.Deliberate(begun.ID, r.Reviewer)
				if want := c.later[later]; d.Granted != want || r.Reload(begun.ID).GrantedLevel != want {
					t.Errorf("until %s, for %s: got %+v, want %s", c.until, later, d, want)
				}
				if len(d.Waivers) != 1 || d.Waivers[0].Edition != roomtest.Edition ||
					d.Waivers[0].Past != (c.until < later) || d.Waivers[0].Counts == d.Waivers[0].Past {
					t.Errorf("until %s, for %s: got %+v", c.until, later, d.Waivers)
				}
			}
		}
	})
}

// lastLevel is an entry that is granted what one person does not grant.
func (r *room) lastLevelEntry() submissions.Entry {
	r.T.Helper()
	last := roomtest.Summary()
	last.ClaimedLevel, last.GrantedLevel = 3, 3
	entry := r.Entry(r.Submitter, roomtest.GradedAs(last))
	r.Move(entry.ID, review.Submit, r.Submitter)
	return entry
}

func TestTheLastLevelTakesTwoPeople(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.lastLevelEntry()
		r.Move(entry.ID, review.Approve, r.Reviewer)
		d := r.Deliberate(entry.ID, r.Reviewer)
		if !d.Approved || d.Deliberation.Approvals != 0 || len(d.Approvals) != 1 || d.Approvals[0].ActorName != "REV" {
			t.Errorf("got %+v", d)
		}
		_, err := r.Reviews.Move(t.Context(), entry.ID, review.Approve, r.Second, "")
		roomtest.WantRefusal(t, err, "accept it")
		r.Move(entry.ID, review.Return, r.Second)
		r.Move(entry.ID, review.Submit, r.Submitter) // as it was: its approver looks at it again
		_, err = r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.Second, "")
		roomtest.WantRefusal(t, err, "no other reviewer has approved")
		r.Move(entry.ID, review.Approve, r.Reviewer)
		conflict := fmt.Sprintf("INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) "+
			"VALUES (%d, %d, '', '', 'friends', 1)", r.Reviewer.ID, entry.ID)
		r.Meddle("%s", conflict)
		_, err = r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.Second, "")
		roomtest.WantRefusal(t, err, "no other reviewer has approved") // without a conflict of interest
		r.Move(entry.ID, review.Approve, r.Second)
		if to := r.Move(entry.ID, review.Accept, r.Editor); to != review.Accepted {
			t.Errorf("got %s", to)
		}
		if to := r.Move(entry.ID, review.Return, r.Second); to != review.Returned {
			t.Errorf("what is accepted is returned: got %s", to)
		}
	})
}

func TestOpenQuestionsStandAgainstAccepting(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		r.Move(entry.ID, review.Submit, r.Submitter)
		r.Inquire(entry.ID, r.Reviewer, false, 0)
		settled := r.Inquire(entry.ID, r.Reviewer, true, 0)
		if _, err := r.Reviews.Reply(t.Context(), entry.ID, settled.ID, r.Reviewer, review.SettleStep,
			settled.Messages[0].ID, "So."); err != nil {
			t.Fatal(err)
		}
		if d := r.Deliberate(entry.ID, r.Reviewer); d.OpenQuestions != 0 {
			t.Errorf("got %+v", d)
		}
		r.Inquire(entry.ID, r.Reviewer, true, 0)
		r.Inquire(entry.ID, r.Reviewer, true, 0)
		_, err := r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.Reviewer, "a reason")
		roomtest.WantRefusal(t, err, "2 questions to the submitter are open")
		r.Move(entry.ID, review.Return, r.Reviewer)
	})
}

// A decision on what a person saw does not undo what they did not see.
func TestADecisionIsOnWhatWasSeen(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		r.Move(entry.ID, review.Submit, r.Submitter)
		r.Move(entry.ID, review.Accept, r.Second)
		_, err := r.Reviews.MoveSeen(t.Context(), entry.ID, reviews.Seen{Revision: 1, State: review.Submitted},
			review.Return, r.Reviewer, "why")
		roomtest.WantRefusal(t, err, "The submission is accepted now, and was submitted. "+
			"Reload the page to see its state. SECOND accepted it on 5 October 2026 at 12:30 UTC.")
		if _, err := r.Reviews.MoveSeen(t.Context(), entry.ID, reviews.Seen{Revision: 1, State: review.Accepted},
			review.Return, r.Reviewer, "why"); err != nil {
			t.Error(err)
		}
	})
}

func TestDecidingAndWaivingAtOnce(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for range 5 {
			entry := r.UnmetEntry()
			_, errs := storetest.AtOnce(3, func(i int) error {
				var err error
				switch i {
				case 0:
					_, err = r.Reviews.ProposeWaiver(t.Context(), entry.ID, 1, r.Reviewer, r.Proposal())
				case 1:
					_, err = r.Reviews.ProposeWaiver(t.Context(), entry.ID, 1, r.Second, reviews.NewWaiver{
						Rule: roomtest.UnmetRule, Reason: "alike", Until: roomtest.Edition, Approver: r.Reviewer.ID})
				default:
					_, err = r.Reviews.Move(t.Context(), entry.ID, review.Accept, r.Editor, "as it is")
				}
				return err
			})
			for _, err := range errs {
				roomtest.WantRefusal(t, err, "")
			}
			d := r.Deliberate(entry.ID, r.Editor)
			accepted := r.Reload(entry.ID).State == review.Accepted
			if len(d.Waivers) > 1 || accepted == (len(d.Waivers) == 1) {
				t.Errorf("accepted %t with %+v", accepted, d.Waivers)
			}
		}
	})
}

// Who can be asked is who could decide.
func TestWhoCouldDecide(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Reviewer, roomtest.Graded())
		able, err := r.Reviews.Deciders(t.Context(), entry.ID, r.Editor)
		names := make([]string, 0, len(able))
		for _, user := range able {
			names = append(names, user.Name)
		}
		if err != nil || !slices.Equal(names, []string{"SECOND"}) {
			t.Errorf("got %v, %v", names, err)
		}
		_, err = r.Reviews.Deciders(t.Context(), 999, r.Editor)
		roomtest.WantNotFound(t, err)
	})
}
