package handlers

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation/canonical"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/tracefile"
)

// log is a file of an entry while it is looked at.
type log struct {
	access
	revision store.Revision
	held     *power.Entry // the document
	file     store.File
	at       int // the series of the document that reads the file; -1 where none does
	fields   map[string]string
	typed    power.Series // what the person says of it
	wrong    templates.FieldErrors
}

// Log shows what was understood of a file.
func (h *Handlers) Log(c echo.Context) error {
	l, err := h.log(c, c.QueryParam("file"))
	if err != nil {
		return err
	}
	if l.at >= 0 {
		l.typed = l.held.Series[l.at]
	}
	return h.showLog(c, http.StatusOK, l)
}

// log finds the file of an entry for its owner.
func (h *Handlers) log(c echo.Context, name string) (*log, error) {
	entry, revision, err := h.own(c)
	if err != nil {
		return nil, err
	}
	held, err := store.DecodeDocument(revision.Document)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(revision.Files, func(f store.File) bool { return f.Name == name })
	if at < 0 {
		return nil, store.ErrNotFound
	}
	reads := func(s power.Series) bool { return slices.Contains(s.Files(), name) }
	return &log{access: entry, revision: revision, held: held, file: revision.Files[at], at: slices.IndexFunc(held.Series, reads)}, nil
}

// ReadLog does what the button of the page says.
func (h *Handlers) ReadLog(c echo.Context) error {
	upload, err := h.receive(c)
	if err != nil {
		return err
	}
	l, err := h.log(c, upload.Fields["file"])
	if err != nil {
		return err
	}
	if err := l.read(upload.Fields); err != nil {
		return err
	}
	action, argument, _ := strings.Cut(upload.Fields["action"], ":")
	do := map[string]func(echo.Context, *log, string) error{"use": h.useReading, "keep": h.keepRecipe, "recipe": h.readByRecipe, "forget": h.forgetRecipe}[action]
	if do == nil || l.wrong != nil {
		return h.showLog(c, l.status(), l)
	}
	return do(c, l, argument)
}

// firstSeries begins the path of the fields of the one series of the page.
const firstSeries = "series[0]."

// read takes the fields of the series that was typed.
func (l *log) read(fields map[string]string) error {
	l.fields = fields
	ofSeries := maps.Clone(fields)
	maps.DeleteFunc(ofSeries, func(path, _ string) bool { return !strings.HasPrefix(path, firstSeries) })
	typed, err := document.FromFields(ofSeries)
	if l.wrong = fieldErrors(err); err != nil && l.wrong == nil {
		return err
	}
	if len(typed.Series) > 0 {
		l.typed = typed.Series[0]
	}
	return nil
}

func (l *log) status() int {
	if l.wrong != nil {
		return http.StatusUnprocessableEntity
	}
	return http.StatusOK
}

// useReading makes the document read the file so.
func (h *Handlers) useReading(c echo.Context, l *log, _ string) error {
	changed := *l.held
	changed.Series = slices.Clone(changed.Series)
	if l.at < 0 {
		l.at = len(changed.Series)
		changed.Series = append(changed.Series, power.Series{File: l.file.Name})
	}
	into := &changed.Series[l.at]
	kept := *into
	*into = l.typed
	into.File, into.Continued, into.Meter, into.Covers = kept.File, kept.Continued, kept.Meter, kept.Covers
	if _, err := h.save(c, l.access, l.fields["revision"], &changed, l.revision.Files); err != nil {
		status, sentence := outcome(err)
		if status >= http.StatusInternalServerError {
			return err
		}
		l.wrong = templates.FieldErrors{"": sentence}
		return h.showLog(c, status, l)
	}
	return h.done(c, fmt.Sprintf("/submissions/%d/edit#%s", l.ID, templates.ItemID("series", l.at)), "The file is read so now.")
}
