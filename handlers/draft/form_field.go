package draft

import (
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/database"
	"green500/store/drafts"
	"green500/store/submissions"
	draftpage "green500/templates/draft"
	"green500/templates/fields"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/power"
)

// SaveField keeps a field as it is typed, even if it cannot be read yet, unless somebody else changed it in the
// meantime.
func (h *Handlers) SaveField(c echo.Context, entry submissions.EntryAccess) error {
	if !entry.Owner {
		return database.ErrNotFound
	}
	path, was := c.FormValue("path"), c.FormValue("was")
	if !document.IsField(path) {
		return power.InputErrors{{Field: "path", Problem: "the document has no such field", Remedy: "reload the form"}}
	}
	seen, err := strconv.ParseInt(c.FormValue("revision"), 10, 64)
	if err != nil {
		seen = entry.Version // what the field held tells more
	}
	var held drafts.Draft
	f, known := fields.FieldOf(path)
	ofNodes := strings.HasPrefix(path, "node_sets[")
	if known && f.Kind == fields.KindTime || ofNodes { // others need not be read for it
		if held, err = h.Store.Drafts.Draft(c.Request().Context(), entry.ID); err != nil {
			return err
		}
	}
	zone := held.Values["run.timezone"]
	was = document.Tidy(path, was, zone)
	change := drafts.Change{Path: path, Was: &was, Value: document.Tidy(path, c.FormValue("value"), zone)}
	changes := []drafts.Change{change}
	if ofNodes {
		changes = allMeasured(held.Values, changes)
	}
	draft, conflicts, err := h.Store.Drafts.Edit(c.Request().Context(), entry.ID, handlers.User(c), seen, changes)
	state := draftpage.FieldState{Path: path, Now: true, Saved: h.Now().UTC()}
	wrong := handlers.FieldErrors(err)
	switch {
	case wrong != nil:
		state.Problem, state.Lost = wrong[path], true
	case err != nil:
		return err
	case len(conflicts) > 0:
		state.Conflict = new(fieldConflict(conflicts[0]))
	default:
		_, unread := document.FromFields(map[string]string{path: change.Value}) // the item may stand elsewhere now
		state.Problem = handlers.FieldErrors(unread)[path]
		if last, told := draft.Fields[path]; told {
			state.Saved = last.At
		}
		if err := announce(c, c.FormValue("value"), changes); err != nil {
			return err
		}
	}
	return h.Render(c, http.StatusOK, draftpage.FieldAnswer(state))
}

func announce(c echo.Context, typed string, kept []drafts.Change) error {
	saved := map[string]string{"path": kept[0].Path}
	if kept[0].Value != typed {
		saved["value"] = kept[0].Value // a number: what else is typed stays, and may be long
	}
	events := map[string]any{"field-saved": saved}
	for _, also := range kept[1:] {
		events["field-filled"] = map[string]string{"path": also.Path, "value": also.Value}
	}
	event, err := json.Marshal(events)
	c.Response().Header().Set("HX-Trigger", string(event))
	return err
}

// Verdict answers with where a draft stands, graded first if the verdict is behind.
func (h *Handlers) Verdict(c echo.Context, entry submissions.EntryAccess) error {
	draft, err := h.Store.Drafts.GradeDraft(c.Request().Context(), entry.ID)
	if err != nil {
		return err
	}
	since, err := strconv.ParseInt(c.QueryParam("since"), 10, 64)
	if err != nil {
		since = draft.Version
	}
	verdict, err := h.verdict(c, draft, since)
	if err != nil {
		return err
	}
	if stage, known := fields.StageNamed(c.QueryParam("stage")); known {
		page, err := h.stagePage(c, stage, shown{draft: draft, following: true})
		if err != nil {
			return err
		}
		page.Verdict = verdict
		return h.Render(c, http.StatusOK, draftpage.StageFollows(page))
	}
	return h.Render(c, http.StatusOK, draftpage.VerdictFragment(verdict))
}

const mostOthers = 10

func (h *Handlers) verdict(c echo.Context, draft drafts.Draft, since int64) (draftpage.Verdict, error) {
	v := draftpage.Verdict{ID: handlers.Text(draft.ID), Since: strconv.FormatInt(since, 10), Behind: draft.Behind(),
		Claimed: draft.ClaimedLevel, Saved: draft.UpdatedAt}
	report, inputErrors, err := draft.Revision.Verdict()
	if err != nil {
		return v, err
	}
	v.Next = corrections(placed(inputErrors, draft.Values))
	if report != nil {
		v.Graded, v.Claimed, v.Granted, v.Aspects = true, report.ClaimedLevel, report.GrantedLevel, report.Aspects
		v.Next = append(v.Next, demanded(report, draft.Values)...)
		v.Sentence = report.Sentence()
		v.Warnings = slices.DeleteFunc(report.Points(), func(p validation.Point) bool { return !p.Warning() })
		v.Levels = levels(report, draft.Values)
	}
	user := handlers.User(c)
	for _, last := range draft.Fields {
		if last.At.Equal(draft.UpdatedAt) && last.ByID != user.ID {
			v.By = last.By
		}
	}
	changes, err := h.Store.Drafts.FieldChanges(c.Request().Context(), draft.ID, since)
	v.Others = ofOthers(changes, user.ID)
	return v, err
}

func corrections(inputErrors power.InputErrors) []draftpage.Step {
	var steps []draftpage.Step
	for _, inputError := range inputErrors {
		bare := *inputError
		bare.Field = "" // the page shows what the form calls it
		steps = append(steps, draftpage.Step{Text: bare.Error(), Path: inputError.Field})
	}
	return steps
}

func demanded(report *validation.Report, values map[string]string) []draftpage.Step {
	var steps []draftpage.Step
	for _, p := range report.Points() {
		if !p.Warning() {
			steps = append(steps, draftpage.Step{Text: p.Message + " " + p.Remedy,
				Path: draftpage.RulePath(p.Rule, p.Message+" "+p.Need, values)})
		}
	}
	return steps
}

func levels(report *validation.Report, values map[string]string) []draftpage.LevelSteps {
	var all []draftpage.LevelSteps
	for _, level := range report.WayUp {
		needs := draftpage.LevelSteps{Level: level.Level}
		for _, need := range level.Needs {
			path := ""
			if len(need.Rules) > 0 {
				path = draftpage.RulePath(need.Rules[0], need.Text, values)
			}
			needs.Steps = append(needs.Steps, draftpage.Step{Text: need.Text + ".", Path: path})
		}
		all = append(all, needs)
	}
	return all
}

func ofOthers(changes []drafts.FieldChange, userID int64) []draftpage.OthersChange {
	var list []draftpage.OthersChange
	for _, change := range slices.Backward(changes) {
		told := slices.ContainsFunc(list, func(c draftpage.OthersChange) bool { return c.Path == change.Path })
		if change.ByID != userID && !told && len(list) < mostOthers {
			list = append(list,
				draftpage.OthersChange{Path: change.Path, Value: change.After, By: change.By, At: change.At})
		}
	}
	return list
}
