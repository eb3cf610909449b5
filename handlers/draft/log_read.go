package draft

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/database"
	"green500/store/sites"
	"green500/store/submissions"
	"green500/templates"
	draftpage "green500/templates/draft"
	"green500/validation/document"
	"green500/validation/logs/contents"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// told is what is said of the file. Its times are in the zone of the run if nothing else is said.
func (l *log) told() (contents.Settings, error) {
	told := contents.Settings{ImportSettings: power.ImportSettings(l.said), Choice: l.choice}
	if told.Timezone == "" {
		told.Timezone = l.held.Run.Timezone
	}
	var err error
	if told.Zone, err = document.Zone(told.Timezone); err != nil {
		err = &power.InputError{Field: "timezone", Problem: told.Timezone + " is not a time zone",
			Remedy: "write the IANA name, such as Europe/Berlin or UTC"}
	}
	return told, err
}

// blame puts errors of the file at the fields of the page; it reports whether it is that.
func (l *log) blame(err error) bool {
	inputErrors := inputErrorsIn(err)
	if len(inputErrors) == 0 {
		return false
	}
	l.wrong = templates.FieldErrors{}
	for _, t := range inputErrors {
		bare := *t
		path := ""
		if draftpage.IsReadingField(t.Field) {
			path, bare.Field = draftpage.FirstSeries+t.Field, ""
		}
		l.wrong[path] = bare.Error()
	}
	return true
}

func inputErrorsIn(err error) power.InputErrors {
	var one *power.InputError
	var inputErrors power.InputErrors
	if !errors.As(err, &inputErrors) && errors.As(err, &one) {
		inputErrors = power.InputErrors{one}
	}
	return inputErrors
}

// refuse says why the file is no log, with the field of the reason, since the page has none; it reports whether the
// file is to blame.
func (l *log) refuse(err error) bool {
	if !l.blame(err) {
		return false
	}
	var sentences []string
	for _, t := range inputErrorsIn(err) {
		sentences = append(sentences, t.Error())
	}
	l.wrong = templates.FieldErrors{"": strings.Join(sentences, " ")}
	return true
}

func (h *Handlers) openLog(c echo.Context, l *log) (in tracefile.Input, done func(), err error) {
	blob, err := h.Store.Blobs().Open(c.Request().Context(), l.file.Digest)
	if err != nil {
		return in, nil, err
	}
	// it was only read
	return tracefile.Input{Name: l.file.Name, Stream: blob, Ended: c.Request().Context().Err},
		func() { _ = blob.Close() }, nil
}

type coreOf struct {
	power.Span
	by   string
	open bool // its times have no zone that anybody told, and are taken as UTC

	zoneless bool // its times are those of an output that names no zone
}

func (h *Handlers) core(c echo.Context, l *log, s *contents.Survey) (coreOf, error) {
	report, _, err := l.revision.Verdict()
	run := l.held.Run
	switch {
	case err != nil:
		return coreOf{}, err
	case report != nil:
		return coreOf{Span: report.Spans.Core, by: "the verdict on the submission"}, nil
	case !run.CorePhase.IsZero():
		return coreOf{Span: run.CorePhase, by: "the document"}, nil
	}
	for _, f := range l.outputs() {
		if found, err := h.printedCore(c, l, s, f); err != nil || !found.IsZero() {
			return found, err
		}
	}
	return coreOf{}, nil
}

// If the document names no output, so many files of up to such a size are looked at.
const (
	mostOutputs   = 8
	largestOutput = 8 << 20
)

// outputs are the files that may be the output of HPL: the one that the document names, else those that it names for
// nothing.
func (l *log) outputs() []submissions.File {
	var files []submissions.File
	for _, f := range l.revision.Files {
		switch {
		case f.Name == l.held.Run.Output:
			return []submissions.File{f}
		case l.held.Run.Output == "" && handlers.Use(l.held, f.Name) == "" && f.Name != l.file.Name &&
			f.Size <= largestOutput && len(files) < mostOutputs:
			files = append(files, f)
		}
	}
	return files
}

func (h *Handlers) printedCore(c echo.Context, l *log, s *contents.Survey, f submissions.File) (coreOf, error) {
	core := coreOf{by: f.Name}
	run := l.held.Run
	zone, err := document.Zone(run.Timezone)
	switch {
	case err != nil:
		return core, unlessInput(err)
	case zone == nil && s.Series.Timezone != "":
		zone = s.Zone()
	case zone == nil:
		zone, core.open = time.UTC, true
	}
	blob, err := h.Store.Blobs().Open(c.Request().Context(), f.Digest)
	if err != nil {
		return core, err
	}
	defer func() { _ = blob.Close() }() // it was only read
	output, err := tracefile.ReadHPL(blob, f.Name)
	if err != nil {
		return core, unlessInput(err)
	}
	result, err := output.Pick(run.Result)
	if err != nil {
		return core, unlessInput(err)
	}
	core.zoneless = result.NeedsZone()
	core.open = core.open && core.zoneless
	core.Span, err = result.Core(zone)
	return core, unlessInput(err)
}

func unlessInput(err error) error {
	var one *power.InputError
	var many power.InputErrors
	if errors.As(err, &one) || errors.As(err, &many) {
		return nil
	}
	return err
}

func (h *Handlers) presets(c echo.Context) ([]sites.Preset, error) {
	return h.Store.Sites.Presets(c.Request().Context(), handlers.User(c))
}

func (h *Handlers) offered(c echo.Context, s *contents.Survey) ([]draftpage.Preset, []string, error) {
	all, err := h.presets(c)
	if err != nil {
		return nil, nil, err
	}
	sites, err := h.OwnSites(c)
	if err != nil {
		return nil, nil, err
	}
	form, err := signature(s.Understanding)
	if err != nil {
		return nil, nil, err
	}
	var fitting, others []draftpage.Preset
	for _, r := range all {
		one := draftpage.Preset{ID: handlers.Text(r.ID), Name: r.Name, Site: r.Site, Fits: r.Signature == form}
		if one.Fits {
			fitting = append(fitting, one)
		} else {
			others = append(others, one)
		}
	}
	var names []string
	for _, site := range sites {
		names = append(names, site.Name)
	}
	return append(fitting, others...), names, nil
}

func signature(u *tracefile.Understanding) (string, error) {
	preset := tracefile.NewPreset("", u, &power.Series{})
	written, err := json.Marshal([]any{preset.Format, preset.Columns})
	sum := sha256.Sum256(written)
	return hex.EncodeToString(sum[:]), err
}

func (h *Handlers) readAtOnce(c echo.Context, l *log) error {
	all, err := h.presets(c)
	if err != nil || len(all) == 0 {
		return err
	}
	in, done, err := h.openLog(c, l)
	if err != nil {
		return err
	}
	defer done()
	u, err := tracefile.Understand(in, tracefile.ImportSettings{}, nil, h.Store.Blobs().Scratch)
	if err != nil {
		return unlessInput(err) // the page says it
	}
	form, err := signature(u)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(all, func(r sites.Preset) bool { return r.Signature == form })
	if at < 0 {
		return nil
	}
	return l.readBy(all[at])
}

// readBy applies a preset to the file; what is typed beside gives way, but for the clock's origin.
func (l *log) readBy(kept sites.Preset) error {
	var preset tracefile.Preset
	if _, err := document.DecodeInto(kept.Name, []byte(kept.Text), &preset); err != nil {
		return fmt.Errorf("read preset %d: %w", kept.ID, err)
	}
	origin := l.said.Origin
	l.said, l.choice, l.fields = power.Series{}, contents.Choice{}, nil
	preset.Series.Apply(&l.said)
	l.said.Origin = origin
	l.notice = "The preset " + kept.Name + " is applied."
	return nil
}

func (h *Handlers) preset(c echo.Context, argument string) (sites.Preset, error) {
	number, err := strconv.ParseInt(argument, 10, 64)
	if err != nil {
		return sites.Preset{}, database.ErrNotFound
	}
	all, err := h.presets(c)
	if err != nil {
		return sites.Preset{}, err
	}
	at := slices.IndexFunc(all, func(r sites.Preset) bool { return r.ID == number })
	if at < 0 {
		return sites.Preset{}, database.ErrNotFound
	}
	return all[at], nil
}

func (h *Handlers) readByPreset(c echo.Context, l *log, argument string) error {
	kept, err := h.preset(c, argument)
	if err != nil {
		return err
	}
	if err := l.readBy(kept); err != nil {
		return err
	}
	return h.showLog(c, http.StatusOK, l)
}

func (h *Handlers) deletePreset(c echo.Context, l *log, argument string) error {
	kept, err := h.preset(c, argument)
	if err != nil {
		return err
	}
	if err := h.Store.Sites.DeletePreset(c.Request().Context(), handlers.User(c), kept.ID); err != nil {
		return err
	}
	l.notice = "The preset " + kept.Name + " was deleted."
	return h.showLog(c, http.StatusOK, l)
}

func (h *Handlers) savePreset(c echo.Context, l *log) error {
	s, err := h.survey(c, l)
	if err != nil {
		return err
	}
	if l.wrong != nil {
		return h.showSurvey(c, http.StatusUnprocessableEntity, l, s)
	}
	err = h.addPreset(c, l.fields, s)
	l.wrong = handlers.FieldErrors(err)
	switch {
	case err != nil && l.wrong == nil:
		return errors.Join(err, s.Close())
	case err == nil:
		l.notice = "The preset " + l.fields["name"] + " is saved."
		delete(l.fields, "name")
	}
	return h.showSurvey(c, http.StatusOK, l, s)
}

func (h *Handlers) addPreset(c echo.Context, fields map[string]string, s *contents.Survey) error {
	form, err := signature(s.Understanding)
	if err != nil {
		return err
	}
	preset := tracefile.NewPreset(fields["name"], s.Understanding, &s.Series)
	preset.Columns = nil
	written, err := document.Write(preset)
	if err != nil {
		return err
	}
	_, err = h.Store.Sites.AddPreset(c.Request().Context(), handlers.User(c),
		sites.Preset{Site: fields["site"], Name: fields["name"], Signature: form, Text: string(written)})
	return err
}
