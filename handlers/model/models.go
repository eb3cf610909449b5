package model

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	modelpage "green500/templates/model"
	"green500/validation/power"
	"green500/validation/whatif"
)

// entryParameter names the entry whose numbers a model starts from.
const entryParameter = "entry"

// Models lists the energy models.
func (h *Handlers) Models(c echo.Context) error {
	return h.Render(c, http.StatusOK, modelpage.Models(modelpage.ModelsPage{Page: h.Page(c, "Energy models"), Models: whatif.All(), Entry: strings.TrimSpace(c.QueryParam(entryParameter))}))
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

// ModelFigures gives what the figures of that page are drawn of.
func (h *Handlers) ModelFigures(c echo.Context) error {
	page, err := h.modelAsked(c)
	if err != nil {
		return err
	}
	return handlers.SendFigures(c, page.Figures())
}

// ModelTable gives the table of one of them.
func (h *Handlers) ModelTable(c echo.Context) error {
	page, err := h.modelAsked(c)
	if err != nil {
		return err
	}
	return handlers.SendTable(c, page.Figures())
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
	known, err := h.modelEntry(c, &page)
	wrong := handlers.FieldErrors(err)
	if err != nil && wrong == nil {
		return page, err
	}
	values, origins, typed := model.Read(c.QueryParam, known)
	if err == nil {
		err = typed
	}
	page.Values, page.Origins = values, origins
	for _, part := range model.Parts {
		page.Outcomes = append(page.Outcomes, part.Compute(values))
	}
	return page, err
}

// modelEntry finds the requested entry, and what it states for a model.
func (h *Handlers) modelEntry(c echo.Context, page *modelpage.ModelPage) (whatif.KnownValues, error) {
	page.Entry = strings.TrimSpace(c.QueryParam(entryParameter))
	if page.Entry == "" {
		return whatif.KnownValues{}, nil
	}
	number, err := strconv.ParseInt(page.Entry, 10, 64)
	if err != nil {
		return whatif.KnownValues{}, &power.InputError{Field: entryParameter, Problem: "that is not the number of an entry", Remedy: "write the number that ends the address of its page"}
	}
	user, _ := handlers.Viewer(c)
	entry, err := h.Store.EntryAccess(c.Request().Context(), number, user)
	if err != nil {
		return whatif.KnownValues{}, err
	}
	asked, err := h.RevisionAsked(c, entry)
	if err != nil {
		return whatif.KnownValues{}, err
	}
	revision, err := h.Store.Revision(c.Request().Context(), entry.ID, asked)
	if err != nil {
		return whatif.KnownValues{}, err
	}
	document, err := store.DecodeDocument(revision.Document)
	if err != nil {
		return whatif.KnownValues{}, err
	}
	report, _, err := revision.Verdict()
	if err != nil {
		return whatif.KnownValues{}, err
	}
	page.EntryName = handlers.Title(document)
	return whatif.KnownValuesOf(document, report), nil
}
