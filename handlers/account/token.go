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
	"green500/store"
	"green500/templates"
	accountpage "green500/templates/account"
	"green500/validation/review"
)

// Tokens shows the tokens of the current user.
func (h *Handlers) Tokens(c echo.Context) error {
	user, _ := handlers.Viewer(c)
	section, err := h.tokenSection(c, user)
	if err != nil {
		return err
	}
	return h.showTokens(c, http.StatusOK, section)
}

// freshToken is the form before anybody typed.
func freshToken() accountpage.TokenForm {
	return accountpage.TokenForm{Scopes: review.Scopes(), Lifetime: lifetimes()[0].Value}
}

func (h *Handlers) showTokens(c echo.Context, status int, section templ.Component) error {
	page := h.Page(c, "Tokens")
	page.Path = "/account/tokens" // wherever a form of the page was sent
	return h.Render(c, status, accountpage.TokensIndex(accountpage.TokensPage{Page: page, Section: section}))
}

// tokenSection draws the tokens of a person as a part of a page.
func (h *Handlers) tokenSection(c echo.Context, user store.User) (templ.Component, error) {
	return h.drawTokens(c, user, accountpage.Tokens{Form: freshToken()})
}

// drawTokens draws the tokens of a person with what was typed, or just made.
func (h *Handlers) drawTokens(c echo.Context, user store.User, section accountpage.Tokens) (templ.Component, error) {
	tokens, err := h.Store.Tokens(c.Request().Context(), user.ID)
	section.Now, section.Lifetimes = h.Now(), lifetimes()
	section.Present, section.HasPassword = h.present(c), user.HasPassword
	_, section.Passkeys = h.relyingParty()
	for _, t := range tokens {
		row := accountpage.TokenRow{ID: handlers.Text(t.ID), Name: t.Name, Hint: t.Hint, Scopes: t.Scopes, Created: t.CreatedAt, Expires: t.ExpiresAt}
		if t.UsedAt != nil {
			row.Used = *t.UsedAt
		}
		section.Rows = append(section.Rows, row)
	}
	return accountpage.TokenSection(section), err
}

// lifetimes are the choices of how long a token may be good for, in days.
func lifetimes() []accountpage.Lifetime {
	const day, year = 24 * time.Hour, 365
	var choices []accountpage.Lifetime
	for _, lifetime := range store.TokenLifetimes() {
		days := int(lifetime / day)
		label := fmt.Sprintf("%d days", days)
		if days == year {
			label = "a year"
		}
		choices = append(choices, accountpage.Lifetime{Value: strconv.Itoa(days), Label: label})
	}
	return choices
}

// CreateToken makes a token and shows it this once: it is in no session and in no address.
func (h *Handlers) CreateToken(c echo.Context) error {
	user, _ := handlers.Viewer(c)
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

// makeToken makes a token, or says what was wrong with what was typed.
func (h *Handlers) makeToken(c echo.Context, user store.User, form accountpage.TokenForm) (section accountpage.Tokens, status int, err error) {
	if err := h.requirePresence(c, user, "current-password", c.FormValue("current-password")); err != nil {
		form.Errors, status = handlers.FieldErrors(err), refused(err)
		if errors.Is(err, errTooManyGuesses) {
			form.Errors, status = templates.FieldErrors{"current-password": errTooManyGuesses.Sentence}, http.StatusTooManyRequests
		}
		if form.Errors == nil {
			return section, status, err
		}
		return accountpage.Tokens{Form: form}, status, nil
	}
	n := store.NewToken{Name: form.Name, Scopes: form.Scopes, Lifetime: lifetime(form.Lifetime)}
	n.Made = h.tokenLetter(n)
	secret, made, err := h.Store.CreateToken(c.Request().Context(), user, n)
	if wrong, status, ok := handlers.FormErrors(err); ok {
		form.Errors = wrong
		form.Errors["token"] = wrong["name"]
		return accountpage.Tokens{Form: form}, status, nil
	}
	if err == nil {
		h.endPresence(c)
	}
	return accountpage.Tokens{Form: freshToken(), Secret: secret, Made: made.Name}, http.StatusCreated, err
}

// lifetime reads a choice; what is none is no lifetime, which the store refuses.
func lifetime(typed string) time.Duration {
	for i, choice := range lifetimes() {
		if choice.Value == typed {
			return store.TokenLifetimes()[i]
		}
	}
	return 0
}

// RevokeToken ends a token of the current user.
func (h *Handlers) RevokeToken(c echo.Context) error {
	user, _ := handlers.Viewer(c)
	number, err := handlers.ID(c, "id")
	if err != nil {
		return err
	}
	if err := h.Store.RevokeToken(c.Request().Context(), user.ID, number); err != nil {
		return err
	}
	return h.Done(c, "/account/tokens", "The token was revoked.")
}

// RevokeTokens ends all tokens of the current user.
func (h *Handlers) RevokeTokens(c echo.Context) error {
	user, _ := handlers.Viewer(c)
	if err := h.Store.RevokeTokens(c.Request().Context(), user.ID); err != nil {
		return err
	}
	return h.Done(c, "/account/tokens", "All your tokens were revoked.")
}
