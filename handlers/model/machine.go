package model

import (
	"cmp"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	modelpage "green500/templates/model"
	"green500/validation/canonical"
	"green500/validation/machine"
	"green500/validation/whatif"
)

const exampleParameter = "example"

const longestLink = 6000

// MachineModel shows the energy of runs on nodes of several kinds: of what the address states, of an entry, a plan or a system, or of
// an example of the publication.
func (h *Handlers) MachineModel(c echo.Context) error {
	page := modelpage.MachinePage{Page: h.Page(c, "Runs on several kinds of nodes")}
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
		page.Values, err = exampleFields(page.Example)
		if err != nil {
			return err
		}
	}
	return h.machinePage(c, page, nil, wrong)
}

// MachineLogs does the same with logs, which are not kept: what they come to is put into the fields.
func (h *Handlers) MachineLogs(c echo.Context) error {
	page := modelpage.MachinePage{Page: h.Page(c, "Runs on several kinds of nodes"), Values: machineFields(c.FormValue), Example: c.FormValue(exampleParameter)}
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

func (h *Handlers) machinePage(c echo.Context, page modelpage.MachinePage, logs uploadedLogs, wrong map[string]string) error {
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
		return h.Render(c, http.StatusUnprocessableEntity, modelpage.Machine(page))
	}
	if err != nil {
		return err
	}
	if len(names) > 0 {
		page.Values, page.Example = file.Calibrated(*page.Made).Fields(), ""
	}
	if query := machineQuery(page.Values); len(query) <= longestLink {
		page.Link = query
	}
	return h.Render(c, http.StatusOK, modelpage.Machine(page))
}

func machineFields(value func(string) string) map[string]string {
	fields := map[string]string{}
	for _, name := range modelpage.MachineFields() {
		if text := strings.ReplaceAll(value(name), "\r", ""); strings.TrimSpace(text) != "" {
			fields[name] = text
		}
	}
	return fields
}

func machineQuery(fields map[string]string) string {
	query := url.Values{}
	for name, value := range fields {
		if value != "" {
			query.Set(name, value)
		}
	}
	return query.Encode()
}

func exampleFields(name string) (map[string]string, error) {
	file, err := machine.Read(name, machine.ExampleNamed(name).Text)
	return file.Fields(), err
}

func machineOf(known whatif.KnownValues) machine.File {
	nodes, cores := max(1, known.Nodes), max(1, known.Cores)
	each := func(watts float64) float64 { return float64(int(10*watts/float64(nodes)+0.5)) / 10 }
	kind := machine.Kind{Name: "node", Nodes: nodes, Cores: cores, IdleWatts: each(float64(known.Idle)), MaxWatts: each(float64(known.CoreAverage))}
	return machine.File{Kinds: []machine.Kind{kind}, Runs: []machine.Run{{Processes: nodes * cores, Seconds: cmp.Or(known.CoreSeconds, hourSeconds)}}}
}

// hourSeconds stands for a run time that is not known.
const hourSeconds = 3600
