package handlers

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation/power"
	"green500/validation/review"
)

// sites are those of whoever asks.
func (h *Handlers) sites(c echo.Context) ([]store.Site, error) {
	user, _ := viewer(c)
	return h.Store.Sites(c.Request().Context(), user.ID)
}

// Sites shows the sites of whoever asks, and how to found one.
func (h *Handlers) Sites(c echo.Context) error {
	return h.showSites(c, http.StatusOK, templates.SiteForm{})
}

func (h *Handlers) showSites(c echo.Context, status int, form templates.SiteForm) error {
	all, err := h.sites(c)
	if err != nil {
		return err
	}
	page := templates.SitesPage{Page: h.page(c, "Sites"), Form: form}
	for _, s := range all {
		page.Rows = append(page.Rows, templates.SiteRow{ID: text(s.ID), Name: s.Name, Country: s.Country, Role: s.Role, Members: s.Members, Entries: s.Entries})
	}
	return h.render(c, status, templates.SitesIndex(page))
}

// siteForm reads what was typed about a site.
func siteForm(c echo.Context) (store.SiteFacts, templates.SiteForm) {
	facts := store.SiteFacts{Name: c.FormValue("name"), Country: c.FormValue("country"), URL: c.FormValue("url")}
	return facts, templates.SiteForm{Name: facts.Name, Country: facts.Country, URL: facts.URL}
}

// mended sorts what a form can say to whoever filled it in; ok is false where the error is something
// else. A refusal is about the form as a whole.
func mended(err error) (wrong templates.FieldErrors, status int, ok bool) {
	if wrong = fieldErrors(err); wrong != nil {
		return wrong, http.StatusUnprocessableEntity, true
	}
	if refusal, refused := errors.AsType[*review.Refusal](err); refused {
		return templates.FieldErrors{"": refusal.Sentence}, http.StatusConflict, true
	}
	return nil, 0, false
}

// FoundSite founds a site.
func (h *Handlers) FoundSite(c echo.Context) error {
	user, _ := viewer(c)
	facts, form := siteForm(c)
	site, err := h.Store.CreateSite(c.Request().Context(), user, facts)
	if wrong, status, ok := mended(err); ok {
		form.Errors = wrong
		return h.showSites(c, status, form)
	}
	if err != nil {
		return err
	}
	return h.done(c, sitePath(site.ID), site.Name+" is founded, and you keep it. Invite your colleagues.")
}

func sitePath(id int64) string { return "/sites/" + text(id) }

// site finds the site of the address. For whoever is not of it, it is not there.
func (h *Handlers) site(c echo.Context) (store.Site, store.User, error) {
	user, _ := viewer(c)
	number, err := id(c, "id")
	if err != nil {
		return store.Site{}, user, err
	}
	site, err := h.Store.Site(c.Request().Context(), number, user.ID)
	return site, user, err
}

// Site shows one site to its members.
func (h *Handlers) Site(c echo.Context) error {
	return h.showSite(c, http.StatusOK, func(*templates.SitePage) {})
}

// showSite renders a site, with what was typed and what was wrong with it.
func (h *Handlers) showSite(c echo.Context, status int, typed func(*templates.SitePage)) error {
	ctx := c.Request().Context()
	site, user, err := h.site(c)
	if err != nil {
		return err
	}
	page := templates.SitePage{
		Page: h.page(c, site.Name), ID: text(site.ID), Name: site.Name, Country: site.Country, URL: site.URL, Role: site.Role,
		Founded: site.CreatedAt, Entries: site.Entries, Form: templates.SiteForm{Name: site.Name, Country: site.Country, URL: site.URL},
	}
	members, err := h.Store.Members(ctx, site.ID)
	if err != nil {
		return err
	}
	for _, m := range members {
		page.Members = append(page.Members, templates.MemberRow{ID: text(m.UserID), Name: m.Name, Email: m.Email, Role: m.Role, Since: m.JoinedAt, Self: m.UserID == user.ID})
	}
	invitations, err := h.Store.Invitations(ctx, site.ID)
	if err != nil {
		return err
	}
	for _, i := range invitations {
		page.Invitations = append(page.Invitations, templates.InvitationRow{Email: i.Email, Sent: i.SentAt, Expires: i.ExpiresAt})
	}
	typed(&page)
	return h.render(c, status, templates.Site(page))
}

// changeSite does something to a site, says so, and goes to a page; what the store refuses is shown on
// the page of the site.
func (h *Handlers) changeSite(c echo.Context, to, sentence string, err error, typed func(*templates.SitePage, templates.FieldErrors)) error {
	if wrong, status, ok := mended(err); ok {
		return h.showSite(c, status, func(page *templates.SitePage) { typed(page, wrong) })
	}
	if err != nil {
		return err
	}
	return h.done(c, to, sentence)
}

// ChangeSite changes what a site says of itself.
func (h *Handlers) ChangeSite(c echo.Context) error {
	site, user, err := h.site(c)
	if err != nil {
		return err
	}
	facts, form := siteForm(c)
	err = h.Store.UpdateSite(c.Request().Context(), site.ID, user, facts)
	return h.changeSite(c, sitePath(site.ID), "Saved.", err, func(page *templates.SitePage, wrong templates.FieldErrors) {
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
	member, err := id(c, "user")
	if err != nil {
		return err
	}
	if action := c.FormValue("action"); action == "remove" {
		if err := h.Store.RemoveMember(ctx, site.ID, user, member); err != nil {
			return err
		}
		return h.done(c, sitePath(site.ID), "They are not of "+site.Name+" any more.")
	} else if err := h.Store.SetSiteRole(ctx, site.ID, user, member, review.SiteRole(action)); err != nil {
		return err
	}
	return h.done(c, sitePath(site.ID), "The role was changed.")
}

// Invite sends an invitation to a site.
func (h *Handlers) Invite(c echo.Context) error {
	site, user, err := h.site(c)
	if err != nil {
		return err
	}
	email := c.FormValue("email")
	err = h.Store.Invite(c.Request().Context(), site.ID, user, email, func(site store.Site, secret string) (subject, text string) {
		link := h.Address.JoinPath("join", secret).String()
		return templates.InvitationMail(h.Address.String(), link, site.Name, user.Email, store.InvitationValid)
	})
	return h.changeSite(c, sitePath(site.ID), "The invitation is on its way.", err, func(page *templates.SitePage, wrong templates.FieldErrors) {
		page.Email, page.Wrong = email, wrong
	})
}

// RevokeInvitation ends an invitation that nobody has followed.
func (h *Handlers) RevokeInvitation(c echo.Context) error {
	site, user, err := h.site(c)
	if err != nil {
		return err
	}
	if err := h.Store.RevokeInvitation(c.Request().Context(), site.ID, user, c.FormValue("email")); err != nil {
		return err
	}
	return h.done(c, sitePath(site.ID), "The invitation was revoked.")
}

// LeaveSite ends that whoever asks is of a site.
func (h *Handlers) LeaveSite(c echo.Context) error {
	site, user, err := h.site(c)
	if err != nil {
		return err
	}
	err = h.Store.RemoveMember(c.Request().Context(), site.ID, user, user.ID)
	return h.changeSite(c, "/sites", "You left "+site.Name+".", err, aboutSite)
}

// DeleteSite deletes a site that nothing hangs on any more.
func (h *Handlers) DeleteSite(c echo.Context) error {
	site, user, err := h.site(c)
	if err != nil {
		return err
	}
	err = h.Store.DeleteSite(c.Request().Context(), site.ID, user)
	return h.changeSite(c, "/sites", site.Name+" was deleted.", err, aboutSite)
}

// aboutSite shows a refusal where the page ends.
func aboutSite(page *templates.SitePage, wrong templates.FieldErrors) { page.Refused = wrong[""] }

// Invitation shows an invitation to whoever has its link.
func (h *Handlers) Invitation(c echo.Context) error {
	invitation, site, err := h.Store.Invitation(c.Request().Context(), c.Param("secret"))
	if err != nil {
		return err
	}
	user, _ := viewer(c)
	return h.render(c, http.StatusOK, templates.Join(templates.JoinPage{
		Page: h.page(c, "Join "+site.Name), Site: site.Name, Country: site.Country, Email: invitation.Email, Expires: invitation.ExpiresAt, SignedAs: user.Email,
	}))
}

// Join follows an invitation.
func (h *Handlers) Join(c echo.Context) error {
	user, _ := viewer(c)
	site, err := h.Store.Join(c.Request().Context(), c.Param("secret"), user)
	if err != nil {
		return err
	}
	return h.done(c, sitePath(site.ID), "You are a member of "+site.Name+".")
}

// ShareSubmission shares an entry with the members of a site, or with nobody.
func (h *Handlers) ShareSubmission(c echo.Context) error {
	entry, err := h.access(c)
	if err != nil {
		return err
	}
	user, _ := viewer(c)
	site, err := siteField(c.FormValue("site"))
	if err == nil {
		err = h.Store.ShareEntry(c.Request().Context(), entry.ID, user, site)
	}
	if err != nil {
		return err
	}
	sentence := "The entry is yours alone."
	if site != store.Unshared {
		sentence = "The members of the site may change the entry now."
	}
	return h.done(c, "/submissions/"+text(entry.ID), sentence)
}

// siteField reads the number of a site; nothing stands for none.
func siteField(typed string) (int64, error) {
	if typed == "" {
		return store.Unshared, nil
	}
	site, err := strconv.ParseInt(typed, 10, 64)
	if err != nil || site <= 0 {
		return 0, errNoSite()
	}
	return site, nil
}

func errNoSite() error {
	return power.InputErrors{{Field: "site", Problem: "this is not one of your sites", Remedy: "choose one of the list"}}
}

// sharing is whom an entry is shared with, and may be.
func (h *Handlers) sharing(c echo.Context, entry store.Sight) (templates.Sharing, error) {
	user, _ := viewer(c)
	open := !entry.State.Decidable() && entry.State != review.Accepted
	shared := templates.Sharing{With: entry.SharedWith, May: entry.OwnerID == user.ID && open}
	if !shared.May {
		return shared, nil
	}
	if entry.SiteID != store.Unshared {
		shared.Chosen = text(entry.SiteID)
	}
	var err error
	shared.Sites, err = h.siteOptions(c)
	return shared, err
}

func (h *Handlers) siteOptions(c echo.Context) ([]templates.SiteOption, error) {
	sites, err := h.sites(c)
	if err != nil {
		return nil, err
	}
	var options []templates.SiteOption
	for _, s := range sites {
		options = append(options, templates.SiteOption{ID: text(s.ID), Name: s.Name})
	}
	return options, nil
}
