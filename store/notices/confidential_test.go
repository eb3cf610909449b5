package notices_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/notices"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/validation/review"
)

// TestNothingConfidentialIsMailed: whatever happens to an entry, and whatever anybody writes about it, no mail holds a
// figure, a name or a word of it. But those who hold it read the name of its system, and why it was returned.
func TestNothingConfidentialIsMailed(t *testing.T) {
	inTellingRooms(t, func(t *testing.T, r *room) {
		secret := roomtest.Summary()
		secret.System, secret.Site, secret.Country, secret.Accelerator = "Zanzibar-9", "Whitby", "XQ", "Quux Z99"
		secret.Rmax, secret.Power, secret.Efficiency, secret.Top500Rank = 777123, 31337.25, 24.799, 4242
		secret.GrantedLevel = 1
		hidden := []string{secret.System, secret.Site, secret.Country, secret.Accelerator, "777", "31337", "31.3",
			"24.7", "4242", "a reason", "psst", "machine-fraction", "EDI", "REV"}
		kinds, named := map[string]bool{}, map[string]int{}
		look := func(what string, want bool) {
			t.Helper()
			mails := storetest.Mails(t, r.At, "")
			if want && len(mails) == 0 {
				t.Errorf("%s: no mails", what)
			}
			for _, mail := range mails {
				holds := mail.To == r.Submitter.Email || mail.To == r.Other.Email
				_, moved := review.MoveOf(review.Verb(what))
				for _, word := range hidden {
					if holds && moved &&
						(word == secret.System || word == "a reason" && what == string(review.Return)) {
						named[word]++
						continue
					}
					said := mail.Subject + "\n" + strings.TrimPrefix(mail.Text,
						"Dear "+strings.ToUpper(strings.TrimSuffix(mail.To, "@example.org")))
					if strings.Contains(said, word) {
						t.Errorf("%s: the mail to %s says %q:\n%s\n%s", what, mail.To, word, mail.Subject, mail.Text)
					}
				}
			}
			kinds[what] = true
			r.Meddle("DELETE FROM outbox")
		}
		entry := r.Entry(r.Submitter, roomtest.GradedAs(secret))
		r.sharedEntry(entry)
		move := func(verb review.Verb, actor accounts.User, told bool) {
			t.Helper()
			r.Move(entry.ID, verb, actor)
			look(string(verb), told)
		}
		move(review.Submit, r.Submitter, true)
		move(review.Take, r.Reviewer, false)
		move(review.Return, r.Reviewer, true)
		move(review.Submit, r.Other, true)
		move(review.Reject, r.Reviewer, true)
		appeal := r.Appeal(entry.ID, r.Submitter)
		look("make appeal", true)
		r.ActOn(appeal, review.AnswerAppeal, r.Reviewer)
		look("answer appeal", true)
		r.ActOn(appeal, review.UpholdAppeal, r.Editor)
		look("uphold appeal", true)
		r.Clock.Advance(time.Minute)
		move(review.Accept, r.Second, true)
		r.ActOn(r.Appeal(entry.ID, r.Submitter), review.TakeBackAppeal, r.Other)
		look("take back appeal", true)
		r.ActOn(r.Appeal(entry.ID, r.Submitter), review.DismissAppeal, r.User("fresh", review.Editor))
		look("dismiss appeal", true)
		move(review.Withdraw, r.Submitter, true)
		move(review.Restore, r.Submitter, true)
		move(review.Withdraw, r.Submitter, true)
		r.Accepted(r.Submitter, secret)
		if _, err := r.Lists.PublishEdition(t.Context(), roomtest.Edition, r.Editor,
			review.Outstanding.Anyway); err != nil {
			t.Fatal(err)
		}
		look(string(review.Publish), true)
		for _, kind := range review.Kinds() {
			for _, entryID := range []int64{0, entry.ID} {
				what := notices.NewNotice{Kind: kind, EntryID: entryID, Text: "psst: " + secret.System,
					Link: "/submissions/1/findings/machine-fraction?of=Zanzibar-9#psst"}
				r.tell(t.Context(), what, r.Submitter.ID)
				look(fmt.Sprintf("%s of %d", kind, entryID), true)
			}
		}
		if named[secret.System] == 0 || named["a reason"] == 0 {
			t.Errorf("those who hold it read %v", named)
		}
		for _, move := range review.Moves() {
			made := slices.Contains([]review.Verb{review.Correct, review.Reopen, "approve"}, move.Verb) ||
				kinds[string(move.Verb)]
			if !made { // those above are told in words of the same table, or by an appeal
				t.Errorf("nobody looked at what is told when somebody %ss", move.Verb)
			}
		}
	})
}
