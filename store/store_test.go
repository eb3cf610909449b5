package store_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"green500/store"
	"green500/store/backup"
	"green500/store/blobs"
	"green500/store/database"
	"green500/store/reviews"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/validation/review"
)

func TestReady(t *testing.T) {
	storetest.Each(t, func(t *testing.T, database string) {
		opened, err := store.Open(t.Context(), store.Config{Database: database})
		if err != nil {
			t.Fatal(err)
		}
		if err := opened.Ready(t.Context()); err != nil {
			t.Error(err)
		}
		if err := opened.Close(); err != nil {
			t.Error(err)
		}
		if err := opened.Ready(t.Context()); err == nil {
			t.Error("a closed store says that it is ready")
		}
	})
}

func TestOpenTwiceKeepsWhatIsThere(t *testing.T) {
	storetest.Each(t, func(t *testing.T, database string) {
		first := newRoom(t, database)
		again := storetest.Open(t, store.Config{Database: database})
		users, err := again.Accounts.Users(t.Context())
		if err != nil || len(users) != 6 {
			t.Errorf("%d accounts, %v", len(users), err)
		}
		if err := first.Ready(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

// Replicas start together: one migrates, the others wait for it.
func TestOpenAtOnce(t *testing.T) {
	kinds := []storetest.Database{{Name: "SQLite", New: storetest.NoSQLite}, {Name: "PostgreSQL", New: storetest.Empty}}
	for _, kind := range kinds {
		t.Run(kind.Name, func(t *testing.T) {
			database := kind.New(t)
			var group sync.WaitGroup
			for range 4 {
				group.Go(func() {
					opened, err := store.Open(t.Context(), store.Config{Database: database})
					if err != nil {
						t.Error(err)
						return
					}
					if err := errors.Join(opened.Ready(t.Context()), opened.Close()); err != nil {
						t.Error(err)
					}
				})
			}
			group.Wait()
		})
	}
}

// TestAnotherVersionsSchemaIsRefused: one of a newer version, and one of a version before 1.0, which is not copied
// either.
func TestAnotherVersionsSchemaIsRefused(t *testing.T) {
	storetest.Each(t, func(t *testing.T, at string) {
		opened := storetest.Open(t, store.Config{Database: at})
		if err := opened.Close(); err != nil {
			t.Fatal(err)
		}
		for _, other := range []struct{ version, says string }{{"9000", "newer version"},
			{"32", "by a version of green500 before 1.0"}} {
			if _, err := storetest.Pool(t, at).ExecContext(t.Context(),
				"UPDATE goose_db_version SET version_id = "+other.version+" WHERE version_id > 0"); err != nil {
				t.Fatal(err)
			}
			if _, err := store.Open(t.Context(), store.Config{Database: at}); err == nil ||
				!strings.Contains(err.Error(), other.says) {
				t.Errorf("version %s: got %v", other.version, err)
			}
		}
		installation := backup.Installation{Database: at, Blobs: blobs.Location{At: t.TempDir()}}
		if _, err := installation.Backup(t.Context(),
			backup.Making{Out: t.TempDir(), Now: roomtest.During}); !errors.Is(err, database.ErrEarlier) {
			t.Errorf("the backup: got %v", err)
		}
		target := backup.Installation{Database: storetest.NoSQLite(t), Blobs: blobs.Location{At: t.TempDir()}}
		if _, err := installation.MoveTo(t.Context(), target, func(string, int64, int64) {}); !errors.Is(err,
			database.ErrEarlier) {
			t.Errorf("the move: got %v", err)
		}
	})
}

func TestOpenRefusesWhatIsNoDatabase(t *testing.T) {
	text := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(text, []byte(strings.Repeat("not a database ", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, database := range []string{"", ":memory:", "mysql://localhost/x", text, "postgres://nobody@127.0.0.1:1/x"} {
		if opened, err := store.Open(ctx, store.Config{Database: database}); err == nil {
			t.Errorf("%q was opened", database)
			_ = opened.Close()
		}
	}
}

func TestSQLiteFileIsPrivateAndMayHaveAnyName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new folder", "green 500?#%41.db")
	newRoom(t, path)
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode().Perm() != 0o600 {
		t.Errorf("the file has the mode %v", info.Mode())
	}
}

// A list of many entries must not cost a statement for each.
func TestListsCostAFixedNumberOfStatements(t *testing.T) {
	r := newRoom(t, storetest.SQLite(t))
	count, draft := store.CountStatements(r.Store), r.Entry(r.Submitter, roomtest.Graded()).ID
	cost := func() map[string]int {
		costs := map[string]int{}
		for name, list := range map[string]func() error{
			"queue": func() error {
				_, _, err := r.Reviews.Queued(t.Context(), r.Reviewer, reviews.Queue{})
				return err
			},
			"entries":  func() error { _, err := r.Submissions.EntriesOf(t.Context(), r.Submitter.ID); return err },
			"revision": func() error { _, err := r.Submissions.Revision(t.Context(), draft, 0); return err },
		} {
			before := count()
			if err := list(); err != nil {
				t.Fatal(err)
			}
			costs[name] = count() - before
		}
		return costs
	}
	fill := func(entries int) {
		for range entries {
			r.Move(r.Entry(r.Submitter, roomtest.Graded()).ID, review.Submit, r.Submitter)
		}
	}
	fill(2) // which have the same evidence, as all of them
	few := cost()
	fill(4)
	most := map[string]int{"queue": 9, "entries": 5, "revision": 5}
	for name, many := range cost() {
		if many != few[name] || many > most[name] {
			t.Errorf("%s: %d statements for 2 entries, %d for 6", name, few[name], many)
		}
	}
}
