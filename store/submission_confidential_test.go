package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/notices"
	"green500/validation/review"
)

// TestNothingConfidentialIsMailed: whatever happens to an entry, and whatever anybody writes about it, no mail holds a
// figure, a name or a word of it. But those who hold it read the name of its system, and why it was returned.
func TestNothingConfidentialIsMailed(t *testing.T) {
	inTellingRooms(t, func(t *testing.T, r *room) {
		secret := summary()
		secret.System, secret.Site, secret.Country, secret.Accelerator = "Zanzibar-9", "Whitby", "XQ", "Quux Z99"
		secret.Rmax, secret.Power, secret.Efficiency, secret.Top500Rank = 777123, 31337.25, 24.799, 4242
		secret.GrantedLevel = 1
		hidden := []string{secret.System, secret.Site, secret.Country, secret.Accelerator, "777", "31337", "31.3", "24.7", "4242", "a reason", "psst", "machine-fraction", "EDI", "REV"}
		kinds, named := map[string]bool{}, map[string]int{}
		look := func(what string, want bool) {
			t.Helper()
			mails, err := store.OutboxMails(t.Context(), r.Store)
			if err != nil || want && len(mails) == 0 {
				t.Errorf("%s: %d mails, %v", what, len(mails), err)
			}
			for _, mail := range mails {
				holds := mail.To == r.submitter.Email || mail.To == r.other.Email
				_, moved := review.MoveOf(review.Verb(what))
				for _, word := range hidden {
					if holds && moved && (word == secret.System || word == "a reason" && what == string(review.Return)) {
						named[word]++
						continue
					}
					said := mail.Subject + "\n" + strings.TrimPrefix(mail.Text, "Dear "+strings.ToUpper(strings.TrimSuffix(mail.To, "@example.org")))
					if strings.Contains(said, word) {
						t.Errorf("%s: the mail to %s says %q:\n%s\n%s", what, mail.To, word, mail.Subject, mail.Text)
					}
				}
			}
			kinds[what] = true
			r.meddle("DELETE FROM outbox")
		}
		entry := r.entry(r.submitter, gradedAs(secret))
		r.sharedEntry(entry)
		move := func(verb review.Verb, actor accounts.User, told bool) {
			t.Helper()
			r.move(entry.ID, verb, actor)
			look(string(verb), told)
		}
		move(review.Submit, r.submitter, true)
		move(review.Take, r.reviewer, false)
		move(review.Return, r.reviewer, true)
		move(review.Submit, r.other, true)
		move(review.Reject, r.reviewer, true)
		appeal := r.appeal(entry.ID, r.submitter)
		look("make appeal", true)
		r.actOn(appeal, review.AnswerAppeal, r.reviewer)
		look("answer appeal", true)
		r.actOn(appeal, review.UpholdAppeal, r.editor)
		look("uphold appeal", true)
		r.clock.advance(time.Minute)
		move(review.Accept, r.second, true)
		r.actOn(r.appeal(entry.ID, r.submitter), review.TakeBackAppeal, r.other)
		look("take back appeal", true)
		r.actOn(r.appeal(entry.ID, r.submitter), review.DismissAppeal, r.user("fresh", review.Editor))
		look("dismiss appeal", true)
		move(review.Withdraw, r.submitter, true)
		move(review.Restore, r.submitter, true)
		move(review.Withdraw, r.submitter, true)
		r.accepted(r.submitter, secret)
		if _, err := r.Lists.PublishEdition(t.Context(), edition, r.editor, review.Outstanding.Anyway); err != nil {
			t.Fatal(err)
		}
		look(string(review.Publish), true)
		for _, kind := range review.Kinds() {
			for _, entryID := range []int64{0, entry.ID} {
				what := notices.NewNotice{Kind: kind, EntryID: entryID, Text: "psst: " + secret.System, Link: "/submissions/1/findings/machine-fraction?of=Zanzibar-9#psst"}
				if err := store.Tell(t.Context(), r.Store, []int64{r.submitter.ID}, what); err != nil {
					t.Fatal(err)
				}
				look(fmt.Sprintf("%s of %d", kind, entryID), true)
			}
		}
		if named[secret.System] == 0 || named["a reason"] == 0 {
			t.Errorf("those who hold it read %v", named)
		}
		for _, move := range review.Moves() {
			made := slices.Contains([]review.Verb{review.Correct, review.Reopen, "approve"}, move.Verb) || kinds[string(move.Verb)]
			if !made { // those above are told in words of the same table, or by an appeal
				t.Errorf("nobody looked at what is told when somebody %ss", move.Verb)
			}
		}
	})
}
