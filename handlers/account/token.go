package account

import (
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/templates"
	accountpage "green500/templates/account"
	"green500/validation/review"
)

// Tokens shows the tokens of the current user.
func (h *Handlers) Tokens(c echo.Context) error {
	section, err := h.tokenSection(c, handlers.User(c))
	if err != nil {
		return err
	}
	return h.showTokens(c, http.StatusOK, section)
}

func freshToken() accountpage.TokenForm {
	return accountpage.TokenForm{Scopes: review.Scopes(), Lifetime: lifetimes()[0].Value}
}

func (h *Handlers) showTokens(c echo.Context, status int, section templ.Component) error {
	page := h.Page(c, "Tokens")
	page.Path = "/account/tokens" // wherever a form of the page was sent
	return h.Render(c, status, accountpage.TokensIndex(accountpage.TokensPage{Page: page, Section: section}))
}

func (h *Handlers) tokenSection(c echo.Context, user accounts.User) (templ.Component, error) {
	return h.drawTokens(c, user, accountpage.Tokens{Form: freshToken()})
}

func (h *Handlers) drawTokens(c echo.Context, user accounts.User, section accountpage.Tokens) (templ.Component, error) {
	tokens, err := h.Store.SignIns.Tokens(c.Request().Context(), user.ID)
	section.Now, section.Lifetimes = h.Now(), lifetimes()
	section.Present, section.HasPassword = h.present(c), user.HasPassword
	_, section.Passkeys = h.relyingParty()
	for _, t := range tokens {
		row := accountpage.TokenRow{ID: handlers.Text(t.ID), Name: t.Name, Hint: t.Hint, Scopes: t.Scopes,
			Created: t.CreatedAt, Expires: t.ExpiresAt}
		if t.UsedAt != nil {
			row.Used = *t.UsedAt
		}
		section.Rows = append(section.Rows, row)
	}
	return accountpage.TokenSection(section), err
}

func lifetimes() []templates.Option {
	const day, year = 24 * time.Hour, 365
	var choices []templates.Option
	for _, lifetime := range accounts.TokenLifetimes() {
		days := int(lifetime / day)
		label := fmt.Sprintf("%d days", days)
		if days == year {
			label = "a year"
		}
		choices = append(choices, templates.Option{Value: strconv.Itoa(days), Label: label})
	}
	return choices
}

// CreateToken makes a token and shows it this once: it is in no session and in no address.
func (h *Handlers) CreateToken(c echo.Context) error {
	user := handlers.User(c)
	values, err := c.FormParams()
	if err != nil {
		return handlers.Malformed(err)
	}
	form := accountpage.TokenForm{Name: values.Get("token"), Lifetime: values.Get("lifetime")}
	for _, scope := range values["scopes"] {
		form.Scopes = append(form.Scopes, review.Scope(scope))
	}
	section, status, err := h.makeToken(c, user, form)
	if err != nil {
		return err
	}
	drawn, err := h.drawTokens(c, user, section)
	if err != nil {
		return err
	}
	return h.showTokens(c, status, drawn)
}

func (h *Handlers) makeToken(c echo.Context, user accounts.User, form accountpage.TokenForm) (
	section accountpage.Tokens, status int, err error) {
	if err := h.requirePresence(c, user, "current-password", c.FormValue("current-password")); err != nil {
		form.Errors, status = handlers.FieldErrors(err), refused(err)
		if errors.Is(err, errTooManyGuesses) {
			form.Errors, status = templates.FieldErrors{"current-password": errTooManyGuesses.Sentence},
				http.StatusTooManyRequests
		}
		if form.Errors == nil {
			return section, status, err
		}
		return accountpage.Tokens{Form: form}, status, nil
	}
	n := accounts.NewToken{Name: form.Name, Scopes: form.Scopes, Lifetime: lifetime(form.Lifetime)}
	n.Made = func(string) (subject, text string) {
		return accountpage.TokenMadeMail(h.Link(), h.Link("account", "tokens"), n.Scopes)
	}
	secret, made, err := h.Store.SignIns.CreateToken(c.Request().Context(), user, n)
	if wrong, status, ok := handlers.FormErrors(err); ok {
		form.Errors = wrong
		form.Errors["token"] = wrong["name"]
		return accountpage.Tokens{Form: form}, status, nil
	}
	if err == nil {
		h.Sessions.Remove(c.Request().Context(), handlers.PresentKey) // signing in is good for one token only
	}
	return accountpage.Tokens{Form: freshToken(), Secret: secret, Made: made.Name}, http.StatusCreated, err
}

// lifetime reads a choice; for any other text it returns 0, which the store refuses.
func lifetime(typed string) time.Duration {
	for i, choice := range lifetimes() {
		if choice.Value == typed {
			return accounts.TokenLifetimes()[i]
		}
	}
	return 0
}

// RevokeToken ends a token of the current user.
func (h *Handlers) RevokeToken(c echo.Context) error {
	user := handlers.User(c)
	number, err := handlers.ID(c, "id")
	if err == nil {
		err = h.Store.SignIns.RevokeToken(c.Request().Context(), user.ID, number)
	}
	return h.Finish(c, err, "/account/tokens", "The token was revoked.")
}

// RevokeTokens ends all tokens of the current user.
func (h *Handlers) RevokeTokens(c echo.Context) error {
	return h.Finish(c, h.Store.Accounts.RevokeTokens(c.Request().Context(), handlers.User(c).ID), "/account/tokens",
		"All your tokens were revoked.")
}
