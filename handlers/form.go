package handlers

import (
	"fmt"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/store"
	"green500/templates"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/rules"
)

// own finds the entry of the address for its owner, while it may be changed.
func (h *Handlers) own(c echo.Context) (access, store.Revision, error) {
	entry, revision, err := h.revision(c)
	switch {
	case err != nil:
		return entry, revision, err
	case !entry.owner:
		return entry, revision, store.ErrNotFound
	case !entry.State.Open():
		return entry, revision, &review.Refusal{Sentence: fmt.Sprintf("An entry that is %s cannot be changed.", entry.State.Word())}
	}
	return entry, revision, nil
}

// Form shows the document as a form.
func (h *Handlers) Form(c echo.Context) error {
	entry, revision, err := h.own(c)
	if err != nil {
		return err
	}
	held, err := store.DecodeDocument(revision.Document)
	if err != nil {
		return err
	}
	_, troubles, err := revision.Verdict()
	if err != nil {
		return err
	}
	return h.form(c, http.StatusOK, entry, revision, document.Fields(held), fieldErrors(troubles.OrNil()))
}

func (h *Handlers) form(c echo.Context, status int, entry access, revision store.Revision, values map[string]string, wrong templates.FieldErrors) error {
	held, err := store.DecodeDocument(revision.Document)
	if err != nil {
		return err
	}
	editions, err := h.openEditions(c)
	if err != nil {
		return err
	}
	report, troubles, err := revision.Verdict()
	if err != nil {
		return err
	}
	page := templates.FormPage{
		Page: h.page(c, title(held)), ID: text(entry.ID), State: entry.State, Values: values, Errors: wrong, Editions: editions,
		Files: fileLinks("/submissions/"+text(entry.ID), held, revision.Files), Status: formStatus(entry, report, troubles), Token: strconv.FormatInt(entry.Version, 10),
	}
	return h.render(c, status, templates.Form(page))
}

// formStatus says where the entry stands and what to do next.
func formStatus(entry access, report *validation.Report, troubles power.InputErrors) templates.FormStatus {
	status := templates.FormStatus{Claimed: entry.ClaimedLevel, Saved: entry.UpdatedAt}
	for _, trouble := range troubles {
		bare := *trouble
		bare.Field = "" // the page shows what the form calls it
		status.Next = append(status.Next, templates.Step{Text: bare.Error(), Path: trouble.Field})
	}
	if report == nil {
		return status
	}
	status.Graded, status.Granted = true, report.GrantedLevel
	for _, f := range report.Findings {
		if f.Severity == rules.Must && f.Outcome.Open() && f.Asks(report.ClaimedLevel) {
			status.Next = append(status.Next, templates.Step{Text: f.Message + " " + f.Remedy})
		}
	}
	for _, level := range report.WayUp {
		if level.Level != report.GrantedLevel+1 || level.Level <= report.ClaimedLevel {
			continue // up to the claimed level the findings say it already
		}
		for _, need := range level.Needs {
			status.Missing = append(status.Missing, templates.Step{Text: need.Text})
		}
	}
	return status
}

// SaveForm does what the button of the form says; whatever it says, what was typed is kept.
func (h *Handlers) SaveForm(c echo.Context) error {
	entry, revision, err := h.own(c)
	if err != nil {
		return err
	}
	upload, err := h.receive(c)
	if err != nil {
		return err
	}
	action, argument, _ := strings.Cut(upload.Fields["action"], ":")
	token := upload.Fields["revision"]
	for _, other := range []string{"action", "revision"} {
		delete(upload.Fields, other)
	}
	if action == "remove" {
		removeItem(upload.Fields, argument)
	}
	files := merged(revision.Files, upload.Files)
	if action == "remove-file" {
		files = slices.DeleteFunc(files, func(f store.File) bool { return f.Name == argument })
	}
	typed, err := document.FromFields(upload.Fields)
	if wrong := fieldErrors(err); wrong != nil {
		return h.form(c, http.StatusUnprocessableEntity, entry, revision, upload.Fields, wrong)
	}
	saved, err := h.save(c, entry, token, typed, files)
	if err != nil {
		return h.unsaved(c, entry, revision, upload.Fields, err)
	}
	switch action {
	case "view":
		return c.Redirect(http.StatusSeeOther, "/submissions/"+text(entry.ID))
	case "add":
		return h.withItem(c, saved, typed, argument)
	}
	return h.done(c, "/submissions/"+text(entry.ID)+"/edit", "Saved.")
}

// save keeps a document with its files as the draft.
func (h *Handlers) save(c echo.Context, entry access, token string, document *power.Entry, files []store.File) (store.Entry, error) {
	version, err := strconv.ParseInt(token, 10, 64)
	if err != nil {
		return store.Entry{}, &review.Refusal{Sentence: "The form is not whole; reload the page and make the change again."}
	}
	if document.Edition != entry.Edition {
		return store.Entry{}, power.InputErrors{{Field: "edition", Problem: "the entry was started for " + entry.Edition, Remedy: "keep that, or start a submission for another edition"}}
	}
	snapshot, err := h.Store.Intake(c.Request().Context(), document, files)
	if err != nil {
		return store.Entry{}, err
	}
	user, _ := viewer(c)
	return h.Store.SaveDraft(c.Request().Context(), entry.ID, user, version, snapshot)
}

// unsaved shows the form again with what was typed where it could not be saved.
func (h *Handlers) unsaved(c echo.Context, entry access, revision store.Revision, values map[string]string, err error) error {
	status, sentence := outcome(err)
	if status >= http.StatusInternalServerError {
		return err
	}
	wrong := fieldErrors(err)
	if wrong == nil {
		wrong = templates.FieldErrors{"": sentence}
	}
	return h.form(c, status, entry, revision, values, wrong)
}

// withItem shows the saved form with one more item, which is kept once something is typed into it.
func (h *Handlers) withItem(c echo.Context, saved store.Entry, typed *power.Entry, group string) error {
	revision, err := h.Store.Revision(c.Request().Context(), saved.ID, 0)
	if err != nil {
		return err
	}
	values := document.Fields(typed)
	values[fmt.Sprintf("%s[%d].", group, items(values, group))] = ""
	return h.form(c, http.StatusOK, access{saved, true}, revision, values, nil)
}

// items counts the items of a group among the fields of a form.
func items(values map[string]string, group string) int {
	count := 0
	for path := range values {
		if i, ok := itemOf(path, group); ok {
			count = max(count, i+1)
		}
	}
	return count
}

var itemPath = regexp.MustCompile(`^([a-z_]+)\[(\d+)\](.*)$`)

func itemOf(path, group string) (int, bool) {
	parts := itemPath.FindStringSubmatch(path)
	if parts == nil || parts[1] != group {
		return 0, false
	}
	i, err := strconv.Atoi(parts[2])
	return i, err == nil
}

// removeItem takes "group:index" out of the fields and moves the items after it up.
func removeItem(values map[string]string, argument string) {
	group, index, _ := strings.Cut(argument, ":")
	removed, err := strconv.Atoi(index)
	if err != nil {
		return
	}
	for _, path := range slices.Sorted(maps.Keys(values)) {
		i, ok := itemOf(path, group)
		if ok && i == removed {
			delete(values, path)
		}
	}
	moved := map[string]string{}
	for path, value := range values {
		if i, ok := itemOf(path, group); ok && i > removed {
			delete(values, path)
			moved[fmt.Sprintf("%s[%d]%s", group, i-1, itemPath.FindStringSubmatch(path)[3])] = value
		}
	}
	maps.Copy(values, moved)
}

// merged puts uploaded files over those there are; a file of the same name takes the other's place.
func merged(held, more []store.File) []store.File {
	files := slices.Clone(held)
	for _, file := range more {
		files = slices.DeleteFunc(files, func(f store.File) bool { return f.Name == file.Name })
		files = append(files, file)
	}
	return files
}
