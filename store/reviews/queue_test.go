package reviews_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/reviews"
	"green500/store/roomtest"
	"green500/store/submissions"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/rules"
)

// queueOf is the queue of somebody as system names, in its order.
func (r *room) queueOf(by accounts.User, asked reviews.Queue) string {
	r.T.Helper()
	part, total, err := r.Reviews.Queued(r.T.Context(), by, asked)
	if err != nil {
		r.T.Fatal(err)
	}
	var names []string
	for _, q := range part {
		names = append(names, q.System)
	}
	if asked.Limit == 0 && total != len(part) {
		r.T.Errorf("%d of %d are listed", len(part), total)
	}
	return strings.Join(names, " ")
}

func (r *room) queued(by accounts.User, system string) reviews.Queued {
	r.T.Helper()
	part, _, err := r.Reviews.Queued(r.T.Context(), by, reviews.Queue{})
	at := slices.IndexFunc(part, func(q reviews.Queued) bool { return q.System == system })
	if err != nil || at < 0 {
		r.T.Fatalf("%s is not in the queue: %v", system, err)
	}
	return part[at]
}

// systemAt is a snapshot with findings.
func systemAt(name, site string, claimed, granted int, findings string) submissions.Snapshot {
	summary := roomtest.Summary()
	summary.System, summary.Site = name, site
	summary.ClaimedLevel, summary.GrantedLevel = power.Level(claimed), power.Level(granted)
	snapshot := roomtest.GradedAs(summary)
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
	r.T.Helper()
	rule, other, advice := rulesOfEach(r.T)
	made := map[string]submissions.Entry{}
	for _, snapshot := range []submissions.Snapshot{
		systemAt("Delta", "North", 2, 2, finding(rule, rules.Pass, "0.5")+","+finding(other, rules.Pass, "0.02")+","+
			finding(advice, rules.Fail, "-1")),
		systemAt("alpha", "South", 3, 1, finding(rule, rules.Pass, "0.01")+","+finding(other, rules.Fail, "-0.25")),
		systemAt("Bravo", "Zürich", 1, 1, finding(rule, rules.Unknown, "null")+","+finding(other, rules.Pass, "0.9")),
		systemAt("Charlie", "North", 1, 1, finding(rule, rules.Pass, "0.3")),
	} {
		r.Clock.Advance(time.Hour)
		entry := r.Entry(r.Submitter, snapshot)
		r.Move(entry.ID, review.Submit, r.Submitter)
		made[snapshot.System] = entry
	}
	r.Entry(r.Submitter, systemAt("Draft", "North", 1, 1, ""))
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
		r.Clock.Advance(time.Hour)
		r.Move(made["alpha"].ID, review.Take, r.Reviewer)
		r.Move(made["Delta"].ID, review.Take, r.Second)
		r.Move(made["Delta"].ID, review.Accept, r.Second)
		for _, seen := range []string{"Charlie", "Bravo"} {
			if err := r.Submissions.Look(t.Context(), r.Reviewer.ID, made[seen].ID, 1); err != nil {
				t.Fatal(err)
			}
		}
		r.Ask(made["Charlie"].ID, r.Submitter)
		for _, column := range reviews.QueueColumns() {
			if got := r.queueOf(r.Reviewer, reviews.Queue{Sort: column}); got != sorted[column] {
				t.Errorf("by %s: %s, want %s", column, got, sorted[column])
			}
		}
		if got := r.queueOf(r.Reviewer,
			reviews.Queue{Sort: reviews.BySystem, Reverse: true}); got != "Delta Charlie Bravo alpha" {
			t.Errorf("the other way round: %s", got)
		}
		yes, no := true, false
		for _, c := range []struct {
			asked reviews.Queue
			want  string
		}{
			{reviews.Queue{Edition: roomtest.Edition}, "Delta alpha Bravo Charlie"},
			{reviews.Queue{Edition: "2025-06"}, ""},
			{reviews.Queue{States: []review.State{review.Submitted, review.InReview}}, "alpha Bravo Charlie"},
			{reviews.Queue{States: []review.State{review.Accepted}}, "Delta"},
			{reviews.Queue{Level: 1}, "Bravo Charlie"},
			{reviews.Queue{Reviewer: &r.Reviewer.ID}, "alpha"},
			{reviews.Queue{Reviewer: new(int64(reviews.Nobody))}, "Bravo Charlie"},
			{reviews.Queue{Conflict: &yes}, ""},
			{reviews.Queue{Conflict: &no}, "Delta alpha Bravo Charlie"},
			{reviews.Queue{Search: "ZÜRICH"}, "Bravo"},
			{reviews.Queue{Search: "north"}, "Delta Charlie"},
			{reviews.Queue{Search: "_"}, ""},
			{reviews.Queue{Offset: 1, Limit: 2}, "alpha Bravo"},
		} {
			if got := r.queueOf(r.Reviewer, c.asked); got != c.want {
				t.Errorf("%+v: %q, want %q", c.asked, got, c.want)
			}
		}
		row := r.queued(r.Reviewer, "alpha")
		_, other, advised := rulesOfEach(t)
		if row.Worst != other || row.Outcome != rules.Fail || *row.Margin != -0.25 || row.Failed != 1 ||
			row.Unknown != 0 || row.Claimed != 3 || row.Granted != 1 || row.Reviewer != r.Reviewer.Name ||
			!row.Due.Equal(roomtest.Closes) {
			t.Errorf("alpha is told as %+v", row)
		}
		if row := r.queued(r.Reviewer, "Delta"); row.Worst != advised || row.Outcome != rules.Fail || row.Failed != 0 ||
			row.Unknown != 0 || row.Warnings != 1 || !row.Unseen {
			t.Errorf("a warning is not the worst of what passes otherwise: %+v", row)
		}
	})
}

// TestWhatChangedSinceSomebodyLooked: unseen, then nothing, then a decision, a message and another revision of others.
func TestWhatChangedSinceSomebodyLooked(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.fillQueue()["alpha"]
		look := func() {
			t.Helper()
			r.Clock.Advance(time.Second)
			if err := r.Submissions.Look(t.Context(), r.Reviewer.ID, entry.ID,
				r.queued(r.Reviewer, "alpha").Revision); err != nil {
				t.Fatal(err)
			}
		}
		want := func(what string, want reviews.News) {
			t.Helper()
			r.Clock.Advance(time.Second)
			if got := r.queued(r.Reviewer, "alpha").News; got != want {
				t.Errorf("%s: got %+v, want %+v", what, got, want)
			}
		}
		want("before", reviews.News{Unseen: true})
		look()
		want("once seen", reviews.News{})
		r.Clock.Advance(time.Second)
		r.Move(entry.ID, review.Take, r.Reviewer)
		r.Ask(entry.ID, r.Reviewer)
		want("by the viewer", reviews.News{})
		r.Move(entry.ID, review.Return, r.Second)
		r.Ask(entry.ID, r.Submitter)
		want("by others", reviews.News{Moved: 1, Messages: 1})
		look()
		want("seen again", reviews.News{})
		if _, err := r.SaveDraft(t.Context(), entry.ID, r.Submitter, r.Reload(entry.ID).Version,
			systemAt("alpha", "South", 2, 2, "")); err != nil {
			t.Fatal(err)
		}
		if row := r.queued(r.Reviewer, "alpha"); !row.AwaitingCorrection || row.Graded || row.Revised ||
			row.Claimed != 0 || row.Worst != "" || row.Revision != 1 {
			t.Errorf("another revision that was not submitted is told of: %+v", row)
		}
		if got := r.queueOf(r.Reviewer, reviews.Queue{Level: 2}); got != "Delta" {
			t.Errorf("its level can be found out: %s", got)
		}
		r.Move(entry.ID, review.Submit, r.Submitter)
		want("submitted again", reviews.News{Revised: true, Moved: 1})
	})
}

// TestWhoWaitsForWhom: a waiver, a question and a second approval are tasks with who waits, whom for and since when, of
// which those with a conflict of interest and those who hold the submission learn nothing.
func TestWhoWaitsForWhom(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		last := r.Entry(r.Submitter, systemAt("Echo", "North", 3, 3, ""))
		r.Move(last.ID, review.Submit, r.Submitter)
		r.Move(last.ID, review.Take, r.Reviewer)
		r.Move(last.ID, review.Approve, r.Reviewer)
		asked := r.Entry(r.Submitter, systemAt("Foxtrot", "North", 1, 1, ""))
		r.Move(asked.ID, review.Submit, r.Submitter)
		r.Ask(asked.ID, r.Second)
		told := func(by accounts.User) (lines []string) {
			tasks, err := r.Reviews.QueueTasks(t.Context(), by)
			if err != nil {
				t.Fatal(err)
			}
			for _, task := range tasks {
				lines = append(lines, fmt.Sprintf("%s %s %s > %s %t", task.System, task.Kind, task.Waits, task.For,
					task.ForID == by.ID && by.ID != reviews.Nobody))
			}
			return lines
		}
		first := []string{"Echo second approval " + r.Reviewer.Name + " > a second reviewer false",
			"Foxtrot answer " + r.Second.Name + " > the submitter false"}
		if got := told(r.Reviewer); !slices.Equal(got, first) {
			t.Errorf("got %q", got)
		}
		first[0] = strings.Replace(first[0], "false", "true", 1)
		if got := told(r.Second); !slices.Equal(got, first) {
			t.Errorf("who could approve second is told %q", got)
		}
		if got := told(r.Submitter); len(got) != 0 {
			t.Errorf("who holds them is told %q", got)
		}
		if err := r.Reviews.DeclareConflict(t.Context(), r.Second,
			reviews.NewConflict{EntryID: last.ID, Reason: "a friend"}); err != nil {
			t.Fatal(err)
		}
		if got := told(r.Second); !slices.Equal(got, first[1:]) {
			t.Errorf("in a conflict of interest: %q", got)
		}
		place, err := r.Reviews.QueuePlace(t.Context(), r.Reviewer, asked.ID)
		if want := (reviews.QueuePlace{Previous: last.ID, At: 2, Of: 2}); err != nil || place != want {
			t.Errorf("got %+v, %v", place, err)
		}
		place, err = r.Reviews.QueuePlace(t.Context(), r.Second, asked.ID)
		if want := (reviews.QueuePlace{At: 1, Of: 1}); err != nil || place != want {
			t.Errorf("past a conflict of interest: got %+v, %v", place, err)
		}
	})
}
