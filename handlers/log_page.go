package handlers

import (
	"errors"
	"io"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation"
	"green500/validation/canonical"
	"green500/validation/document"
	"green500/validation/forensics"
	"green500/validation/hpl"
	"green500/validation/power"
	"green500/validation/tracefile"
)

// showLog renders the page on a file: what is understood of it, and what is read then.
func (h *Handlers) showLog(c echo.Context, status int, l *log) error {
	page := templates.LogPage{
		Page: h.page(c, title(l.held)), ID: text(l.ID), State: l.State, System: title(l.held), Token: strconv.FormatInt(l.Version, 10),
		File: l.file.Name, Values: l.fields, Errors: l.wrong, Reads: l.reads(),
	}
	for _, f := range l.revision.Files {
		page.Files = append(page.Files, f.Name)
	}
	err := h.understand(c, l, &page)
	if wrong := fieldErrors(inSeries(err)); wrong != nil {
		page.Errors = wrong
		err = nil
	}
	if err != nil {
		return err
	}
	if page.Recipes, err = h.recipes(c, page.Understanding); err != nil {
		return err
	}
	return h.render(c, status, templates.Log(page))
}

// reads says what the document does with the file so far.
func (l *log) reads() string {
	if l.at < 0 {
		return ""
	}
	return "Series " + strconv.Itoa(l.at+1) + " of the document reads this file."
}

// inSeries puts troubles of a file to the fields of the page: those of the one series that is read.
func inSeries(err error) error {
	var one *power.InputError
	var troubles power.InputErrors
	if !errors.As(err, &troubles) {
		if !errors.As(err, &one) {
			return err
		}
		troubles = power.InputErrors{one}
	}
	moved := make(power.InputErrors, len(troubles))
	for i, t := range troubles {
		on := *t
		if templates.IsReadingField(on.Field) {
			on.Field = firstSeries + on.Field
		} else {
			on.Field = ""
		}
		moved[i] = &on
	}
	return moved
}

// understand looks at the file and reads it as is typed or, where nothing is, as seems likeliest.
func (h *Handlers) understand(c echo.Context, l *log, page *templates.LogPage) error {
	zone, err := document.Zone(l.zone())
	if err != nil {
		return &power.InputError{Field: "timezone", Problem: err.Error(), Remedy: "write an IANA name such as Europe/Berlin"}
	}
	err = h.withLog(c, l, func(in tracefile.Input) (err error) {
		page.Understanding, err = tracefile.Understand(in, tracefile.ReadingOf(&l.typed), zone, h.Store.Blobs().Scratch)
		return err
	})
	if err != nil || len(page.Understanding.Series) == 0 {
		return err
	}
	page.Proposal = min(l.proposal(), len(page.Understanding.Series)-1)
	series := page.Understanding.Series[page.Proposal].Series
	series.Origin = l.typed.Origin
	if l.wrong == nil {
		page.Values = document.Fields(&power.Entry{Series: []power.Series{series}})
	}
	return h.withLog(c, l, func(in tracefile.Input) error {
		readings, err := tracefile.Read(in, &series, zone, h.Store.Blobs().Scratch)
		if err != nil {
			return err
		}
		return errors.Join(h.showReadings(c, l, page, &series, readings), readings.Close())
	})
}

// withLog reads the file once.
func (h *Handlers) withLog(c echo.Context, l *log, read func(tracefile.Input) error) error {
	blob, err := h.Store.Blobs().Open(c.Request().Context(), l.file.Digest)
	if err != nil {
		return err
	}
	return errors.Join(read(tracefile.Input{Name: l.file.Name, Stream: blob}), blob.Close())
}

// zone is the zone that times without one are in, as far as anybody said.
func (l *log) zone() string {
	if l.typed.Timezone != "" {
		return l.typed.Timezone
	}
	return l.held.Run.Timezone
}

// proposal is which of the series of the log is chosen.
func (l *log) proposal() int {
	chosen, err := strconv.Atoi(l.fields["proposal"])
	if err != nil || chosen < 0 {
		return 0
	}
	return chosen
}

// showReadings adds what was read to the page.
func (h *Handlers) showReadings(c echo.Context, l *log, page *templates.LogPage, series *power.Series, readings *canonical.Readings) error {
	part := power.Part{Series: series, Meter: &power.Meter{}, Traces: readings.Traces, Notes: readings.Notes}
	m := &power.Measurement{Entry: l.held, Parts: []power.Part{part}}
	page.Facts, page.Notes = templates.FactsOf(part), readings.Notes
	core, err := h.core(c, l)
	if err != nil {
		return err
	}
	spans := validation.Spans{Core: core}
	whole := m.Whole()
	page.Chart = &templates.Chart{Curve: m.Curve(whole, drawnSteps), Whole: whole, Spans: spans}
	if !core.IsZero() {
		plateaus := forensics.PlateausOf(cellsOf(page.Chart.Curve))
		page.Laid = templates.LaidSentence(forensics.LayOver(plateaus, whole, core))
	}
	return m.Err()
}

// cellsOf is the power of a curve of one line.
func cellsOf(curve power.Curve) forensics.Cells {
	cells := forensics.Cells{Start: curve.Start, Step: curve.Step}
	for _, line := range curve.Lines {
		cells.Watts = line.Watts
	}
	return cells
}

// core is the core phase of the run, where document or output tell it.
func (h *Handlers) core(c echo.Context, l *log) (power.Span, error) {
	report, _, err := l.revision.Verdict()
	if err != nil || report != nil {
		return spansOf(report).Core, err
	}
	run := l.held.Run
	if !run.CorePhase.IsZero() || run.Output == "" {
		return run.CorePhase, nil
	}
	for _, f := range l.revision.Files {
		if f.Name == run.Output {
			return h.coreOf(c, f, run)
		}
	}
	return power.Span{}, nil
}

func spansOf(report *validation.Report) validation.Spans {
	if report == nil {
		return validation.Spans{}
	}
	return report.Spans
}

// coreOf reads the core phase from an output of HPL; an output that can't be read tells none, and the
// form of the document says why.
func (h *Handlers) coreOf(c echo.Context, file store.File, run power.Run) (power.Span, error) {
	blob, err := h.Store.Blobs().Open(c.Request().Context(), file.Digest)
	if err != nil {
		return power.Span{}, err
	}
	core := printedCore(blob, file.Name, run)
	return core, blob.Close()
}

func printedCore(output io.Reader, name string, run power.Run) power.Span {
	zone, err := document.Zone(run.Timezone)
	if err != nil || zone == nil {
		return power.Span{}
	}
	parsed, err := hpl.Parse(output, name)
	if err != nil {
		return power.Span{}
	}
	result, err := parsed.Pick(run.Result)
	if err != nil || !result.HasTimes {
		return power.Span{}
	}
	core, err := result.Core(zone)
	if err != nil {
		return power.Span{}
	}
	return core
}

