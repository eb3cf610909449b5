package administration_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/administration"
	"green500/store/backup"
	"green500/store/blobs"
	"green500/store/problems"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/store/uploads"
	"green500/validation/review"
)

func TestAStandingTellsWhatIsThere(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Entry(r.Submitter, submissions.Snapshot{Document: []byte("{}")})
		if _, err := r.Uploads.Begin(t.Context(), r.Submitter,
			uploads.NewUpload{EntryID: entry.ID, Name: "power.csv", Size: 1000}, 0); err != nil {
			t.Fatal(err)
		}
		standing, err := r.Administration.ServerState(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		var submitters administration.People
		for _, people := range standing.People {
			if people.Role == review.Submitter {
				submitters = people
			}
		}
		if submitters.Count != 2 || submitters.Unconfirmed != 0 || submitters.Acted.IsZero() ||
			submitters.Disabled != 0 {
			t.Errorf("got %+v", submitters)
		}
		if len(standing.Holders) != 1 || standing.Holders[0].Bytes != 1000 ||
			standing.Holders[0].Email != r.Submitter.Email {
			t.Errorf("got %+v", standing.Holders)
		}
		if standing.Database.Bytes == 0 || standing.Log.Records == 0 || (standing.Room == nil) != r.Kept.Remote() ||
			standing.Waiting.Begun != 1000 {
			t.Errorf("got %+v", standing)
		}
		for _, one := range problems.Of(standing, problems.Bounds{Quota: 1 << 30, MailSent: true}) {
			fine := problems.Fine
			if one.Subject == "Room" && r.Kept.Remote() {
				fine = problems.NotKnown // an object store does not say
			}
			if one.Subject == "Backups" {
				if one.Severity != problems.Watch || one.Figure != "none yet" {
					t.Errorf("without a backup: %+v", one)
				}
				continue
			}
			if one.Severity != fine || one.Remedy != "" {
				t.Errorf("all is fine, and not %+v", one)
			}
		}
		for _, kept := range standing.Kept {
			if kept.Kind == "" || kept.Kind == "Uploads on their way" && (kept.Count != 1 || kept.Bytes != 1000) {
				t.Errorf("got %+v", kept)
			}
		}
		if got := roomtest.ProblemOf(t, r.Store, problems.Bounds{Quota: 1001},
			"Quotas"); got.Severity != problems.Watch {
			t.Errorf("a person has nearly all of the quota: %+v", got)
		}
	})
}

func TestMailThatWaitsOrWasGivenUpIsAProblem(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Post("a@example.org")
		if got := roomtest.ProblemOf(t, r.Store, problems.Bounds{MailSent: true},
			"Mail"); got.Severity != problems.Fine {
			t.Errorf("got %+v", got)
		}
		standing, err := r.Administration.ServerState(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if first := problems.Of(standing, problems.Bounds{})[0]; first.Subject != "Mail" ||
			first.Severity != problems.Watch {
			t.Errorf("without a mail server what waits comes first: %+v", first)
		}
		r.Clock.Advance(3 * time.Hour)
		if got := roomtest.ProblemOf(t, r.Store, problems.Bounds{MailSent: true},
			"Mail"); got.Severity != problems.Act || !strings.Contains(got.Figure, "3 hours") {
			t.Errorf("got %+v", got)
		}
		if got := roomtest.ProblemOf(t, r.Store, problems.Bounds{}, "Mail"); got.Severity != problems.Watch {
			t.Errorf("nobody sends mail: %+v", got)
		}
		if err := r.Outbox.Failed(t.Context(), r.Lease(), "no such box", true); err != nil {
			t.Fatal(err)
		}
		if got := roomtest.ProblemOf(t, r.Store, problems.Bounds{MailSent: true},
			"Mail"); got.Severity != problems.Act || !strings.HasPrefix(got.Figure, "1 message given up") {
			t.Errorf("got %+v", got)
		}
	})
}

func TestWithoutRoomNothingIsTakenIn(t *testing.T) {
	t.Parallel()
	r := newRoom(t, storetest.SQLite(t))
	free, known := r.Uploads.Room()
	if !known {
		t.Skip("this system does not say how much room there is")
	}
	const nearlyAll = 1 << 40 // bytes beyond what is free
	narrow := storetest.Open(t,
		store.Config{Database: r.At, Blobs: r.Blobs(), Now: r.Clock.Now, Reserve: free + nearlyAll})
	entry := r.Entry(r.Submitter, submissions.Snapshot{Document: []byte("{}")})
	if _, err := narrow.Uploads.Begin(t.Context(), r.Submitter,
		uploads.NewUpload{EntryID: entry.ID, Name: "power.csv", Size: 1}, 0); !blobs.NoRoom(err) {
		t.Errorf("an upload is begun without room: %v", err)
	}
	if got := roomtest.ProblemOf(t, narrow, problems.Bounds{}, "Room"); got.Severity != problems.Act {
		t.Errorf("got %+v", got)
	}
	if _, err := r.Uploads.Begin(t.Context(), r.Submitter,
		uploads.NewUpload{EntryID: entry.ID, Name: "power.csv", Size: 1}, 0); err != nil {
		t.Errorf("with room it is: %v", err)
	}
}

func TestBackupsThatAreOldOrUnsoundAreAProblem(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		out := t.TempDir()
		r.History()
		r.Clock.Set(roomtest.During)
		r.BackUp(out)
		const day = 24 * time.Hour
		for _, c := range []struct {
			after    time.Duration
			severity problems.Severity
		}{{day, problems.Fine}, {2 * day, problems.Act}} {
			r.Clock.Advance(c.after)
			if got := roomtest.ProblemOf(t, r.Store, problems.Bounds{}, "Backups"); got.Severity != c.severity {
				t.Errorf("got %+v", got)
			}
		}
		made := func(verify bool) {
			_, err := r.Installation().Backup(t.Context(), backup.Making{Out: out, Now: r.Clock.Now(), Verify: verify})
			if err != nil {
				t.Fatal(err)
			}
		}
		r.Clock.Advance(8 * day)
		made(false)
		if got := roomtest.ProblemOf(t, r.Store, problems.Bounds{}, "Backups"); got.Severity != problems.Watch ||
			!strings.Contains(got.Remedy, "--verify") {
			t.Errorf("it was not verified for long: %+v", got)
		}
		made(true)
		if got := roomtest.ProblemOf(t, r.Store, problems.Bounds{}, "Backups"); got.Severity != problems.Fine {
			t.Errorf("got %+v", got)
		}
		if err := roomtest.FlipByte(roomtest.FirstFile(t, filepath.Join(out, "blobs", "??", "*"))); err != nil {
			t.Fatal(err)
		}
		done, err := r.Installation().Backup(t.Context(), backup.Making{Out: out, Now: r.Clock.Now(), Verify: true})
		if err != nil || done.Repaired != 1 {
			t.Errorf("a damaged file is not copied again: %+v, %v", done, err)
		}
		r.Restored(out).WantSound()
	})
}
