package reviews_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/jobs"
	"green500/store/reviews"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/document/sample"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
)

// evidenceOf is a snapshot with a log, readings, an HPL output and a data sheet, each with a digest of one digit.
func evidenceOf(system, site string, log, readings, output, sheet rune) submissions.Snapshot {
	s := roomtest.Summary()
	s.System, s.Site = system, site
	snapshot := roomtest.GradedAs(s)
	snapshot.Document = fmt.Appendf(nil, `{"methodology":"2.0","system":{"name":%q},"run":{"output":"hpl.out"},`+
		`"series":[{"file":"power.csv"}],"attachments":[{"file":"sheet.pdf"}]}`, system)
	snapshot.Files = []submissions.File{
		{Name: "hpl.out", Digest: roomtest.Digest(output), Size: 100},
		{Name: "power.csv", Digest: roomtest.Digest(log), Size: 200},
		{Name: "sheet.pdf", Digest: roomtest.Digest(sheet), Size: 300},
	}
	snapshot.Series = []submissions.SeriesBlob{{Index: 0, Digest: roomtest.Digest(readings)}}
	return snapshot
}

// sharedWith is what somebody is told of evidence in other submissions, a line for each.
func (r *room) sharedWith(entry int64, by accounts.User) string {
	r.T.Helper()
	of := r.access(entry, by)
	all, err := r.Reviews.SharedEvidence(r.T.Context(), of, of.Revision, by)
	if err != nil {
		r.T.Fatal(err)
	}
	var lines []string
	for _, other := range all {
		line := fmt.Sprintf("%s/%s %s", other.System, other.Site, other.Kinship)
		if other.Conflict != review.NoConflict {
			line = fmt.Sprintf("%s%s%s conflict %t", other.System, other.Site, other.Edition, other.EntryID != 0)
		}
		for _, file := range other.Files {
			line += fmt.Sprintf(", %s %s %q %t", file.Use, file.Name, file.Other, file.Readings)
			if file.Nearly {
				line += " nearly"
			}
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "; ")
}

func TestEvidenceInOtherSubmissions(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		first := r.Submitted(r.Submitter, evidenceOf("Aurora", "Centre", '1', '2', '3', 'f'))
		if got := r.sharedWith(first, r.Reviewer); got != "" {
			t.Errorf("of the only submission: %s", got)
		}
		for _, c := range []struct {
			name     string
			owner    accounts.User
			snapshot submissions.Snapshot
			want     string
			mark     review.Kinship
		}{
			{"a data sheet alone", r.Other, evidenceOf("Sheet", "Second", '4', '5', '6', 'f'), "", review.NoKinship},
			{"the log", r.Other, evidenceOf("Log", "Second", '1', '2', '7', 'a'),
				`Aurora/Centre unrelated, log power.csv "power.csv" false`, review.Unrelated},
			{"the readings in another file", r.Other, evidenceOf("Readings", "Third", '8', '9', 'b', 'a'), "",
				review.NoKinship},
			{"the output, of the same submitter", r.Submitter, evidenceOf("Borealis", "Centre", 'c', 'd', '3', 'a'),
				`Aurora/Centre same submitter, HPL output hpl.out "hpl.out" false`, review.SameSubmitter},
		} {
			entry := r.Submitted(c.owner, c.snapshot)
			if got := r.sharedWith(entry, r.Reviewer); got != c.want {
				t.Errorf("%s: %s, want %s", c.name, got, c.want)
			}
			if got := r.queued(r.Reviewer, c.snapshot.System).Shared; got != c.mark {
				t.Errorf("%s: the queue says %q, want %q", c.name, got, c.mark)
			}
			if got := r.sharedWith(entry, c.owner); got != "" {
				t.Errorf("%s: the submitter is told %s", c.name, got)
			}
		}
		if got, want := r.sharedWith(first, r.Editor), `Log/Second unrelated, log power.csv "power.csv" false; `+
			`Borealis/Centre same submitter, HPL output hpl.out "hpl.out" false`; got != want {
			t.Errorf("of the first: %s, want %s", got, want)
		}
		if got := r.queued(r.Editor, "Aurora").Shared; got != review.Unrelated {
			t.Errorf("of the first the queue says %q", got)
		}
	})
}

// TestTheSameReadingsInAnotherFile: a log with other bytes that gives the same readings is found by its readings.
func TestTheSameReadingsInAnotherFile(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Submitted(r.Submitter, evidenceOf("Aurora", "Centre", '1', '2', '3', 'f'))
		same := r.Submitted(r.Other, evidenceOf("AURORA ", "centre", '4', '2', '5', 'f'))
		if got, want := r.sharedWith(same, r.Reviewer),
			`Aurora/Centre same system, log power.csv "" true`; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	})
}

// logged is a submission of a sample, whose log is changed line by line. No other file of it is in another submission.
func (r *room) logged(owner accounts.User, system string, level power.Level,
	change func(line int, cells []string) []string) int64 {
	r.T.Helper()
	clean := sample.Clean(level, string(methodology.V20))
	clean.Entry.System.Name = system
	for name, file := range clean.Files {
		clean.Files[name] = append(file, fmt.Sprintf("\n# %s\n", system)...)
	}
	log, lines := clean.Entry.Series[0].File, []string(nil)
	for i, line := range strings.Split(
		strings.TrimSpace(string(sample.Clean(level, string(methodology.V20)).Files[log])), "\n") {
		if cells := change(i, strings.Split(line, ",")); cells != nil {
			lines = append(lines, strings.Join(cells, ","))
		}
	}
	clean.Files[log] = []byte(strings.Join(lines, "\n") + "\n")
	snapshot, err := r.Submissions.Intake(r.T.Context(), &clean.Entry, r.KeepFiles(clean))
	if err != nil {
		r.T.Fatal(err)
	}
	return r.Submitted(owner, snapshot)
}

// TestNearlyTheSameLogInAnotherSubmission: scaled, cut and with some readings changed, which no digest shows; never
// another run.
func TestNearlyTheSameLogInAnotherSubmission(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		same := func(_ int, cells []string) []string { return cells }
		first := r.logged(r.Submitter, "Aurora", 2, same)
		run := r.logged(r.Other, "Run", 1, same)
		copied := r.logged(r.Other, "Copy", 2, func(line int, cells []string) []string {
			power, err := strconv.ParseFloat(cells[1], 64)
			switch {
			case line > 0 && (line < 30 || err != nil):
				return nil
			case line%100 == 99:
				cells[1] = "12000.0"
			case line > 0:
				cells[1] = strconv.FormatFloat(power*1.07, 'f', 2, 64)
			}
			return cells
		})
		if got := r.sharedWith(copied, r.Reviewer); got != "" {
			t.Errorf("before logs are compared: %s", got)
		}
		for round := range 2 {
			r.PeriodicJobs()
			r.Clock.Advance(time.Hour)
			r.DoAll()
			if got, want := r.sharedWith(copied, r.Reviewer),
				`Aurora/Example Computing Centre unrelated, log meter.csv "" true nearly`; got != want {
				t.Errorf("round %d: of the copy: %s, want %s", round, got, want)
			}
		}
		if got, want := r.sharedWith(first, r.Reviewer),
			`Copy/Example Computing Centre unrelated, log meter.csv "" true nearly`; got != want {
			t.Errorf("of what was copied: %s, want %s", got, want)
		}
		if got := r.queued(r.Reviewer, "Copy").Shared; got != review.Unrelated {
			t.Errorf("the queue says %q", got)
		}
		for name, got := range map[string]string{"another run": r.sharedWith(run, r.Reviewer),
			"its submitter": r.sharedWith(copied, r.Other)} {
			if got != "" {
				t.Errorf("of %s: %s", name, got)
			}
		}
	})
}

// TestDamagedReadingsDoNotStopTheComparison: other logs are compared, and the job is done.
func TestDamagedReadingsDoNotStopTheComparison(t *testing.T) {
	storetest.Each(t, func(t *testing.T, database string) {
		r := &room{roomtest.NewOn(t, database, storetest.EvidenceInFolder(t))}
		same := func(_ int, cells []string) []string { return cells }
		damaged := r.logged(r.Submitter, "Damaged", 1, same)
		r.logged(r.Submitter, "Aurora", 2, same)
		copied := r.logged(r.Other, "Copy", 2, func(line int, cells []string) []string {
			if line == 1 {
				return nil
			}
			return cells
		})
		of, err := r.Submissions.Revision(t.Context(), damaged, 1)
		if err != nil {
			t.Fatal(err)
		}
		r.Flip(of.Series[0].Digest, ".plain", 900)
		r.PeriodicJobs()
		r.Clock.Advance(time.Hour)
		r.DoAll()
		if failure := r.PeriodicJobs()[jobs.FingerprintLogs].Failure; failure != "" {
			t.Errorf("the job failed: %s", failure)
		}
		if got := r.sharedWith(copied, r.Reviewer); !strings.Contains(got, "nearly") {
			t.Errorf("of the copy: %s", got)
		}
	})
}

// TestDraftsAndEmptyFilesShareNothing: what was never submitted is private, and empty files are all alike.
func TestDraftsAndEmptyFilesShareNothing(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.Entry(r.Submitter, evidenceOf("Draft", "Centre", '1', '2', '3', 'f'))
		empty := evidenceOf("Empty", "Second", '4', '5', '6', 'a')
		empty.Files[0].Size = 0
		r.Submitted(r.Submitter, empty)
		own := r.Submitted(r.Other, evidenceOf("Own", "Third", '1', '2', '3', 'f'))
		if got := r.sharedWith(own, r.Reviewer); got != "" {
			t.Errorf("a draft is told: %s", got)
		}
		empty = evidenceOf("Other", "Fourth", '7', '8', '6', 'a')
		empty.Files[0].Size = 0
		if got := r.sharedWith(r.Submitted(r.Other, empty), r.Reviewer); got != "" {
			t.Errorf("empty files are told: %s", got)
		}
	})
}

// TestWhoIsToldOfSharedEvidence: in a conflict of interest with the other submission only that it exists, and nothing
// if the reviewer holds it.
func TestWhoIsToldOfSharedEvidence(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		other := r.Submitted(r.Submitter, evidenceOf("Aurora", "Centre", '1', '2', '3', 'f'))
		own := r.Submitted(r.Second, evidenceOf("Seconds", "Second", '1', '2', '3', 'f'))
		entry := r.Submitted(r.Other, evidenceOf("Copy", "Third", '1', '4', '3', 'f'))
		const hpl = `, HPL output hpl.out "hpl.out" false, log power.csv "power.csv" false`
		if got, want := r.sharedWith(entry, r.Reviewer),
			"Seconds/Second unrelated"+hpl+"; Aurora/Centre unrelated"+hpl; got != want {
			t.Errorf("a reviewer: %s, want %s", got, want)
		}
		if got, want := r.sharedWith(entry, r.Second), "Aurora/Centre unrelated"+hpl; got != want {
			t.Errorf("a reviewer who holds another: %s, want %s", got, want)
		}
		if got := r.sharedWith(own, r.Second); got != "" {
			t.Errorf("a reviewer of their own: %s", got)
		}
		r.Declare(r.Reviewer, reviews.NewConflict{EntryID: other})
		const hidden = ` conflict false, HPL output hpl.out "" false, log power.csv "" false`
		if got, want := r.sharedWith(entry, r.Reviewer), "Seconds/Second unrelated"+hpl+"; "+hidden; got != want {
			t.Errorf("in a conflict: %s, want %s", got, want)
		}
		if got := r.queued(r.Reviewer, "Copy").Shared; got != review.Unrelated {
			t.Errorf("the queue says %q", got)
		}
		r.Declare(r.Reviewer, reviews.NewConflict{EntryID: entry})
		if got := r.queued(r.Reviewer, "Copy").Shared; got != review.NoKinship {
			t.Errorf("of a withheld submission the queue says %q", got)
		}
	})
}
