package submission

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/submissions"
	"green500/templates/chart"
	submissionpage "green500/templates/submission"
	"green500/validation"
	"green500/validation/lab/model"
	"green500/validation/lab/study"
	"green500/validation/power"
)

// slowerParameter names by how much a variant may be slower, in percent.
const slowerParameter = "slower"

const primitiveParameter = "primitive"

// Study shows what the settings of a run do.
func (h *Handlers) Study(c echo.Context, entry submissions.EntryAccess, shown submissions.Revision) error {
	page, err := h.studyPage(c, entry, shown)
	if err != nil {
		return err
	}
	status := http.StatusOK
	if page.Errors != nil {
		status = http.StatusUnprocessableEntity
	}
	return h.Render(c, status, submissionpage.Study(page))
}

// StudyFile answers with the figures of that page in a format.
func (h *Handlers) StudyFile(
	format string) func(c echo.Context, entry submissions.EntryAccess, shown submissions.Revision) error {
	return func(c echo.Context, entry submissions.EntryAccess, shown submissions.Revision) error {
		return h.FigureFile(func(c echo.Context) ([]chart.Figure, bool, error) {
			page, err := h.studyPage(c, entry, shown)
			return page.Figures, false, err
		}, format)(c)
	}
}

func (h *Handlers) studyPage(c echo.Context, access submissions.EntryAccess, revision submissions.Revision) (
	submissionpage.StudyPage, error) {
	var page submissionpage.StudyPage
	entry, err := submissions.DecodeDocument(revision.Document)
	if err != nil {
		return page, err
	}
	report, _, err := revision.Verdict()
	if err != nil {
		return page, err
	}
	page = submissionpage.StudyPage{Page: h.Page(c, submissionpage.StudyTitle(entry)),
		Base: handlers.EntryBase(c) + handlers.Text(access.ID), Entry: entry, Facts: studyFacts(report)}
	if access.Owner && access.State.Open() {
		page.Edit = "/submissions/" + handlers.Text(access.ID) + "/edit#study"
	}
	bound, inputError := slowerAsked(c)
	if inputError != nil {
		page.Errors = handlers.FieldErrors(inputError)
	}
	page.Parts = study.ByPrimitive(entry.Study, func([]power.StudyRun) study.Facts { return page.Facts }, bound)
	page.Primitive = c.QueryParam(primitiveParameter)
	if len(page.Parts) > 0 {
		shown := max(0, slices.IndexFunc(page.Parts, func(p study.Part) bool { return p.Primitive == page.Primitive }))
		page.Primitive, page.Study = page.Parts[shown].Primitive, page.Parts[shown].Study
	}
	page.Bound = cmp.Or(c.QueryParam(slowerParameter), strconv.FormatFloat(100*bound, 'f', -1, 64))
	query := url.Values{}
	if page.Revision = c.QueryParam("revision"); page.Revision != "" {
		query.Set("revision", page.Revision)
	}
	if len(page.Parts) > 1 {
		query.Set(primitiveParameter, page.Primitive)
	}
	page.Figures = handlers.Addressed(studyFigures(page.Study), page.Base+"/study.json", page.Base+"/study.csv", query)
	return page, nil
}

func studyFacts(report *validation.Report) study.Facts {
	var facts study.Facts
	if report == nil {
		return facts
	}
	value := func(n *validation.Number) float64 {
		if n == nil {
			return 0
		}
		return n.Value
	}
	n := report.Numbers
	return study.Facts{Idle: power.Watts(value(n.Idle)), Loaded: power.Watts(value(n.CoreAverage)),
		Rmax: power.GFlops(value(n.Rmax)), PerWatt: value(n.Efficiency)}
}

// slowerAsked reads by how much a variant may be slower, as a fraction; if it can't be read it is the usual bound.
func slowerAsked(c echo.Context) (float64, error) {
	said := c.QueryParam(slowerParameter)
	if said == "" {
		return model.UsualBound, nil
	}
	const most = 1000
	slower, err := strconv.ParseFloat(said, 64)
	if err != nil || !(slower >= 0 && slower <= most) {
		return model.UsualBound, &power.InputError{Field: slowerParameter, Problem: strconv.Quote(said) +
			" is not a part in percent", Remedy: "write a number from 0 to " + strconv.Itoa(most)}
	}
	return slower / 100, nil
}
