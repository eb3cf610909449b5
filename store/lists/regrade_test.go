package lists_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"green500/store/accounts"
	"green500/store/editions"
	"green500/store/lists"
	"green500/store/roomtest"
	"green500/store/submissions"
	"green500/validation/document/sample"
	"green500/validation/lists/rehearsal"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

// takeDemo stores the submissions of two editions, and publishes the older one.
func (r *room) takeDemo() {
	r.T.Helper()
	const older = "2026-06"
	r.Edition(older)
	for _, submission := range sample.Demo(older, roomtest.Edition) {
		var moves []review.Verb
		switch submission.State {
		case review.Published, review.Accepted:
			moves = []review.Verb{review.Submit, review.Accept}
		case review.Submitted, review.InReview:
			moves = []review.Verb{review.Submit}
		}
		r.Take(submission.Edition, submission.Bundle, moves...)
	}
	if _, err := r.Lists.PublishEdition(r.T.Context(), older, r.Editor, review.Outstanding.Anyway); err != nil {
		r.T.Fatal(err)
	}
}

func (r *room) rehearse(asked lists.Rehearsal) []rehearsal.Entry {
	r.T.Helper()
	var all []rehearsal.Entry
	err := r.Lists.Regrade(r.T.Context(), asked, func(e rehearsal.Entry) error {
		all = append(all, e)
		return nil
	})
	if err != nil {
		r.T.Fatal(err)
	}
	return all
}

// TestGradedAgainIsGradedTheSame: what is stored gives the stored report, byte for byte.
func TestGradedAgainIsGradedTheSame(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		compared := 0
		for _, submission := range sample.Demo() {
			entry := r.Take(roomtest.Edition, submission.Bundle)
			revision, err := r.Submissions.Revision(t.Context(), entry.ID, 0)
			if err != nil {
				t.Fatal(err)
			}
			report, err := r.Submissions.GradeAgain(t.Context(), revision, "")
			if submission.Ungraded {
				if err == nil {
					t.Errorf("%s was graded", submission.Name)
				}
				continue
			}
			if err != nil {
				t.Fatalf("%s: %v", submission.Name, err)
			}
			text, err := report.JSON()
			if err != nil || !bytes.Equal(text, revision.Report) {
				t.Errorf("%s is graded otherwise, %v:\n%s\nnot\n%s", submission.Name, err, text, revision.Report)
			}
			compared++
		}
		if compared < 25 {
			t.Errorf("only %d submissions were compared", compared)
		}
	})
}

// TestARehearsalUnderTheirOwnMethodologyChangesNobody: every difference it shows is one of the rules.
func TestARehearsalUnderTheirOwnMethodologyChangesNobody(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.takeDemo()
		var tally rehearsal.Tally
		for _, e := range r.rehearse(lists.Rehearsal{}) {
			tally.Add(e)
			if e.Changed() || e.RulesChanged || len(e.Failing)+len(e.Cleared) > 0 {
				t.Errorf("got %+v, from %+v to %+v", e, e.Then, e.Now)
			}
		}
		if tally.Of(rehearsal.Keeps) < 15 || tally.Of(rehearsal.Ungraded) != 2 {
			t.Errorf("got %v", tally)
		}
	})
}

// TestARehearsalChangesNothing: rows, blobs, verdicts and the hash of the list are what they were.
// dump is every row of every table that a rehearsal could change.
func (r *room) dump() string {
	r.T.Helper()
	var all strings.Builder
	for _, table := range []string{"users", "editions", "entries", "revisions", "revision_files", "revision_series",
		"revision_findings", "draft_fields", "draft_changes", "decisions", "list_rows", "readings", "presets"} {
		for _, row := range roomtest.ReadRows(r.T, r.Recorded().Connection.Pool,
			"SELECT * FROM "+table+" ORDER BY 1, 2, 3, 4") {
			fmt.Fprintln(&all, table, row)
		}
	}
	return all.String()
}

func TestARehearsalChangesNothing(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.takeDemo()
		rows := r.dump()
		if strings.Count(rows, "list_rows") == 0 {
			t.Fatal("nothing to hold it against")
		}
		files := r.onDisk()
		var tally rehearsal.Tally
		for _, e := range r.rehearse(lists.Rehearsal{Methodology: methodology.V12}) {
			tally.Add(e)
		}
		if tally.Of(rehearsal.Falls) == 0 {
			t.Fatalf("a rehearsal that would change nothing proves nothing: %v", tally)
		}
		if r.dump() != rows {
			t.Error("the rows changed")
		}
		if !reflect.DeepEqual(r.onDisk(), files) {
			t.Error("the blobs changed")
		}
	})
}

// onDisk lists the blobs with the time each was written.
func (r *room) onDisk() map[string]string {
	r.T.Helper()
	files := map[string]string{}
	folder := r.Kept.Path
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		info, err := entry.Info()
		if err == nil {
			files[path] = info.ModTime().String()
		}
		return err
	})
	if err != nil || len(files) == 0 {
		r.T.Fatal("no blobs", err)
	}
	return files
}

// TestARehearsalIsInOrder: list by list from the newest, by rank and then as entries came, however
// many are graded at a time; the ranks of a published list are those it has.
func TestARehearsalIsInOrder(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.takeDemo()
		alone := r.rehearse(lists.Rehearsal{Methodology: methodology.V12, Workers: 1})
		if together := r.rehearse(lists.Rehearsal{Methodology: methodology.V12, Workers: 7}); !reflect.DeepEqual(
			alone, together) {
			t.Error("the order or the results depend on how many are graded at a time")
		}
		list, err := r.Lists.PublishedList(t.Context(), "2026-06", accounts.User{}, lists.AsOf{})
		if err != nil {
			t.Fatal(err)
		}
		at := slices.IndexFunc(alone, func(e rehearsal.Entry) bool { return e.Edition == "2026-06" })
		if at <= 0 ||
			slices.ContainsFunc(alone[:at], func(e rehearsal.Entry) bool { return e.Edition != roomtest.Edition }) {
			t.Fatal("the newest list is not the first")
		}
		for i, row := range list.Rows {
			if e := alone[at+i]; e.ID != row.EntryID || e.Then.Rank != row.Rank ||
				e.Then.Efficiency != row.Efficiency || e.Then.Level != row.Level {
				t.Errorf("rank %d is %+v with %+v", row.Rank, e, e.Then)
			}
		}
		rest := alone[at+len(list.Rows):]
		if len(rest) == 0 || !slices.IsSortedFunc(rest, func(a, b rehearsal.Entry) int { return int(a.ID - b.ID) }) {
			t.Errorf("the entries that are on no list are out of order: %+v", rest)
		}
	})
}

// TestARehearsalSaysWhy: an entry that falls names the rules that would keep it down.
func TestARehearsalSaysWhy(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Take(roomtest.Edition, sample.Clean(1, "2.0"), review.Submit)
		fell := r.rehearse(lists.Rehearsal{Methodology: methodology.V12})[0]
		if fell.Change() != rehearsal.Falls || !slices.Contains(fell.Failing, "no-estimates") ||
			len(fell.Cleared) > 0 || fell.Methodology != methodology.V20 {
			t.Errorf("got %+v", fell)
		}
		older := editions.Edition{Name: "2026-06", Methodology: methodology.V12, OpensAt: roomtest.Opens,
			ClosesAt: roomtest.Closes}
		if _, err := r.Editions.Create(t.Context(), older); err != nil {
			t.Fatal(err)
		}
		r.Take("2026-06", underOther(sample.Clean(1, "2.0")), review.Submit)
		rose := r.rehearse(lists.Rehearsal{Methodology: methodology.V20, Edition: "2026-06"})[0]
		if rose.Change() != rehearsal.Rises || !slices.Contains(rose.Cleared, "no-estimates") ||
			len(rose.Failing) > 0 || rose.Methodology != methodology.V12 {
			t.Errorf("got %+v", rose)
		}
	})
}

// underOther holds a bundle to methodology 1.2, which it was not made for.
func underOther(b sample.Bundle) sample.Bundle {
	b.Entry.Methodology = string(methodology.V12)
	return b
}

// TestEvidenceThatIsGoneIsSaid: an entry whose evidence is damaged or gone cannot be graded; the others are.
func TestEvidenceThatIsGoneIsSaid(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		cut := func(path string) error { return os.Truncate(path, 50) }
		spoil := []struct {
			of   func(submissions.Revision) string
			how  func(path string) error
			want string
		}{
			{outputOf, os.Remove, "not there any more"},
			{outputOf, cut, "is damaged"},
			{logOf, os.Remove, "not there any more"},
			{logOf, cut, "is damaged"},
		}
		others := sample.Demo("2026-06") // no two of which share a file
		for i := range spoil {
			r.Take(roomtest.Edition, others[i].Bundle)
		}
		clean := r.Take(roomtest.Edition, others[len(spoil)].Bundle)
		for i, c := range spoil {
			revision, err := r.Submissions.Revision(t.Context(), int64(i+1), 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, series := range revision.Series { // so that the logs are needed
				if err := os.Remove(r.PathOf(series.Digest, ".plain")); err != nil {
					t.Fatal(err)
				}
			}
			if err := c.how(r.PathOf(c.of(revision), ".s2")); err != nil {
				t.Fatal(err)
			}
		}
		results := r.rehearse(lists.Rehearsal{Methodology: methodology.V20})
		for i, c := range spoil {
			if e := results[i]; e.Change() != rehearsal.Ungraded || !e.Changed() ||
				!strings.Contains(e.Problem, c.want) {
				t.Errorf("got %+v, want it to say %q", e, c.want)
			}
		}
		if e := results[len(spoil)]; e.ID != clean.ID || e.Changed() {
			t.Errorf("got %+v", e)
		}
	})
}

// logOf is the digest of the first file of readings that a document names.
func logOf(v submissions.Revision) string {
	return digestOf(v, func(entry *power.Entry) string { return entry.Series[0].File })
}

// outputOf is the digest of the output that a document names.
func outputOf(v submissions.Revision) string {
	return digestOf(v, func(entry *power.Entry) string { return entry.Run.Output })
}

func digestOf(v submissions.Revision, name func(*power.Entry) string) string {
	entry, err := submissions.DecodeDocument(v.Document)
	if err != nil {
		return err.Error()
	}
	return v.Files[slices.IndexFunc(v.Files, func(f submissions.File) bool { return f.Name == name(entry) })].Digest
}

// TestWhatWasGradedByOtherRulesIsTold: a verdict whose rule set is not that of today says so.
func TestWhatWasGradedByOtherRulesIsTold(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		clean := sample.Clean(2, "2.0")
		snapshot, err := r.Submissions.Intake(t.Context(), &clean.Entry, r.KeepFiles(clean))
		if err != nil {
			t.Fatal(err)
		}
		snapshot.RulesDigest = "sha256:of-other-rules"
		r.Entry(r.Submitter, snapshot)
		for _, by := range methodology.Editions() {
			if e := r.rehearse(lists.Rehearsal{Methodology: by})[0]; !e.RulesChanged {
				t.Errorf("under %s: got %+v", by, e)
			}
		}
	})
}

// TestOnlyWhatWasSubmittedIsShown: a draft is left out, and of an entry that is changed after it was
// returned, what was submitted is graded and named.
func TestOnlyWhatWasSubmittedIsShown(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Take(roomtest.Edition, sample.Clean(1, "2.0"))
		returned := r.Take(roomtest.Edition, sample.Clean(2, "2.0"), review.Submit, review.Return)
		changed := sample.Clean(1, "2.0")
		changed.Entry.System.Name = "not submitted yet"
		snapshot, err := r.Submissions.Intake(t.Context(), &changed.Entry, r.KeepFiles(changed))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.SaveDraft(t.Context(), returned.ID, r.Submitter, returned.Version, snapshot); err != nil {
			t.Fatal(err)
		}
		if all := r.rehearse(lists.Rehearsal{}); len(all) != 2 || all[1].System != "not submitted yet" ||
			all[1].Revision != 2 {
			t.Errorf("got %+v", all)
		}
		submitted := r.rehearse(lists.Rehearsal{Submitted: true})
		if len(submitted) != 1 || submitted[0].ID != returned.ID || submitted[0].Revision != 1 ||
			submitted[0].System != returned.System || submitted[0].Then.Level != 2 {
			t.Errorf("got %+v", submitted)
		}
		if some := r.rehearse(lists.Rehearsal{States: []review.State{review.Draft}}); len(some) != 1 ||
			some[0].State != review.Draft {
			t.Errorf("got %+v", some)
		}
	})
}

// TestARehearsalCanBeStopped by its context, by the receiver of the results, and before it begins.
func TestARehearsalCanBeStopped(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for range 40 {
			r.Take(roomtest.Edition, sample.Clean(1, "2.0"))
		}
		ctx, stop := context.WithCancel(t.Context())
		graded := 0
		err := r.Lists.Regrade(ctx, lists.Rehearsal{Workers: 2, Progress: func(done, total int) {
			if graded = done; done == 5 {
				stop()
			}
			if total != 40 {
				t.Errorf("%d of %d", done, total)
			}
		}}, func(rehearsal.Entry) error {
			t.Error("a result is told of a list that is not whole")
			return nil
		})
		if !errors.Is(err, context.Canceled) || graded >= 40 {
			t.Errorf("after %d: %v", graded, err)
		}
		enough := errors.New("enough")
		told := 0
		err = r.Lists.Regrade(t.Context(), lists.Rehearsal{}, func(rehearsal.Entry) error {
			told++
			return enough
		})
		if !errors.Is(err, enough) || told != 1 {
			t.Errorf("after %d: %v", told, err)
		}
		roomtest.WantNotFound(t, r.Lists.Regrade(t.Context(), lists.Rehearsal{Edition: "2031-06"}, nil))
	})
}

// TestDocumentsThatNobodyChecked: what could never be graded is told, and grading survives it.
func TestDocumentsThatNobodyChecked(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Entry(r.Submitter, roomtest.Graded())
		broken := roomtest.Graded()
		broken.Document = []byte("{")
		r.Entry(r.Submitter, broken)
		for _, e := range r.rehearse(lists.Rehearsal{}) {
			if e.Now != nil || e.Problem == "" {
				t.Errorf("got %+v", e)
			}
		}
	})
}
