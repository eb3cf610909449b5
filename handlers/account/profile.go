package account

import (
	"bytes"
	"errors"
	"net/http"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/templates"
	accountpage "green500/templates/account"
)

type profileSection func(c echo.Context, user accounts.User) (templ.Component, error)

// Profile shows a person's own page.
func (h *Handlers) Profile(c echo.Context) error {
	user := handlers.User(c)
	return h.profile(c, http.StatusOK, accountpage.ProfilePage{Name: user.Name, Affiliation: user.Affiliation})
}

func (h *Handlers) profile(c echo.Context, status int, page accountpage.ProfilePage) error {
	user := handlers.User(c)
	page.Page, page.Address, page.Created, page.HasPassword = h.Page(c, "Your account"), user.Email, user.CreatedAt,
		user.HasPassword
	page.Page.Path = "/account" // wherever a form of the page was sent
	for _, draw := range []profileSection{h.passkeys, h.identities, h.tokenSection, h.webhookSection, h.noticeSection,
		h.personalDataSection} {
		section, err := draw(c, user)
		if err != nil {
			return err
		}
		page.Sections = append(page.Sections, section)
	}
	return h.Render(c, status, accountpage.Profile(page))
}

// profileAgain shows the page if something was refused; field is where it says that too many passwords were tried.
func (h *Handlers) profileAgain(c echo.Context, err error, field string, page accountpage.ProfilePage) error {
	status := refused(err)
	page.Errors = handlers.FieldErrors(err)
	if errors.Is(err, errTooManyGuesses) {
		status, page.Errors = http.StatusTooManyRequests, templates.FieldErrors{field: errTooManyGuesses.Sentence}
	}
	if page.Errors == nil {
		return err
	}
	return h.profile(c, status, page)
}

// SaveProfile changes what others see of a person.
func (h *Handlers) SaveProfile(c echo.Context) error {
	page := accountpage.ProfilePage{Name: c.FormValue("name"), Affiliation: c.FormValue("affiliation")}
	if err := h.Store.Accounts.UpdateProfile(c.Request().Context(), handlers.User(c).ID, page.Name,
		page.Affiliation); err != nil {
		return h.profileAgain(c, err, "name", page)
	}
	return h.Done(c, "/account", "Saved.")
}

// AskAddress sends a link to the address that an account is to move to.
func (h *Handlers) AskAddress(c echo.Context) error {
	user := handlers.User(c)
	email := c.FormValue("email")
	ask := func() error {
		return h.guess(c, user.Email, func() error {
			return h.Store.Accounts.AskAddress(c.Request().
				Context(), user.ID, c.FormValue("current"), email, func(secret string) (subject, text string) {
				return accountpage.ConfirmAddressMail(h.Link(), h.Link("address", secret), accounts.ConfirmationValid)
			}, func(string) (subject, text string) { return accountpage.AddressTakenMail(h.Link(), h.Link("login")) })
		})
	}
	// nor may one account mail to many
	err := h.mailing(c, accounts.Mails, email,
		func() error { return h.mailing(c, accounts.Mails, "from account "+handlers.Text(user.ID), ask) })
	if err != nil {
		return h.profileAgain(c, err, "current",
			accountpage.ProfilePage{Name: user.Name, Affiliation: user.Affiliation, Email: email})
	}
	return h.Done(c, "/account",
		"We sent a mail to "+accounts.NormalEmail(email)+"; the address is used once you follow the link in it.")
}

// AddressForm shows the button that moves an account to another address.
func (h *Handlers) AddressForm(c echo.Context) error {
	user, email, err := h.Store.Accounts.LinkOf(c.Request().Context(), accounts.ChangeAddress, c.Param("secret"))
	if err != nil {
		return h.deadLink(c, err, addressAgain)
	}
	return h.Render(c, http.StatusOK, accountpage.Follow(accountpage.FollowPage{
		Page: h.Page(c, "Confirm your new address"),
		Sentence: "The button gives the account of " + user.Name + " the address " + email +
			", to sign in with. The address before, " + user.Email + ", gets a notice.",
		Button: "Use this address",
	}))
}

// MoveAddress moves an account to another address.
func (h *Handlers) MoveAddress(c echo.Context) error {
	ctx := c.Request().Context()
	_, email, err := h.Store.Accounts.LinkOf(ctx, accounts.ChangeAddress, c.Param("secret"))
	if err != nil {
		return h.deadLink(c, err, addressAgain)
	}
	letter := func(string) (subject, text string) { return accountpage.AddressChangedMail(h.Link(), email) }
	if _, err := h.Store.Accounts.MoveAddress(ctx, c.Param("secret"), letter); err != nil {
		return h.deadLink(c, err, addressAgain)
	}
	to := "/login"
	if _, signedIn := handlers.Viewer(c); signedIn {
		to = "/account"
	}
	return h.Done(c, to, "The account has the address "+email+" now; sign in with that from now on.")
}

var addressAgain = templates.Link{Href: "/account", Text: "Ask for a new link on the page of your account"}

// ChangePassword sets another password; the session it is done in goes on.
func (h *Handlers) ChangePassword(c echo.Context) error {
	user := handlers.User(c)
	err := h.guess(c, user.Email, func() error {
		return h.Store.Accounts.ChangePassword(c.Request().Context(), user.ID, c.FormValue("old"),
			c.FormValue("password"), revokesTokens(c), h.changedLetter)
	})
	if err != nil {
		return h.profileAgain(c, err, "old", accountpage.ProfilePage{Name: user.Name, Affiliation: user.Affiliation})
	}
	return h.Finish(c, h.SignIn(c, user), "/account", "Your password was changed; elsewhere you were signed out.")
}

func revokesTokens(c echo.Context) bool { return c.FormValue("tokens") == "revoke" }

// EndSessions signs a person out everywhere.
func (h *Handlers) EndSessions(c echo.Context) error {
	ctx := c.Request().Context()
	if err := h.Store.Accounts.EndSessions(ctx, handlers.User(c).ID, revokesTokens(c)); err != nil {
		return err
	}
	return h.Finish(c, h.Sessions.Destroy(ctx), "/login", "You were signed out everywhere.")
}

func (h *Handlers) personalDataSection(echo.Context, accounts.User) (templ.Component, error) {
	return accountpage.PersonalDataSection(h.Contact), nil
}

// PersonalData is all that is kept on the current user, as a file.
func (h *Handlers) PersonalData(c echo.Context) error {
	if err := handlers.TakeTurn(c); err != nil {
		return err
	}
	var text bytes.Buffer // whole before the first byte is sent, so that a failure is no half file
	if err := h.Store.Accounts.WritePerson(c.Request().Context(), handlers.User(c).ID, &text); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="green500-account.json"`)
	return c.Blob(http.StatusOK, echo.MIMEApplicationJSON, text.Bytes())
}
