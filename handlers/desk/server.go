package desk

import (
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/administration"
	"green500/store/auditlog"
	"green500/store/jobs"
	"green500/store/outbox"
	"green500/store/problems"
	deskpage "green500/templates/desk"
)

const eventsOnServer = 8

// Server shows how the installation fares, and what somebody has to do about it.
func (h *Handlers) Server(c echo.Context) error {
	ctx := c.Request().Context()
	standing, err := h.Store.Administration.ServerState(ctx)
	if err != nil {
		return err
	}
	events, err := h.Store.AuditLog.Records(ctx, auditlog.AuditFilter{}, eventsOnServer)
	if err != nil {
		return err
	}
	page := deskpage.ServerPage{
		Page: h.Page(c, "Server"), At: standing.At, Version: h.Version, Started: h.Started, Sessions: standing.Sessions,
		Seen: standing.Seen, Quota: h.Quota, Events: events,
	}
	for _, one := range problems.Of(standing, problems.Bounds{Quota: h.Quota, MailSent: h.MailSent}) {
		page.Problems = append(page.Problems, deskpage.ProblemRow{Subject: one.Subject, Severity: string(one.Severity),
			Figure: one.Figure, Remedy: one.Remedy, Page: one.Page})
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
	return h.Render(c, http.StatusOK, deskpage.Server(page))
}

const jobsShown = 200

// Jobs shows what the program does by itself.
func (h *Handlers) Jobs(c echo.Context) error {
	rows, err := h.Store.Jobs.List(c.Request().Context(), jobsShown)
	if err != nil {
		return err
	}
	page := deskpage.JobsPage{Page: h.Page(c, "Jobs")}
	for _, job := range rows {
		page.Rows = append(page.Rows, deskpage.JobRow{
			ID: handlers.Text(job.ID), Kind: string(job.Kind), About: job.About, State: string(job.State),
			Due: job.DueAt, Attempts: job.Attempts, Failure: job.Failure,
			Done: handlers.ZeroIfNil(job.DoneAt), Again: job.Failure != "" && job.State != jobs.JobRuns,
		})
	}
	return h.Render(c, http.StatusOK, deskpage.Jobs(page))
}

// StartJobAgain tries again to do a job that failed.
func (h *Handlers) StartJobAgain(c echo.Context) error {
	number, err := handlers.ID(c, "id")
	if err == nil {
		err = h.Store.Jobs.Restart(c.Request().Context(), number)
	}
	return h.Finish(c, err, "/server/jobs", "The job is started again.")
}

// Retention tells everybody what is kept, and for how long.
func (h *Handlers) Retention(c echo.Context) error {
	page := deskpage.RetentionPage{Page: h.Page(c, "What is kept")}
	for _, one := range administration.Retentions() {
		page.Rows = append(page.Rows, deskpage.RetentionRow{What: one.What, Kept: keptFor(one), Why: one.Why})
	}
	return h.Render(c, http.StatusOK, deskpage.Retention(page))
}

func keptFor(r administration.Retention) string {
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

const lettersOnPage = 50

// Outbox shows the mail of the server; what it says only if there is no other way for it to arrive.
func (h *Handlers) Outbox(c echo.Context) error {
	before, err := strconv.ParseInt(c.QueryParam("before"), 10, 64)
	if err != nil || before < 0 {
		before = 0
	}
	posted, err := h.Store.Outbox.Mails(c.Request().Context(), before, lettersOnPage+1)
	if err != nil {
		return err
	}
	page := deskpage.OutboxPage{Page: h.Page(c, "Outbox"), Sends: h.MailSent, Newest: before == 0}
	if len(posted) > lettersOnPage {
		posted = posted[:lettersOnPage]
		page.Older = handlers.Text(posted[lettersOnPage-1].ID)
	}
	known, err := h.Store.Administration.Installation(c.Request().Context())
	if err != nil {
		return err
	}
	page.Held = handlers.ZeroIfNil(known.MailHeldAt)
	if user, signedIn := handlers.Viewer(c); signedIn {
		page.TestTo = user.Email
	}
	for _, p := range posted {
		page.Letters = append(page.Letters, h.letter(p))
	}
	return h.Render(c, http.StatusOK, deskpage.Outbox(page))
}

func (h *Handlers) letter(p outbox.Posted) deskpage.Letter {
	letter := deskpage.Letter{
		ID: handlers.Text(p.ID), To: p.To, Subject: p.Subject, Posted: p.CreatedAt, Due: p.DueAt,
		Sent: handlers.ZeroIfNil(p.SentAt), Attempts: p.Attempts, Failure: p.Failure, GivenUp: p.GivenUp,
	}
	if !h.MailSent {
		letter.Text = p.Text
	}
	return letter
}

// SendAgain tries again to send a message that was given up.
func (h *Handlers) SendAgain(c echo.Context) error {
	number, err := handlers.ID(c, "id")
	if err == nil {
		err = h.Store.Outbox.SendAgain(c.Request().Context(), number)
	}
	return h.Finish(c, err, "/outbox", "The message is sent again.")
}

// ReleaseMail has a restored copy send its mail.
func (h *Handlers) ReleaseMail(c echo.Context) error {
	drop := c.FormValue("drop") != ""
	waiting, err := h.Store.Administration.ReleaseMail(c.Request().Context(), drop)
	if err != nil {
		return err
	}
	words := "Mail is sent from now on. Messages from before the restore that are sent too: " +
		handlers.Text(waiting) + "."
	if drop {
		words = "Mail is sent from now on. Messages from before the restore that were deleted: " +
			handlers.Text(waiting) + "."
	}
	return h.Done(c, "/outbox", words)
}

// TestMail puts a test mail to the person who asks for it into the outbox.
func (h *Handlers) TestMail(c echo.Context) error {
	user := handlers.User(c) // the route asks for an administrator
	return h.Finish(c, h.Store.Outbox.Post(c.Request().Context(),
		administration.TestMail(user.Email, h.Address.String())), "/outbox", "A test mail to "+user.Email+
		" is in the outbox. Load this page again to see whether the mail server accepted it.")
}
