package submissions_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/store"
	"green500/store/database"
	"green500/store/storetest"
	"green500/store/submissions"
)

// whole demands that a blob can be read to its end.
func whole(t testing.TB, s *store.Store, digest string) {
	t.Helper()
	content, err := s.Blobs().Open(t.Context(), digest)
	if err != nil {
		t.Fatalf("a file of an entry is gone: %v", err)
	}
	_, err = io.Copy(io.Discard, content)
	if err := errors.Join(err, content.Close()); err != nil {
		t.Fatal(err)
	}
}

// TestNothingThatIsReferredToIsEverCleared: whatever is kept, referred to and dropped while two servers clear away,
// step by step and in any order, what an entry refers to is there; and what was refused can be sent again.
func TestNothingThatIsReferredToIsEverCleared(t *testing.T) {
	t.Parallel()
	outer := t
	r := newRoom(t, storetest.SQLite(t))
	entry := r.Fresh()
	rapid.Check(t, func(t *rapid.T) {
		digests := map[string]string{} // by content: what was kept, and may be referred to yet
		referred := map[string]bool{}
		contents := rapid.SampledFrom([]string{"a", "b", "c"})
		t.Repeat(map[string]func(*rapid.T){
			"keep": func(t *rapid.T) {
				content := contents.Draw(t, "content")
				blob, err := r.Blobs().Put(t.Context(), strings.NewReader(content))
				if err != nil {
					t.Fatal(err)
				}
				digests[content] = blob.Digest
			},
			"refer": func(t *rapid.T) {
				content := contents.Draw(t, "content")
				digest, kept := digests[content]
				if !kept || referred[digest] {
					t.Skip("it is not on its way")
				}
				delete(digests, content) // either it is taken, or it has to be sent again
				err := r.Submissions.Refer(t.Context(), entry.ID, content, digest)
				if err != nil && !errors.Is(err, submissions.ErrCleared) {
					t.Fatal(err)
				}
				referred[digest] = err == nil
			},
			"drop": func(t *rapid.T) {
				content := contents.Draw(t, "content")
				digest, err := r.Submissions.Drop(t.Context(), entry.ID, content)
				if err != nil {
					t.Fatal(err)
				}
				delete(referred, digest)
			},
			"wait": func(t *rapid.T) {
				r.Clock.Advance(time.Duration(rapid.IntRange(1, 9).Draw(t, "days")) * 24 * time.Hour)
				clear(digests) // nothing is on its way as long as that
			},
			"step": func(t *rapid.T) {
				steps := r.Submissions.ClearingSteps()
				if err := steps[rapid.IntRange(0, len(steps)-1).Draw(t, "step")](t.Context()); err != nil {
					t.Fatal(err)
				}
			},
			"": func(t *rapid.T) {
				for digest, is := range referred {
					if is {
						whole(outer, r.Store, digest)
					}
				}
			},
		})
		for content := range map[string]bool{"a": true, "b": true, "c": true} {
			if _, err := r.Submissions.Drop(t.Context(), entry.ID, content); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestLooseFilesAreClearedAfterTheirGrace(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Fresh()
		kept, err := r.Blobs().Put(t.Context(), strings.NewReader("kept"))
		if err != nil {
			t.Fatal(err)
		}
		loose, err := r.Blobs().Put(t.Context(), strings.NewReader("loose"))
		if err != nil {
			t.Fatal(err)
		}
		if err := r.Submissions.Refer(t.Context(), entry.ID, "kept", kept.Digest); err != nil {
			t.Fatal(err)
		}
		for _, wait := range []time.Duration{0, submissions.LooseGrace - time.Second} {
			r.Clock.Advance(wait)
			if err := r.Submissions.ClearBlobs(t.Context()); err != nil {
				t.Fatal(err)
			}
			whole(t, r.Store, loose.Digest)
		}
		r.Clock.Advance(2 * time.Second)
		if err := r.Submissions.ClearBlobs(t.Context()); err != nil {
			t.Fatal(err)
		}
		whole(t, r.Store, kept.Digest)
		if _, err := r.Blobs().Open(t.Context(), loose.Digest); !errors.Is(err, database.ErrNotFound) {
			t.Errorf("what nothing refers to is there: %v", err)
		}
		if err := r.Submissions.Refer(t.Context(), entry.ID, "loose", loose.Digest); !errors.Is(err,
			submissions.ErrCleared) {
			t.Errorf("what was kept before it was cleared away is referred to: %v", err)
		}
		if _, err := r.Blobs().Put(t.Context(), strings.NewReader("loose")); err != nil {
			t.Fatal(err)
		}
		if err := r.Submissions.Refer(t.Context(), entry.ID, "loose", loose.Digest); err != nil {
			t.Errorf("what is sent again is refused: %v", err)
		}
		r.Clock.Advance(2 * submissions.LooseGrace)
		for range 3 {
			if err := r.Submissions.ClearBlobs(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		whole(t, r.Store, loose.Digest)
	})
}
