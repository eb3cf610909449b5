package desk

import (
	"fmt"
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/store/problems"
	deskpage "green500/templates/desk"
)

// eventsOnServer is how many audit events the page of the server shows.
const eventsOnServer = 8

// Server shows how the installation fares, and what somebody has to do about it.
func (h *Handlers) Server(c echo.Context) error {
	ctx := c.Request().Context()
	standing, err := h.Store.ServerState(ctx)
	if err != nil {
		return err
	}
	events, err := h.Store.AuditRecords(ctx, store.AuditFilter{}, eventsOnServer)
	if err != nil {
		return err
	}
	page := deskpage.ServerPage{
		Page: h.Page(c, "Server"), At: standing.At, Version: h.Version, Started: h.Started, Sessions: standing.Sessions, Seen: standing.Seen, Quota: h.Quota,
	}
	for _, one := range problems.Of(standing, problems.Bounds{Quota: h.Quota, MailSent: h.MailSent}) {
		page.Problems = append(page.Problems, deskpage.ProblemRow{Subject: one.Subject, Severity: string(one.Severity), Figure: one.Figure, Remedy: one.Remedy, Page: one.Page})
	}
	for _, one := range standing.People {
		page.People = append(page.People, deskpage.PeopleRow(one))
	}
	for _, one := range standing.Kept {
		page.Kept = append(page.Kept, deskpage.KeptRow(one))
	}
	for _, one := range standing.Holders {
		page.Holders = append(page.Holders, deskpage.HolderRow(one))
	}
	for _, r := range events {
		row := deskpage.AuditRow{Number: handlers.Text(r.Number), At: r.At, Who: r.ActorName, Event: r.Event}
		if r.EntryID != 0 {
			row.EntryID = handlers.Text(r.EntryID)
		}
		page.Events = append(page.Events, row)
	}
	return h.Render(c, http.StatusOK, deskpage.Server(page))
}

// jobsShown is how many jobs their page shows; those that were given up come first.
const jobsShown = 200

// Jobs shows what the program does by itself.
func (h *Handlers) Jobs(c echo.Context) error {
	jobs, err := h.Store.Jobs(c.Request().Context(), jobsShown)
	if err != nil {
		return err
	}
	page := deskpage.JobsPage{Page: h.Page(c, "Jobs")}
	for _, job := range jobs {
		page.Rows = append(page.Rows, deskpage.JobRow{
			ID: handlers.Text(job.ID), Kind: string(job.Kind), About: job.About, State: string(job.State), Due: job.DueAt, Attempts: job.Attempts, Failure: job.Failure,
			Done: handlers.ZeroIfNil(job.DoneAt), Again: job.Failure != "" && job.State != store.JobRuns,
		})
	}
	return h.Render(c, http.StatusOK, deskpage.Jobs(page))
}

// StartJobAgain tries again to do a job that failed.
func (h *Handlers) StartJobAgain(c echo.Context) error {
	number, err := handlers.ID(c, "id")
	if err != nil {
		return err
	}
	if err := h.Store.RestartJob(c.Request().Context(), number); err != nil {
		return err
	}
	return h.Done(c, "/server/jobs", "The job is started again.")
}

// Retention tells everybody what is kept, and for how long.
func (h *Handlers) Retention(c echo.Context) error {
	page := deskpage.RetentionPage{Page: h.Page(c, "What is kept")}
	for _, one := range store.Retentions() {
		page.Rows = append(page.Rows, deskpage.RetentionRow{What: one.What, Kept: keptFor(one), Why: one.Why})
	}
	return h.Render(c, http.StatusOK, deskpage.Retention(page))
}

func keptFor(r store.Retention) string {
	const day = 24 * time.Hour
	switch {
	case r.For == 0:
		return "for good"
	case r.For == time.Hour:
		return "1 hour " + r.From
	case r.For < 3*day:
		return fmt.Sprintf("%d hours %s", r.For/time.Hour, r.From)
	}
	return fmt.Sprintf("%d days %s", r.For/day, r.From)
}
