package review

import (
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/reviews"
	"green500/store/submissions"
	"green500/templates"
	reviewpage "green500/templates/review"
	"green500/validation/power"
	"green500/validation/review"
)

// Queue shows what was submitted, first of all what waits for a decision.
func (h *Handlers) Queue(c echo.Context) error {
	ctx := c.Request().Context()
	user := handlers.User(c)
	page := reviewpage.QueuePage{Page: h.Page(c, "Review queue"), View: queueView(c), Now: h.Now()}
	part, total, err := h.Store.Reviews.Queued(ctx, user, askedQueue(page.View, user))
	if err != nil {
		return err
	}
	page.Total = total
	tasks, err := h.Store.Reviews.QueueTasks(ctx, user)
	if err != nil {
		return err
	}
	for _, task := range tasks {
		if task.ForID == user.ID {
			page.Yours = append(page.Yours, taskLine(task))
		}
	}
	for _, q := range part {
		row := queueRow(q, user)
		row.Waiting = waitingFor(q, tasks, user)
		if row.Removed, err = h.Removed(c, submissions.Entry{ID: q.EntryID, State: q.State}); err != nil {
			return err
		}
		page.Rows = append(page.Rows, row)
	}
	editions, err := h.Store.Editions.All(ctx)
	if err != nil {
		return err
	}
	page.Editions = handlers.EditionNames(editions)
	people, err := h.Store.Reviews.Reviewers(ctx)
	if err != nil {
		return err
	}
	for _, reviewer := range people {
		if reviewer.ID != user.ID {
			page.Reviewers = append(page.Reviewers,
				templates.Option{Value: handlers.Text(reviewer.ID), Label: reviewer.Name})
		}
	}
	declared, err := h.Store.Reviews.Conflicts(ctx, user.ID)
	if err != nil {
		return err
	}
	for _, conflict := range declared {
		if conflict.WithdrawnAt == nil {
			page.Declared++
		}
	}
	return h.Render(c, http.StatusOK, reviewpage.Queue(page))
}

func queueView(c echo.Context) reviewpage.QueueView {
	view := reviewpage.QueueView{
		Edition: c.QueryParam("edition"), State: c.QueryParam("state"), Level: c.QueryParam("level"),
		Reviewer: c.QueryParam("reviewer"),
		Conflict: c.QueryParam("conflict"), Questions: c.QueryParam("questions"),
		Search: strings.TrimSpace(c.QueryParam("q")), Sort: c.QueryParam("sort"), Page: 1,
	}
	if page, err := strconv.Atoi(c.QueryParam("page")); err == nil && page > 1 && page <= lastQueuePage {
		view.Page = page
	}
	if !slices.Contains(reviews.QueueColumns(), reviews.QueueColumn(strings.TrimPrefix(view.Sort, "-"))) {
		view.Sort = ""
	}
	if view.State != reviewpage.QueueAll && !slices.Contains(review.States(), review.State(view.State)) {
		view.State = ""
	}
	return view
}

// lastQueuePage bounds the requested page; no queue is as long.
const lastQueuePage = 1_000_000

func askedQueue(view reviewpage.QueueView, user accounts.User) reviews.Queue {
	column, reverse := strings.CutPrefix(view.Sort, "-")
	asked := reviews.Queue{
		Edition: view.Edition, Search: view.Search, Open: view.Questions == reviewpage.QueueOpen,
		Sort: reviews.QueueColumn(column), Reverse: reverse,
		Offset: (view.Page - 1) * reviewpage.QueueOnPage, Limit: reviewpage.QueueOnPage,
	}
	switch view.State {
	case "":
		asked.States = []review.State{review.Submitted, review.InReview}
	case reviewpage.QueueAll:
	default:
		asked.States = []review.State{review.State(view.State)}
	}
	if level, err := strconv.Atoi(view.Level); err == nil {
		asked.Level = power.Level(level)
	}
	if view.Conflict == reviewpage.QueueWith || view.Conflict == reviewpage.QueueWithout {
		asked.Conflict = new(view.Conflict == reviewpage.QueueWith)
	}
	asked.Reviewer = askedReviewer(view.Reviewer, user)
	return asked
}

func askedReviewer(word string, user accounts.User) *int64 {
	number, err := strconv.ParseInt(word, 10, 64)
	switch {
	case word == reviewpage.QueueMine:
		return &user.ID
	case word == reviewpage.QueueNobodys:
		number = reviews.Nobody
	case err != nil:
		return nil
	}
	return &number
}

func queueRow(q reviews.Queued, user accounts.User) reviewpage.QueueRow {
	return reviewpage.QueueRow{
		ID: handlers.Text(q.EntryID), System: q.System, Site: q.Site, Edition: q.Edition, Conflict: q.Conflict,
		Own: q.Own, State: q.State, Submitter: q.Submitter,
		Reviewer: q.Reviewer, Mine: q.ReviewerID == user.ID && q.ReviewerID != reviews.Nobody,
		Revision: q.Revision, Revising: q.AwaitingCorrection,
		Graded: q.Graded, Claimed: q.Claimed, Granted: q.Granted, Failed: q.Failed, Unknown: q.Unknown,
		Warnings: q.Warnings, Worst: q.Worst, Outcome: q.Outcome, Margin: q.Margin,
		Shared: q.Shared, Unseen: q.Unseen, Revised: q.Revised, Moved: q.Moved > 0, Messages: q.Messages,
		Since: q.SubmittedAt, Due: q.Due,
	}
}

func waitingFor(q reviews.Queued, tasks []reviews.QueueTask, user accounts.User) reviewpage.QueueTask {
	for _, kind := range []reviews.TaskKind{reviews.WaiverTask, reviews.AnswerTask, reviews.SettlingTask,
		reviews.SecondTask} {
		for _, task := range tasks {
			if task.EntryID == q.EntryID && task.Kind == kind {
				line := taskLine(task)
				if task.ForID == user.ID && kind != reviews.SecondTask {
					line.For = "you"
				}
				return line
			}
		}
	}
	line := reviewpage.QueueTask{For: q.Reviewer, Since: q.SubmittedAt, What: "to take it for review"}
	if q.State == review.InReview {
		line.What = "to decide"
		if !q.TakenAt.IsZero() {
			line.Since = q.TakenAt
		}
	}
	switch {
	case !q.State.Assignable():
		return reviewpage.QueueTask{}
	case q.State == review.Returned:
		line.For, line.What = "the submitter", "to correct it"
	case q.ReviewerID == reviews.Nobody:
		line.For = "a reviewer"
	case q.ReviewerID == user.ID:
		line.For = "you"
	}
	return line
}

func taskLine(task reviews.QueueTask) reviewpage.QueueTask {
	line := reviewpage.QueueTask{System: task.System, Waits: task.Waits, For: task.For, Since: task.Since,
		Href: "/submissions/" + handlers.Text(task.EntryID)}
	switch task.Kind {
	case reviews.WaiverTask:
		line.What = "to decide on the waiver of " + task.Rule
		line.Href += "#waiver-" + handlers.Text(task.ID)
	case reviews.AnswerTask:
		line.What = "to answer question " + handlers.Text(task.ID)
		line.Href += "/questions/" + handlers.Text(task.ID)
	case reviews.SettlingTask:
		line.What = "to settle question " + handlers.Text(task.ID)
		line.Href += "/questions/" + handlers.Text(task.ID)
	case reviews.SecondTask:
		line.What = "to accept it as the second"
	}
	return line
}
