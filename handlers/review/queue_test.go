package review

import (
	"net/http/httptest"
	"testing"
	"time"

	"github.com/labstack/echo/v4"

	"green500/store/accounts"
	"green500/store/reviews"
	reviewpage "green500/templates/review"
	"green500/validation/review"
)

var now = time.Date(2026, 11, 5, 9, 0, 0, 0, time.UTC)

// TestWhomASubmissionWaitsFor: a waiver before an answer, an answer before a second reviewer, and these before the
// reviewer of the submission.
func TestWhomASubmissionWaitsFor(t *testing.T) {
	me, taken := accounts.User{ID: 7}, now.Add(time.Hour)
	for name, c := range map[string]struct {
		queued reviews.Queued
		tasks  []reviews.TaskKind
		want   reviewpage.QueueTask
	}{
		"nobody took it": {reviews.Queued{State: review.Submitted, ReviewerID: reviews.Nobody}, nil,
			reviewpage.QueueTask{For: "a reviewer", What: "to take it for review", Since: now}},
		"mine": {reviews.Queued{State: review.Submitted, ReviewerID: 7, Reviewer: "Anna"}, nil,
			reviewpage.QueueTask{For: "you", What: "to take it for review", Since: now}},
		"another's": {reviews.Queued{State: review.InReview, ReviewerID: 8, Reviewer: "Ben"}, nil,
			reviewpage.QueueTask{For: "Ben", What: "to decide", Since: now}},
		"taken since": {reviews.Queued{State: review.InReview, ReviewerID: 8, Reviewer: "Ben", TakenAt: taken},
			nil, reviewpage.QueueTask{For: "Ben", What: "to decide", Since: taken}},
		"returned": {reviews.Queued{State: review.Returned, ReviewerID: 8, Reviewer: "Ben"}, nil,
			reviewpage.QueueTask{For: "the submitter", What: "to correct it", Since: now}},
		"accepted": {reviews.Queued{State: review.Accepted, ReviewerID: 7}, nil, reviewpage.QueueTask{}},
		"a question": {reviews.Queued{State: review.InReview},
			[]reviews.TaskKind{reviews.SecondTask, reviews.AnswerTask},
			reviewpage.QueueTask{For: "you", What: "to answer question 9", Href: "/submissions/0/questions/9"}},
		"a waiver first": {reviews.Queued{State: review.InReview},
			[]reviews.TaskKind{reviews.AnswerTask, reviews.WaiverTask},
			reviewpage.QueueTask{For: "you", What: "to decide on the waiver of idle", Href: "/submissions/0#waiver-9"}},
		"an answer came": {reviews.Queued{State: review.InReview}, []reviews.TaskKind{reviews.SettlingTask},
			reviewpage.QueueTask{For: "you", What: "to settle question 9", Href: "/submissions/0/questions/9"}},
		"a second reviewer": {reviews.Queued{State: review.InReview}, []reviews.TaskKind{reviews.SecondTask},
			reviewpage.QueueTask{For: "Anna", What: "to accept it as the second", Href: "/submissions/0"}},
	} {
		c.queued.SubmittedAt = now
		var tasks []reviews.QueueTask
		for _, kind := range c.tasks {
			tasks = append(tasks, reviews.QueueTask{ID: 9, Kind: kind, Rule: "idle", For: "Anna", ForID: 7},
				reviews.QueueTask{EntryID: 1, Kind: reviews.WaiverTask})
		}
		if got := waitingFor(c.queued, tasks, me); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// TestWhatTheQueueIsAskedFor: what cannot be is not asked for, and what nobody named are those that wait for a
// decision.
func TestWhatTheQueueIsAskedFor(t *testing.T) {
	asked := func(query string) reviews.Queue {
		c := echo.New().NewContext(httptest.NewRequestWithContext(t.Context(), "GET", "/review?"+query, nil),
			httptest.NewRecorder())
		return askedQueue(queueView(c), accounts.User{ID: 7})
	}
	if got := asked(""); len(got.States) != 2 || got.States[0] != review.Submitted || got.States[1] !=
		review.InReview || got.Offset != 0 || got.Reviewer != nil || got.Conflict != nil || got.Level != 0 {
		t.Errorf("nothing is asked as %+v", got)
	}
	if got := asked("state=all&page=3&level=2&conflict=with&reviewer=me&q=+a+"); got.States != nil ||
		got.Offset != 2*got.Limit || got.Level != 2 || !*got.Conflict || *got.Reviewer != 7 || got.Search != "a" {
		t.Errorf("all is asked as %+v", got)
	}
	if got := asked("state=nothing&page=-1&sort=nothing&reviewer=x"); len(got.States) != 2 || got.Offset != 0 ||
		got.Sort != "" || got.Reviewer != nil {
		t.Errorf("what cannot be is asked as %+v", got)
	}
	if got := asked("reviewer=nobody&state=returned"); got.Reviewer == nil || *got.Reviewer != reviews.Nobody ||
		len(got.States) != 1 || got.States[0] != review.Returned {
		t.Errorf("what nobody reviews is asked as %+v", got)
	}
}

// TestWhereAMessageGoes: what a reviewer keeps among reviewers is not sent, and everybody is told which.
func TestWhereAMessageGoes(t *testing.T) {
	for want, c := range map[string]struct {
		thread reviews.Thread
		by     review.Side
	}{
		"Kept among reviewers.": {reviews.Thread{Standing: review.ThreadOpen},
			review.Reviewing},
		"Sent to the submitter.": {reviews.Thread{Standing: review.ThreadOpen, Shared: true},
			review.Reviewing},
		"Sent to the reviewers. The question is answered.": {
			reviews.Thread{Standing: review.ThreadAnswered, Shared: true}, review.Holding},
		"Sent to the submitter. The question is settled.": {
			reviews.Thread{Standing: review.ThreadSettled, Shared: true}, review.Reviewing},
	} {
		if got := sentSentence(c.thread, c.by); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	thread := reviews.Thread{ID: 9, EntryID: 12, Messages: []reviews.ThreadMessage{{ID: 1}, {ID: 4}}}
	if got := questionPath(thread); got != "/submissions/12/questions/9#message-4" {
		t.Errorf("it leads to %s", got)
	}
}
