package submissions_test

import (
	"bytes"
	"strings"
	"testing"
	"testing/fstest"

	"green500/store/roomtest"
	"green500/validation/document/sample"
)

// TestServerAndTerminalSayTheSame: the report that is kept is the one the command line prints.
func TestServerAndTerminalSayTheSame(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		clean := sample.Clean(2, "2.0")
		snapshot, err := r.Submissions.Intake(t.Context(), &clean.Entry, r.KeepFiles(clean))
		if err != nil {
			t.Fatal(err)
		}
		folder := fstest.MapFS{}
		for name, content := range clean.Files {
			folder[name] = &fstest.MapFile{Data: content}
		}
		want := roomtest.Offline(t, &clean.Entry, folder)
		if !bytes.Equal(snapshot.Report, want) {
			t.Error("the kept report differs from the one made offline")
		}
		entry, err := r.Submissions.CreateEntry(t.Context(), r.Submitter, roomtest.Edition, snapshot)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := r.Submissions.Revision(t.Context(), entry.ID, 0)
		if err != nil || !bytes.Equal(kept.Report, want) {
			t.Error("the report changed on its way through the database", err)
		}
		drawn, err := r.Submissions.Measurement(t.Context(), kept)
		if err != nil || len(drawn.Parts) != len(clean.Entry.Series) || drawn.Whole().IsZero() {
			t.Fatalf("the readings cannot be drawn: %v", err)
		}
		if !drawn.Average(drawn.Entry.Run.FullRun).Known || drawn.Err() != nil {
			t.Errorf("the readings cannot be averaged: %v", drawn.Err())
		}
		if err := drawn.Close(); err != nil {
			t.Error(err)
		}
		if !r.Kept.Remote() && drawn.Close() == nil { // of a bucket nothing stays open
			t.Error("the files of the readings were open after they were closed")
		}
	})
}

// TestInputErrorsAreStoredInsteadOfAVerdict: a draft with errors is whole, and says what to correct.
func TestInputErrorsAreStoredInsteadOfAVerdict(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		clean := sample.Clean(2, "2.0")
		files := r.KeepFiles(clean)
		clean.Entry.Run.Timezone = ""
		clean.Entry.Series[0].Value = "no such column"
		snapshot, err := r.Submissions.Intake(t.Context(), &clean.Entry, files)
		if err != nil {
			t.Fatal(err)
		}
		if snapshot.Report != nil || snapshot.Series != nil {
			t.Error("something of the verdict is kept")
		}
		for _, said := range []string{"run.timezone", "no such column"} {
			if !strings.Contains(string(snapshot.InputErrors), said) {
				t.Errorf("%s does not name %s", snapshot.InputErrors, said)
			}
		}
		if _, err := r.Submissions.CreateEntry(t.Context(), r.Submitter, roomtest.Edition, snapshot); err != nil {
			t.Fatal(err)
		}
		_, err = r.Reviews.Move(t.Context(), 1, "submit", r.Submitter, "")
		roomtest.WantRefusal(t, err, "cannot be graded yet")
	})
}
