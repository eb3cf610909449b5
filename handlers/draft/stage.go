package draft

import (
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/database"
	"green500/store/drafts"
	"green500/store/reviews"
	"green500/store/submissions"
	"green500/templates"
	draftpage "green500/templates/draft"
	"green500/templates/fields"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/review"
)

// Stage shows one page of the way from files to a submission.
func (h *Handlers) Stage(c echo.Context, entry submissions.EntryAccess, _ drafts.Draft) error {
	stage, known := fields.StageNamed(c.Param("stage"))
	if !known {
		return database.ErrNotFound
	}
	return h.showStage(c, entry, stage)
}

// FilesOfDraft shows the page of files, or the card of one of them.
func (h *Handlers) FilesOfDraft(c echo.Context, entry submissions.EntryAccess, _ drafts.Draft) error {
	stage, _ := fields.StageNamed(fields.FilesStage)
	return h.showStage(c, entry, stage)
}

func (h *Handlers) showStage(c echo.Context, entry submissions.EntryAccess, stage fields.Stage) error {
	draft, err := h.Store.Drafts.GradeDraft(c.Request().Context(), entry.ID)
	if err != nil {
		return err
	}
	return h.stage(c, entry, http.StatusOK, stage, shown{draft: draft})
}

func (h *Handlers) stage(c echo.Context, entry submissions.EntryAccess, status int, stage fields.Stage, s shown) error {
	page, err := h.stagePage(c, stage, s)
	if err != nil {
		return err
	}
	if stage.ID == fields.FilesStage {
		if page.Cards, err = h.cards(c, entry, s.draft); err != nil {
			return err
		}
		page.Alike = alike(page.Cards)
		if number := c.QueryParam("card"); number != "" && len(page.Cards) == 1 {
			return h.Render(c, status, draftpage.FileCardAlone(page, number))
		}
	}
	return h.Render(c, status, draftpage.StageOfDraft(page))
}

func (h *Handlers) stagePage(c echo.Context, stage fields.Stage, s shown) (draftpage.StagePage, error) {
	form, err := h.formPage(c, s)
	if err != nil {
		return draftpage.StagePage{}, err
	}
	page := draftpage.StagePage{FormPage: form, Stage: stage, Refused: s.wrong}
	page.Move = draftpage.Submitting{Revision: handlers.Text(int64(s.draft.Revision.Number)),
		State: string(s.draft.State), Wrong: s.refused}
	revision, err := h.revisionOf(c, s.draft)
	if err != nil {
		return page, err
	}
	report, _, err := revision.Verdict()
	if report == nil || err != nil {
		return page, err
	}
	if !s.following {
		if page.Spans, err = h.spanOffers(c, stage, s.draft.Values, revision, report); err != nil {
			return page, err
		}
	}
	held, _ := document.FromFields(s.draft.Values)
	for _, point := range report.Points() {
		shown := draftpage.PointOf(point, s.draft.Values)
		if !about(stage, shown) || stage.ID != fields.CheckStage && !answered(shown, s.draft.Values) {
			continue
		}
		shown.Fix = fixOf(held, point, report)
		page.Points = append(page.Points, shown)
	}
	return page, nil
}

// about reports whether a point belongs on a stage: the last has all, that of files every warning about readings.
func about(stage fields.Stage, point draftpage.StagePoint) bool {
	switch stage.ID {
	case fields.CheckStage:
		return true
	case fields.FilesStage:
		return point.Warning() && aboutReadings(point.Path) || fields.StageOf(point.Path).ID == stage.ID
	}
	return point.Path != "" && fields.StageOf(point.Path).ID == stage.ID
}

// answered reports whether a point is about something that was answered: that a field is empty shows by itself.
func answered(point draftpage.StagePoint, values map[string]string) bool {
	return !document.IsField(point.Path) || values[point.Path] != ""
}

func aboutReadings(path string) bool {
	return slices.ContainsFunc([]string{"series", "run.", "node_sets", "left_out", "meters[].count"},
		func(begin string) bool { return strings.HasPrefix(path, begin) })
}

// revisionOf is the revision of a draft; one that lacks only names is graded with words in their place, to say early
// what does not fit.
func (h *Handlers) revisionOf(c echo.Context, draft drafts.Draft) (submissions.Revision, error) {
	entry, unread := document.FromFields(draft.Values)
	readable := unread == nil
	if len(draft.Revision.Report) > 0 || !readable {
		return draft.Revision, nil
	}
	named := document.Named(entry)
	if whole := document.Check(named) == nil; !whole {
		return draft.Revision, nil
	}
	return h.Store.Submissions.GradeAside(c.Request().Context(), draft.Revision, named)
}

// SaveStage does what the button of a page of the way says; whatever it says, what was typed is kept.
func (h *Handlers) SaveStage(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft) error {
	stage, known := fields.StageNamed(c.Param("stage"))
	if !known {
		return database.ErrNotFound
	}
	return h.saveStage(c, entry, draft, stage)
}

// SaveFiles is SaveStage for the page of files.
func (h *Handlers) SaveFiles(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft) error {
	stage, _ := fields.StageNamed(fields.FilesStage)
	return h.saveStage(c, entry, draft, stage)
}

func (h *Handlers) saveStage(c echo.Context, entry submissions.EntryAccess, before drafts.Draft,
	stage fields.Stage) error {
	sent, err := h.posted(c, before)
	if err != nil {
		return err
	}
	sent.answerCoverage(before.Values)
	sent.explain(before.Values)
	sent.changes = allMeasured(before.Values, sent.changes)
	draft, s, err := h.save(c, entry, sent)
	if err != nil {
		return err
	}
	if s.unsettled() {
		return h.stage(c, entry, s.status, stage, s.shown)
	}
	if s.draft, err = h.coverChosen(c, entry, s.draft, sent); err == nil {
		err = sent.refuseOvertaken()
	}
	if err != nil {
		return h.wrongStage(c, entry, stage, s.shown, err)
	}
	here := fields.StagePath(handlers.Text(entry.ID), stage.ID)
	switch sent.action {
	case "continue":
		if open, err := h.toConfirm(c, stage, s.shown); err != nil || len(open) > 0 {
			return h.confirmFirst(c, entry, stage, s.shown, open, err)
		}
		next := draftpage.NextStage(stage, draft.Values)
		return c.Redirect(http.StatusSeeOther, fields.StagePath(handlers.Text(entry.ID), next.ID))
	case "add":
		return h.stage(c, entry, http.StatusOK, stage, shown{draft: s.draft, added: sent.argument})
	case "submit":
		return h.submitStage(c, entry, stage, s.shown, sent)
	case "together":
		if err := h.coverTogether(c, entry, s.draft, sent); err != nil {
			return h.wrongStage(c, entry, stage, s.shown, err)
		}
	case "output", "unit", "zone", "range", "full-run":
		if err := h.fix(c, entry, s.draft, sent); err != nil {
			return h.wrongStage(c, entry, stage, s.shown, err)
		}
	}
	return c.Redirect(http.StatusSeeOther, here)
}

func (h *Handlers) wrongStage(c echo.Context, entry submissions.EntryAccess, stage fields.Stage, s shown,
	err error) error {
	code, sentence := handlers.Outcome(err)
	if code >= http.StatusInternalServerError {
		return err
	}
	s.wrong = handlers.FieldErrors(err)
	if s.wrong == nil {
		s.wrong = map[string]string{"": sentence}
	}
	return h.stage(c, entry, code, stage, s)
}

func (p *posted) chosen(name string) (value string, changed bool) {
	value = p.Fields[name]
	was, told := p.Fields[shownField+name]
	return value, !told || was != value
}

func (p *posted) overtakes(name, held, chosen string) bool {
	was, told := p.Fields[shownField+name]
	return told && held != was && held != chosen
}

func (p *posted) refuseOvertaken() error {
	if len(p.overtaken) == 0 {
		return nil
	}
	return &review.Refusal{Sentence: "Changed on another page in the meantime: " + strings.Join(p.overtaken, ", ") +
		". The page shows what is said now; yours is not saved. Choose again if it is right."}
}

func (p *posted) answerCoverage(values map[string]string) {
	now := maps.Clone(values)
	for _, name := range slices.Sorted(maps.Keys(p.Fields)) {
		subsystem, answered := strings.CutPrefix(name, "treatment:")
		if !answered {
			continue
		}
		answer, changed := p.chosen(name)
		if !changed {
			continue
		}
		if p.overtakes(name, draftpage.CoverAnswer(values, subsystem), answer) {
			p.overtaken = append(p.overtaken, templates.Words(subsystem))
			continue
		}
		changes := draftpage.CoverChanges(now, subsystem, answer)
		for _, path := range slices.Sorted(maps.Keys(changes)) {
			was := values[path]
			now[path] = changes[path]
			p.changes = append(p.changes, drafts.Change{Path: path, Was: &was, Value: changes[path]})
		}
	}
}

func (p *posted) explain(values map[string]string) {
	count := fields.Count("explained", values)
	for _, name := range slices.Sorted(maps.Keys(p.Fields)) {
		rule, explains := strings.CutPrefix(name, "explain:")
		if !explains {
			continue
		}
		at := count
		for n := range count {
			if values[fields.ItemPath("explained[].rule", n)] == rule {
				at = n
			}
		}
		reason, was := strings.TrimSpace(p.Fields[name]), values[fields.ItemPath("explained[].reason", at)]
		if reason == was {
			continue
		}
		named := values[fields.ItemPath("explained[].rule", at)]
		if reason == "" {
			rule = "" // it is taken back
		}
		p.changes = append(p.changes,
			drafts.Change{Path: fields.ItemPath("explained[].rule", at), Was: &named, Value: rule})
		if at == count {
			count++
		}
		p.changes = append(p.changes,
			drafts.Change{Path: fields.ItemPath("explained[].reason", at), Was: &was, Value: reason})
	}
}

func (h *Handlers) toConfirm(c echo.Context, stage fields.Stage, s shown) ([]draftpage.StagePoint, error) {
	if stage.ID != fields.FilesStage {
		return nil, nil
	}
	page, err := h.stagePage(c, stage, s)
	return page.ToConfirm(), err
}

func (h *Handlers) confirmFirst(c echo.Context, entry submissions.EntryAccess, stage fields.Stage, s shown,
	open []draftpage.StagePoint, err error) error {
	if err != nil {
		return err
	}
	s.wrong = map[string]string{}
	for _, point := range open {
		s.wrong[draftpage.ExplainField(point.Rule)] = point.Message + " Correct it, or say why it is right."
	}
	return h.stage(c, entry, http.StatusUnprocessableEntity, stage, s)
}

func (h *Handlers) submitStage(c echo.Context, entry submissions.EntryAccess, stage fields.Stage, s shown,
	sent *posted) error {
	if sent.Fields["declared"] != "true" {
		s.refused = "Declare that the files and answers are complete and true, or go on later: everything is saved."
		return h.stage(c, entry, http.StatusUnprocessableEntity, stage, s)
	}
	seen, err := strconv.Atoi(sent.Fields["shown-revision"])
	if err != nil {
		return &review.Refusal{Sentence: "The form is incomplete. Reload the page and submit again."}
	}
	_, err = h.Store.Reviews.MoveSeen(c.Request().Context(), entry.ID, reviews.Seen{Revision: seen,
		State: review.State(sent.Fields["shown-state"])}, review.Submit, handlers.User(c), "")
	if err != nil {
		code, sentence := handlers.Outcome(err)
		if code >= http.StatusInternalServerError {
			return err
		}
		s.refused = sentence
		return h.stage(c, entry, code, stage, s)
	}
	return h.Done(c, "/submissions/"+handlers.Text(entry.ID)+"/submitted", "")
}

func allMeasured(values map[string]string, changes []drafts.Change) []drafts.Change {
	after := maps.Clone(values)
	for _, change := range changes {
		after[change.Path] = change.Value
	}
	for n := range fields.Count("node_sets", after) {
		nodes, measured := fields.ItemPath("node_sets[].nodes", n), fields.ItemPath("node_sets[].measured", n)
		ofAll := after[fields.ItemPath("node_sets[].selection_method", n)] == string(power.SelectAll)
		typed := after[measured] != "" && after[measured] != values[nodes]
		if !ofAll || typed || after[nodes] == "" || after[measured] == after[nodes] {
			continue
		}
		at := slices.IndexFunc(changes, func(c drafts.Change) bool { return c.Path == measured })
		if at < 0 {
			at, changes = len(changes), append(changes, drafts.Change{Path: measured, Was: new(values[measured])})
		}
		changes[at].Value = after[nodes]
	}
	return changes
}
