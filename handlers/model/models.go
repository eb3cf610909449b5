package model

import (
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/templates/chart"
	modelpage "green500/templates/model"
	"green500/validation/whatif"
)

// Models lists the energy models.
func (h *Handlers) Models(c echo.Context) error {
	_, start, err := h.starting(c, "")
	if err != nil && handlers.FieldErrors(err) == nil {
		return err
	}
	return h.Render(c, http.StatusOK, modelpage.Models(modelpage.ModelsPage{Page: h.Page(c, "Energy models"), Models: whatif.All(), Start: start}))
}

// Model lets readers ask a model. What cannot be read is told at its field; the example stands in for it.
func (h *Handlers) Model(c echo.Context) error {
	page, err := h.modelAsked(c)
	wrong := handlers.FieldErrors(err)
	if err != nil && wrong == nil {
		return err
	}
	status := http.StatusOK
	if wrong != nil {
		status = http.StatusUnprocessableEntity
	}
	page.Page, page.Errors = h.Page(c, page.Model.Title), wrong
	return h.Render(c, status, modelpage.Model(page))
}

// ModelFigures makes the figures of that page.
func (h *Handlers) ModelFigures(c echo.Context) (figures []chart.Figure, public bool, err error) {
	page, err := h.modelAsked(c)
	if err != nil {
		return nil, false, err
	}
	return page.Figures(), true, nil
}

// modelAsked answers the questions of a model with what the query says.
func (h *Handlers) modelAsked(c echo.Context) (modelpage.ModelPage, error) {
	return h.modelOf(c, c.Param("name"))
}

func (h *Handlers) modelOf(c echo.Context, name string) (modelpage.ModelPage, error) {
	model, ok := whatif.Named(name)
	if !ok {
		return modelpage.ModelPage{}, store.ErrNotFound
	}
	page := modelpage.ModelPage{Model: model, Typed: c.QueryParams()}
	known, start, err := h.starting(c, name)
	page.Start, page.Entry = start, strings.TrimSpace(c.QueryParam(modelpage.EntryParameter))
	wrong := handlers.FieldErrors(err)
	if err != nil && wrong == nil {
		return page, err
	}
	values, origins, typed := model.Read(c.QueryParam, known)
	if err == nil {
		err = typed
	}
	page.Values, page.Origins = values, origins
	if name == whatif.SimGrid {
		states, at, wrongStates := whatif.ReadStates(c.QueryParam(modelpage.StatesParameter))
		if err == nil {
			err = wrongStates
		}
		page.Node = whatif.HostOf(values, states, at)
	}
	for _, part := range model.Parts {
		page.Outcomes = append(page.Outcomes, part.Compute(values))
	}
	return page, err
}
