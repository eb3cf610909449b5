package lab

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/database"
	labpage "green500/templates/lab"
	"green500/validation/lab/machine"
	"green500/validation/lab/whatif"
	"green500/validation/logs/canonical"
	"green500/validation/plan"
)

// plannedParameter names the entry whose machine is planned for; all others are the fields of a plan.Request.
const plannedParameter = "from"

// Plan shows what a measurement will have to be. What cannot be planned for is told at its field.
func (h *Handlers) Plan(c echo.Context) error {
	page := labpage.PlanPage{Page: h.Page(c, "Plan a measurement"), Values: map[string]string{}, Query: url.Values{}}
	base, err := h.plannedFrom(c, &page)
	if err != nil {
		return err
	}
	typed := askedFields(c.QueryParams())
	if len(typed) == 0 && page.Source == "" {
		page.Values = base
		return h.Render(c, http.StatusOK, labpage.Plan(page))
	}
	maps.Copy(base, typed)
	page.Values = base
	for path, value := range base {
		page.Query.Set(path, value)
	}
	made, err := planOf(base)
	if page.Errors = handlers.FieldErrors(err); page.Errors != nil {
		return h.Render(c, http.StatusUnprocessableEntity, labpage.Plan(page))
	}
	if err != nil {
		return err
	}
	text, err := made.YAML()
	if err != nil {
		return err
	}
	page.Plan, page.Draft = made, string(text)
	return h.Render(c, http.StatusOK, labpage.Plan(page))
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

func (h *Handlers) plannedFrom(c echo.Context, page *labpage.PlanPage) (map[string]string, error) {
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
		return plan.Request{}, database.ErrNotFound
	}
	ctx := c.Request().Context()
	user, _ := handlers.Viewer(c)
	entry, err := h.Store.Submissions.EntryAccess(ctx, number, user)
	if err != nil {
		return plan.Request{}, err
	}
	last, err := h.Store.Submissions.LastSubmitted(ctx, entry.ID)
	if err != nil {
		return plan.Request{}, err
	}
	_, document, report, err := h.read(c, entry.ID, last)
	if err != nil {
		return plan.Request{}, err
	}
	return plan.From(document, report), nil
}

const exampleParameter = "example"

const longestLink = 6000

// MachineModel shows the energy of runs on nodes of several kinds: of the address, of an entry, plan or system, or of
// an example.
func (h *Handlers) MachineModel(c echo.Context) error {
	page := labpage.MachinePage{Page: h.Page(c, "Runs on several kinds of nodes")}
	known, start, err := h.starting(c, "merpsys")
	wrong := handlers.FieldErrors(err)
	if err != nil && wrong == nil {
		return err
	}
	page.Start = start
	typed := machineFields(c.QueryParam)
	switch {
	case len(typed) > 0:
		page.Values, page.Example = typed, c.QueryParam(exampleParameter)
	case start.Name != "":
		page.Values = machineOf(known).Fields()
	default:
		page.Example = machine.ExampleNamed(c.QueryParam(exampleParameter)).Name
		file, err := machine.Read(page.Example, machine.ExampleNamed(page.Example).Text)
		if err != nil {
			return err
		}
		page.Values = file.Fields()
	}
	return h.machinePage(c, page, nil, wrong)
}

// MachineLogs does the same with logs, which are not kept: what they come to is put into the fields.
func (h *Handlers) MachineLogs(c echo.Context) error {
	page := labpage.MachinePage{Page: h.Page(c, "Runs on several kinds of nodes"), Values: machineFields(c.FormValue),
		Example: c.FormValue(exampleParameter)}
	logs, err := logsOf(c)
	wrong := handlers.FieldErrors(err)
	if err != nil && wrong == nil {
		return err
	}
	if len(logs) == 0 {
		wrong = nil // logs are optional here
	}
	return h.machinePage(c, page, logs, wrong)
}

func (h *Handlers) machinePage(c echo.Context, page labpage.MachinePage, logs uploadedLogs,
	wrong map[string]string) error {
	names := slices.Collect(maps.Keys(logs))
	file, err := machine.FromFields(func(name string) string { return page.Values[name] }, names)
	if err == nil && wrong == nil {
		var made machine.Machine
		made, err = file.Compute(logs, canonical.Memory)
		err = at("logs", err)
		page.Made = &made
	}
	if page.Errors = handlers.FieldErrors(err); page.Errors == nil {
		page.Errors = wrong
	}
	if len(page.Errors) > 0 {
		page.Made = nil
		return h.Render(c, http.StatusUnprocessableEntity, labpage.Machine(page))
	}
	if err != nil {
		return err
	}
	if len(names) > 0 {
		page.Values, page.Example = file.Calibrated(*page.Made).Fields(), ""
	}
	query := url.Values{}
	for name, value := range page.Values {
		if value != "" {
			query.Set(name, value)
		}
	}
	if link := query.Encode(); len(link) <= longestLink {
		page.Link = link
	}
	return h.Render(c, http.StatusOK, labpage.Machine(page))
}

func machineFields(value func(string) string) map[string]string {
	fields := map[string]string{}
	for _, name := range labpage.MachineFields() {
		if text := strings.ReplaceAll(value(name), "\r", ""); strings.TrimSpace(text) != "" {
			fields[name] = text
		}
	}
	return fields
}

func machineOf(known whatif.KnownValues) machine.File {
	nodes, cores := max(1, known.Nodes), max(1, known.Cores)
	each := func(watts float64) float64 { return float64(int(10*watts/float64(nodes)+0.5)) / 10 }
	kind := machine.Kind{Name: "node", Nodes: nodes, Cores: cores, IdleWatts: each(float64(known.Idle)),
		MaxWatts: each(float64(known.CoreAverage))}
	return machine.File{Kinds: []machine.Kind{kind},
		Runs: []machine.Run{{Processes: nodes * cores, Seconds: cmp.Or(known.CoreSeconds, hourSeconds)}}}
}

// hourSeconds stands for a run time that is not known.
const hourSeconds = 3600
