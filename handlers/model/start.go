package model

import (
	"errors"
	"net/url"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	modelpage "green500/templates/model"
	"green500/validation"
	"green500/validation/listing"
	"green500/validation/model"
	"green500/validation/plan"
	"green500/validation/plausibility"
	"green500/validation/power"
	"green500/validation/whatif"
)

// starting finds what the numbers of the model of a name come from: the entry, the plan or the system that the address
// names.
func (h *Handlers) starting(c echo.Context, name string) (whatif.KnownValues, modelpage.Start, error) {
	if entry := strings.TrimSpace(c.QueryParam(modelpage.EntryParameter)); entry != "" {
		return h.startEntry(c, name, entry)
	}
	if query := c.QueryParam(modelpage.PlanParameter); query != "" {
		return startPlan(query)
	}
	if system := c.QueryParam(modelpage.SystemParameter); system != "" {
		return h.startSystem(c, system)
	}
	return whatif.KnownValues{}, modelpage.Start{}, nil
}

// startEntry takes the numbers of an entry that the current user may read.
func (h *Handlers) startEntry(c echo.Context, name, asked string) (known whatif.KnownValues, start modelpage.Start, err error) {
	number, err := strconv.ParseInt(asked, 10, 64)
	if err != nil {
		return known, start, &power.InputError{Field: modelpage.EntryParameter, Problem: "that is not the number of an entry", Remedy: "write the number that ends the address of its page"}
	}
	user, _ := handlers.Viewer(c)
	entry, err := h.Store.EntryAccess(c.Request().Context(), number, user)
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
	revision, err := h.Store.Revision(c.Request().Context(), entry.ID, wanted)
	if err != nil {
		return known, start, err
	}
	document, err := store.DecodeDocument(revision.Document)
	if err != nil {
		return known, start, err
	}
	report, _, err := revision.Verdict()
	if err != nil {
		return known, start, err
	}
	base := "/submissions/"
	if entry.State.Public() {
		base = "/entries/"
	}
	start = modelpage.Start{Parameter: modelpage.EntryParameter, Value: asked, Name: handlers.Title(document), Href: base + handlers.Text(entry.ID), Marked: "from the entry"}
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

// calibratedNode is the average node of an entry, as its platform file has the nodes; nil where none could be calibrated.
func (h *Handlers) calibratedNode(c echo.Context, revision store.Revision, report *validation.Report) (*model.Host, error) {
	readings, err := h.Store.Measurement(c.Request().Context(), revision)
	if errors.Is(err, store.ErrNotFound) {
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

// startPlan takes the numbers of a plan. A plan that cannot be made gives none, and no link back.
func startPlan(query string) (known whatif.KnownValues, start modelpage.Start, err error) {
	values, err := url.ParseQuery(query)
	if err != nil {
		return known, start, nil //nolint:nilerr // an address that is none has no plan
	}
	made, err := planOf(askedFields(values))
	if err != nil {
		return known, start, nil //nolint:nilerr // the page of the plan says what is wrong with it
	}
	start = modelpage.Start{Parameter: modelpage.PlanParameter, Value: query, Name: "the plan", Href: "/plan?" + values.Encode(), Marked: "from the plan"}
	return knownOfPlan(made), start, nil
}

// knownOfPlan is what a plan gives a model.
func knownOfPlan(made *plan.Plan) whatif.KnownValues {
	known := whatif.KnownValues{Idle: made.Idle, CoreAverage: made.Expected, CoreSeconds: made.Request.Run.Core, Rmax: power.GFlops(made.Request.Rmax * 1e3)}
	known.Nodes, known.Rpeak = made.Nodes(), power.GFlops(made.Request.Rpeak*1e3)
	if made.Outlook.Balance != nil {
		known.Bandwidth = made.Outlook.Balance.Bandwidth
	}
	return known
}

// startSystem takes the newest published numbers of a system.
func (h *Handlers) startSystem(c echo.Context, asked string) (known whatif.KnownValues, start modelpage.Start, err error) {
	number, err := strconv.ParseInt(asked, 10, 64)
	if err != nil {
		return known, start, store.ErrNotFound
	}
	system, err := h.Store.System(c.Request().Context(), number)
	if with, ok := errors.AsType[*store.MergedError](err); ok {
		asked = handlers.Text(with.With)
		system, err = h.Store.System(c.Request().Context(), with.With)
	}
	if err != nil {
		return known, start, err
	}
	start = modelpage.Start{Parameter: modelpage.SystemParameter, Value: asked, Name: system.Name, Href: "/systems/" + asked, Marked: "from the published list"}
	if start.Name == "" {
		start.Name = "the system"
	}
	return knownOfRow(system.Lines[0]), start, nil
}

// knownOfRow is what a row of a published list gives a model.
func knownOfRow(row listing.Row) (known whatif.KnownValues) {
	if row.Rmax != nil {
		known.Rmax = *row.Rmax
	}
	if row.Rpeak != nil {
		known.Rpeak = *row.Rpeak
	}
	if row.Power != nil {
		known.CoreAverage = *row.Power
	}
	return known
}
