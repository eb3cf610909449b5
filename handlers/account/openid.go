package account

import (
	"crypto/rand"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"time"

	"github.com/a-h/templ"
	"github.com/labstack/echo/v4"
	"golang.org/x/oauth2"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/database"
	"green500/templates"
	accountpage "green500/templates/account"
	"green500/validation/review"
)

const (
	openIDLength = 10 * time.Minute // that a sign-in with a provider may take
	proofLength  = 30 * time.Minute // that somebody may take to find their account, or to make one
)

func (h *Handlers) provider(slug string) (*Provider, error) {
	at := slices.IndexFunc(h.Providers, func(p *Provider) bool { return p.Slug() == slug })
	if at < 0 {
		return nil, database.ErrNotFound
	}
	return h.Providers[at], nil
}

func (h *Handlers) callback(p *Provider) string {
	return h.Link("login", "openid", p.Slug(), "callback")
}

func (h *Handlers) recent(at int64, length time.Duration) bool {
	return h.Now().Sub(time.UnixMicro(at)) <= length
}

// StartOpenID sends somebody to a provider, to sign in or, if they are signed in, to add it to their account.
func (h *Handlers) StartOpenID(c echo.Context) error {
	p, err := h.provider(c.Param("provider"))
	if err != nil {
		return err
	}
	asked := begun{
		Provider: p.Slug(), State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(),
		Account: handlers.User(c).ID, Next: localPath(c.FormValue("next")), At: h.Now().UnixMicro(),
	}
	door, err := p.door(c.Request().Context(), h.callback(p), asked)
	if err != nil {
		return h.providerFailed(c, asked, err)
	}
	there, err := url.Parse(door)
	if err != nil {
		return h.providerFailed(c, asked, p.failure(err, providerDown))
	}
	if err := h.begin(c, openIDKey, asked); err != nil {
		return err
	}
	c.Response().Header().Set("Refresh", "0; url="+door)
	return h.Render(c, http.StatusOK, accountpage.Leave(accountpage.LeavePage{Page: h.Page(c, "To "+p.Name),
		Provider: p.Name, URL: door, Host: there.Hostname()}))
}

func (h *Handlers) providerFailed(c echo.Context, asked begun, err error) error {
	failed, ok := errors.AsType[*providerError](err)
	if !ok {
		return err
	}
	h.Log.WarnContext(c.Request().Context(), "sign-in with a provider failed", "provider", c.Param("provider"),
		"error", failed.cause)
	status := http.StatusUnauthorized
	if user, ok := handlers.Viewer(c); ok {
		c.Set(sectionErrorKey, sectionError{section: identitySection, text: failed.sentence})
		return h.profile(c, status, accountpage.ProfilePage{Name: user.Name, Affiliation: user.Affiliation})
	}
	return h.login(c, status,
		accountpage.LoginPage{Next: asked.Next, Errors: templates.FieldErrors{"": failed.sentence}})
}

// FinishOpenID takes people back from a provider by GET, as the protocol requires; the state proves that this browser
// asked.
func (h *Handlers) FinishOpenID(c echo.Context) error {
	p, err := h.provider(c.Param("provider"))
	if err != nil {
		return err
	}
	var asked begun
	if !h.finish(c, openIDKey, &asked) || asked.Provider != p.Slug() || !h.recent(asked.At, openIDLength) {
		return h.providerFailed(c, asked, p.failure(errors.New("nothing was begun"), providerElsewhere))
	}
	user := handlers.User(c)
	if user.ID != asked.Account {
		return h.providerFailed(c, asked,
			p.failure(errors.New("somebody signed in or out in the meantime"), providerElsewhere))
	}
	who, err := p.prove(c.Request().Context(), h.callback(p), asked, c.QueryParams(), h.Now)
	if err != nil {
		return h.providerFailed(c, asked, err)
	}
	who.At = h.Now().UnixMicro()
	if asked.Account != 0 {
		return h.tie(c, user, p, who)
	}
	return h.enter(c, p, asked, who)
}

// enter signs the person whom an identity belongs to; an unknown person chooses what to do.
func (h *Handlers) enter(c echo.Context, p *Provider, asked begun, who proof) error {
	user, err := h.Store.SignIns.UseIdentity(c.Request().Context(), who.identity())
	if errors.Is(err, database.ErrNotFound) || errors.Is(err, accounts.ErrUnconfirmed) {
		if err := h.begin(c, proofKey, who); err != nil {
			return err
		}
		return c.Redirect(http.StatusSeeOther, "/register/openid")
	}
	if refusal, ok := errors.AsType[*review.Refusal](err); ok {
		return h.providerFailed(c, asked, p.failure(err, refusal.Sentence))
	}
	if err != nil {
		return err
	}
	if err := h.SignIn(c, user); err != nil {
		return err
	}
	h.notePresence(c)
	return c.Redirect(http.StatusSeeOther, landing(user.Role, asked.Next))
}

func (p proof) identity() accounts.Identity {
	return accounts.Identity{Issuer: p.Issuer, Subject: p.Subject}
}

func (h *Handlers) tie(c echo.Context, user accounts.User, p *Provider, who proof) error {
	if err := h.Store.SignIns.LinkIdentity(c.Request().Context(), user, who.identity(),
		h.addedLetter(p.Name)); err != nil {
		return h.showError(c, err, identitySection, 0)
	}
	return h.Done(c, "/account", p.Name+" opens your account from now on.")
}

// proven is who came from a provider and is not known yet; ok is false if nobody did, or too long ago.
func (h *Handlers) proven(c echo.Context) (p *Provider, who proof, ok bool) {
	if !h.look(c, proofKey, &who) || !h.recent(who.At, proofLength) {
		return nil, proof{}, false
	}
	p, err := h.provider(who.Provider)
	return p, who, err == nil
}

const identitySection = "identities"

func (h *Handlers) identities(c echo.Context, user accounts.User) (templ.Component, error) {
	kept, err := h.Store.Accounts.Identities(c.Request().Context(), user.ID)
	if err != nil {
		return nil, err
	}
	if len(kept)+len(h.Providers) == 0 {
		return templ.NopComponent, nil
	}
	whole, _ := sectionErrorOf(c, identitySection, 0)
	section := accountpage.IdentitySection{Error: whole.text, More: h.providerLinks()}
	for _, one := range kept {
		row := accountpage.IdentityRow{Provider: h.providerName(one.Issuer), Issuer: one.Issuer, Subject: one.Subject,
			Created: one.CreatedAt, Used: one.UsedAt}
		for _, p := range h.Providers {
			if p.Issuer == one.Issuer {
				section.More = slices.DeleteFunc(section.More,
					func(link accountpage.Provider) bool { return link.Slug == p.Slug() })
			}
		}
		section.Rows = append(section.Rows, row)
	}
	return accountpage.Identities(section), nil
}

func (h *Handlers) providerName(issuer string) string {
	for _, p := range h.Providers {
		if p.Issuer == issuer {
			return p.Name
		}
	}
	return issuer
}

func (h *Handlers) providerLinks() []accountpage.Provider {
	links := make([]accountpage.Provider, len(h.Providers))
	for i, p := range h.Providers {
		links[i] = accountpage.Provider{Name: p.Name, Slug: p.Slug()}
	}
	return links
}

// RemoveIdentity unties an identity from a person's account.
func (h *Handlers) RemoveIdentity(c echo.Context) error {
	one := accounts.Identity{Issuer: c.FormValue("issuer"), Subject: c.FormValue("subject")}
	if err := h.Store.SignIns.RemoveIdentity(c.Request().Context(), handlers.User(c).ID, one); err != nil {
		return h.showError(c, err, identitySection, 0)
	}
	return h.Done(c, "/account", "Removed: that identity opens your account no more.")
}

// StrangerForm asks a proven person without an account what to do: sign in once to the one they have, or make one.
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
	page.Page, page.Provider, page.Proven, page.Held, page.Registration = h.Page(c, title), p.Name, who.Email, held,
		h.Registration
	return h.Render(c, status, accountpage.Stranger(page))
}

func (h *Handlers) held(c echo.Context, email string) (bool, error) {
	if email == "" {
		return false, nil
	}
	user, err := h.Store.Accounts.UserByEmail(c.Request().Context(), email)
	if errors.Is(err, database.ErrNotFound) {
		return false, nil
	}
	return !user.ConfirmedAt.IsZero() || user.Disabled, err
}

func (h *Handlers) proofOver(c echo.Context) error {
	if _, ok := handlers.Viewer(c); ok {
		return c.Redirect(http.StatusSeeOther, "/account")
	}
	return h.login(c, http.StatusGone, accountpage.LoginPage{
		Errors: templates.FieldErrors{"": "This sign-in took too long, or was finished before. Start again."}})
}

// MakeAccount makes an account that an identity opens. An address that the provider does not vouch for is confirmed by
// mail.
func (h *Handlers) MakeAccount(c echo.Context) error {
	p, who, ok := h.proven(c)
	if !ok {
		return h.proofOver(c)
	}
	if err := h.registering(); err != nil {
		return err
	}
	page := accountpage.StrangerPage{Name: c.FormValue("name"), Email: c.FormValue("email"),
		Affiliation: c.FormValue("affiliation")}
	person := accounts.NewUser{Name: page.Name, Email: page.Email, Affiliation: page.Affiliation,
		Role: review.Submitter}
	register := templates.Either(who.Email != "" && accounts.NormalEmail(who.Email) == accounts.NormalEmail(page.Email),
		h.makeProven, h.makeClaimed)
	err := register(c, person, who)
	if page.Errors = handlers.FieldErrors(err); page.Errors != nil {
		return h.stranger(c, refused(err), p, who, page)
	}
	return err
}

func (h *Handlers) makeProven(c echo.Context, person accounts.NewUser, who proof) error {
	user, err := h.Store.SignIns.RegisterProven(c.Request().Context(), person, who.identity())
	if err != nil {
		return err
	}
	h.Sessions.Remove(c.Request().Context(), proofKey)
	return h.Finish(c, h.SignIn(c, user), "/submissions", "Your account was made, and you are signed in.")
}

func (h *Handlers) makeClaimed(c echo.Context, person accounts.NewUser, who proof) error {
	err := h.mailing(c, accounts.Mails, person.Email, func() error {
		return h.Store.SignIns.RegisterClaimed(c.Request().Context(), person, who.identity(), h.confirmLetter,
			h.existsLetter)
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
	return h.Render(c, http.StatusOK, accountpage.Tie(accountpage.TiePage{
		Page: h.Page(c, "Add "+p.Name+" to your account"), Provider: p.Name, Subject: who.Subject, Name: who.Name,
		Email: handlers.User(c).Email,
	}))
}

// Tie lets the identity that somebody proved before they signed in open their account.
func (h *Handlers) Tie(c echo.Context) error {
	p, who, ok := h.proven(c)
	if !ok {
		return h.proofOver(c)
	}
	h.Sessions.Remove(c.Request().Context(), proofKey)
	return h.tie(c, handlers.User(c), p, who)
}
