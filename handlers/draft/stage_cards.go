package draft

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/drafts"
	"green500/store/submissions"
	"green500/templates"
	draftpage "green500/templates/draft"
	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/document/proposal"
	"green500/validation/logs/contents"
	"green500/validation/logs/hpl"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// Files up to such a size, and of such a size together, are looked into while the page is drawn. The page asks for
// others by itself.
const (
	largestAtOnce = 4 << 20
	mostAtOnce    = 16 << 20
)

func (h *Handlers) cards(c echo.Context, entry submissions.EntryAccess,
	draft drafts.Draft) ([]draftpage.FileCard, error) {
	held, _ := document.FromFields(draft.Values) // what cannot be read yet stays in the form
	links := handlers.FileLinks("/submissions/"+handlers.Text(draft.ID), held, draft.Revision.Files)
	named, alone := c.QueryParam("file"), c.QueryParam("card") != ""
	var cards []draftpage.FileCard
	var together int64
	for i, f := range draft.Revision.Files {
		if alone && f.Name != named {
			continue
		}
		card := draftpage.FileCard{File: links[i]}
		if at := slices.IndexFunc(links, func(l templates.File) bool { return l.Name == f.Name }); at >= 0 {
			card.File = links[at]
		}
		small := f.Size <= largestAtOnce && together+f.Size <= mostAtOnce
		if small {
			together += f.Size
		}
		if small || f.Name == named {
			if err := h.look(c, entry, draft, f, &card); err != nil {
				return nil, err
			}
		} else {
			card.Waiting = true
		}
		cards = append(cards, card)
	}
	return cards, nil
}

func (h *Handlers) look(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft, f submissions.File,
	card *draftpage.FileCard) error {
	switch use := card.File.Use; {
	case slices.Contains(bundle.DocumentNames(), f.Name):
		card.Kind = "document"
		return nil
	case use == "readings":
		return h.lookAtLog(c, entry, draft, f, card)
	case !draftpage.MayBeLog(use) && use != "HPL output":
		return nil
	}
	output, err := h.output(c, f)
	switch {
	case err == nil:
		h.describeOutput(card, output, f, draft)
		return nil
	case unlessInput(err) != nil:
		return err
	}
	return h.lookAtLog(c, entry, draft, f, card)
}

func (h *Handlers) output(c echo.Context, f submissions.File) (*hpl.Output, error) {
	blob, err := h.Store.Blobs().Open(c.Request().Context(), f.Digest)
	if err != nil {
		return nil, err
	}
	defer func() { _ = blob.Close() }() // it was only read
	return tracefile.ReadHPL(blob, f.Name)
}

func (h *Handlers) describeOutput(card *draftpage.FileCard, output *hpl.Output, f submissions.File,
	draft drafts.Draft) {
	held, _ := document.FromFields(draft.Values) // what cannot be read yet stays in the form
	run := held.Run
	card.Kind = "HPL output"
	card.Output = &draftpage.OutputCard{Used: run.Output == f.Name}
	facts := []string{}
	if output.Variant != "" {
		facts = append(facts, output.Variant)
	}
	result, err := output.Pick(run.Result)
	if err != nil {
		result = output.Results[0]
		facts = append(facts, fmt.Sprintf("%d results: state below which one counts", len(output.Results)))
	}
	facts = append(facts, "Rmax "+templates.Digits(result.Rate().Teraflops(), 3)+" TFlop/s",
		"N "+templates.Digits(float64(result.N), 0))
	card.Output.NeedsZone = result.NeedsZone()
	zone, err := document.Zone(run.Timezone)
	if err != nil || zone == nil {
		zone = time.UTC
	}
	if core, err := result.Core(zone); err == nil && !core.IsZero() {
		words := "core phase " + toTheSecond(core.Start.Time) + " to " + toTheSecond(core.End.Time)
		if card.Output.NeedsZone && run.Timezone == "" {
			words += ", read as UTC until its zone is stated"
		}
		facts = append(facts, words)
	}
	card.Facts = []string{strings.Join(facts, " · ")}
}

func (h *Handlers) surveyWhole(c echo.Context, l *log) (*contents.Survey, error) {
	if l.at >= 0 {
		l.said = reading(l.held.Series[l.at])
		l.said.Where = nil
	} else if err := h.readAtOnce(c, l); err != nil {
		return nil, err
	}
	return h.survey(c, l)
}

func (h *Handlers) lookAtLog(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft, f submissions.File,
	card *draftpage.FileCard) error {
	l, err := logNamed(entry, draft, f.Name)
	if err != nil {
		return err
	}
	s, err := h.surveyWhole(c, l)
	if err != nil {
		return err
	}
	if s == nil || len(s.Understanding.Series) == 0 {
		if card.File.Use == "readings" {
			card.Problem = l.wrong[""]
		}
		return nil
	}
	defer func() { _ = s.Close() }() // nothing was written
	card.Kind = "log of readings, " + s.Understanding.Format
	form, err := signature(s.Understanding)
	if err != nil {
		return err
	}
	card.Log = &draftpage.LogCard{
		Used: l.at >= 0, Form: form, Instrument: proposal.InstrumentOf(s), Recorded: s.Recorded,
		Settings: draftpage.SettingsOf(l.reasons(s)),
	}
	if l.at >= 0 && l.held.Series[l.at].File != f.Name {
		card.Log.Of = l.held.Series[l.at].File
	}
	if s.ReadError != nil {
		card.Problem = s.ReadError.Error()
		return nil
	}
	card.Facts = append(card.Facts, s.Warnings()...)
	return h.describeLog(c, l, s, card)
}

func (h *Handlers) describeLog(c echo.Context, l *log, s *contents.Survey, card *draftpage.FileCard) error {
	var drawn draftpage.LogPage
	if err := h.showReadings(c, l, &drawn, s); err != nil {
		return err
	}
	card.Log.Laid, card.Log.Zones, card.Log.Chart = drawn.Laid, drawn.Zones, drawn.Chart
	span, over := s.Recorded, "over the whole recording"
	if card.Log.Chart != nil {
		card.Log.Chart.Name = "chart-" + l.file.Digest[:8]
		if core := card.Log.Chart.Spans.Core; !core.IsZero() && s.PresentIn(core) > 0 {
			span, over = core, "over the core phase"
		}
	}
	card.Log.Parts = proposal.Parts(s, span)
	card.Log.Chosen = proposal.Chosen(l.held, l.file.Name, card.Log.Parts)
	card.Log.Physical = physical(l.held, card.Log, over)
	return nil
}

// physical is what a log reads, in watts: in total, of a meter and of a node.
func physical(entry *power.Entry, card *draftpage.LogCard, over string) string {
	var total, compute power.Watts
	meters, of := 0, "in total"
	for _, part := range card.Parts {
		if !part.Known {
			of = "for the parts whose mean is shown"
			continue
		}
		total, meters = total+part.Mean, meters+part.Meters
		if card.Chosen[part.Key] == power.Compute {
			compute += part.Mean
		}
	}
	if meters == 0 {
		return ""
	}
	text := fmt.Sprintf("Reads as %s kW %s", templates.Digits(total.Kilowatts(), 3), of)
	if meters > 1 {
		text += fmt.Sprintf(", %s W per meter (%s)", templates.Digits(float64(total)/float64(meters), 1),
			templates.Plural(meters, "meter", "meters"))
	}
	if _, measured := entry.Nodes(); measured > 0 && compute > 0 {
		text += fmt.Sprintf(", %s W per compute node (%s)", templates.Digits(float64(compute)/float64(measured), 1),
			templates.Plural(measured, "node", "nodes"))
	}
	return text + ", " + over + "."
}

func alike(cards []draftpage.FileCard) []draftpage.LogGroup {
	var byKind [][]draftpage.FileCard
	for _, card := range cards {
		if card.Log == nil || card.Log.Used || len(card.Log.Parts) != 1 {
			continue
		}
		at := slices.IndexFunc(byKind, func(of []draftpage.FileCard) bool {
			return of[0].Log.Form == card.Log.Form && of[0].Log.Instrument.IsLike(card.Log.Instrument)
		})
		if at < 0 {
			at, byKind = len(byKind), append(byKind, nil)
		}
		byKind[at] = append(byKind[at], card)
	}
	var groups []draftpage.LogGroup
	for _, of := range byKind {
		if len(of) > 1 {
			groups = append(groups, groupOf(of))
		}
	}
	return groups
}

func groupOf(cards []draftpage.FileCard) draftpage.LogGroup {
	slices.SortStableFunc(cards,
		func(a, b draftpage.FileCard) int { return a.Log.Recorded.Start.Compare(b.Log.Recorded.Start.Time) })
	group := draftpage.LogGroup{InTurn: true}
	for i, card := range cards {
		group.Names = append(group.Names, card.File.Name)
		if i > 0 && card.Log.Recorded.Start.Before(cards[i-1].Log.Recorded.End.Time) {
			group.InTurn = false
		}
	}
	return group
}
