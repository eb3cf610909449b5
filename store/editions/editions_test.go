package editions_test

import (
	"errors"
	"testing"
	"time"

	"green500/store/database"
	"green500/store/editions"
	"green500/store/roomtest"
	"green500/validation/methodology"
	"green500/validation/review"
)

func TestEditionsNewestFirst(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Edition("2025-11")
		r.Edition("2027-06")
		editions, err := r.Editions.All(t.Context())
		if err != nil || len(editions) != 3 {
			t.Fatalf("got %+v, %v", editions, err)
		}
		for i, want := range []string{"2027-06", "2026-11", "2025-11"} {
			if editions[i].Name != want {
				t.Errorf("place %d has %s, want %s", i, editions[i].Name, want)
			}
		}
		got, err := r.Editions.ByName(t.Context(), roomtest.Edition)
		if err != nil || got != editions[1] || got.OpensAt != roomtest.Opens || got.ClosesAt != roomtest.Closes ||
			got.Methodology != methodology.V20 {
			t.Errorf("got %+v, %v", got, err)
		}
		_, err = r.Editions.ByName(t.Context(), "1999-06")
		roomtest.WantNotFound(t, err)
	})
}

func TestCreateEditionNamesTheField(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		good := editions.Edition{Name: "2028-06", Methodology: methodology.V20, OpensAt: roomtest.Opens,
			ClosesAt: roomtest.Closes}
		for _, name := range []string{"", "2026-12", "26-11", "2026-11-01", "2026-11\n", "x2026-11", "2026/11"} {
			bad := good
			bad.Name = name
			_, err := r.Editions.Create(t.Context(), bad)
			roomtest.WantField(t, err, "name")
		}
		bad := good
		bad.Methodology = methodology.V30
		_, err := r.Editions.Create(t.Context(), bad)
		roomtest.WantField(t, err, "methodology")
		for field, spoil := range map[string]func(*editions.Edition){
			"methodology": func(e *editions.Edition) { e.Methodology = "9" },
			"opens_at":    func(e *editions.Edition) { e.OpensAt = time.Time{} },
			"closes_at":   func(e *editions.Edition) { e.ClosesAt = e.OpensAt },
		} {
			bad := good
			spoil(&bad)
			_, err := r.Editions.Create(t.Context(), bad)
			roomtest.WantField(t, err, field)
		}
		good.Name = roomtest.Edition
		_, err = r.Editions.Create(t.Context(), good)
		roomtest.WantField(t, err, "name")
		if !errors.Is(err, database.ErrTaken) {
			t.Errorf("got %v, want %v", err, database.ErrTaken)
		}
	})
}

func TestSubmittingNeedsAnOpenEdition(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		submit := func() error {
			_, err := r.Reviews.Move(t.Context(), 1, review.Submit, r.Submitter, "")
			return err
		}
		r.Clock.Set(roomtest.Opens.Add(-time.Microsecond))
		r.Entry(r.Submitter, roomtest.Graded()) // may be prepared before
		roomtest.WantRefusal(t, submit(), "opens on 1 September 2026 00:00 UTC")

		r.Clock.Set(roomtest.Closes)
		roomtest.WantRefusal(t, submit(), "closed on 1 November 2026")
		_, err := r.Submissions.CreateEntry(t.Context(), r.Submitter, roomtest.Edition, roomtest.Graded())
		roomtest.WantRefusal(t, err, "closed on")

		r.Clock.Set(roomtest.Closes.Add(-time.Microsecond))
		if err := submit(); err != nil {
			t.Error(err)
		}

		if _, err := r.Reviews.Move(t.Context(), 1, review.Return, r.Reviewer, "a reason"); err != nil {
			t.Fatal(err)
		}
		r.Clock.Set(roomtest.Closes.Add(time.Hour))
		if err := submit(); err != nil {
			t.Errorf("what a reviewer asked for cannot come after the deadline: %v", err)
		}
	})
}

func TestAPublishedEditionTakesNothingMore(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		draft := r.Entry(r.Submitter, roomtest.Graded())
		waiting := r.Entry(r.Submitter, roomtest.Graded())
		r.Move(waiting.ID, review.Submit, r.Submitter)
		r.Accepted(r.Submitter, roomtest.Summary())
		if _, err := r.Lists.PublishEdition(t.Context(), roomtest.Edition, r.Editor,
			review.Outstanding.Anyway); err != nil {
			t.Fatal(err)
		}
		_, err := r.Reviews.Move(t.Context(), draft.ID, review.Submit, r.Submitter, "")
		roomtest.WantRefusal(t, err, "is published")
		_, err = r.Reviews.Move(t.Context(), waiting.ID, review.Accept, r.Reviewer, "")
		roomtest.WantRefusal(t, err, "is published")
		_, err = r.Submissions.CreateEntry(t.Context(), r.Submitter, roomtest.Edition, roomtest.Graded())
		roomtest.WantRefusal(t, err, "is published")
		if state := r.Move(waiting.ID, review.Return, r.Reviewer); state != review.Returned {
			t.Errorf("got %s", state)
		}
	})
}

// TestAListIsOfOneMethodology: an older text, which asks less, is no way into a list.
func TestAListIsOfOneMethodology(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		other := roomtest.Graded()
		other.Document = []byte(`{"methodology":"1.2","system":{"name":"Aurora"}}`)
		entry := r.Entry(r.Submitter, other)
		_, err := r.Reviews.Move(t.Context(), entry.ID, review.Submit, r.Submitter, "")
		roomtest.WantRefusal(t, err, "requires methodology 2.0, but the document states 1.2")
	})
}
