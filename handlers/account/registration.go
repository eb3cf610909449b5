package account

import (
	"context"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/templates"
	accountpage "green500/templates/account"
	"green500/validation/power"
	"green500/validation/review"
)

// RegisterForm shows the form to make an account.
func (h *Handlers) RegisterForm(c echo.Context) error {
	if err := h.registering(); err != nil {
		return err
	}
	return h.Render(c, http.StatusOK, accountpage.Register(accountpage.RegisterPage{Page: h.Page(c, "Register")}))
}

// Register makes an account to be confirmed by mail. The answer does not tell whether the address has an account.
func (h *Handlers) Register(c echo.Context) error {
	if err := h.registering(); err != nil {
		return err
	}
	page := accountpage.RegisterPage{Name: c.FormValue("name"), Email: c.FormValue("email"),
		Affiliation: c.FormValue("affiliation")}
	person := accounts.NewUser{Name: page.Name, Email: page.Email, Affiliation: page.Affiliation,
		Role: review.Submitter}
	err := h.mailing(c, accounts.Mails, page.Email, func() error {
		return h.Store.Accounts.Register(c.Request().Context(), person, h.confirmLetter, h.existsLetter)
	})
	if page.Errors = handlers.FieldErrors(err); page.Errors != nil {
		page.Page = h.Page(c, "Register")
		return h.Render(c, refused(err), accountpage.Register(page))
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, "/register/sent")
}

func (h *Handlers) registering() error {
	if h.Registration {
		return nil
	}
	return echo.NewHTTPError(http.StatusForbidden,
		"Registration is switched off here; an administrator creates accounts.")
}

// RegisterSent says what to do after registering.
func (h *Handlers) RegisterSent(c echo.Context) error { return h.sent(c, h.confirmationMail(c)) }

// AskConfirmationForm shows the form to have the mail of a registration sent again.
func (h *Handlers) AskConfirmationForm(c echo.Context) error {
	return h.showAsk(c, http.StatusOK, h.confirmationMail(c).page)
}

// AskConfirmation sends the mail of a registration again.
func (h *Handlers) AskConfirmation(c echo.Context) error { return h.ask(c, h.confirmationMail(c)) }

type askedMail struct {
	page     accountpage.AskPage
	tally    accounts.Tally
	post     func(email string) error
	to, sent string // the page after it, and what that says
	again    string
}

func (h *Handlers) confirmationMail(c echo.Context) askedMail {
	return askedMail{
		accountpage.AskPage{
			Page:   templates.Page{Title: "Confirm your address"},
			Action: "/register/again", Button: "Send the mail again",
			Lead: "We send another mail with a link that confirms your address; " +
				"links that were sent before are void then.",
		}, accounts.Mails, func(email string) error {
			return h.Store.Accounts.AskConfirmation(c.Request().Context(), email, h.confirmLetter, h.existsLetter,
				h.noAccountLetter)
		}, "/register/sent",
		"We sent a mail to the address that you wrote. Follow the link in it to confirm that the address is yours; " +
			"it is good for 48 hours.", "ask for the mail again",
	}
}

func (h *Handlers) resetMail(c echo.Context) askedMail {
	return askedMail{
		accountpage.AskPage{
			Page: templates.Page{Title: "Set a new password"}, Action: "/reset", Button: "Send the link",
			Lead: "We send a mail with a link by which you set a new password. It is good for an hour.",
		}, accounts.Resets, func(email string) error {
			return h.Store.Accounts.AskReset(c.Request().Context(), email, func(secret string) (subject, text string) {
				return accountpage.ResetMail(h.Link(), h.Link("reset", secret), accounts.ResetValid)
			}, h.noAccountLetter)
		}, "/reset/sent",
		"We sent a mail to the address that you wrote. If it has an account, follow the link in the mail to set a " +
			"new password; the link is good for an hour.", "ask for the link again",
	}
}

func (h *Handlers) showAsk(c echo.Context, status int, page accountpage.AskPage) error {
	page.Page = h.Page(c, page.Title)
	return h.Render(c, status, accountpage.Ask(page))
}

// ask posts the mail; the answer is the same whether or not there is an account.
func (h *Handlers) ask(c echo.Context, m askedMail) error {
	m.page.Email = c.FormValue("email")
	err := h.mailing(c, m.tally, m.page.Email, func() error { return m.post(m.page.Email) })
	if m.page.Errors = handlers.FieldErrors(err); m.page.Errors != nil {
		return h.showAsk(c, refused(err), m.page)
	}
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, m.to)
}

func (h *Handlers) sent(c echo.Context, m askedMail) error {
	page := accountpage.SentPage{Page: h.Page(c, "Look into your mail"), Sentence: m.sent,
		Again: templates.Link{Href: m.page.Action, Text: m.again}}
	return h.Render(c, http.StatusOK, accountpage.Sent(page))
}

// ConfirmForm shows the form that confirms an account and sets its password.
func (h *Handlers) ConfirmForm(c echo.Context) error { return h.confirming(c, http.StatusOK, nil) }

func (h *Handlers) confirming(c echo.Context, status int, wrong templates.FieldErrors) error {
	user, email, err := h.Store.Accounts.LinkOf(c.Request().Context(), accounts.ConfirmAccount, c.Param("secret"))
	if err != nil {
		return h.deadLink(c, err, confirmAgain)
	}
	identities, err := h.Store.Accounts.Identities(c.Request().Context(), user.ID)
	if err != nil {
		return err
	}
	page := accountpage.ConfirmPage{Page: h.Page(c, "Confirm your account"), Name: user.Name, Email: email,
		Errors: wrong}
	for _, one := range identities {
		page.Identities = append(page.Identities, h.providerName(one.Issuer)+" "+one.Subject)
	}
	return h.Render(c, status, accountpage.Confirm(page))
}

// Confirm confirms an account with the password that its owner chose, and signs them in.
func (h *Handlers) Confirm(c echo.Context) error {
	user, err := h.Store.Accounts.Confirm(c.Request().Context(), c.Param("secret"), c.FormValue("password"))
	if wrong := handlers.FieldErrors(err); wrong != nil {
		return h.confirming(c, http.StatusUnprocessableEntity, wrong)
	}
	if err != nil {
		return h.deadLink(c, err, confirmAgain)
	}
	return h.Finish(c, h.SignIn(c, user), landing(user.Role, ""), "Your address is confirmed, and you are signed in.")
}

var confirmAgain = templates.Link{Href: "/register/again", Text: "Ask for a new link"}

func (h *Handlers) deadLink(c echo.Context, err error, again templates.Link) error {
	refusal, ok := errors.AsType[*review.Refusal](err)
	if !ok {
		return err
	}
	page := accountpage.DeadLinkPage{Page: h.Page(c, "This link leads nowhere"),
		Sentence: refusal.Sentence, Again: again}
	return h.Render(c, http.StatusGone, accountpage.DeadLink(page))
}

var errTooManyMails = &power.InputError{
	Field: "email", Problem: "several mails were asked for within the last hour",
	Remedy: "look into the folder for unwanted mail, or wait an hour",
}

// mailing posts a mail to a typed address, unless it got too many already, or too many were asked for from the same
// network.
func (h *Handlers) mailing(c echo.Context, tally accounts.Tally, email string, post func() error) error {
	return h.within(c, tally, accounts.NormalEmail(email), errTooManyMails, func() error {
		return h.within(c, accounts.MailsFrom, handlers.Network(c.RealIP()), errTooManyMails, post)
	})
}

// within does something unless it was done too often under a name; what fails does not count.
func (h *Handlers) within(c echo.Context, tally accounts.Tally, name string, tooMany error, do func() error) error {
	ctx := c.Request().Context()
	allowed, err := h.Store.Accounts.Count(ctx, tally, name)
	if err != nil {
		return err
	}
	if !allowed {
		return tooMany
	}
	if err = do(); err == nil {
		return nil
	}
	if taken := h.Store.Accounts.Uncount(context.WithoutCancel(ctx), tally, name); taken != nil {
		h.Log.WarnContext(ctx, "what was not done still counts", "what", string(tally), "error", taken)
	}
	return err
}

func refused(err error) int {
	return templates.Either(errors.Is(err, errTooManyMails), http.StatusTooManyRequests, http.StatusUnprocessableEntity)
}

// FirstForm shows the form to make the first administrator, by the link that the server printed when it started.
func (h *Handlers) FirstForm(c echo.Context) error {
	if err := h.Store.Accounts.CheckFirstLink(c.Request().Context(), c.Param("secret")); err != nil {
		return h.deadLink(c, err, firstAgain)
	}
	return h.Render(c, http.StatusOK, accountpage.First(accountpage.FirstPage{Page: h.Page(c, "First administrator")}))
}

// First makes the first administrator, and signs the person in.
func (h *Handlers) First(c echo.Context) error {
	page := accountpage.FirstPage{Name: c.FormValue("name"), Email: c.FormValue("email")}
	person := accounts.NewUser{Name: page.Name, Email: page.Email, Password: c.FormValue("password")}
	user, err := h.Store.Accounts.CreateFirstAdministrator(c.Request().Context(), c.Param("secret"), person)
	if page.Errors = handlers.FieldErrors(err); page.Errors != nil {
		page.Page = h.Page(c, "First administrator")
		return h.Render(c, http.StatusUnprocessableEntity, accountpage.First(page))
	}
	if err != nil {
		return h.deadLink(c, err, firstAgain)
	}
	return h.Finish(c, h.SignIn(c, user), landing(review.Admin, ""), "Your account was made, and you are signed in.")
}

var firstAgain = templates.Link{Href: "/login", Text: "Sign in"}

// AskResetForm shows the form to ask for a link by which a new password is set.
func (h *Handlers) AskResetForm(c echo.Context) error {
	return h.showAsk(c, http.StatusOK, h.resetMail(c).page)
}

// AskReset sends the link.
func (h *Handlers) AskReset(c echo.Context) error { return h.ask(c, h.resetMail(c)) }

// ResetSent says what to do after asking for a link.
func (h *Handlers) ResetSent(c echo.Context) error { return h.sent(c, h.resetMail(c)) }

// ResetForm shows the form to set a new password.
func (h *Handlers) ResetForm(c echo.Context) error { return h.reset(c, http.StatusOK, nil) }

func (h *Handlers) reset(c echo.Context, status int, wrong templates.FieldErrors) error {
	user, _, err := h.Store.Accounts.LinkOf(c.Request().Context(), accounts.ResetPassword, c.Param("secret"))
	if err != nil {
		return h.deadLink(c, err, resetAgain)
	}
	page := accountpage.NewPasswordPage{Page: h.Page(c, "Set a new password"), Email: user.Email, Errors: wrong}
	return h.Render(c, status, accountpage.NewPassword(page))
}

// Reset sets a new password, and signs the person in: the mail proved who they are.
func (h *Handlers) Reset(c echo.Context) error {
	user, err := h.Store.Accounts.Reset(c.Request().Context(), c.Param("secret"), c.FormValue("password"),
		h.changedLetter)
	if wrong := handlers.FieldErrors(err); wrong != nil {
		return h.reset(c, http.StatusUnprocessableEntity, wrong)
	}
	if err != nil {
		return h.deadLink(c, err, resetAgain)
	}
	h.forgive(c, accounts.NormalEmail(user.Email))
	return h.Finish(c, h.SignIn(c, user), landing(user.Role, ""), "Your password was set, and you are signed in.")
}

var resetAgain = templates.Link{Href: "/reset", Text: "Ask for a new link"}
