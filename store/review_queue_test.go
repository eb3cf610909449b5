package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/reviews"
	"green500/store/submissions"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/rules"
)

// queueOf is the queue of somebody as system names, in its order.
func (r *room) queueOf(by accounts.User, asked reviews.Queue) string {
	r.t.Helper()
	part, total, err := r.Reviews.Queued(r.t.Context(), by, asked)
	if err != nil {
		r.t.Fatal(err)
	}
	var names []string
	for _, q := range part {
		names = append(names, q.System)
	}
	if asked.Limit == 0 && total != len(part) {
		r.t.Errorf("%d of %d are listed", len(part), total)
	}
	return strings.Join(names, " ")
}

func (r *room) queued(by accounts.User, system string) reviews.Queued {
	r.t.Helper()
	part, _, err := r.Reviews.Queued(r.t.Context(), by, reviews.Queue{})
	at := slices.IndexFunc(part, func(q reviews.Queued) bool { return q.System == system })
	if err != nil || at < 0 {
		r.t.Fatalf("%s is not in the queue: %v", system, err)
	}
	return part[at]
}

// systemAt is a snapshot with findings.
func systemAt(name, site string, claimed, granted int, findings string) submissions.Snapshot {
	summary := summary()
	summary.System, summary.Site = name, site
	summary.ClaimedLevel, summary.GrantedLevel = power.Level(claimed), power.Level(granted)
	snapshot := gradedAs(summary)
	snapshot.Report = []byte(`{"findings":[` + findings + `]}`)
	return snapshot
}

func finding(rule string, outcome rules.Outcome, margin string) string {
	return fmt.Sprintf(`{"Rule":%q,"Levels":[1,2,3],"Outcome":%q,"Margin":%s}`, rule, outcome, margin)
}

// mustRule and other are rules that decide on a level; advice is one that does not.
func rulesOfEach(t *testing.T) (mustRule, other, advice string) {
	t.Helper()
	for _, rule := range rules.All() {
		switch {
		case rule.Severity == rules.Must && mustRule == "":
			mustRule = rule.ID
		case rule.Severity == rules.Must && other == "":
			other = rule.ID
		case rule.Severity != rules.Must && advice == "":
			advice = rule.ID
		}
	}
	if mustRule == "" || other == "" || advice == "" {
		t.Fatal("there are not rules of each severity")
	}
	return mustRule, other, advice
}

// fillQueue submits four entries, an hour after each other.
func (r *room) fillQueue() map[string]submissions.Entry {
	r.t.Helper()
	rule, other, advice := rulesOfEach(r.t)
	made := map[string]submissions.Entry{}
	for _, snapshot := range []submissions.Snapshot{
		systemAt("Delta", "North", 2, 2, finding(rule, rules.Pass, "0.5")+","+finding(other, rules.Pass, "0.02")+","+finding(advice, rules.Fail, "-1")),
		systemAt("alpha", "South", 3, 1, finding(rule, rules.Pass, "0.01")+","+finding(other, rules.Fail, "-0.25")),
		systemAt("Bravo", "Zürich", 1, 1, finding(rule, rules.Unknown, "null")+","+finding(other, rules.Pass, "0.9")),
		systemAt("Charlie", "North", 1, 1, finding(rule, rules.Pass, "0.3")),
	} {
		r.clock.advance(time.Hour)
		entry := r.entry(r.submitter, snapshot)
		r.move(entry.ID, review.Submit, r.submitter)
		made[snapshot.System] = entry
	}
	r.entry(r.submitter, systemAt("Draft", "North", 1, 1, ""))
	return made
}

// sorted is the order of each column.
var sorted = map[reviews.QueueColumn]string{
	reviews.BySystem:   "alpha Bravo Charlie Delta",
	reviews.ByState:    "Bravo Charlie alpha Delta",
	reviews.ByEdition:  "Delta alpha Bravo Charlie",
	reviews.ByLevel:    "Bravo Charlie alpha Delta",
	reviews.ByWorst:    "alpha Bravo Delta Charlie",
	reviews.ByWarnings: "Delta alpha Bravo Charlie",
	reviews.ByChange:   "Delta alpha Charlie Bravo",
	reviews.ByAge:      "Delta alpha Bravo Charlie",
	reviews.ByDeadline: "Delta alpha Bravo Charlie",
	reviews.ByReviewer: "alpha Delta Bravo Charlie",
}

func TestTheQueueIsSortedAndFiltered(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		made := r.fillQueue()
		r.clock.advance(time.Hour)
		r.move(made["alpha"].ID, review.Take, r.reviewer)
		r.move(made["Delta"].ID, review.Take, r.second)
		r.move(made["Delta"].ID, review.Accept, r.second)
		for _, seen := range []string{"Charlie", "Bravo"} {
			if err := r.Submissions.Look(t.Context(), r.reviewer.ID, made[seen].ID, 1); err != nil {
				t.Fatal(err)
			}
		}
		r.ask(made["Charlie"].ID, r.submitter)
		for _, column := range reviews.QueueColumns() {
			if got := r.queueOf(r.reviewer, reviews.Queue{Sort: column}); got != sorted[column] {
				t.Errorf("by %s: %s, want %s", column, got, sorted[column])
			}
		}
		if got := r.queueOf(r.reviewer, reviews.Queue{Sort: reviews.BySystem, Reverse: true}); got != "Delta Charlie Bravo alpha" {
			t.Errorf("the other way round: %s", got)
		}
		yes, no := true, false
		for _, c := range []struct {
			asked reviews.Queue
			want  string
		}{
			{reviews.Queue{Edition: edition}, "Delta alpha Bravo Charlie"},
			{reviews.Queue{Edition: "2025-06"}, ""},
			{reviews.Queue{States: []review.State{review.Submitted, review.InReview}}, "alpha Bravo Charlie"},
			{reviews.Queue{States: []review.State{review.Accepted}}, "Delta"},
			{reviews.Queue{Level: 1}, "Bravo Charlie"},
			{reviews.Queue{Reviewer: &r.reviewer.ID}, "alpha"},
			{reviews.Queue{Reviewer: ptr(int64(reviews.Nobody))}, "Bravo Charlie"},
			{reviews.Queue{Conflict: &yes}, ""},
			{reviews.Queue{Conflict: &no}, "Delta alpha Bravo Charlie"},
			{reviews.Queue{Search: "ZÜRICH"}, "Bravo"},
			{reviews.Queue{Search: "north"}, "Delta Charlie"},
			{reviews.Queue{Search: "_"}, ""},
			{reviews.Queue{Offset: 1, Limit: 2}, "alpha Bravo"},
		} {
			if got := r.queueOf(r.reviewer, c.asked); got != c.want {
				t.Errorf("%+v: %q, want %q", c.asked, got, c.want)
			}
		}
		row := r.queued(r.reviewer, "alpha")
		_, other, advised := rulesOfEach(t)
		if row.Worst != other || row.Outcome != rules.Fail || *row.Margin != -0.25 || row.Failed != 1 || row.Unknown != 0 || row.Claimed != 3 || row.Granted != 1 || row.Reviewer != r.reviewer.Name || !row.Due.Equal(closes) {
			t.Errorf("alpha is told as %+v", row)
		}
		if row := r.queued(r.reviewer, "Delta"); row.Worst != advised || row.Outcome != rules.Fail || row.Failed != 0 || row.Unknown != 0 || row.Warnings != 1 || !row.Unseen {
			t.Errorf("a warning is not the worst of what passes otherwise: %+v", row)
		}
	})
}

// ask asks something about an entry, an instant later.
func (r *room) ask(entry int64, author accounts.User) {
	r.t.Helper()
	r.clock.advance(time.Second)
	const apart = 0
	r.inquire(entry, author, true, apart)
}

// TestWhatChangedSinceSomebodyLooked: unseen, then nothing, then a decision, a message and another revision of others.
func TestWhatChangedSinceSomebodyLooked(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.fillQueue()["alpha"]
		look := func() {
			t.Helper()
			r.clock.advance(time.Second)
			if err := r.Submissions.Look(t.Context(), r.reviewer.ID, entry.ID, r.queued(r.reviewer, "alpha").Revision); err != nil {
				t.Fatal(err)
			}
		}
		want := func(what string, want reviews.News) {
			t.Helper()
			r.clock.advance(time.Second)
			if got := r.queued(r.reviewer, "alpha").News; got != want {
				t.Errorf("%s: got %+v, want %+v", what, got, want)
			}
		}
		want("before", reviews.News{Unseen: true})
		look()
		want("once seen", reviews.News{})
		r.clock.advance(time.Second)
		r.move(entry.ID, review.Take, r.reviewer)
		r.ask(entry.ID, r.reviewer)
		want("by the viewer", reviews.News{})
		r.move(entry.ID, review.Return, r.second)
		r.ask(entry.ID, r.submitter)
		want("by others", reviews.News{Moved: 1, Messages: 1})
		look()
		want("seen again", reviews.News{})
		if _, err := r.SaveDraft(t.Context(), entry.ID, r.submitter, r.reload(entry.ID).Version, systemAt("alpha", "South", 2, 2, "")); err != nil {
			t.Fatal(err)
		}
		if row := r.queued(r.reviewer, "alpha"); !row.AwaitingCorrection || row.Graded || row.Revised || row.Claimed != 0 || row.Worst != "" || row.Revision != 1 {
			t.Errorf("another revision that was not submitted is told of: %+v", row)
		}
		if got := r.queueOf(r.reviewer, reviews.Queue{Level: 2}); got != "Delta" {
			t.Errorf("its level can be found out: %s", got)
		}
		r.move(entry.ID, review.Submit, r.submitter)
		want("submitted again", reviews.News{Revised: true, Moved: 1})
	})
}

// TestWhoWaitsForWhom: a waiver, a question and a second approval are tasks with who waits, whom for and since when, of which those
// with a conflict of interest and those who hold the submission learn nothing.
func TestWhoWaitsForWhom(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		last := r.entry(r.submitter, systemAt("Echo", "North", 3, 3, ""))
		r.move(last.ID, review.Submit, r.submitter)
		r.move(last.ID, review.Take, r.reviewer)
		r.move(last.ID, review.Approve, r.reviewer)
		asked := r.entry(r.submitter, systemAt("Foxtrot", "North", 1, 1, ""))
		r.move(asked.ID, review.Submit, r.submitter)
		r.ask(asked.ID, r.second)
		told := func(by accounts.User) (lines []string) {
			tasks, err := r.Reviews.QueueTasks(t.Context(), by)
			if err != nil {
				t.Fatal(err)
			}
			for _, task := range tasks {
				lines = append(lines, fmt.Sprintf("%s %s %s > %s %t", task.System, task.Kind, task.Waits, task.For, task.ForID == by.ID && by.ID != reviews.Nobody))
			}
			return lines
		}
		first := []string{"Echo second approval " + r.reviewer.Name + " > a second reviewer false", "Foxtrot answer " + r.second.Name + " > the submitter false"}
		if got := told(r.reviewer); !slices.Equal(got, first) {
			t.Errorf("got %q", got)
		}
		first[0] = strings.Replace(first[0], "false", "true", 1)
		if got := told(r.second); !slices.Equal(got, first) {
			t.Errorf("who could approve second is told %q", got)
		}
		if got := told(r.submitter); len(got) != 0 {
			t.Errorf("who holds them is told %q", got)
		}
		if err := r.Reviews.DeclareConflict(t.Context(), r.second, reviews.NewConflict{EntryID: last.ID, Reason: "a friend"}); err != nil {
			t.Fatal(err)
		}
		if got := told(r.second); !slices.Equal(got, first[1:]) {
			t.Errorf("in a conflict of interest: %q", got)
		}
		place, err := r.Reviews.QueuePlace(t.Context(), r.reviewer, asked.ID)
		if want := (reviews.QueuePlace{Previous: last.ID, At: 2, Of: 2}); err != nil || place != want {
			t.Errorf("got %+v, %v", place, err)
		}
		place, err = r.Reviews.QueuePlace(t.Context(), r.second, asked.ID)
		if want := (reviews.QueuePlace{At: 1, Of: 1}); err != nil || place != want {
			t.Errorf("past a conflict of interest: got %+v, %v", place, err)
		}
	})
}
