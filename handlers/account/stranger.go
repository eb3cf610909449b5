package account

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/templates"
	accountpage "green500/templates/account"
	"green500/validation/review"
)

// StrangerForm asks somebody whom a provider proved, and whom no account knows, what to do: sign in once
// to the account that they have, or make one.
func (h *Handlers) StrangerForm(c echo.Context) error {
	p, who, ok := h.proven(c)
	if !ok {
		return h.proofOver(c)
	}
	return h.stranger(c, http.StatusOK, p, who, accountpage.StrangerPage{Name: who.Name, Email: who.Email})
}

func (h *Handlers) stranger(c echo.Context, status int, p *Provider, who proof, page accountpage.StrangerPage) error {
	title := "Make an account"
	held, err := h.held(c, who.Email)
	if err != nil {
		return err
	}
	if held || !h.Registration {
		title = "Sign in once"
	}
	page.Page, page.Provider, page.Proven, page.Held, page.Registration = h.Page(c, title), p.Name, who.Email, held, h.Registration
	return h.Render(c, status, accountpage.Stranger(page))
}

// held reports whether an address, for which a provider vouches, has an account that counts.
func (h *Handlers) held(c echo.Context, email string) (bool, error) {
	if email == "" {
		return false, nil
	}
	user, err := h.Store.UserByEmail(c.Request().Context(), email)
	if errors.Is(err, store.ErrNotFound) {
		return false, nil
	}
	return !user.ConfirmedAt.IsZero() || user.Disabled, err
}

func (h *Handlers) proofOver(c echo.Context) error {
	if _, ok := handlers.Viewer(c); ok {
		return c.Redirect(http.StatusSeeOther, "/account")
	}
	return h.login(c, http.StatusGone, accountpage.LoginPage{Errors: templates.FieldErrors{"": "This sign-in took too long, or was finished before. Start again."}})
}

// MakeAccount makes an account that an identity opens. Where the provider vouches for the address it can
// be used at once; any other address has to be confirmed by mail.
func (h *Handlers) MakeAccount(c echo.Context) error {
	p, who, ok := h.proven(c)
	if !ok {
		return h.proofOver(c)
	}
	if err := h.registering(); err != nil {
		return err
	}
	page := accountpage.StrangerPage{Name: c.FormValue("name"), Email: c.FormValue("email"), Affiliation: c.FormValue("affiliation")}
	person := store.NewUser{Name: page.Name, Email: page.Email, Affiliation: page.Affiliation, Role: review.Submitter}
	register := h.makeClaimed
	if who.Email != "" && store.NormalEmail(who.Email) == store.NormalEmail(page.Email) {
		register = h.makeProven
	}
	err := register(c, person, who)
	if page.Errors = handlers.FieldErrors(err); page.Errors != nil {
		return h.stranger(c, refused(err), p, who, page)
	}
	return err
}

func (h *Handlers) makeProven(c echo.Context, person store.NewUser, who proof) error {
	user, err := h.Store.RegisterProven(c.Request().Context(), person, who.identity())
	if err != nil {
		return err
	}
	h.Sessions.Remove(c.Request().Context(), proofKey)
	if err := h.SignIn(c, user); err != nil {
		return err
	}
	return h.Done(c, "/submissions", "Your account was made, and you are signed in.")
}

func (h *Handlers) makeClaimed(c echo.Context, person store.NewUser, who proof) error {
	err := h.mailing(c, store.Mails, person.Email, func() error {
		return h.Store.RegisterClaimed(c.Request().Context(), person, who.identity(), h.confirmLetter, h.existsLetter)
	})
	if err != nil {
		return err
	}
	h.Sessions.Remove(c.Request().Context(), proofKey)
	return c.Redirect(http.StatusSeeOther, "/register/sent")
}

// TieForm asks the signed-in user whether the identity that they proved before is to open the account.
func (h *Handlers) TieForm(c echo.Context) error {
	p, who, ok := h.proven(c)
	if !ok {
		return h.proofOver(c)
	}
	user, _ := handlers.Viewer(c)
	return h.Render(c, http.StatusOK, accountpage.Tie(accountpage.TiePage{
		Page: h.Page(c, "Add "+p.Name+" to your account"), Provider: p.Name, Subject: who.Subject, Name: who.Name, Email: user.Email,
	}))
}

// Tie lets the identity that somebody proved before they signed in open their account.
func (h *Handlers) Tie(c echo.Context) error {
	p, who, ok := h.proven(c)
	if !ok {
		return h.proofOver(c)
	}
	h.Sessions.Remove(c.Request().Context(), proofKey)
	user, _ := handlers.Viewer(c)
	return h.tie(c, user, p, who)
}
