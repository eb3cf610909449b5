package notices_test

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"gorm.io/gorm"

	"green500/handlers/account"
	"green500/store"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/notices"
	"green500/store/recorded"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/review"
)

// posted are the messages of a room in the order they were posted, as "to: subject".
func (r *room) posted() []string {
	r.T.Helper()
	var lines []string
	for _, held := range slices.Backward(r.Posted()) {
		lines = append(lines, held.To+": "+held.Subject)
	}
	return lines
}

// inTellingRooms runs a test in rooms that write the mails of a server.
func inTellingRooms(t *testing.T, test func(t *testing.T, r *room)) {
	t.Helper()
	storetest.Each(t, func(t *testing.T, database string) {
		r := newRoom(t, database)
		r.Store = storetest.Open(t, store.Config{Database: database, Blobs: r.Blobs(), Now: r.Clock.Now,
			Notice: account.Notices(&url.URL{Scheme: "https", Host: "lists.example"})})
		test(t, r)
	})
}

// sharedEntry shares an entry with a site that the submitter keeps and the other is a member of.
func (r *room) sharedEntry(entry submissions.Entry) {
	r.T.Helper()
	site := r.Site("Centre of "+fmt.Sprint(entry.ID), r.Submitter, r.Other)
	if err := r.Submissions.ShareEntry(r.T.Context(), entry.ID, r.Submitter, site); err != nil {
		r.T.Fatal(err)
	}
}

func TestMovesAreTold(t *testing.T) {
	inTellingRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		r.sharedEntry(entry)
		// The readers after each move, and their notices since.
		all := map[string]accounts.User{"sub": r.Submitter, "other": r.Other, "rev": r.Reviewer, "second": r.Second,
			"edi": r.Editor, "adm": r.Admin}
		told := func(move string, want map[string]string) {
			t.Helper()
			for name, person := range all {
				text := ""
				for _, notice := range r.Heard(person) {
					if notice.Read {
						continue
					}
					text += notice.Text
					if _, err := r.Notices.Mark(t.Context(), person.ID, notice.ID, true); err != nil {
						t.Fatal(err)
					}
				}
				if text != want[name] {
					t.Errorf("%s: %s was told %q, want %q", move, name, text, want[name])
				}
			}
		}
		is := func(words string) string { return "Aurora, submission 1 to 2026-11, " + words + "." }
		const waits = "Submissions to 2026-11 wait for a reviewer."
		r.Move(entry.ID, review.Submit, r.Submitter)
		told("submit", map[string]string{"other": is("was submitted; a reviewer will take it"), "rev": waits,
			"second": waits, "edi": waits})
		r.Move(entry.ID, review.Take, r.Reviewer)
		told("take", nil)
		r.Move(entry.ID, review.Return, r.Reviewer)
		returned := is("was returned; correct it and submit it again") + "\nThe reviewer writes: a reason"
		told("return", map[string]string{"sub": returned, "other": returned})
		r.Move(entry.ID, review.Submit, r.Other)
		told("submit again", map[string]string{"sub": is("was submitted; a reviewer will take it"),
			"rev": is("was submitted again, and waits for you")})
		r.Move(entry.ID, review.Accept, r.Second)
		accepted := is("was accepted; it is on the list once the edition is published")
		told("accept", map[string]string{"sub": accepted, "other": accepted})
		if _, err := r.Lists.PublishEdition(t.Context(), roomtest.Edition, r.Editor,
			review.Outstanding.Anyway); err != nil {
			t.Fatal(err)
		}
		told("publish",
			map[string]string{"sub": is("is on the published list"), "other": is("is on the published list")})
		var to []string
		for _, line := range r.posted() {
			name, subject, _ := strings.Cut(line, "@example.org: green500: ")
			to = append(to, name+" "+strings.ReplaceAll(strings.ReplaceAll(subject, "Aurora, submission 1 to 2026-11, ",
				"Aurora "), strings.TrimSuffix(waits, "."), "waits"))
		}
		// Those who hold it read the name of the system, and whoever submits gets a receipt.
		const isSubmitted, isReturned, isAccepted, isPublished = "Aurora was submitted; a reviewer will take it",
			"Aurora was returned; correct it and submit it again",
			"Aurora was accepted; it is on the list once the edition is published", "Aurora is on the published list"
		const receipt = "Aurora was submitted"
		want := []string{
			"other " + isSubmitted, "rev waits", "second waits", "edi waits", "sub " + receipt, "sub " + isReturned,
			"other " + isReturned, "sub " + isSubmitted,
			"rev Submission 1 to 2026-11 was submitted again, and waits for you", "other " + receipt,
			"sub " + isAccepted, "other " + isAccepted, "sub " + isPublished, "other " + isPublished,
		}
		if !slices.Equal(to, want) {
			t.Errorf("mailed %q, want %q", to, want)
		}
	})
}

// TestManySubmissionsAreToldOnce: reviewers hear again once they read it, or after a day.
func TestManySubmissionsAreToldOnce(t *testing.T) {
	inTellingRooms(t, func(t *testing.T, r *room) {
		submit := func(want int) {
			t.Helper()
			r.Move(r.Entry(r.Submitter, roomtest.Graded()).ID, review.Submit, r.Submitter)
			if got := len(r.Heard(r.Reviewer)); got != want {
				t.Errorf("the reviewer has %d notices, want %d", got, want)
			}
		}
		submit(1)
		submit(1)
		r.Clock.Advance(25 * time.Hour)
		submit(2)
		submit(2)
		for _, notice := range r.Heard(r.Reviewer) {
			if _, err := r.Notices.Mark(t.Context(), r.Reviewer.ID, notice.ID, true); err != nil {
				t.Fatal(err)
			}
		}
		submit(3)
	})
}

// TestWhoHasAConflictIsToldNothing: neither by the tables nor by callers that name them.
func TestWhoHasAConflictIsToldNothing(t *testing.T) {
	inTellingRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, roomtest.Graded())
		r.Meddle("INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) "+
			"VALUES (%d, %d, '', '', 'a friend', 0)", r.Second.ID, entry.ID)
		r.Meddle("UPDATE users SET disabled = true WHERE id = %d", r.Editor.ID)
		r.Move(entry.ID, review.Submit, r.Submitter)
		everybody := []int64{r.Submitter.ID, r.Other.ID, r.Reviewer.ID, r.Second.ID, r.Editor.ID, r.Admin.ID, 0, 999,
			r.Reviewer.ID}
		what := notices.NewNotice{Kind: review.OfQuestions, EntryID: entry.ID, Text: "Sam asks.",
			Link: "/submissions/1"}
		r.tell(recorded.WithOrigin(t.Context(), recorded.Origin{Actor: r.Submitter.Actor()}), what, everybody...)
		for _, nobody := range []accounts.User{r.Submitter, r.Other, r.Second, r.Editor, r.Admin} {
			if told := r.ToldTo(nobody); len(told) > 0 {
				t.Errorf("%s was told %q", nobody.Name, told)
			}
		}
		if told := r.ToldTo(r.Reviewer); len(told) != 2 || told[0] != "Sam asks." {
			t.Errorf("the reviewer was told %q", told)
		}
		if mails := r.posted(); len(mails) != 3 { // one is the receipt of whoever submitted it
			t.Errorf("mailed %q", mails)
		}
		// What was told is no longer shown to a person who came into a conflict since.
		r.Meddle("INSERT INTO conflicts (user_id, entry_id, site, domain, reason, declared_at) "+
			"VALUES (%d, %d, '', '', 'a friend', 0)", r.Reviewer.ID, entry.ID)
		if last := r.Heard(r.Reviewer)[0]; !last.Hidden || last.Text != "" || last.Link != "" ||
			last.EntryID != entry.ID {
			t.Errorf("it is shown: %+v", last)
		}
	})
}

func TestPeopleChooseWhatComesByMail(t *testing.T) {
	inTellingRooms(t, func(t *testing.T, r *room) {
		tell := func(kind review.Kind) {
			t.Helper()
			r.tell(t.Context(), notices.NewNotice{Kind: kind, Text: "Something.", Link: "/submissions"}, r.Submitter.ID)
		}
		chosen, err := r.Notices.Choices(t.Context(), r.Submitter.ID)
		if err != nil || len(chosen) != len(review.Kinds()) {
			t.Fatalf("got %v, %v", chosen, err)
		}
		for _, kind := range review.Kinds() {
			if !chosen[kind] {
				t.Errorf("%s does not come by mail to somebody who chose nothing", kind)
			}
			if err := r.Notices.Choose(t.Context(), r.Submitter.ID,
				map[review.Kind]bool{kind: true}); err != nil {
				t.Fatal(err)
			}
			before := len(r.Posted())
			for _, other := range review.Kinds() {
				tell(other)
			}
			if got := len(r.Posted()) - before; got != 1 {
				t.Errorf("who chose %s got %d mails", kind, got)
			}
		}
		if got := len(r.Heard(r.Submitter)); got != len(review.Kinds())*len(review.Kinds()) {
			t.Errorf("the page has %d notices", got)
		}
		roomtest.WantField(t,
			r.Notices.Choose(t.Context(), r.Submitter.ID, map[review.Kind]bool{"gossip": true}), "mail")
	})
}

func TestNoticesAreReadInPages(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for i := range 7 {
			kind := review.Kinds()[i%2]
			r.tell(t.Context(), notices.NewNotice{Kind: kind, Text: fmt.Sprint(i), Link: "/"},
				r.Submitter.ID, r.Other.ID)
		}
		for _, notice := range r.Heard(r.Submitter)[:3] { // 6, 5 and 4
			if link, err := r.Notices.Mark(t.Context(), r.Submitter.ID, notice.ID, true); err != nil ||
				link != "/" {
				t.Fatal(link, err)
			}
		}
		read := func(kind review.Kind) (texts string) {
			for after := ""; ; {
				page, err := r.Notices.List(t.Context(), r.Submitter,
					notices.NoticeQuery{Kind: kind, After: after, Limit: 2})
				if err != nil || len(page.Notices) > 2 {
					t.Fatal(page, err)
				}
				for _, notice := range page.Notices {
					texts += notice.Text
				}
				if after = page.Next; after == "" {
					return texts
				}
				texts += " "
			}
		}
		if got := read(""); got != "32 10 65 4" {
			t.Errorf("got %s", got)
		}
		if got := read(review.Kinds()[0]); got != "20 64" {
			t.Errorf("got %s", got)
		}
		unread := func(want int) {
			t.Helper()
			if got, err := r.Notices.Unread(t.Context(), r.Submitter.ID); err != nil || got != want {
				t.Errorf("%d are unread, %v; want %d", got, err, want)
			}
		}
		unread(4)
		last := r.Heard(r.Submitter)[0].ID
		if err := r.Notices.MarkAll(t.Context(), r.Submitter.ID, review.Kinds()[0], last-1); err != nil {
			t.Fatal(err)
		}
		unread(2) // 3, which is of another kind, and 1
		if err := r.Notices.MarkAll(t.Context(), r.Submitter.ID, "", last); err != nil {
			t.Fatal(err)
		}
		unread(0)
		if _, err := r.Notices.Mark(t.Context(), r.Submitter.ID, last, false); err != nil {
			t.Fatal(err)
		}
		unread(1)
		_, err := r.Notices.Mark(t.Context(), r.Reviewer.ID, last, true)
		roomtest.WantNotFound(t, err)
		if got, err := r.Notices.Unread(t.Context(), r.Other.ID); err != nil || got != 7 {
			t.Errorf("somebody else's were marked: %d, %v", got, err)
		}
	})
}

// TestAMoveThatFailsAtItsEndTellsNobody: the notice and the message are in the transaction of what they are about.
func TestAMoveThatFailsAtItsEndTellsNobody(t *testing.T) {
	inTellingRooms(t, func(t *testing.T, r *room) {
		entry := r.Accepted(r.Submitter, roomtest.Summary())
		before, heard := len(r.Posted()), len(r.Heard(r.Submitter))
		r.Meddle(`DROP TABLE list_rows`)
		if _, err := r.Lists.PublishEdition(t.Context(), roomtest.Edition, r.Editor,
			review.Outstanding.Anyway); err == nil || errors.Is(err, database.ErrNotFound) {
			t.Fatalf("it was published: %v", err)
		}
		if r.Reload(entry.ID).State != review.Accepted || len(r.Posted()) != before ||
			len(r.Heard(r.Submitter)) != heard {
			t.Errorf("told %v", r.posted())
		}
	})
}

// tell tells people something.
func (r *room) tell(ctx context.Context, what notices.NewNotice, people ...int64) {
	r.T.Helper()
	err := r.Recorded().Transact(ctx, func(tx *gorm.DB) error { return r.Notices.Notify(tx, people, what) })
	if err != nil {
		r.T.Fatal(err)
	}
}
