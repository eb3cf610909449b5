package desk

import (
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	deskpage "green500/templates/desk"
)

// lettersOnPage is how many messages one page of the outbox shows.
const lettersOnPage = 50

// Outbox shows the mail of the server; what it says only where there is no other way for it to arrive.
func (h *Handlers) Outbox(c echo.Context) error {
	before, err := strconv.ParseInt(c.QueryParam("before"), 10, 64)
	if err != nil || before < 0 {
		before = 0
	}
	posted, err := h.Store.Outbox(c.Request().Context(), before, lettersOnPage+1)
	if err != nil {
		return err
	}
	page := deskpage.OutboxPage{Page: h.Page(c, "Outbox"), Sends: h.MailSent, Newest: before == 0}
	if len(posted) > lettersOnPage {
		posted = posted[:lettersOnPage]
		page.Older = handlers.Text(posted[lettersOnPage-1].ID)
	}
	known, err := h.Store.Installation(c.Request().Context())
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

func (h *Handlers) letter(p store.Posted) deskpage.Letter {
	letter := deskpage.Letter{
		ID: handlers.Text(p.ID), To: p.To, Subject: p.Subject, Posted: p.CreatedAt, Due: p.DueAt, Sent: handlers.ZeroIfNil(p.SentAt), Attempts: p.Attempts, Failure: p.Failure, GivenUp: p.GivenUp,
	}
	if !h.MailSent {
		letter.Text = p.Text
	}
	return letter
}

// SendAgain tries again to send a message that was given up.
func (h *Handlers) SendAgain(c echo.Context) error {
	number, err := handlers.ID(c, "id")
	if err != nil {
		return err
	}
	if err := h.Store.SendAgain(c.Request().Context(), number); err != nil {
		return err
	}
	return h.Done(c, "/outbox", "The message is sent again.")
}

// ReleaseMail has a restored copy send its mail.
func (h *Handlers) ReleaseMail(c echo.Context) error {
	drop := c.FormValue("drop") != ""
	waiting, err := h.Store.ReleaseMail(c.Request().Context(), drop)
	if err != nil {
		return err
	}
	words := "Mail is sent from now on. Messages from before the restore that are sent too: " + handlers.Text(waiting) + "."
	if drop {
		words = "Mail is sent from now on. Messages from before the restore that were deleted: " + handlers.Text(waiting) + "."
	}
	return h.Done(c, "/outbox", words)
}

// TestMail puts a test mail to the person who asks for it into the outbox.
func (h *Handlers) TestMail(c echo.Context) error {
	user, _ := handlers.Viewer(c) // the route asks for an administrator
	if err := h.Store.Post(c.Request().Context(), store.TestMail(user.Email, h.Address.String())); err != nil {
		return err
	}
	return h.Done(c, "/outbox", "A test mail to "+user.Email+" is in the outbox. Load this page again to see whether the mail server accepted it.")
}
