package draft

import (
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/templates/chart"
	draftpage "green500/templates/draft"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/proposal"
	"green500/validation/forensics"
	"green500/validation/logs/contents"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

func (h *Handlers) showLog(c echo.Context, status int, l *log) error {
	s, err := h.survey(c, l)
	if err != nil {
		return err
	}
	return h.showSurvey(c, status, l, s)
}

func (h *Handlers) showSurvey(c echo.Context, status int, l *log, s *contents.Survey) error {
	if l.fields != nil && l.wrong != nil && status == http.StatusOK {
		status = http.StatusUnprocessableEntity
	}
	page := l.page()
	page.Page = h.Page(c, handlers.Title(l.held))
	if s == nil {
		return h.Render(c, status, draftpage.Log(page))
	}
	defer func() { _ = s.Close() }() // nothing was written
	if l.wrong == nil {              // else what was said stands as it is
		page.Values = document.Fields(&power.Entry{Series: []power.Series{s.Series}})
	}
	for _, other := range []string{"name", "site"} {
		page.Values[other] = l.fields[other]
	}
	page.Understanding, page.Chosen, page.Reasons = s.Understanding, contents.ChoiceOf(&s.Series), l.reasons(s)
	var err error
	if page.Presets, page.Sites, err = h.offered(c, s); err != nil {
		return err
	}
	if s.ReadError == nil {
		err = h.showReadings(c, l, &page, s)
	}
	if err != nil {
		return err
	}
	return h.Render(c, status, draftpage.Log(page))
}

func (l *log) reasons(s *contents.Survey) []tracefile.Reason {
	reasons := slices.Clone(s.Reasons)
	for i, r := range reasons {
		if r.Field == "timezone" && r.Value != "" && r.Value == l.held.Run.Timezone && l.said.Timezone == "" {
			reasons[i].Confidence, reasons[i].Why = tracefile.Likely,
				"It is that of the output; times with an offset keep it."
		}
	}
	return reasons
}

func (l *log) page() draftpage.LogPage {
	page := draftpage.LogPage{
		ID: handlers.Text(l.ID), State: l.State, System: handlers.Title(l.held), Token: l.token, File: l.file.Name,
		Errors: l.wrong, Notice: l.notice,
		Said: document.Fields(&power.Entry{Series: []power.Series{l.said}}), Values: map[string]string{},
	}
	for path, value := range page.Said {
		page.Values[path] = value
	}
	for path, value := range l.fields {
		page.Values[path] = value
	}
	if l.at >= 0 {
		page.Reads = "Series " + strconv.Itoa(l.at+1) + " of the document reads this file."
	}
	for _, f := range l.revision.Files {
		if draftpage.MayBeLog(handlers.Use(l.held, f.Name)) {
			page.Files = append(page.Files, f.Name)
		}
	}
	return page
}

// survey reads the file as is said or, if nothing is, as seems likeliest. If what is said can't be read by, it is put
// to the fields of the page, and the survey is one of the file as it is; nil if that is no log.
func (h *Handlers) survey(c echo.Context, l *log) (*contents.Survey, error) {
	if err := handlers.TakeTurn(c); err != nil {
		return nil, err
	}
	told, err := l.told()
	var s *contents.Survey
	if err == nil {
		s, err = h.surveyAs(c, l, told)
	}
	if !reflect.DeepEqual(told, contents.Settings{}) && l.blame(err) {
		s, err = h.surveyAs(c, l, contents.Settings{})
	}
	switch {
	case l.refuse(err):
		return nil, nil
	case err == nil:
		l.blame(s.ReadError)
	}
	return s, err
}

func (h *Handlers) surveyAs(c echo.Context, l *log, told contents.Settings) (*contents.Survey, error) {
	in, done, err := h.openLog(c, l)
	if err != nil {
		return nil, err
	}
	defer done()
	return contents.Read(in, told, h.Store.Blobs().Scratch)
}

func (h *Handlers) showReadings(c echo.Context, l *log, page *draftpage.LogPage, s *contents.Survey) error {
	few, rest := s.Notable(draftpage.MostInstruments)
	page.Count, page.Rest = len(s.Instruments), rest
	for _, one := range few {
		page.Instruments = append(page.Instruments,
			draftpage.Instrument{Name: one.Trace.Instrument, Said: s.Describe(one)})
	}
	for _, note := range s.Notes {
		page.LeftOut = append(page.LeftOut, note.String())
	}
	page.Together = s.DescribeTotal()
	stated, err := h.core(c, l, s)
	if err != nil {
		return err
	}
	spans := validation.Spans{Core: stated.Span}
	whole := s.Recorded
	if !stated.IsZero() {
		core := power.NewSpan(stated.Start.In(s.Zone()), stated.End.In(s.Zone()))
		spans.Core = core
		laid, near := s.MatchCore(core)
		page.Zones = l.zonesThatFit(stated, s, laid)
		page.Laid = append(page.Laid, fmt.Sprintf("The core phase is from %s to %s by %s.", s.Clock(core.Start.Time),
			s.Clock(core.End.Time), stated.by))
		page.Laid = append(page.Laid, s.Sentences(laid, near, contents.Remedies{Open: stated.open,
			Log: "Name the time zone of the file below.", Core: "Name the time zone of the output in the form."})...)
		if both := chart.Whole(whole, spans); both.Duration() <= mostBeside*whole.Duration() {
			whole = both
		}
	}
	curve := s.Curve(whole, handlers.DrawnSteps)
	for i := range curve.Lines {
		curve.Lines[i].Name = "power"
	}
	if curve.Steps() > 0 {
		page.Chart = &chart.Chart{Curve: curve, Whole: whole, Spans: spans, Zoneless: s.ZoneOpen}
	}
	return nil
}

// zonesThatFit are zones of the site's country with which a core phase of an output without a zone would fit the load.
func (l *log) zonesThatFit(stated coreOf, s *contents.Survey, laid forensics.CoreMatch) []string {
	if !stated.zoneless || s.ZoneOpen || len(laid.Shifts) == 0 || laid.Shifts[0].Zone == 0 {
		return nil
	}
	_, now := stated.Start.Zone()
	return proposal.ZonesAt(l.held.Site.Country, stated.Start.Add(laid.Shifts[0].By),
		time.Duration(now)*time.Second-laid.Shifts[0].Zone)
}

// mostBeside is how many times as long as the recording a drawing may be to show a core phase outside.
const mostBeside = 4
