package draft

import (
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/database"
	"green500/store/drafts"
	"green500/store/submissions"
	"green500/templates"
	draftpage "green500/templates/draft"
	"green500/templates/fields"
	"green500/validation/document"
	"green500/validation/logs/contents"
	"green500/validation/power"
	"green500/validation/review"
)

type log struct {
	submissions.EntryAccess
	revision submissions.Revision
	held     *power.Entry // the document
	file     submissions.File
	at       int               // the first series of the document that reads the file; -1 if none does
	token    string            // of the revision that was looked at
	fields   map[string]string // as they were typed; nil if nothing was
	typed    power.Series      // all fields of the series, guesses too
	said     power.Series      // what a person says of it
	choice   contents.Choice
	wrong    templates.FieldErrors
	notice   string
}

// ShowLog shows what was understood of a file.
func (h *Handlers) ShowLog(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft) error {
	l, err := logOf(c, entry, draft)
	if err != nil {
		return err
	}
	if l.at >= 0 {
		l.said = reading(l.held.Series[l.at])
	} else if err := h.readAtOnce(c, l); err != nil {
		return err
	}
	return h.showLog(c, http.StatusOK, l)
}

func logOf(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft) (*log, error) {
	return logNamed(entry, draft, c.QueryParam("file"))
}

func logNamed(entry submissions.EntryAccess, draft drafts.Draft, name string) (*log, error) {
	revision := draft.Revision
	held, _ := document.FromFields(draft.Values) // what cannot be read yet stays in the form
	at := slices.IndexFunc(revision.Files, func(f submissions.File) bool { return f.Name == name })
	if at < 0 {
		return nil, database.ErrNotFound
	}
	reads := func(s power.Series) bool { return slices.Contains(s.Files(), name) }
	return &log{
		EntryAccess: entry, revision: revision, held: held, file: revision.Files[at],
		at: slices.IndexFunc(held.Series, reads), token: handlers.Text(entry.Version),
	}, nil
}

// ReadLog does what the button of the page says.
func (h *Handlers) ReadLog(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft) error {
	l, err := logOf(c, entry, draft)
	if err != nil {
		return err
	}
	upload, err := h.Upload.Receive(c)
	if err != nil {
		return err
	}
	if err := l.read(upload.Fields); err != nil {
		return err
	}
	action, argument, _ := strings.Cut(upload.Fields["action"], ":")
	switch another := l.another(); {
	case l.wrong != nil:
		return h.showLog(c, http.StatusUnprocessableEntity, l)
	case (action == "use" || action == "add") && !another:
		return h.useReading(c, l, action == "add")
	case action == "keep" && !another:
		return h.savePreset(c, l)
	case action == "preset":
		return h.readByPreset(c, l, argument)
	case action == "forget":
		return h.deletePreset(c, l, argument)
	case another && action != "look":
		l.notice = "These are other readings than those you saw, so nothing was done yet."
	}
	return h.showLog(c, http.StatusOK, l)
}

func (l *log) read(fields map[string]string) error {
	l.fields, l.token, l.choice = fields, fields["revision"], draftpage.ReadChoice(fields["proposal"])
	typed := maps.Clone(fields)
	maps.DeleteFunc(typed, func(path, _ string) bool {
		name, ofSeries := strings.CutPrefix(path, draftpage.FirstSeries)
		return !ofSeries || !draftpage.IsReadingField(name)
	})
	said := maps.Clone(typed)
	maps.DeleteFunc(said, func(path, value string) bool { return value == fields[draftpage.ShownPath(path)] })
	if l.another() {
		for _, name := range []string{"value", "quantity", "unit", "where", "counts", "wraps_at"} {
			delete(said, draftpage.FirstSeries+name)
		}
	}
	var err error
	if l.typed, err = oneSeries(typed); err != nil {
		if l.wrong = handlers.FieldErrors(err); l.wrong == nil {
			return err
		}
	}
	l.said, _ = oneSeries(said) // what is wrong with it is wrong with what was typed
	return nil
}

func (l *log) another() bool {
	shown, told := l.fields["shown"]
	return told && !reflect.DeepEqual(l.choice, draftpage.ReadChoice(shown))
}

func oneSeries(fields map[string]string) (power.Series, error) {
	entry, err := document.FromFields(fields)
	if entry == nil || len(entry.Series) == 0 {
		return power.Series{}, err
	}
	return entry.Series[0], err
}

func reading(s power.Series) power.Series {
	return power.Series(power.ImportSettings{}.Over(power.ImportSettings(s)))
}

// into is the series of the document that is to read the file so: of those that do the one of the same column, or the
// only one unless that is to stay; of the others one without a file. It is -1 if that takes a new one.
func (l *log) into(beside bool) int {
	var reads []int
	for i, s := range l.held.Series {
		switch {
		case beside || !slices.Contains(s.Files(), l.file.Name):
		case s.Value == l.typed.Value:
			return i
		default:
			reads = append(reads, i)
		}
	}
	if len(reads) == 1 {
		return reads[0]
	}
	return slices.IndexFunc(l.held.Series, func(s power.Series) bool { return s.File == "" })
}

func (h *Handlers) useReading(c echo.Context, l *log, beside bool) error {
	changed := *l.held
	changed.Series = slices.Clone(changed.Series)
	at := l.into(beside)
	if at < 0 {
		at = len(changed.Series)
		fresh := power.Series{}
		if l.at >= 0 {
			fresh.Meter = l.held.Series[l.at].Meter // a file is of one meter
		}
		changed.Series = append(changed.Series, fresh)
	}
	into := &changed.Series[at]
	kept := *into
	*into = l.typed
	into.File, into.Continued, into.Meter, into.Covers = kept.File, kept.Continued, kept.Meter, kept.Covers
	if into.File == "" {
		into.File = l.file.Name
	}
	if err := h.replaceReading(c, l, &changed); err != nil {
		status, sentence := handlers.Outcome(err)
		if status >= http.StatusInternalServerError {
			return err
		}
		l.wrong = templates.FieldErrors{"": sentence}
		return h.showLog(c, status, l)
	}
	return h.Done(c, fmt.Sprintf("/submissions/%d/edit#%s", l.ID, fields.ItemID("series", at)),
		l.file.Name+" is read so now.")
}

func (h *Handlers) replaceReading(c echo.Context, l *log, changed *power.Entry) error {
	seen, err := strconv.ParseInt(l.token, 10, 64)
	if err != nil {
		return &review.Refusal{Sentence: "The form is incomplete. Reload the page and make the change again."}
	}
	_, conflicts, err := h.Store.Drafts.Replace(c.Request().Context(), l.ID, handlers.User(c), seen, seen, changed)
	if err == nil && len(conflicts) > 0 {
		err = &review.Refusal{Sentence: others(conflicts) +
			" changed how this file is read in the meantime; reload the page to see the change."}
	}
	if err != nil {
		return err
	}
	_, err = h.Store.Drafts.GradeDraft(c.Request().Context(), l.ID)
	return err
}
