package account

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/templates"
	accountpage "green500/templates/account"
)

// AskResetForm shows the form to ask for a link by which a new password is set.
func (h *Handlers) AskResetForm(c echo.Context) error {
	return h.askReset(c, http.StatusOK, "", nil)
}

func (h *Handlers) askReset(c echo.Context, status int, email string, wrong templates.FieldErrors) error {
	return h.Render(c, status, accountpage.Ask(accountpage.AskPage{
		Page: h.Page(c, "Set a new password"), Action: "/reset", Button: "Send the link", Email: email, Errors: wrong,
		Lead: "We send a mail with a link by which you set a new password. It is good for an hour.",
	}))
}

// AskReset sends the link; the answer is the same whether or not there is an account.
func (h *Handlers) AskReset(c echo.Context) error {
	email := c.FormValue("email")
	err := h.mailing(c, store.Resets, email, func() error {
		return h.Store.AskReset(c.Request().Context(), email, h.resetLetter, h.noAccountLetter)
	})
	if wrong := handlers.FieldErrors(err); wrong != nil {
		return h.askReset(c, refused(err), email, wrong)
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/reset/sent")
}

// ResetSent says what to do after asking for a link.
func (h *Handlers) ResetSent(c echo.Context) error {
	return h.Render(c, http.StatusOK, accountpage.Sent(accountpage.SentPage{
		Page:     h.Page(c, "Look into your mail"),
		Sentence: "We sent a mail to the address that you wrote. If it has an account, follow the link in the mail to set a new password; the link is good for an hour.",
		Again:    templates.Link{Href: "/reset", Text: "ask for the link again"},
	}))
}

// ResetForm shows the form to set a new password.
func (h *Handlers) ResetForm(c echo.Context) error { return h.reset(c, http.StatusOK, nil) }

func (h *Handlers) reset(c echo.Context, status int, wrong templates.FieldErrors) error {
	user, _, err := h.Store.LinkOf(c.Request().Context(), store.ResetPassword, c.Param("secret"))
	if err != nil {
		return h.deadLink(c, err, resetAgain())
	}
	page := accountpage.NewPasswordPage{Page: h.Page(c, "Set a new password"), Email: user.Email, Errors: wrong}
	return h.Render(c, status, accountpage.NewPassword(page))
}

// Reset sets a new password, and signs the person in: the mail proved who they are.
func (h *Handlers) Reset(c echo.Context) error {
	user, err := h.Store.Reset(c.Request().Context(), c.Param("secret"), c.FormValue("password"), h.changedLetter)
	if wrong := handlers.FieldErrors(err); wrong != nil {
		return h.reset(c, http.StatusUnprocessableEntity, wrong)
	}
	if err != nil {
		return h.deadLink(c, err, resetAgain())
	}
	h.forgive(c, store.NormalEmail(user.Email))
	if err := h.SignIn(c, user); err != nil {
		return err
	}
	return h.Done(c, landing(user.Role, ""), "Your password was set, and you are signed in.")
}

func resetAgain() templates.Link {
	return templates.Link{Href: "/reset", Text: "Ask for a new link"}
}
