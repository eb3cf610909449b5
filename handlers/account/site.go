package account

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/accounts"
	"green500/store/sites"
	"green500/templates"
	accountpage "green500/templates/account"
	"green500/validation/review"
)

// Sites shows the sites of the current user, and how to found one.
func (h *Handlers) Sites(c echo.Context) error {
	return h.showSites(c, http.StatusOK, accountpage.SiteForm{})
}

func (h *Handlers) showSites(c echo.Context, status int, form accountpage.SiteForm) error {
	all, err := h.OwnSites(c)
	if err != nil {
		return err
	}
	page := accountpage.SitesPage{Page: h.Page(c, "Sites"), Form: form}
	for _, s := range all {
		page.Rows = append(page.Rows, accountpage.SiteRow{ID: handlers.Text(s.ID), Name: s.Name, Country: s.Country,
			Role: s.Role, Members: s.Members, Entries: s.Entries})
	}
	return h.Render(c, status, accountpage.SitesIndex(page))
}

func siteForm(c echo.Context) (sites.SiteFacts, accountpage.SiteForm) {
	facts := sites.SiteFacts{Name: c.FormValue("name"), Country: c.FormValue("country"), URL: c.FormValue("url")}
	return facts, accountpage.SiteForm{Name: facts.Name, Country: facts.Country, URL: facts.URL}
}

// What is said to people who do more in a day than anybody needs to.
var (
	errTooManySites = &review.Refusal{
		Sentence: "You founded ten sites since yesterday, which is as many as a day may have. Go on tomorrow."}
	errTooManyInvitations = &review.Refusal{
		Sentence: "You invited a hundred people since yesterday, which is as many as a day may have. Go on tomorrow."}
)

// FoundSite founds a site.
func (h *Handlers) FoundSite(c echo.Context) error {
	user := handlers.User(c)
	facts, form := siteForm(c)
	var site sites.Site
	err := h.within(c, accounts.Founded, handlers.Text(user.ID), errTooManySites, func() (err error) {
		site, err = h.Store.Sites.Create(c.Request().Context(), user, facts)
		return err
	})
	if wrong, status, ok := handlers.FormErrors(err); ok {
		form.Errors = wrong
		return h.showSites(c, status, form)
	}
	return h.Finish(c, err, sitePath(site.ID), site.Name+" is founded, and you keep it. Invite your colleagues.")
}

func sitePath(id int64) string { return "/sites/" + handlers.Text(id) }

// site finds the site of the address. For people who are not members, it is not there.
func (h *Handlers) site(c echo.Context) (sites.Site, accounts.User, error) {
	user := handlers.User(c)
	number, err := handlers.ID(c, "id")
	if err != nil {
		return sites.Site{}, user, err
	}
	site, err := h.Store.Sites.ByID(c.Request().Context(), number, user.ID)
	return site, user, err
}

// Site shows one site to its members.
func (h *Handlers) Site(c echo.Context) error {
	return h.showSite(c, http.StatusOK, func(*accountpage.SitePage) {})
}

func (h *Handlers) showSite(c echo.Context, status int, typed func(*accountpage.SitePage)) error {
	ctx := c.Request().Context()
	site, user, err := h.site(c)
	if err != nil {
		return err
	}
	page := accountpage.SitePage{
		Page: h.Page(c, site.Name), ID: handlers.Text(site.ID), Name: site.Name, Country: site.Country, URL: site.URL,
		Role:    site.Role,
		Founded: site.CreatedAt, Entries: site.Entries,
		Form: accountpage.SiteForm{Name: site.Name, Country: site.Country, URL: site.URL},
	}
	members, err := h.Store.Sites.Members(ctx, site.ID)
	if err != nil {
		return err
	}
	for _, m := range members {
		page.Members = append(page.Members, accountpage.MemberRow{ID: handlers.Text(m.UserID), Name: m.Name,
			Email: m.Email, Role: m.Role, Since: m.JoinedAt, Self: m.UserID == user.ID})
	}
	invitations, err := h.Store.Sites.Invitations(ctx, site.ID)
	if err != nil {
		return err
	}
	for _, i := range invitations {
		page.Invitations = append(page.Invitations,
			accountpage.InvitationRow{Email: i.Email, Sent: i.SentAt, Expires: i.ExpiresAt})
	}
	typed(&page)
	return h.Render(c, status, accountpage.Site(page))
}

func (h *Handlers) changeSite(c echo.Context, to, sentence string, err error,
	typed func(*accountpage.SitePage, templates.FieldErrors)) error {
	if wrong, status, ok := handlers.FormErrors(err); ok {
		return h.showSite(c, status, func(page *accountpage.SitePage) { typed(page, wrong) })
	}
	return h.Finish(c, err, to, sentence)
}

// ChangeSite changes what a site says of itself.
func (h *Handlers) ChangeSite(c echo.Context) error {
	site, user, err := h.site(c)
	if err != nil {
		return err
	}
	facts, form := siteForm(c)
	err = h.Store.Sites.Update(c.Request().Context(), site.ID, user, facts)
	return h.changeSite(c, sitePath(site.ID), "Saved.", err,
		func(page *accountpage.SitePage, wrong templates.FieldErrors) {
			form.Errors = wrong
			page.Form = form
		})
}

// ChangeMember makes somebody of a site its keeper or a plain member, or removes them.
func (h *Handlers) ChangeMember(c echo.Context) error {
	ctx := c.Request().Context()
	site, user, err := h.site(c)
	if err != nil {
		return err
	}
	member, err := handlers.ID(c, "user")
	if err != nil {
		return err
	}
	if action := c.FormValue("action"); action == "remove" {
		return h.Finish(c, h.Store.Sites.RemoveMember(ctx, site.ID, user, member), sitePath(site.ID),
			"They are not of "+site.Name+" any more.")
	} else if err := h.Store.Sites.SetRole(ctx, site.ID, user, member, review.SiteRole(action)); err != nil {
		return err
	}
	return h.Done(c, sitePath(site.ID), "The role was changed.")
}

// Invite sends an invitation to a site.
func (h *Handlers) Invite(c echo.Context) error {
	site, user, err := h.site(c)
	if err != nil {
		return err
	}
	email := c.FormValue("email")
	err = h.within(c, accounts.Invited, handlers.Text(user.ID), errTooManyInvitations, func() error {
		return h.Store.Sites.Invite(c.Request().
			Context(), site.ID, user, email, func(site sites.Site, secret string) (subject, text string) {
			link := h.Address.JoinPath("join", secret).String()
			return accountpage.InvitationMail(h.Address.String(), link, site.Name, user.Email, accounts.InvitationValid)
		})
	})
	return h.changeSite(c, sitePath(site.ID), "The invitation is on its way.", err,
		func(page *accountpage.SitePage, wrong templates.FieldErrors) {
			page.Email, page.Wrong = email, wrong
		})
}

// RevokeInvitation ends an invitation that nobody has followed.
func (h *Handlers) RevokeInvitation(c echo.Context) error {
	site, user, err := h.site(c)
	if err != nil {
		return err
	}
	return h.Finish(c, h.Store.Sites.RevokeInvitation(c.Request().Context(), site.ID, user, c.FormValue("email")),
		sitePath(site.ID), "The invitation was revoked.")
}

// LeaveSite ends the current user's membership of a site.
func (h *Handlers) LeaveSite(c echo.Context) error {
	site, user, err := h.site(c)
	if err != nil {
		return err
	}
	err = h.Store.Sites.RemoveMember(c.Request().Context(), site.ID, user, user.ID)
	return h.changeSite(c, "/sites", "You left "+site.Name+".", err, aboutSite)
}

// DeleteSite deletes a site that nothing hangs on any more.
func (h *Handlers) DeleteSite(c echo.Context) error {
	site, user, err := h.site(c)
	if err != nil {
		return err
	}
	err = h.Store.Sites.Delete(c.Request().Context(), site.ID, user)
	return h.changeSite(c, "/sites", site.Name+" was deleted.", err, aboutSite)
}

func aboutSite(page *accountpage.SitePage, wrong templates.FieldErrors) { page.Refused = wrong[""] }

// Invitation shows an invitation to anyone who has its link.
func (h *Handlers) Invitation(c echo.Context) error {
	invitation, site, err := h.Store.Sites.Invitation(c.Request().Context(), c.Param("secret"))
	if err != nil {
		return err
	}
	return h.Render(c, http.StatusOK, accountpage.Join(accountpage.JoinPage{
		Page: h.Page(c, "Join "+site.Name), Site: site.Name, Country: site.Country, Email: invitation.Email,
		Expires: invitation.ExpiresAt, SignedAs: handlers.User(c).Email,
	}))
}

// Join follows an invitation.
func (h *Handlers) Join(c echo.Context) error {
	site, err := h.Store.Sites.Join(c.Request().Context(), c.Param("secret"), handlers.User(c))
	return h.Finish(c, err, sitePath(site.ID), "You are a member of "+site.Name+".")
}
