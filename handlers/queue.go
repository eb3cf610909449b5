package handlers

import (
	"context"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation/review"
)

// Queue shows what waits for a decision.
func (h *Handlers) Queue(c echo.Context) error {
	ctx := c.Request().Context()
	entries, err := h.Store.Queue(ctx)
	if err != nil {
		return err
	}
	user, _ := viewer(c)
	page := templates.QueuePage{Page: h.page(c, "Review queue"), Now: h.Now()}
	for _, e := range entries {
		row, err := h.queueRow(ctx, e)
		if err != nil {
			return err
		}
		row.Own = e.OwnerID == user.ID
		page.Rows = append(page.Rows, row)
	}
	return h.render(c, http.StatusOK, templates.Queue(page))
}

func (h *Handlers) queueRow(ctx context.Context, e store.Entry) (templates.QueueRow, error) {
	row := templates.QueueRow{
		ID: text(e.ID), State: e.State, System: e.System, Site: e.Site, Edition: e.Edition, Submitter: e.OwnerName, Graded: e.Complete,
		Claimed: e.ClaimedLevel, Granted: e.GrantedLevel, Failed: e.Failed, Since: waitingSince(e),
	}
	decisions, err := h.Store.History(ctx, e.ID)
	if err != nil {
		return row, err
	}
	for _, d := range decisions {
		if d.Verb == review.Take {
			row.Reviewer = d.ActorName
		}
	}
	revision, err := h.Store.Revision(ctx, e.ID, 0)
	if err != nil {
		return row, err
	}
	report, _, err := revision.Verdict()
	if err == nil && report != nil {
		row.Failed, row.Unknown = report.Counts(e.ClaimedLevel)
		row.Of, row.Narrowest = report.Narrowest(e.ClaimedLevel)
	}
	return row, err
}

func waitingSince(e store.Entry) time.Time {
	if e.SubmittedAt != nil {
		return *e.SubmittedAt
	}
	return e.UpdatedAt
}
