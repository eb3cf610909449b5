package draft

import (
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/handlers/upload"
	"green500/store/drafts"
	"green500/store/submissions"
	"green500/templates"
	draftpage "green500/templates/draft"
	"green500/templates/fields"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/review"
)

// Form shows the document as a form, with all that was typed.
func (h *Handlers) Form(c echo.Context, _ submissions.EntryAccess, draft drafts.Draft) error {
	return h.form(c, http.StatusOK, shown{draft: draft})
}

type shown struct {
	draft     drafts.Draft
	conflicts []drafts.Conflict
	lost      map[string]string // what was typed and cannot be kept, by path
	wrong     templates.FieldErrors
	added     string // the group that gets one more item, or empty
	refused   string // why it was not submitted
	following bool   // the page is open already: what it offers stays
}

func (h *Handlers) form(c echo.Context, status int, s shown) error {
	page, err := h.formPage(c, s)
	if err != nil {
		return err
	}
	return h.Render(c, status, draftpage.Form(page))
}

func (h *Handlers) formPage(c echo.Context, s shown) (draftpage.FormPage, error) {
	var page draftpage.FormPage
	editions, err := h.OpenEditions(c)
	if err != nil {
		return page, err
	}
	verdict, err := h.verdict(c, s.draft, s.draft.Version)
	if err != nil {
		return page, err
	}
	timing, err := h.Timing(c.Request().Context(), s.draft.Entry)
	if err != nil {
		return page, err
	}
	wrong, err := draftErrors(s.draft)
	if err != nil {
		return page, err
	}
	maps.Copy(wrong, s.wrong)
	held, _ := document.FromFields(s.draft.Values) // what cannot be read is told with the errors
	values, conflicts := s.values()
	panel, err := h.Upload.UploadPanel(c, submissions.EntryAccess{Entry: s.draft.Entry,
		Reader: review.Reader{Party: review.Party{Role: handlers.Role(c), Owner: true}}})
	if err != nil {
		return page, err
	}
	if panel != nil {
		panel.Within = true
	}
	questions, err := h.Review.QuestionsOfDraft(c, s.draft)
	if err != nil {
		return page, err
	}
	return draftpage.FormPage{Uploads: panel, Questions: questions,
		Page: h.Page(c, handlers.Title(held)), ID: handlers.Text(s.draft.ID), State: s.draft.State, Values: values,
		Errors: wrong, Editions: handlers.EditionNames(editions), Timing: timing,
		Conflicts: conflicts, States: h.states(c, s.draft), Verdict: verdict, Token: handlers.Text(s.draft.Version),
		Today: h.today(),
		Files: handlers.FileLinks("/submissions/"+handlers.Text(s.draft.ID), held, s.draft.Revision.Files),
	}, nil
}

func (s shown) values() (map[string]string, map[string]draftpage.FieldConflict) {
	values, conflicts := maps.Clone(s.draft.Values), map[string]draftpage.FieldConflict{}
	maps.Copy(values, s.lost)
	for _, one := range s.conflicts {
		if one.Fate == drafts.ItemStays { // else there is no place for it
			values[one.Now] = one.Mine
			conflicts[one.Now] = fieldConflict(one)
		}
	}
	if s.added != "" {
		values[fmt.Sprintf("%s[%d].", s.added, fields.Count(s.added, values))] = ""
	}
	return values, conflicts
}

func fieldConflict(c drafts.Conflict) draftpage.FieldConflict {
	return draftpage.FieldConflict{Was: c.Was, Mine: c.Mine, Theirs: c.Theirs, By: c.By, At: c.At,
		Removed: c.Fate == drafts.ItemRemoved, Added: c.Fate == drafts.ItemAdded}
}

// draftErrors are the sentences at the fields: what cannot be read, and what the verdict says if it
// knows the last changes. That a field is still empty is no error of people who have not come to it yet: the
// verdict tells it as something to do.
func draftErrors(draft drafts.Draft) (templates.FieldErrors, error) {
	wrong := templates.FieldErrors{}
	if _, err := document.FromFields(draft.Values); err != nil {
		maps.Copy(wrong, handlers.FieldErrors(err))
	}
	_, inputErrors, err := draft.Revision.Verdict()
	if err == nil && !draft.Behind() {
		maps.Copy(wrong, handlers.FieldErrors(placed(inputErrors, draft.Values).OrNil()))
	}
	maps.DeleteFunc(wrong, func(path, _ string) bool {
		s, ofSection := fields.SectionOf(path)
		empty := ofSection && path == s.Group && fields.Count(path, draft.Values) == 0
		return empty || draft.Values[path] == "" && document.IsField(path)
	})
	return wrong, err
}

func placed(inputErrors power.InputErrors, values map[string]string) power.InputErrors {
	for _, one := range inputErrors {
		if one.File == "" || fields.StageOf(one.Field).ID != fields.CheckStage {
			continue
		}
		for _, path := range slices.Backward(slices.Sorted(maps.Keys(values))) {
			if f, _ := fields.FieldOf(path); f.Kind == fields.KindFile && values[path] == one.File {
				one.Field = path
			}
		}
	}
	return inputErrors
}

func (h *Handlers) states(c echo.Context, draft drafts.Draft) map[string]draftpage.FieldState {
	states := make(map[string]draftpage.FieldState, len(draft.Fields))
	for path, last := range draft.Fields {
		state := draftpage.FieldState{Saved: last.At}
		if last.ByID != handlers.User(c).ID {
			state.By = last.By
		}
		states[path] = state
	}
	return states
}

type posted struct {
	*upload.Form
	action, argument string
	seen             int64
	changes          []drafts.Change
	zone             string // of the run

	overtaken []string // choices that are not kept, because somebody said something else since the page was drawn
}

// The fields of the form that are not in the document begin so.
const (
	wasField    = "was:"    // what a field held before it was typed into
	theirsField = "theirs:" // what somebody else put there, as the person saw it
	shownField  = "shown:"  // what a choice on a stage was when the page was drawn
)

func besides(name string) bool {
	switch prefix, _, prefixed := strings.Cut(name, ":"); name {
	case "action", "revision", "declared", "shown-revision", "shown-state":
		return true
	default:
		return prefixed && slices.Contains([]string{"was", "theirs", "cover", "treatment", "explain", "cover-all",
			"group", "together", "unit-choice", "zone-choice", "shown"}, prefix)
	}
}

func (h *Handlers) posted(c echo.Context, draft drafts.Draft) (*posted, error) {
	sent, err := h.Upload.Receive(c)
	if err != nil {
		return nil, err
	}
	p := &posted{Form: sent, zone: draft.Values["run.timezone"]}
	if p.seen, err = strconv.ParseInt(sent.Fields["revision"], 10, 64); err != nil {
		return nil, &review.Refusal{Sentence: "The form is incomplete. Reload the page and make the change again."}
	}
	p.action, p.argument, _ = strings.Cut(sent.Fields["action"], ":")
	for _, name := range slices.Sorted(maps.Keys(sent.Fields)) {
		if !document.IsField(name) && besides(name) {
			continue
		}
		if change, kept := p.change(name); kept {
			p.changes = append(p.changes, change)
		}
	}
	return p, nil
}

// change is what was typed into a field; it is none if the person takes what somebody else typed.
func (p *posted) change(path string) (change drafts.Change, kept bool) {
	change = drafts.Change{Path: path, Value: document.Tidy(path, p.Fields[path], p.zone)}
	if was, told := p.Fields[wasField+path]; told {
		was = document.Tidy(path, was, p.zone)
		change.Was = &was
	}
	settled := p.argument == path
	if theirs, told := p.Fields[theirsField+path]; told && settled && p.action == "keep" {
		change.Was = &theirs
	}
	return change, !settled || p.action != "take"
}

// SaveForm does what the button of the form says; whatever it says, what was typed is kept.
func (h *Handlers) SaveForm(c echo.Context, entry submissions.EntryAccess, before drafts.Draft) error {
	sent, err := h.posted(c, before)
	if err != nil {
		return err
	}
	draft, s, err := h.save(c, entry, sent)
	if err != nil {
		return err
	}
	if s.unsettled() {
		return h.form(c, s.status, s.shown)
	}
	switch sent.action {
	case "view":
		return c.Redirect(http.StatusSeeOther, "/submissions/"+handlers.Text(entry.ID))
	case "add":
		return h.form(c, http.StatusOK, shown{draft: s.draft, added: sent.argument})
	}
	_, unread := document.FromFields(draft.Values)
	return h.Done(c, "/submissions/"+handlers.Text(entry.ID)+"/edit", savedSentence(unread))
}

type saved struct {
	shown
	status int // of the answer that shows it
}

func (s saved) unsettled() bool { return s.status != http.StatusOK }

// save keeps what was sent; what a person can do something about is no error.
func (h *Handlers) save(c echo.Context, entry submissions.EntryAccess, sent *posted) (drafts.Draft, saved, error) {
	draft, conflicts, wrong := h.keepPosted(c, entry, sent)
	if status, _ := handlers.Outcome(wrong); wrong != nil && status >= http.StatusInternalServerError {
		return draft, saved{}, wrong
	}
	if err := h.changeFiles(c, entry, sent); err != nil {
		wrong = errors.Join(wrong, err)
	}
	graded, err := h.Store.Drafts.GradeDraft(c.Request().Context(), entry.ID)
	if err != nil {
		return draft, saved{}, err
	}
	s := saved{shown: shown{draft: graded, conflicts: conflicts}, status: http.StatusOK}
	if len(conflicts) > 0 || wrong != nil {
		err = s.unsettle(sent, wrong)
	}
	return draft, s, err
}

func savedSentence(unread error) string {
	var inputErrors power.InputErrors
	if !errors.As(unread, &inputErrors) {
		return "Saved."
	}
	if len(inputErrors) == 1 {
		return "Saved. One field cannot be read yet."
	}
	return fmt.Sprintf("Saved. %d fields cannot be read yet.", len(inputErrors))
}

func (h *Handlers) keepPosted(c echo.Context, entry submissions.EntryAccess,
	sent *posted) (drafts.Draft, []drafts.Conflict, error) {
	user := handlers.User(c)
	group, number, _ := strings.Cut(sent.argument, ":")
	if index, err := strconv.Atoi(number); sent.action == "remove" && err == nil {
		return h.Store.Drafts.RemoveItem(c.Request().Context(), entry.ID, user, sent.seen, sent.changes, group, index)
	}
	return h.Store.Drafts.Edit(c.Request().Context(), entry.ID, user, sent.seen, sent.changes)
}

func (h *Handlers) changeFiles(c echo.Context, entry submissions.EntryAccess, sent *posted) error {
	user := handlers.User(c)
	var err error
	if len(sent.Files()) > 0 {
		err = h.Store.Uploads.RefuseDelivery(c.Request().Context(), user, &sent.Delivery, h.Quota)
	}
	if len(sent.Files()) > 0 && err == nil {
		_, err = h.Store.Uploads.AttachDelivery(c.Request().Context(), entry.ID, user, &sent.Delivery,
			h.Address.String())
	}
	if sent.action == "remove-file" && err == nil {
		_, err = h.Store.Drafts.Detach(c.Request().Context(), entry.ID, user, sent.argument)
	}
	return err
}

func (s *saved) unsettle(sent *posted, wrong error) error {
	sentence := conflictSentence(s.conflicts)
	s.status = http.StatusConflict
	if wrong != nil {
		if s.status, sentence = handlers.Outcome(wrong); s.status >= http.StatusInternalServerError {
			return wrong
		}
	}
	s.wrong, s.lost = handlers.FieldErrors(wrong), map[string]string{}
	for path := range s.wrong {
		if typed, sent := sent.Fields[path]; sent {
			s.lost[path] = typed
		}
	}
	if s.wrong == nil {
		s.wrong = templates.FieldErrors{"": sentence}
	}
	return nil
}

func conflictSentence(conflicts []drafts.Conflict) string {
	var sentences, homeless []string
	for _, one := range conflicts {
		if one.Fate != drafts.ItemStays {
			homeless = append(homeless,
				fmt.Sprintf("%s. Not saved: %s.", draftpage.ItemFate(one.Path, fieldConflict(one)), one.Mine))
		}
	}
	if len(homeless) < len(conflicts) {
		sentences = append(sentences, others(conflicts)+" changed fields that you changed too; "+
			"nothing of theirs was overwritten. Choose at each of them what stays.")
	}
	return strings.Join(append(sentences, homeless...), " ")
}

func others(conflicts []drafts.Conflict) string {
	var names []string
	for _, one := range conflicts {
		if one.By != "" && !slices.Contains(names, one.By) {
			names = append(names, one.By)
		}
	}
	if len(names) == 0 {
		return "Somebody"
	}
	return strings.Join(names, " and ")
}
