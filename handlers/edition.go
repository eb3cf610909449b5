package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation/methodology"
	"green500/validation/power"
)

// Editions shows the editor's desk.
func (h *Handlers) Editions(c echo.Context) error {
	return h.editions(c, http.StatusOK, templates.EditionForm{Methodology: string(methodology.InForce)})
}

func (h *Handlers) editions(c echo.Context, status int, form templates.EditionForm) error {
	ctx := c.Request().Context()
	editions, err := h.Store.Editions(ctx)
	if err != nil {
		return err
	}
	counts, err := h.Store.CountStates(ctx)
	if err != nil {
		return err
	}
	page := templates.EditionsPage{Page: h.page(c, "Editions"), Confirm: c.QueryParam("publish"), Form: form}
	for _, e := range editions {
		row := templates.EditionRow{Name: e.Name, Methodology: string(e.Methodology), Opens: e.OpensAt, Closes: e.ClosesAt, Hash: e.ListHash, Counts: counts[e.Name]}
		if e.PublishedAt != nil {
			row.Published = *e.PublishedAt
		}
		page.Rows = append(page.Rows, row)
	}
	return h.render(c, status, templates.Editions(page))
}

// OpenEdition creates an edition.
func (h *Handlers) OpenEdition(c echo.Context) error {
	form := templates.EditionForm{Name: c.FormValue("name"), Methodology: c.FormValue("methodology"), Opens: c.FormValue("opens"), Closes: c.FormValue("closes"), Errors: templates.FieldErrors{}}
	var opens, closes power.Time
	for field, into := range map[string]*power.Time{"opens": &opens, "closes": &closes} {
		if err := into.UnmarshalText([]byte(c.FormValue(field))); err != nil {
			form.Errors[field] = err.Error()
		}
	}
	if len(form.Errors) > 0 {
		return h.editions(c, http.StatusUnprocessableEntity, form)
	}
	edition, err := h.Store.CreateEdition(c.Request().Context(), store.Edition{
		Name: form.Name, Methodology: methodology.Edition(form.Methodology), OpensAt: opens.Time, ClosesAt: closes.Time,
	})
	if form.Errors = fieldErrors(err); form.Errors != nil {
		return h.editions(c, http.StatusUnprocessableEntity, form)
	}
	if err != nil {
		return err
	}
	return h.done(c, "/editions", "The edition "+edition.Name+" was created.")
}

// PublishEdition freezes the list of an edition and shows it to everybody.
func (h *Handlers) PublishEdition(c echo.Context) error {
	actor, _ := viewer(c)
	edition, err := h.Store.PublishEdition(c.Request().Context(), c.Param("name"), actor)
	if err != nil {
		return err
	}
	return h.done(c, "/lists/"+edition.Name, "The list of "+edition.Name+" is published.")
}
