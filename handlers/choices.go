package handlers

import (
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation/power"
)

// sites are those of whoever asks.
func (h *Base) sites(c echo.Context) ([]store.Site, error) {
	user, _ := viewer(c)
	return h.Store.Sites(c.Request().Context(), user.ID)
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

func (h *Base) siteOptions(c echo.Context) ([]templates.SiteOption, error) {
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
