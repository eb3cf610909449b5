package backup_test

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"green500/store/backup"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/store/uploads"
	"green500/validation/power"
)

// otherPlaces are an empty database and blobs of the other kind.
func otherPlaces(t *testing.T, from string) (database string, kept storetest.Evidence) {
	t.Helper()
	if strings.HasPrefix(from, "postgres") {
		return filepath.Join(t.TempDir(), "green500.db"), storetest.EvidenceInFolder(t)
	}
	return storetest.Empty(t), storetest.EvidenceInBucket(t)
}

// moved copies a room to a database and blobs of the other kind.
func (r *room) moved() *room {
	r.T.Helper()
	database, kept := otherPlaces(r.T, r.At)
	done, err := r.Installation().MoveTo(r.T.Context(), backup.Installation{Database: database, Blobs: kept.Location},
		func(string, int64, int64) {})
	if err != nil {
		r.T.Fatal(err)
	}
	if done.Rows == 0 || done.Blobs == 0 {
		r.T.Errorf("it copied %+v", done)
	}
	return &room{r.Twin(r.T, database, kept)}
}

// TestAnInstallationMovesThereAndBack: all that was proved of it is proved of the copy, reports are the same bytes,
// what is on its way goes on, and no number is given twice.
func TestAnInstallationMovesThereAndBack(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		published, waiting := r.History()
		piece := r.Begin(waiting, "a.csv", roomtest.ALog)
		if _, err := r.Uploads.Add(t.Context(), piece,
			roomtest.Chunk(0, strings.NewReader(roomtest.ALog[:10]))); err != nil {
			t.Fatal(err)
		}
		there := r.moved()
		there.WantSound()
		back := there.moved()
		back.WantSound()
		for _, copied := range []*room{there, back} {
			for _, entry := range []submissions.Entry{published, waiting} {
				before, err := r.Submissions.Revision(t.Context(), entry.ID, 0)
				if err != nil {
					t.Fatal(err)
				}
				after, err := copied.Submissions.Revision(t.Context(), entry.ID, 0)
				if err != nil || string(after.Report) != string(before.Report) ||
					string(after.Document) != string(before.Document) {
					t.Errorf("%v: the report of entry %d is another", err, entry.ID)
				}
			}
			if got := copied.Look(piece); got.Offset != 10 {
				t.Errorf("%d bytes of the upload are there", got.Offset)
			}
		}
		fresh, err := back.Submissions.CreateEntry(t.Context(), back.Submitter, waiting.Edition, roomtest.Graded())
		if err != nil || fresh.ID <= waiting.ID {
			t.Errorf("%v: the new entry has the number %d", err, fresh.ID)
		}
		if u := back.Receive(back.Send(back.Look(piece), roomtest.ALog)); u.State != uploads.Kept {
			t.Errorf("it is %+v", u)
		}
	})
}

func TestAMoveRefusesWhatHoldsSomething(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.History()
		database, kept := otherPlaces(t, r.At)
		quiet := func(string, int64, int64) {}
		storetest.Put(t, kept.Blobs(t), []byte("something else"))
		_, err := r.Installation().MoveTo(t.Context(),
			backup.Installation{Database: database, Blobs: kept.Location}, quiet)
		if _, told := errors.AsType[*power.InputError](err); !told {
			t.Errorf("evidence: got %v", err)
		}
		_, kept = otherPlaces(t, r.At)
		_, err = r.Installation().MoveTo(t.Context(), backup.Installation{Database: r.At, Blobs: kept.Location}, quiet)
		if _, told := errors.AsType[*power.InputError](err); !told {
			t.Errorf("the database: got %v", err)
		}
	})
}

// TestAMoveThatBrokeOffGoesOn with what it had not copied yet.
func TestAMoveThatBrokeOffGoesOn(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.History()
		database, kept := otherPlaces(t, r.At)
		target := backup.Installation{Database: database, Blobs: kept.Location}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		breaking := func(part string, done, _ int64) {
			if part == "evidence" && done == 2 || part == "users" {
				cancel()
			}
		}
		if _, err := r.Installation().MoveTo(ctx, target, breaking); err == nil {
			t.Fatal("it did not break off")
		}
		done, err := r.Installation().MoveTo(t.Context(), target, func(string, int64, int64) {})
		if err != nil || done.Copied >= done.Blobs {
			t.Fatalf("%v: %+v", err, done)
		}
	})
}

// TestAMoveStopsAtDamage: a copy that could not be proved is none.
func TestAMoveStopsAtDamage(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.History()
		blob := storetest.Put(t, r.Blobs(), storetest.Readings(100_000))
		r.Flip(blob.Digest, ".s2", 1000)
		database, kept := otherPlaces(t, r.At)
		_, err := r.Installation().MoveTo(t.Context(), backup.Installation{Database: database, Blobs: kept.Location},
			func(string, int64, int64) {})
		if inputError, told := errors.AsType[*power.InputError](err); !told ||
			!strings.Contains(inputError.File, blob.Digest[2:]) {
			t.Errorf("got %v", err)
		}
	})
}
