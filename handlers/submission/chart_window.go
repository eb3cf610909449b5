package submission

import (
	"net/http"
	"slices"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/submissions"
	"green500/templates"
	"green500/templates/chart"
	submissionpage "green500/templates/submission"
	"green500/validation/lab/plausibility"
	"green500/validation/power"
)

func spanAsked(c echo.Context, from, to string) (power.Span, templates.FieldErrors) {
	var span power.Span
	wrong := templates.FieldErrors{}
	for name, at := range map[string]*power.Time{from: &span.Start, to: &span.End} {
		text := c.QueryParam(name)
		if text == "" {
			wrong[name] = "Say when the window " + map[string]string{from: "begins.", to: "ends."}[name]
		} else if err := at.UnmarshalText([]byte(text)); err != nil {
			wrong[name] = err.Error()
		}
	}
	if len(wrong) == 0 && !span.End.After(span.Start.Time) {
		wrong[to] = "The window ends before it begins."
	}
	if len(wrong) > 0 {
		return power.Span{}, wrong
	}
	return span, nil
}

type askedView struct{ chart.View }

func viewAsked(c echo.Context) askedView {
	v := chart.View{From: c.QueryParam("from"), To: c.QueryParam("to"), Show: c.QueryParams()["show"],
		Numbered: c.QueryParam("faults") == "numbered"}
	for _, text := range c.QueryParams()["series"] {
		choice, ok := power.ParseSelection(text)
		if !ok || slices.Contains(v.Series, choice.String()) {
			continue
		}
		if v.TooMany = len(v.Series) == chart.MostPanes; v.TooMany {
			break
		}
		v.Series = append(v.Series, choice.String())
	}
	return askedView{v}
}

func (v *askedView) draw(m *power.Measurement, curve func(*power.Measurement) power.Curve) {
	v.Choices = m.Selections()
	for _, text := range v.Series {
		choice, _ := power.ParseSelection(text)
		if some := m.Select(choice); len(some.Parts) > 0 {
			v.Panes = append(v.Panes, chart.Pane{ID: text, Name: chart.NameOf(m.Entry, choice), Curve: curve(some)})
		}
	}
}

// WindowFigures serves the figures of the window a query names, and the level the entry would have with it.
func (h *Handlers) WindowFigures(c echo.Context, entry submissions.EntryAccess, revision submissions.Revision) error {
	d, err := h.charted(c, entry, revision, h.Store.Submissions.Measured)
	if err != nil {
		return err
	}
	defer d.Close()
	span, wrong := spanAsked(c, "from", "to")
	for _, field := range []string{"from", "to"} {
		if wrong[field] != "" {
			return &power.InputError{Field: field, Problem: wrong[field],
				Remedy: "write both ends as 2024-09-27T11:16:15+02:00"}
		}
	}
	claim := d.claim(span)
	if err := d.readings.Err(); err != nil {
		return err
	}
	text, err := chart.WindowJSON(claim)
	if err != nil {
		return err
	}
	return c.JSONBlob(http.StatusOK, text)
}

func (h *Handlers) draw(c echo.Context, page *submissionpage.EntryPage, access submissions.EntryAccess,
	revision submissions.Revision) error {
	if page.Report == nil {
		return nil
	}
	view := viewAsked(c)
	view.Numbered = page.Desk()
	open := h.Store.Submissions.Measurement
	if view.From != "" || view.To != "" {
		view.Chosen, view.Errors = spanAsked(c, "from", "to")
	}
	if !view.Chosen.IsZero() {
		open = h.Store.Submissions.Measured
	}
	m, err := open(c.Request().Context(), revision)
	if err != nil {
		return err
	}
	defer func() { _ = m.Close() }() // nothing was written
	seen := seenBy(access, m, page.Report)
	page.Whole = chart.Whole(m.Whole(), page.Report.Spans)
	page.Window = chart.Seen(page.Whole, viewed(c), view.Chosen, page.Report.Spans)
	page.Curve = seen.curve(m.Measurement, page.Window, handlers.DrawnSteps)
	view.draw(m.Measurement,
		func(m *power.Measurement) power.Curve { return seen.curve(m, page.Window, handlers.DrawnSteps) })
	if !view.Chosen.IsZero() {
		view.Claim = new(seen.claim(view.Chosen))
	}
	page.Step = seen.step()
	page.View = view.View
	if !page.Revised.Old(page.Revision) {
		earlier, err := h.listedBefore(c, page.Revised.Peers.Earlier)
		if err != nil {
			return err
		}
		sisters, err := h.sisters(c, m.Entry)
		if err != nil {
			return err
		}
		calibrations, err := h.calibrations(c, m.Entry, revision)
		if err != nil {
			return err
		}
		page.Plausible = plausibility.Of(m.Measurement, page.Report,
			plausibility.Sources{Earlier: earlier, Calibrations: calibrations, Sisters: sisters})
	}
	return m.Err()
}

func viewed(c echo.Context) power.Span {
	span, _ := spanAsked(c, "view_from", "view_to")
	return span
}
