package handlers

import (
	"errors"
	"slices"
	"time"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation/document"
	"green500/validation/hpl"
	"green500/validation/power"
	"green500/validation/survey"
	"green500/validation/tracefile"
)

// told is what is said of the file. Its times are in the zone of the run where nothing else is said.
func (l *log) told() (survey.Told, error) {
	told := survey.Told{Reading: tracefile.ReadingOf(&l.said), Origin: l.said.Origin, Choice: l.choice}
	if told.Timezone == "" {
		told.Timezone = l.held.Run.Timezone
	}
	var err error
	if told.Zone, err = document.Zone(told.Timezone); err != nil {
		err = &power.InputError{Field: "timezone", Problem: told.Timezone + " is not a time zone", Remedy: "write the IANA name, such as Europe/Berlin or UTC"}
	}
	return told, err
}

// blame puts trouble with the file to the fields of the page; it reports whether it is that.
func (l *log) blame(err error) bool {
	var one *power.InputError
	var troubles power.InputErrors
	if !errors.As(err, &troubles) {
		if !errors.As(err, &one) {
			return false
		}
		troubles = power.InputErrors{one}
	}
	l.wrong = templates.FieldErrors{}
	for _, t := range troubles {
		bare := *t
		path := ""
		if templates.IsReadingField(t.Field) {
			path, bare.Field = templates.FirstSeries+t.Field, ""
		}
		l.wrong[path] = bare.Error()
	}
	return true
}

// openLog opens the file to be read once.
func (h *Handlers) openLog(c echo.Context, l *log) (in tracefile.Input, done func(), err error) {
	blob, err := h.Store.Blobs().Open(c.Request().Context(), l.file.Digest)
	if err != nil {
		return in, nil, err
	}
	return tracefile.Input{Name: l.file.Name, Stream: blob}, func() { _ = blob.Close() }, nil // it was only read
}

// printedCore reads the core phase from the output of HPL. An output that can't be read tells none, and
// the form of the document says why.
func (h *Handlers) printedCore(c echo.Context, l *log, s *survey.Survey) (core power.Span, open bool, err error) {
	run := l.held.Run
	at := slices.IndexFunc(l.revision.Files, func(f store.File) bool { return f.Name == run.Output })
	if at < 0 {
		return core, false, nil
	}
	blob, err := h.Store.Blobs().Open(c.Request().Context(), l.revision.Files[at].Digest)
	if err != nil {
		return core, false, err
	}
	defer func() { _ = blob.Close() }() // it was only read
	zone, err := document.Zone(run.Timezone)
	switch {
	case err != nil:
		return core, false, nil
	case zone == nil && s.Series.Timezone != "":
		zone = s.Zone()
	case zone == nil:
		zone, open = time.UTC, true
	}
	output, err := hpl.Parse(blob, run.Output)
	if err != nil {
		return core, false, unlessInput(err)
	}
	result, err := output.Pick(run.Result)
	if err != nil {
		return core, false, unlessInput(err)
	}
	core, err = result.Core(zone)
	return core, open, unlessInput(err)
}

// unlessInput lets trouble with an input pass.
func unlessInput(err error) error {
	var one *power.InputError
	var many power.InputErrors
	if errors.As(err, &one) || errors.As(err, &many) {
		return nil
	}
	return err
}
