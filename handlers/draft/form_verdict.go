package draft

import (
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	draftpage "green500/templates/draft"
	"green500/templates/fields"
	"green500/validation"
	"green500/validation/power"
)

// Verdict answers with where a draft stands. It is graded first where the verdict is behind: a verdict
// is no change of the draft, it only follows one.
func (h *Handlers) Verdict(c echo.Context, entry store.EntryAccess) error {
	draft, err := h.Store.GradeDraft(c.Request().Context(), entry.ID)
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

// mostOthers is how many changes of others are listed, the newest.
const mostOthers = 10

// verdict says where a draft stands, and what others changed in it since a version.
func (h *Handlers) verdict(c echo.Context, draft store.Draft, since int64) (draftpage.Verdict, error) {
	v := draftpage.Verdict{ID: handlers.Text(draft.ID), Since: strconv.FormatInt(since, 10), Behind: draft.Behind(), Claimed: draft.ClaimedLevel, Saved: draft.UpdatedAt}
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
	user, _ := handlers.Viewer(c)
	for _, last := range draft.Fields {
		if last.At.Equal(draft.UpdatedAt) && last.ByID != user.ID {
			v.By = last.By
		}
	}
	changes, err := h.Store.FieldChanges(c.Request().Context(), draft.ID, since)
	v.Others = ofOthers(changes, user.ID)
	return v, err
}

// corrections are the input errors that keep something from being graded.
func corrections(inputErrors power.InputErrors) []draftpage.Step {
	var steps []draftpage.Step
	for _, inputError := range inputErrors {
		bare := *inputError
		bare.Field = "" // the page shows what the form calls it
		steps = append(steps, draftpage.Step{Text: bare.Error(), Path: inputError.Field})
	}
	return steps
}

// demanded is what the claimed level requires and is not met, worst first.
func demanded(report *validation.Report, values map[string]string) []draftpage.Step {
	var steps []draftpage.Step
	for _, p := range report.Points() {
		if !p.Warning() {
			steps = append(steps, draftpage.Step{Text: p.Message + " " + p.Remedy, Path: draftpage.RulePath(p.Rule, p.Message+" "+p.Need, values)})
		}
	}
	return steps
}

// levels is what each level above the granted one still needs.
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

// ofOthers are the newest changes that others made, each field once.
func ofOthers(changes []store.FieldChange, userID int64) []draftpage.OthersChange {
	var list []draftpage.OthersChange
	for _, change := range slices.Backward(changes) {
		told := slices.ContainsFunc(list, func(c draftpage.OthersChange) bool { return c.Path == change.Path })
		if change.ByID != userID && !told && len(list) < mostOthers {
			list = append(list, draftpage.OthersChange{Path: change.Path, Value: change.After, By: change.By, At: change.At})
		}
	}
	return list
}
