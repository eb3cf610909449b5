package draft

import (
	"cmp"
	"fmt"
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/drafts"
	"green500/store/submissions"
	draftpage "green500/templates/draft"
	"green500/validation/document"
	"green500/validation/review"
)

// YAML shows as text what can be read of the document.
func (h *Handlers) YAML(c echo.Context, _ submissions.EntryAccess, draft drafts.Draft) error {
	held, _ := document.FromFields(draft.Values) // what cannot be read stays in the form
	written, err := document.YAML(held)
	if err != nil {
		return err
	}
	return h.yaml(c, http.StatusOK, draft, string(written), nil)
}

func (h *Handlers) yaml(c echo.Context, status int, draft drafts.Draft, typed string, wrong []string) error {
	held, _ := document.FromFields(draft.Values) // only its title is shown
	page := draftpage.YAMLPage{
		Page: h.Page(c, handlers.Title(held)), ID: handlers.Text(draft.ID), State: draft.State,
		System: handlers.Title(held), Text: typed, Errors: wrong,
		Token: cmp.Or(c.FormValue("revision"), handlers.Text(draft.Version)),
	}
	page.Told = cmp.Or(c.FormValue("told"), page.Token)
	if status == http.StatusConflict {
		page.Told = handlers.Text(draft.Version) // the errors state what changed up to it
	}
	return h.Render(c, status, draftpage.YAML(page))
}

// SaveYAML keeps the document that was typed, whole or not at all.
func (h *Handlers) SaveYAML(c echo.Context, _ submissions.EntryAccess, draft drafts.Draft) error {
	typed := c.FormValue("document")
	parsed, _, err := document.Decode("", []byte(typed))
	if parsed == nil {
		return h.yaml(c, http.StatusUnprocessableEntity, draft, typed, strings.Split(err.Error(), "\n"))
	}
	seen, err := strconv.ParseInt(c.FormValue("revision"), 10, 64)
	if err != nil {
		return &review.Refusal{Sentence: "The form is incomplete. Reload the page and make the change again."}
	}
	told, err := strconv.ParseInt(c.FormValue("told"), 10, 64)
	if err != nil {
		told = seen
	}
	kept, conflicts, err := h.Store.Drafts.Replace(c.Request().Context(), draft.ID, handlers.User(c),
		seen, told, parsed)
	switch status, sentence := handlers.Outcome(err); {
	case err != nil && status < http.StatusInternalServerError:
		return h.yaml(c, status, draft, typed, strings.Split(sentence, "\n"))
	case err != nil:
		return err
	case len(conflicts) > 0:
		return h.yaml(c, http.StatusConflict, kept, typed, conflictSentences(conflicts))
	}
	if _, err := h.Store.Drafts.GradeDraft(c.Request().Context(), draft.ID); err != nil {
		return err
	}
	return h.Done(c, "/submissions/"+handlers.Text(draft.ID), "Saved.")
}

// conflictSentences state what was changed in the meantime; who saves the same text again knows it.
func conflictSentences(conflicts []drafts.Conflict) []string {
	sentences := []string{
		"Nothing was saved yet. Save again to overwrite these changes, which were made in the meantime:"}
	for _, one := range conflicts {
		who := cmp.Or(one.By, "Somebody")
		sentences = append(sentences, fmt.Sprintf("%s: %s changed this from %q to %q; your text says %q.", one.Path,
			who, one.Was, one.Theirs, one.Mine))
	}
	return sentences
}
