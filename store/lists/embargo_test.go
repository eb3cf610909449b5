package lists_test

import (
	"errors"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/lists"
	"green500/store/reviews"
	"green500/store/roomtest"
	"green500/store/submissions"
	"green500/validation/review"
)

func TestAnEmbargoKeepsAListFromTheReadersItIsNotFor(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		until := r.Embargoed()
		readers := map[string]accounts.User{"nobody": {}, "submitter": r.Submitter, "other": r.Other, "admin": r.Admin,
			"reviewer": r.Reviewer, "editor": r.Editor}
		may := map[string]bool{"reviewer": true, "editor": true}
		r.wantReaders(readers, may)
		_, err := r.Lists.PublicEntry(t.Context(), 1)
		roomtest.WantNotFound(t, err)
		r.wantCounted(0)
		for name, sees := range map[string]bool{"nobody": false, "submitter": true, "other": false, "admin": false,
			"reviewer": true, "editor": true} {
			if _, err := r.Submissions.EntryAccess(t.Context(), 1, readers[name]); (err == nil) != sees {
				t.Errorf("%s sees the entry: %v", name, err)
			}
		}
		r.Clock.Set(until.Add(-time.Microsecond))
		r.wantReaders(readers, may)
		r.Clock.Set(until)
		for name := range readers {
			may[name] = true
		}
		r.wantReaders(readers, may)
		r.wantCounted(2)
		if list := r.AsOf(lists.AsOf{}); !list.Edition.ReleasedAt().Equal(until) ||
			list.Edition.PublishedAt.Equal(until) {
			t.Errorf("released %s, frozen %s", list.Edition.ReleasedAt(), list.Edition.PublishedAt)
		}
	})
}

// wantCounted fails the test unless so many entries count in what everybody is told of a rule.
func (r *room) wantCounted(want int) {
	r.T.Helper()
	withheld, err := r.Submissions.Withheld(r.T.Context(), accounts.User{})
	if err != nil {
		r.T.Fatal(err)
	}
	got, err := r.Submissions.Margins(r.T.Context(), roomtest.Asked, []review.State{review.Published, review.Corrected},
		submissions.EntryIDs(withheld))
	if err != nil || got.Entries != want {
		r.T.Errorf("%d entries are counted, want %d, %v", got.Entries, want, err)
	}
}

// wantReaders holds every way to a list to the same readers.
func (r *room) wantReaders(readers map[string]accounts.User, may map[string]bool) {
	r.T.Helper()
	for name, reader := range readers {
		_, err := r.Lists.PublishedList(r.T.Context(), roomtest.Edition, reader, lists.AsOf{})
		if !may[name] {
			roomtest.WantNotFound(r.T, err)
		} else if err != nil {
			r.T.Errorf("%s: %v", name, err)
		}
		editions, err := r.Lists.ReadableEditions(r.T.Context(), reader)
		if err != nil || (len(editions) == 1) != may[name] {
			r.T.Errorf("%s gets the editions %+v, %v", name, editions, err)
		}
	}
	_, err := r.Lists.PublishedList(r.T.Context(), roomtest.Edition, accounts.User{}, lists.AsOf{})
	if (err == nil) != may["nobody"] {
		r.T.Errorf("the list for everybody: %v", err)
	}
}

func TestAnEmbargoedListIsNotForAReviewerInConflict(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Embargoed()
		r.Declare(r.Second, reviews.NewConflict{EntryID: 2})
		_, err := r.Lists.PublishedList(t.Context(), roomtest.Edition, r.Second, lists.AsOf{})
		if _, conflict := errors.AsType[*review.ConflictError](err); !conflict {
			t.Errorf("got %v", err)
		}
		if editions, err := r.Lists.ReadableEditions(t.Context(), r.Second); err != nil || len(editions) != 0 {
			t.Errorf("got %+v, %v", editions, err)
		}
	})
}

func TestDatesChangeUntilPeopleCountOnThem(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		change := func(by accounts.User, change func(*editions.Edition)) error {
			e, err := r.Editions.ByName(t.Context(), roomtest.Edition)
			if err != nil {
				t.Fatal(err)
			}
			change(&e)
			_, err = r.Editions.Change(t.Context(), e, by)
			return err
		}
		decide, grace := roomtest.Closes.Add(72*time.Hour), 48*time.Hour
		good := func(e *editions.Edition) {
			e.ClosesAt, e.Zone, e.Grace, e.ReviewBy, e.Embargo = roomtest.Closes.Add(time.Hour), "Europe/Berlin", grace,
				&decide, &decide
		}
		for _, by := range []accounts.User{r.Submitter, r.Reviewer, r.Admin, {}} {
			roomtest.WantRefusal(t, change(by, good), "may not change an edition")
		}
		if err := change(r.Editor, good); err != nil {
			t.Fatal(err)
		}
		got, err := r.Editions.ByName(t.Context(), roomtest.Edition)
		if err != nil || !got.ClosesAt.Equal(roomtest.Closes.Add(time.Hour)) || got.Zone != "Europe/Berlin" ||
			got.Grace != grace || !got.ReviewBy.Equal(decide) || !got.Embargo.Equal(decide) {
			t.Errorf("got %+v, %v", got, err)
		}
		early := roomtest.Opens.Add(time.Hour)
		for field, spoil := range map[string]func(*editions.Edition){
			"opens_at":      func(e *editions.Edition) { e.OpensAt = early },
			"closes_at":     func(e *editions.Edition) { e.ClosesAt = early },
			"review_by":     func(e *editions.Edition) { e.ReviewBy = &early },
			"embargo_until": func(e *editions.Edition) { e.Embargo = &early },
			"zone":          func(e *editions.Edition) { e.Zone = "Moon" },
		} {
			roomtest.WantField(t, change(r.Editor, spoil), field)
		}
		r.Clock.Set(roomtest.Closes.Add(2 * time.Hour))
		roomtest.WantField(t, change(r.Editor, func(e *editions.Edition) { e.Grace = 0 }), "grace")
		if err := change(r.Editor,
			func(e *editions.Edition) { e.ClosesAt = roomtest.Closes.Add(5 * time.Hour) }); err != nil {
			t.Errorf("a deadline cannot be put off: %v", err)
		}
		r.Accepted(r.Submitter, roomtest.Summary())
		r.Publish()
		roomtest.WantRefusal(t, change(r.Editor, func(e *editions.Edition) { e.Embargo = nil }),
			"Its dates cannot change")
	})
}

func TestClosingEarly(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		_, err := r.Editions.Close(t.Context(), roomtest.Edition, r.Reviewer)
		roomtest.WantRefusal(t, err, "may not")
		draft := r.Entry(r.Submitter, roomtest.Graded())
		closed, err := r.Editions.Close(t.Context(), roomtest.Edition, r.Editor)
		if err != nil || closed.IsOpen(r.Clock.Now()) ||
			!closed.ClosesAt.Equal(r.Clock.Now().Truncate(time.Microsecond)) {
			t.Fatalf("got %+v, %v", closed, err)
		}
		_, err = r.Reviews.Move(t.Context(), draft.ID, review.Submit, r.Submitter, "")
		roomtest.WantRefusal(t, err, "closed on")
		_, err = r.Editions.Close(t.Context(), roomtest.Edition, r.Editor)
		roomtest.WantRefusal(t, err, "already")
		r.Clock.Set(roomtest.Opens.Add(-time.Hour))
		_, err = r.Editions.Close(t.Context(), roomtest.Edition, r.Editor)
		roomtest.WantRefusal(t, err, "not open yet")
	})
}

func TestPreview(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		rename := func(system string, efficiency float64) submissions.Summary {
			s := roomtest.Summary()
			s.System, s.Efficiency = system, efficiency
			return s
		}
		r.Accepted(r.Submitter, rename("Twice", 50))
		r.Accepted(r.Submitter, rename("Gone", 40))
		r.Publish()
		if _, err := r.Editions.Create(t.Context(), editions.Edition{Name: "2027-06", Methodology: "2.0",
			OpensAt: roomtest.Opens, ClosesAt: roomtest.Closes}); err != nil {
			t.Fatal(err)
		}
		enter := func(s submissions.Summary, moves ...review.Verb) int64 {
			entry, err := r.Submissions.CreateEntry(t.Context(), r.Submitter, "2027-06", roomtest.GradedAs(s))
			if err != nil {
				t.Fatal(err)
			}
			for _, verb := range moves {
				r.Move(entry.ID, verb,
					map[bool]accounts.User{true: r.Submitter, false: r.Reviewer}[verb == review.Submit])
			}
			return entry.ID
		}
		enter(rename("New", 60), review.Submit, review.Accept)
		enter(rename(" twice", 60), review.Submit, review.Accept)
		secret := enter(rename("Secret", 70), review.Submit, review.Accept)
		waits := enter(rename("Waits", 80), review.Submit)
		enter(rename("Draft", 80))
		p, err := r.Lists.PreviewEdition(t.Context(), "2027-06", r.Editor)
		if err != nil || len(p.Rows) != 3 || len(p.Missing) != 1 || p.Missing[0].ID != waits || p.Drafts != 1 ||
			p.Before != roomtest.Edition || len(p.Gone) != 1 || p.Gone[0].System != "Gone" {
			t.Fatalf("got %+v, %v", p, err)
		}
		if p.Rows[0].System != "Secret" || p.Rows[1].Tie || !p.Rows[2].Tie || p.Rows[2].Earlier == nil ||
			p.Rows[2].Earlier.Rank != 1 || p.Rows[1].Earlier != nil {
			t.Errorf("got %+v", p.Rows)
		}
		r.Declare(r.Second, reviews.NewConflict{EntryID: secret})
		r.Declare(r.Second, reviews.NewConflict{EntryID: waits})
		p, err = r.Lists.PreviewEdition(t.Context(), "2027-06", r.Second)
		withheld := lists.PreviewRow{ListRow: lists.ListRow{Rank: 1}, Conflict: review.DeclaredBySelf}
		if err != nil || p.Rows[0] != withheld || p.Rows[1].System != "New" || len(p.Missing) != 0 {
			t.Errorf("got %+v, %v", p, err)
		}
		_, err = r.Lists.PreviewEdition(t.Context(), "2027-06", r.Submitter)
		roomtest.WantRefusal(t, err, "may not see")
		_, err = r.Lists.PreviewEdition(t.Context(), roomtest.Edition, r.Editor)
		roomtest.WantRefusal(t, err, "is published")
	})
}
