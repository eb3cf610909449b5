package model

import (
	"maps"
	"net/http"
	"net/url"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	modelpage "green500/templates/model"
	"green500/validation/plan"
)

// plannedParameter names the entry whose machine is planned for; all other parameters of a plan are the
// fields of a plan.Request.
const plannedParameter = "from"

// Plan shows what a measurement will have to be. What cannot be planned for is told at its field.
func (h *Handlers) Plan(c echo.Context) error {
	page := modelpage.PlanPage{Page: h.Page(c, "Plan a measurement"), Values: map[string]string{}, Query: url.Values{}}
	base, err := h.plannedFrom(c, &page)
	if err != nil {
		return err
	}
	typed := askedFields(c.QueryParams())
	if len(typed) == 0 && page.Source == "" {
		page.Values = base
		return h.Render(c, http.StatusOK, modelpage.Plan(page))
	}
	maps.Copy(base, typed)
	page.Values = base
	for path, value := range base {
		page.Query.Set(path, value)
	}
	made, err := planOf(base)
	if page.Errors = handlers.FieldErrors(err); page.Errors != nil {
		return h.Render(c, http.StatusUnprocessableEntity, modelpage.Plan(page))
	}
	if err != nil {
		return err
	}
	text, err := made.YAML()
	if err != nil {
		return err
	}
	page.Plan, page.Draft = made, string(text)
	return h.Render(c, http.StatusOK, modelpage.Plan(page))
}

// PlanDraft gives the submission of a plan as a file.
func (h *Handlers) PlanDraft(c echo.Context) error {
	made, err := planOf(askedFields(c.QueryParams()))
	if err != nil {
		return err
	}
	text, err := made.YAML()
	if err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="submission.yaml"`)
	return c.Blob(http.StatusOK, "application/yaml", text)
}

func planOf(fields map[string]string) (*plan.Plan, error) {
	request, err := plan.FromFields(fields)
	if err != nil {
		return nil, err
	}
	return plan.Of(request)
}

func askedFields(query url.Values) map[string]string {
	fields := map[string]string{}
	for path, values := range query {
		if path != plannedParameter && values[0] != "" {
			fields[path] = values[0]
		}
	}
	return fields
}

// plannedFrom are the fields to begin with: the edition that takes entries, the level and edition of the methodology that are
// usual and, where an entry is named that the current user may see, those of its machine.
func (h *Handlers) plannedFrom(c echo.Context, page *modelpage.PlanPage) (map[string]string, error) {
	usual, _ := plan.FromFields(nil) // nothing is known about a machine yet, which is the error
	fields := usual.Fields()
	if asked := c.QueryParam(plannedParameter); asked != "" {
		request, err := h.machineOf(c, asked)
		if err != nil {
			return nil, err
		}
		page.Source = request.System
		maps.Copy(fields, request.Fields())
	}
	editions, err := h.OpenEditions(c)
	if err != nil {
		return nil, err
	}
	if len(editions) > 0 {
		fields["edition"] = editions[0].Name
	}
	return fields, nil
}

func (h *Handlers) machineOf(c echo.Context, asked string) (plan.Request, error) {
	number, err := strconv.ParseInt(asked, 10, 64)
	if err != nil || number <= 0 {
		return plan.Request{}, store.ErrNotFound
	}
	ctx := c.Request().Context()
	user, _ := handlers.Viewer(c)
	entry, err := h.Store.EntryAccess(ctx, number, user)
	if err != nil {
		return plan.Request{}, err
	}
	last, err := h.Store.LastSubmitted(ctx, entry.ID)
	if err != nil {
		return plan.Request{}, err
	}
	revision, err := h.Store.Revision(ctx, entry.ID, last)
	if err != nil {
		return plan.Request{}, err
	}
	document, err := store.DecodeDocument(revision.Document)
	if err != nil {
		return plan.Request{}, err
	}
	report, _, err := revision.Verdict()
	if err != nil {
		return plan.Request{}, err
	}
	return plan.From(document, report), nil
}
