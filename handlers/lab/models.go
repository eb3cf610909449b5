// Package lab answers requests about energy models and plans of measurements.
package lab

import (
	"bytes"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/database"
	"green500/store/lists"
	"green500/store/submissions"
	"green500/templates/chart"
	labpage "green500/templates/lab"
	"green500/validation"
	"green500/validation/lab/model"
	"green500/validation/lab/plausibility"
	"green500/validation/lab/whatif"
	"green500/validation/power"
)

// Models lists the energy models.
func (h *Handlers) Models(c echo.Context) error {
	_, start, err := h.starting(c, "")
	if err != nil && handlers.FieldErrors(err) == nil {
		return err
	}
	return h.Render(c, http.StatusOK,
		labpage.Models(labpage.ModelsPage{Page: h.Page(c, "Energy models"), Models: whatif.All(), Start: start}))
}

// Model lets readers ask a model. What cannot be read is told at its field; the example stands in for it.
func (h *Handlers) Model(c echo.Context) error {
	page, err := h.modelOf(c, c.Param("name"))
	wrong := handlers.FieldErrors(err)
	if err != nil && wrong == nil {
		return err
	}
	page.Page, page.Errors = h.Page(c, page.Model.Title), wrong
	return h.RenderChecked(c, wrong, labpage.Model(page))
}

// ModelFigures makes the figures of that page.
func (h *Handlers) ModelFigures(c echo.Context) (figures []chart.Figure, public bool, err error) {
	page, err := h.modelOf(c, c.Param("name"))
	if err != nil {
		return nil, false, err
	}
	return page.Figures(), true, nil
}

func (h *Handlers) modelOf(c echo.Context, name string) (labpage.ModelPage, error) {
	model, ok := whatif.Named(name)
	if !ok {
		return labpage.ModelPage{}, database.ErrNotFound
	}
	page := labpage.ModelPage{Model: model, Typed: c.QueryParams()}
	known, start, err := h.starting(c, name)
	page.Start, page.Entry = start, strings.TrimSpace(c.QueryParam(labpage.EntryParameter))
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
		states, at, wrongStates := whatif.ReadStates(c.QueryParam(labpage.StatesParameter))
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

// Handlers answer about models and plans.
type Handlers struct{ *handlers.Base }

func (h *Handlers) starting(c echo.Context, name string) (whatif.KnownValues, labpage.Start, error) {
	if entry := strings.TrimSpace(c.QueryParam(labpage.EntryParameter)); entry != "" {
		return h.startEntry(c, name, entry)
	}
	if query := c.QueryParam(labpage.PlanParameter); query != "" {
		return startPlan(query)
	}
	if system := c.QueryParam(labpage.SystemParameter); system != "" {
		return h.startSystem(c, system)
	}
	return whatif.KnownValues{}, labpage.Start{}, nil
}

func (h *Handlers) startEntry(c echo.Context, name, asked string) (
	known whatif.KnownValues, start labpage.Start, err error) {
	number, err := strconv.ParseInt(asked, 10, 64)
	if err != nil {
		return known, start, &power.InputError{Field: labpage.EntryParameter,
			Problem: "that is not the number of an entry", Remedy: "write the number that ends the address of its page"}
	}
	user, _ := handlers.Viewer(c)
	entry, err := h.Store.Submissions.EntryAccess(c.Request().Context(), number, user)
	if err != nil {
		return known, start, err
	}
	if err := h.NoteRemoved(c, entry); err != nil {
		return known, start, err
	}
	wanted, err := h.RevisionAsked(c, entry)
	if err != nil {
		return known, start, err
	}
	revision, document, report, err := h.read(c, entry.ID, wanted)
	if err != nil {
		return known, start, err
	}
	base := "/submissions/"
	if entry.State.Public() {
		base = "/entries/"
	}
	start = labpage.Start{Parameter: labpage.EntryParameter, Value: asked, Name: handlers.Title(document),
		Href: base + handlers.Text(entry.ID), Marked: "from the entry"}
	known = whatif.KnownValuesOf(document, report)
	if name != whatif.SimGrid || report == nil {
		return known, start, nil
	}
	known.Node, err = h.calibratedNode(c, revision, report)
	if known.Node != nil {
		start.Platform = start.Href + "/platform.xml"
	}
	return known, start, err
}

func (h *Handlers) read(c echo.Context, entry int64, number int) (
	revision submissions.Revision, document *power.Entry, report *validation.Report, err error) {
	if revision, err = h.Store.Submissions.Revision(c.Request().Context(), entry, number); err != nil {
		return revision, nil, nil, err
	}
	if document, err = submissions.DecodeDocument(revision.Document); err != nil {
		return revision, nil, nil, err
	}
	report, _, err = revision.Verdict()
	return revision, document, report, err
}

func (h *Handlers) calibratedNode(c echo.Context, revision submissions.Revision,
	report *validation.Report) (*model.Host, error) {
	readings, err := h.Store.Submissions.Measurement(c.Request().Context(), revision)
	if errors.Is(err, database.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = readings.Close() }() // nothing was written
	node, ok := plausibility.Of(readings.Measurement, report, plausibility.Sources{}).Node(readings.Entry, report)
	if !ok {
		return nil, readings.Err()
	}
	return &node, readings.Err()
}

func startPlan(query string) (known whatif.KnownValues, start labpage.Start, err error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return known, start, nil //nolint:nilerr // an invalid address has no plan
	}
	made, err := planOf(askedFields(values))
	if err != nil {
		return known, start, nil //nolint:nilerr // the page of the plan says what is wrong with it
	}
	start = labpage.Start{Parameter: labpage.PlanParameter, Value: query, Name: "the plan",
		Href: "/plan?" + values.Encode(), Marked: "from the plan"}
	known = whatif.KnownValues{
		Idle: made.Idle, CoreAverage: made.Expected, CoreSeconds: made.Request.Run.Core, Rmax: power.GFlops(
			made.Request.Rmax * 1e3), Nodes: made.Nodes(), Rpeak: power.GFlops(made.Request.Rpeak * 1e3),
	}
	if made.Outlook.Balance != nil {
		known.Bandwidth = made.Outlook.Balance.Bandwidth
	}
	return known, start, nil
}

func (h *Handlers) startSystem(c echo.Context, asked string) (
	known whatif.KnownValues, start labpage.Start, err error) {
	number, err := strconv.ParseInt(asked, 10, 64)
	if err != nil {
		return known, start, database.ErrNotFound
	}
	system, err := h.Store.Lists.System(c.Request().Context(), number)
	if with, ok := errors.AsType[*lists.MergedError](err); ok {
		asked = handlers.Text(with.With)
		system, err = h.Store.Lists.System(c.Request().Context(), with.With)
	}
	if err != nil {
		return known, start, err
	}
	start = labpage.Start{Parameter: labpage.SystemParameter, Value: asked, Name: system.Name,
		Href: "/systems/" + asked, Marked: "from the published list"}
	if start.Name == "" {
		start.Name = "the system"
	}
	newest := system.Lines[0]
	known.Rmax, known.Rpeak, known.CoreAverage = orZero(newest.Rmax), orZero(newest.Rpeak), orZero(newest.Power)
	return known, start, nil
}

func orZero[T any](known *T) (value T) {
	if known != nil {
		value = *known
	}
	return value
}

// Fields of the form that reads a platform file of SimGrid.
const (
	platformParameter = "platform"
	hostParameter     = "host"
)

// Platform gives the node of the query as a platform file of SimGrid.
func (h *Handlers) Platform(c echo.Context) error {
	page, err := h.modelOf(c, whatif.SimGrid)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := model.WritePlatform(&out, "green500", []model.Host{page.Node}); err != nil {
		return err
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="platform.xml"`)
	return c.Blob(http.StatusOK, echo.MIMEApplicationXMLCharsetUTF8, out.Bytes())
}

// ReadPlatform shows a node of a platform file of SimGrid in the model's fields, with all of its states. The file is
// not kept.
func (h *Handlers) ReadPlatform(c echo.Context) error {
	host, err := hostAsked(c)
	wrong := handlers.FieldErrors(err)
	if err != nil && wrong == nil {
		return err
	}
	if wrong == nil {
		return c.Redirect(http.StatusSeeOther, labpage.HostModel(host, host.Initial))
	}
	page, err := h.modelOf(c, whatif.SimGrid)
	if err != nil {
		return err
	}
	page.Page, page.Errors, page.Host = h.Page(c, page.Model.Title), wrong,
		strings.TrimSpace(c.FormValue(hostParameter))
	return h.Render(c, http.StatusUnprocessableEntity, labpage.Model(page))
}

func hostAsked(c echo.Context) (model.Host, error) {
	missing := power.InputErrors{{Field: platformParameter, Problem: "there is no file",
		Remedy: "choose a platform file of SimGrid"}}
	name, text, err := fileOf(c, platformParameter)
	if err != nil {
		return model.Host{}, err
	}
	if name == "" {
		return model.Host{}, missing
	}
	hosts, _, err := model.ReadPlatform(bytes.NewReader(text))
	if inputError, ok := errors.AsType[*power.InputError](err); ok {
		inputError.File, inputError.Field = name, platformParameter
	}
	if err != nil {
		return model.Host{}, err
	}
	wanted := strings.TrimSpace(c.FormValue(hostParameter))
	for _, host := range hosts {
		if host.Name == wanted || wanted == "" && host.States[host.Initial].AllCores > 0 {
			return host, nil
		}
	}
	return model.Host{}, power.InputErrors{{Field: hostParameter, Problem: "the file states no power for a host of " +
		"this name", Remedy: "write the id of a host of the file, such as " + hosts[0].Name}}
}
