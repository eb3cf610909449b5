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

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	draftpage "green500/templates/draft"
	"green500/validation/power"
	"green500/validation/survey"
	"green500/validation/tracefile"
)

// presets are those that the current user may read by: their own, then those of their sites.
func (h *Handlers) presets(c echo.Context) ([]store.Preset, error) {
	user, _ := handlers.Viewer(c)
	return h.Store.Presets(c.Request().Context(), user)
}

// offered are the presets, those for such files first, and the sites that another may be saved for.
func (h *Handlers) offered(c echo.Context, s *survey.Survey) ([]draftpage.Preset, []string, error) {
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

// signature is the same for logs of the same format with the same columns.
func signature(u *tracefile.Understanding) (string, error) {
	preset := tracefile.NewPreset("", u, &power.Series{})
	written, err := json.Marshal([]any{preset.Format, preset.Columns})
	sum := sha256.Sum256(written)
	return hex.EncodeToString(sum[:]), err
}

// readAtOnce reads the file by the first preset that is for such files.
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
	at := slices.IndexFunc(all, func(r store.Preset) bool { return r.Signature == form })
	if at < 0 {
		return nil
	}
	return l.readBy(all[at])
}

// readBy applies a preset to the file; what is typed beside gives way, but for the clock's origin.
func (l *log) readBy(kept store.Preset) error {
	var preset tracefile.Preset
	if err := json.Unmarshal([]byte(kept.Text), &preset); err != nil {
		return fmt.Errorf("read preset %d: %w", kept.ID, err)
	}
	origin := l.said.Origin
	l.said, l.choice, l.fields = power.Series{}, survey.Choice{}, nil
	preset.Apply(&l.said)
	l.said.Origin = origin
	l.notice = "The preset " + kept.Name + " is applied."
	return nil
}

// preset finds the preset of a button.
func (h *Handlers) preset(c echo.Context, argument string) (store.Preset, error) {
	number, err := strconv.ParseInt(argument, 10, 64)
	if err != nil {
		return store.Preset{}, store.ErrNotFound
	}
	all, err := h.presets(c)
	if err != nil {
		return store.Preset{}, err
	}
	at := slices.IndexFunc(all, func(r store.Preset) bool { return r.ID == number })
	if at < 0 {
		return store.Preset{}, store.ErrNotFound
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
	user, _ := handlers.Viewer(c)
	if err := h.Store.DeletePreset(c.Request().Context(), user, kept.ID); err != nil {
		return err
	}
	l.notice = "The preset " + kept.Name + " was deleted."
	return h.showLog(c, http.StatusOK, l)
}

// savePreset keeps how the file is read, where it can be read so.
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

// addPreset saves a preset of what was read. Its columns are in the signature.
func (h *Handlers) addPreset(c echo.Context, fields map[string]string, s *survey.Survey) error {
	form, err := signature(s.Understanding)
	if err != nil {
		return err
	}
	preset := tracefile.NewPreset(fields["name"], s.Understanding, &s.Series)
	preset.Columns = nil
	written, err := json.Marshal(preset)
	if err != nil {
		return err
	}
	user, _ := handlers.Viewer(c)
	_, err = h.Store.AddPreset(c.Request().Context(), user, store.Preset{Site: fields["site"], Name: fields["name"], Signature: form, Text: string(written)})
	return err
}
