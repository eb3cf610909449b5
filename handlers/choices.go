package handlers

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation/power"
)

// OwnSites are those of the current user.
func (h *Base) OwnSites(c echo.Context) ([]store.Site, error) {
	user, _ := Viewer(c)
	return h.Store.Sites(c.Request().Context(), user.ID)
}

// SiteField reads the number of a site; nothing stands for none.
func SiteField(typed string) (int64, error) {
	if typed == "" {
		return store.Unshared, nil
	}
	site, err := strconv.ParseInt(typed, 10, 64)
	if err != nil || site <= 0 {
		return 0, NotYourSite()
	}
	return site, nil
}

// NotYourSite is what a form is answered that names a site of others.
func NotYourSite() error {
	return power.InputErrors{{Field: "site", Problem: "this is not one of your sites", Remedy: "choose one of the list"}}
}

// SiteOptions are the sites that a form offers to the current user.
func (h *Base) SiteOptions(c echo.Context) ([]templates.SiteOption, error) {
	sites, err := h.OwnSites(c)
	if err != nil {
		return nil, err
	}
	var options []templates.SiteOption
	for _, s := range sites {
		options = append(options, templates.SiteOption{ID: Text(s.ID), Name: s.Name})
	}
	return options, nil
}
