package store_test

import (
	"errors"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/lists"
	"green500/store/reviews"
	"green500/store/submissions"
	"green500/validation/review"
)

// embargoed publishes a list of two that is not for everybody for another day.
func (r *room) embargoed() (until time.Time) {
	r.t.Helper()
	until = closes.Add(30 * 24 * time.Hour)
	change := editions.Edition{Name: edition, OpensAt: opens, ClosesAt: closes, Embargo: &until}
	if _, err := r.Editions.ChangeEdition(r.t.Context(), change, r.editor); err != nil {
		r.t.Fatal(err)
	}
	r.accepted(r.submitter, summary())
	r.accepted(r.other, summary())
	r.clock.set(until.Add(-24 * time.Hour))
	r.publish()
	return until
}

func TestAnEmbargoKeepsAListFromTheReadersItIsNotFor(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		until := r.embargoed()
		readers := map[string]accounts.User{"nobody": {}, "submitter": r.submitter, "other": r.other, "admin": r.admin, "reviewer": r.reviewer, "editor": r.editor}
		may := map[string]bool{"reviewer": true, "editor": true}
		r.wantReaders(readers, may)
		_, err := r.Lists.PublicEntry(t.Context(), 1)
		wantNotFound(t, err)
		r.wantCounted(0)
		for name, sees := range map[string]bool{"nobody": false, "submitter": true, "other": false, "admin": false, "reviewer": true, "editor": true} {
			if _, err := r.Submissions.EntryAccess(t.Context(), 1, readers[name]); (err == nil) != sees {
				t.Errorf("%s sees the entry: %v", name, err)
			}
		}
		r.clock.set(until.Add(-time.Microsecond))
		r.wantReaders(readers, may)
		r.clock.set(until)
		for name := range readers {
			may[name] = true
		}
		r.wantReaders(readers, may)
		r.wantCounted(2)
		if list := r.asOf(lists.AsOf{}); !list.Edition.ReleasedAt().Equal(until) || list.Edition.PublishedAt.Equal(until) {
			t.Errorf("released %s, frozen %s", list.Edition.ReleasedAt(), list.Edition.PublishedAt)
		}
	})
}

// wantCounted fails the test unless so many entries count in what everybody is told of a rule.
func (r *room) wantCounted(want int) {
	r.t.Helper()
	withheld, err := r.Submissions.Withheld(r.t.Context(), accounts.User{})
	if err != nil {
		r.t.Fatal(err)
	}
	got, err := r.Submissions.Margins(r.t.Context(), asked, []review.State{review.Published, review.Corrected}, submissions.EntryIDs(withheld))
	if err != nil || got.Entries != want {
		r.t.Errorf("%d entries are counted, want %d, %v", got.Entries, want, err)
	}
}

// wantReaders holds every way to a list to the same readers.
func (r *room) wantReaders(readers map[string]accounts.User, may map[string]bool) {
	r.t.Helper()
	for name, reader := range readers {
		_, err := r.Lists.PublishedList(r.t.Context(), edition, reader, lists.AsOf{})
		if !may[name] {
			wantNotFound(r.t, err)
		} else if err != nil {
			r.t.Errorf("%s: %v", name, err)
		}
		editions, err := r.Lists.ReadableEditions(r.t.Context(), reader)
		if err != nil || (len(editions) == 1) != may[name] {
			r.t.Errorf("%s gets the editions %+v, %v", name, editions, err)
		}
	}
	_, err := r.Lists.PublishedList(r.t.Context(), edition, accounts.User{}, lists.AsOf{})
	if (err == nil) != may["nobody"] {
		r.t.Errorf("the list for everybody: %v", err)
	}
}

func TestAnEmbargoedListIsNotForAReviewerInConflict(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.embargoed()
		r.declare(r.second, reviews.NewConflict{EntryID: 2})
		_, err := r.Lists.PublishedList(t.Context(), edition, r.second, lists.AsOf{})
		if _, conflict := errors.AsType[*review.ConflictError](err); !conflict {
			t.Errorf("got %v", err)
		}
		if editions, err := r.Lists.ReadableEditions(t.Context(), r.second); err != nil || len(editions) != 0 {
			t.Errorf("got %+v, %v", editions, err)
		}
	})
}

func TestDatesChangeUntilPeopleCountOnThem(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		change := func(by accounts.User, change func(*editions.Edition)) error {
			e, err := r.Editions.Edition(t.Context(), edition)
			if err != nil {
				t.Fatal(err)
			}
			change(&e)
			_, err = r.Editions.ChangeEdition(t.Context(), e, by)
			return err
		}
		decide, grace := closes.Add(72*time.Hour), 48*time.Hour
		good := func(e *editions.Edition) {
			e.ClosesAt, e.Zone, e.Grace, e.ReviewBy, e.Embargo = closes.Add(time.Hour), "Europe/Berlin", grace, &decide, &decide
		}
		for _, by := range []accounts.User{r.submitter, r.reviewer, r.admin, {}} {
			wantRefusal(t, change(by, good), "may not change an edition")
		}
		if err := change(r.editor, good); err != nil {
			t.Fatal(err)
		}
		got, err := r.Editions.Edition(t.Context(), edition)
		if err != nil || !got.ClosesAt.Equal(closes.Add(time.Hour)) || got.Zone != "Europe/Berlin" || got.Grace != grace || !got.ReviewBy.Equal(decide) || !got.Embargo.Equal(decide) {
			t.Errorf("got %+v, %v", got, err)
		}
		early := opens.Add(time.Hour)
		for field, spoil := range map[string]func(*editions.Edition){
			"opens_at":      func(e *editions.Edition) { e.OpensAt = early },
			"closes_at":     func(e *editions.Edition) { e.ClosesAt = early },
			"review_by":     func(e *editions.Edition) { e.ReviewBy = &early },
			"embargo_until": func(e *editions.Edition) { e.Embargo = &early },
			"zone":          func(e *editions.Edition) { e.Zone = "Moon" },
		} {
			wantField(t, change(r.editor, spoil), field)
		}
		r.clock.set(closes.Add(2 * time.Hour))
		wantField(t, change(r.editor, func(e *editions.Edition) { e.Grace = 0 }), "grace")
		if err := change(r.editor, func(e *editions.Edition) { e.ClosesAt = closes.Add(5 * time.Hour) }); err != nil {
			t.Errorf("a deadline cannot be put off: %v", err)
		}
		r.accepted(r.submitter, summary())
		r.publish()
		wantRefusal(t, change(r.editor, func(e *editions.Edition) { e.Embargo = nil }), "part of the record")
	})
}

func TestClosingEarly(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		_, err := r.Editions.CloseEdition(t.Context(), edition, r.reviewer)
		wantRefusal(t, err, "may not")
		draft := r.entry(r.submitter, graded())
		closed, err := r.Editions.CloseEdition(t.Context(), edition, r.editor)
		if err != nil || closed.IsOpen(r.clock.Now()) || !closed.ClosesAt.Equal(r.clock.Now().Truncate(time.Microsecond)) {
			t.Fatalf("got %+v, %v", closed, err)
		}
		_, err = r.Reviews.Move(t.Context(), draft.ID, review.Submit, r.submitter, "")
		wantRefusal(t, err, "closed on")
		_, err = r.Editions.CloseEdition(t.Context(), edition, r.editor)
		wantRefusal(t, err, "already")
		r.clock.set(opens.Add(-time.Hour))
		_, err = r.Editions.CloseEdition(t.Context(), edition, r.editor)
		wantRefusal(t, err, "not open yet")
	})
}

func TestPreview(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		rename := func(system string, efficiency float64) submissions.Summary {
			s := summary()
			s.System, s.Efficiency = system, efficiency
			return s
		}
		r.accepted(r.submitter, rename("Twice", 50))
		r.accepted(r.submitter, rename("Gone", 40))
		r.publish()
		if _, err := r.Editions.CreateEdition(t.Context(), editions.Edition{Name: "2027-06", Methodology: "2.0", OpensAt: opens, ClosesAt: closes}); err != nil {
			t.Fatal(err)
		}
		enter := func(s submissions.Summary, moves ...review.Verb) int64 {
			entry, err := r.Submissions.CreateEntry(t.Context(), r.submitter, "2027-06", gradedAs(s))
			if err != nil {
				t.Fatal(err)
			}
			for _, verb := range moves {
				r.move(entry.ID, verb, map[bool]accounts.User{true: r.submitter, false: r.reviewer}[verb == review.Submit])
			}
			return entry.ID
		}
		enter(rename("New", 60), review.Submit, review.Accept)
		enter(rename(" twice", 60), review.Submit, review.Accept)
		secret := enter(rename("Secret", 70), review.Submit, review.Accept)
		waits := enter(rename("Waits", 80), review.Submit)
		enter(rename("Draft", 80))
		p, err := r.Lists.PreviewEdition(t.Context(), "2027-06", r.editor)
		if err != nil || len(p.Rows) != 3 || len(p.Missing) != 1 || p.Missing[0].ID != waits || p.Drafts != 1 || p.Before != edition || len(p.Gone) != 1 || p.Gone[0].System != "Gone" {
			t.Fatalf("got %+v, %v", p, err)
		}
		if p.Rows[0].System != "Secret" || p.Rows[1].Tie || !p.Rows[2].Tie || p.Rows[2].Earlier == nil || p.Rows[2].Earlier.Rank != 1 || p.Rows[1].Earlier != nil {
			t.Errorf("got %+v", p.Rows)
		}
		r.declare(r.second, reviews.NewConflict{EntryID: secret})
		r.declare(r.second, reviews.NewConflict{EntryID: waits})
		p, err = r.Lists.PreviewEdition(t.Context(), "2027-06", r.second)
		withheld := lists.PreviewRow{ListRow: lists.ListRow{Rank: 1}, Conflict: review.DeclaredBySelf}
		if err != nil || p.Rows[0] != withheld || p.Rows[1].System != "New" || len(p.Missing) != 0 {
			t.Errorf("got %+v, %v", p, err)
		}
		_, err = r.Lists.PreviewEdition(t.Context(), "2027-06", r.submitter)
		wantRefusal(t, err, "may not see")
		_, err = r.Lists.PreviewEdition(t.Context(), edition, r.editor)
		wantRefusal(t, err, "is published")
	})
}
