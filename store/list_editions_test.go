package store_test

import (
	"errors"
	"testing"
	"time"

	"green500/store/database"
	"green500/store/editions"
	"green500/validation/methodology"
	"green500/validation/review"
)

func TestEditionsNewestFirst(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.edition("2025-11")
		r.edition("2027-06")
		editions, err := r.Editions.Editions(t.Context())
		if err != nil || len(editions) != 3 {
			t.Fatalf("got %+v, %v", editions, err)
		}
		for i, want := range []string{"2027-06", "2026-11", "2025-11"} {
			if editions[i].Name != want {
				t.Errorf("place %d has %s, want %s", i, editions[i].Name, want)
			}
		}
		got, err := r.Editions.Edition(t.Context(), edition)
		if err != nil || got != editions[1] || got.OpensAt != opens || got.ClosesAt != closes || got.Methodology != methodology.V20 {
			t.Errorf("got %+v, %v", got, err)
		}
		_, err = r.Editions.Edition(t.Context(), "1999-06")
		wantNotFound(t, err)
	})
}

func TestCreateEditionNamesTheField(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		good := editions.Edition{Name: "2028-06", Methodology: methodology.V20, OpensAt: opens, ClosesAt: closes}
		for _, name := range []string{"", "2026-12", "26-11", "2026-11-01", "2026-11\n", "x2026-11", "2026/11"} {
			bad := good
			bad.Name = name
			_, err := r.Editions.CreateEdition(t.Context(), bad)
			wantField(t, err, "name")
		}
		bad := good
		bad.Methodology = methodology.V30
		_, err := r.Editions.CreateEdition(t.Context(), bad)
		wantField(t, err, "methodology")
		for field, spoil := range map[string]func(*editions.Edition){
			"methodology": func(e *editions.Edition) { e.Methodology = "9" },
			"opens_at":    func(e *editions.Edition) { e.OpensAt = time.Time{} },
			"closes_at":   func(e *editions.Edition) { e.ClosesAt = e.OpensAt },
		} {
			bad := good
			spoil(&bad)
			_, err := r.Editions.CreateEdition(t.Context(), bad)
			wantField(t, err, field)
		}
		good.Name = edition
		_, err = r.Editions.CreateEdition(t.Context(), good)
		wantField(t, err, "name")
		if !errors.Is(err, database.ErrTaken) {
			t.Errorf("got %v, want %v", err, database.ErrTaken)
		}
	})
}

func TestSubmittingNeedsAnOpenEdition(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		submit := func() error {
			_, err := r.Reviews.Move(t.Context(), 1, review.Submit, r.submitter, "")
			return err
		}
		r.clock.set(opens.Add(-time.Microsecond))
		r.entry(r.submitter, graded()) // may be prepared before
		wantRefusal(t, submit(), "opens on 1 September 2026 00:00 UTC")

		r.clock.set(closes)
		wantRefusal(t, submit(), "closed on 1 November 2026")
		_, err := r.Submissions.CreateEntry(t.Context(), r.submitter, edition, graded())
		wantRefusal(t, err, "closed on")

		r.clock.set(closes.Add(-time.Microsecond))
		if err := submit(); err != nil {
			t.Error(err)
		}

		if _, err := r.Reviews.Move(t.Context(), 1, review.Return, r.reviewer, "a reason"); err != nil {
			t.Fatal(err)
		}
		r.clock.set(closes.Add(time.Hour))
		if err := submit(); err != nil {
			t.Errorf("what a reviewer asked for cannot come after the deadline: %v", err)
		}
	})
}

func TestAPublishedEditionTakesNothingMore(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		draft := r.entry(r.submitter, graded())
		waiting := r.entry(r.submitter, graded())
		r.move(waiting.ID, review.Submit, r.submitter)
		r.accepted(r.submitter, summary())
		if _, err := r.Lists.PublishEdition(t.Context(), edition, r.editor, review.Outstanding.Anyway); err != nil {
			t.Fatal(err)
		}
		_, err := r.Reviews.Move(t.Context(), draft.ID, review.Submit, r.submitter, "")
		wantRefusal(t, err, "is published")
		_, err = r.Reviews.Move(t.Context(), waiting.ID, review.Accept, r.reviewer, "")
		wantRefusal(t, err, "is published")
		_, err = r.Submissions.CreateEntry(t.Context(), r.submitter, edition, graded())
		wantRefusal(t, err, "is published")
		if state := r.move(waiting.ID, review.Return, r.reviewer); state != review.Returned {
			t.Errorf("got %s", state)
		}
	})
}

// TestAListIsOfOneMethodology: an older text, which asks less, is no way into a list.
func TestAListIsOfOneMethodology(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		other := graded()
		other.Document = []byte(`{"methodology":"1.2","system":{"name":"Aurora"}}`)
		entry := r.entry(r.submitter, other)
		_, err := r.Reviews.Move(t.Context(), entry.ID, review.Submit, r.submitter, "")
		wantRefusal(t, err, "requires methodology 2.0, but the document states 1.2")
	})
}
