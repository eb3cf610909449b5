package draft

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store/drafts"
	"green500/store/submissions"
	draftpage "green500/templates/draft"
	"green500/templates/fields"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/proposal"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/rules"
)

// fixOf is what one press does about a point; nil if that is not known, or the watts of a node are right already.
func fixOf(entry *power.Entry, point validation.Point, report *validation.Report) *draftpage.Fix {
	right := slices.ContainsFunc(report.Findings,
		func(f rules.Finding) bool { return f.Rule == "node-power-plausible" && f.Outcome == rules.Pass })
	for _, s := range entry.Series {
		if s.Covers.Subsystem != power.Compute {
			continue
		}
		unit, known := proposal.UnitFor(s.Unit, point.TimesPower)
		if named := power.Unit(point.Limit); point.Rule == "unit-as-named" && named != "" && !right {
			unit, known = named, true
		}
		if known {
			return &draftpage.Fix{Action: "unit:" + string(s.Unit) + ":" + string(unit),
				Label: fmt.Sprintf("Read %s instead of %s", unit, s.Unit)}
		}
	}
	return nil
}

func (h *Handlers) fix(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft, sent *posted) error {
	changes := map[string]string{}
	first, second, _ := strings.Cut(sent.argument, ":")
	switch sent.action {
	case "output":
		changes["run.output"] = sent.argument
	case "zone":
		changes["run.timezone"] = sent.Fields[draftpage.ZoneField(sent.argument)]
	case "unit":
		held, _ := document.FromFields(draft.Values) // what cannot be read yet stays in the form
		for n, one := range held.Series {
			if one.Unit == power.Unit(first) && readsNodes(held, one.Meter, one.Unit) {
				changes[fields.ItemPath("series[].unit", n)] = second
			}
		}
	case "full-run":
		changes["run.full_run.start"], changes["run.full_run.end"], _ = strings.Cut(sent.argument, "/")
	case "range":
		n := fields.Count("idle", draft.Values)
		if n > 0 && draft.Values["idle[0].start"] == "" {
			n = 0 // it was added, and nothing was typed
		}
		start, end, _ := strings.Cut(sent.argument, "/")
		changes[fields.ItemPath("idle[].start", n)], changes[fields.ItemPath("idle[].end", n)] = start, end
	}
	var edits []drafts.Change
	for path, value := range changes {
		edits = append(edits, drafts.Change{Path: path, Was: new(draft.Values[path]), Value: value})
	}
	_, conflicts, err := h.Store.Drafts.Edit(c.Request().Context(), entry.ID, handlers.User(c), draft.Version, edits)
	return unlessChanged(conflicts, err)
}

func readsNodes(entry *power.Entry, meter string, unit power.Unit) bool {
	return slices.ContainsFunc(entry.Series, func(s power.Series) bool {
		return s.Meter == meter && s.Unit == unit && s.Covers.Subsystem == power.Compute
	})
}

// unlessChanged refuses if somebody else changed the same in the meantime.
func unlessChanged(conflicts []drafts.Conflict, err error) error {
	if err == nil && len(conflicts) > 0 {
		return &review.Refusal{Sentence: others(conflicts) +
			" changed the same in the meantime; nothing of theirs was overwritten. Reload the page to see it."}
	}
	return err
}

func (h *Handlers) coverChosen(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft,
	sent *posted) (drafts.Draft, error) {
	for _, f := range draft.Revision.Files {
		if !sent.choosesOf(f.Name) {
			continue
		}
		if err := h.cover(c, entry, draft, sent, f.Name); err != nil {
			return draft, err
		}
		var err error
		if draft, err = h.Store.Drafts.GradeDraft(c.Request().Context(), entry.ID); err != nil {
			return draft, err
		}
	}
	return draft, nil
}

func (p *posted) choosesOf(file string) bool {
	if p.action == "cover" && p.argument == file {
		return true
	}
	for name := range p.Fields {
		of := name == draftpage.UnitField(file) || strings.HasPrefix(name, draftpage.CoverField(file,
			proposal.Part{})) || strings.HasPrefix(name, draftpage.CoverAllField(file, []proposal.Part{{}}))
		if _, changed := p.chosen(name); changed && of {
			return true
		}
	}
	return false
}

func (h *Handlers) cover(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft, sent *posted,
	file string) error {
	all := sent.chosenOfAll(file)
	changed, err := h.covered(c, entry, draft, nil, file, func(part proposal.Part, held string) string {
		name := draftpage.CoverField(file, part)
		if value, changed := sent.chosen(name); changed {
			if sent.overtakes(name, held, value) {
				sent.overtaken = append(sent.overtaken, file+" "+part.Name)
				return held
			}
			return value
		}
		if value, together := all[part.Key]; together {
			return value
		}
		return held
	})
	if err != nil {
		return err
	}
	if unit, chosen := sent.chosen(draftpage.UnitField(file)); chosen && unit != "" {
		for i := range changed.Series {
			if slices.Contains(changed.Series[i].Files(), file) {
				changed.Series[i].Unit = power.Unit(unit)
			}
		}
	}
	return h.replace(c, entry, draft, changed)
}

// chosenOfAll is what was chosen for parts of a log with similar power at once, by the key of each part.
func (p *posted) chosenOfAll(file string) map[string]string {
	all := map[string]string{}
	for name := range p.Fields {
		value, changed := p.chosen(name)
		if !changed || !strings.HasPrefix(name, draftpage.CoverAllField(file, []proposal.Part{{}})) {
			continue
		}
		var keys []string
		if err := json.Unmarshal([]byte(p.Fields[draftpage.GroupField(name)]), &keys); err != nil {
			continue // a page of ours says of which parts
		}
		for _, key := range keys {
			all[key] = value
		}
	}
	return all
}

func (h *Handlers) covered(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft, of *power.Entry,
	name string, answer func(part proposal.Part, held string) string) (*power.Entry, error) {
	l, err := logNamed(entry, draft, name)
	if err != nil {
		return nil, err
	}
	s, err := h.surveyWhole(c, l)
	if err != nil {
		return nil, err
	}
	if s == nil || s.ReadError != nil {
		return nil, power.InputErrors{{Field: "series", Problem: name + " cannot be read yet",
			Remedy: "correct its import settings first"}}
	}
	defer func() { _ = s.Close() }() // nothing was written
	if of == nil {
		of = l.held
	}
	parts := proposal.Parts(s, s.Recorded)
	held, chosen := proposal.Chosen(of, name, parts), map[string]string{}
	answered := l.at >= 0
	for _, part := range parts {
		chosen[part.Key] = answer(part, held[part.Key])
		answered = answered || chosen[part.Key] != ""
	}
	if !answered {
		return nil, power.InputErrors{{Field: "series", Problem: "nothing is chosen for " + name,
			Remedy: "choose what its parts measure, then use the log"}}
	}
	instrument := proposal.InstrumentOf(s)
	others, err := h.ofOtherInstruments(c, l, draft, of, instrument)
	return proposal.Cover(of, name, parts, chosen, instrument.Interval.Seconds(), others...), err
}

// ofOtherInstruments are the logs of other instruments; of each meter of a document, its first log tells.
func (h *Handlers) ofOtherInstruments(
	c echo.Context, l *log, draft drafts.Draft, of *power.Entry, instrument proposal.Instrument,
) (others []string, err error) {
	looked := map[string]bool{}
	for _, series := range of.Series {
		if slices.Contains(series.Files(), l.file.Name) && series.Meter != "" {
			return nil, nil
		}
		first, gone := logNamed(l.EntryAccess, draft, series.File)
		if gone != nil || looked[series.Meter] {
			continue
		}
		looked[series.Meter] = true
		other, err := h.surveyWhole(c, first)
		if err != nil {
			return nil, err
		}
		if other == nil || !proposal.InstrumentOf(other).IsLike(instrument) {
			others = append(others, series.File)
		}
		if other != nil {
			_ = other.Close() // nothing was written
		}
	}
	return others, nil
}

func (h *Handlers) coverTogether(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft,
	sent *posted) error {
	subsystem := sent.Fields["together:"+sent.argument]
	cards, err := h.cards(c, entry, draft)
	if err != nil {
		return err
	}
	groups := alike(cards)
	at := slices.IndexFunc(groups, func(g draftpage.LogGroup) bool { return g.Names[0] == sent.argument })
	if at < 0 || subsystem == "" {
		return &review.Refusal{
			Sentence: "Choose what the logs measure; if they were used or removed in the meantime, reload the page."}
	}
	names, rest := groups[at].Names, []string(nil)
	if groups[at].InTurn {
		names, rest = names[:1], names[1:]
	}
	var changed *power.Entry
	for _, name := range names {
		if changed, err = h.covered(c, entry, draft, changed, name,
			func(proposal.Part, string) string { return subsystem }); err != nil {
			return err
		}
	}
	changed.Series[len(changed.Series)-1].Continued = rest
	return h.replace(c, entry, draft, changed)
}

func (h *Handlers) replace(c echo.Context, entry submissions.EntryAccess, draft drafts.Draft,
	changed *power.Entry) error {
	_, conflicts, err := h.Store.Drafts.Replace(c.Request().Context(), entry.ID, handlers.User(c), draft.Version,
		draft.Version, changed)
	return unlessChanged(conflicts, err)
}

const drawnForIdle = 2000

func (h *Handlers) spanOffers(c echo.Context, stage fields.Stage, values map[string]string,
	revision submissions.Revision, report *validation.Report) ([]draftpage.SpanOffer, error) {
	stated := values["run.full_run.start"] != "" || values["run.full_run.end"] != ""
	if stage.ID != "idle" && (stage.ID != "run" || stated) || len(revision.Series) == 0 {
		return nil, nil
	}
	measured, err := h.Store.Submissions.Measurement(c.Request().Context(), revision)
	if err != nil {
		return nil, err
	}
	defer func() { _ = measured.Close() }() // it was only read
	zone, err := document.Zone(measured.Entry.Run.Timezone)
	if err != nil || zone == nil {
		zone = time.UTC
	}
	curve := measured.Curve(measured.Whole(), drawnForIdle)
	if stage.ID == "run" {
		return fullRunOffer(curve, measured.Core, report, zone), nil
	}
	span, watts, found := proposal.Idle(curve, report.Forensics.Runs)
	if !found {
		return nil, nil
	}
	start, end := span.Start.In(zone).Truncate(time.Second), span.End.In(zone).Truncate(time.Second)
	return []draftpage.SpanOffer{{
		Action: rangeAction("range", start, end),
		Sentence: fmt.Sprintf("The lowest power of the readings, %s kW as measured, is from %s to %s.",
			strconv.FormatFloat(watts.Kilowatts(), 'f', 3, 64), toTheSecond(start), toTheSecond(end)),
	}}, nil
}

func fullRunOffer(curve power.Curve, core power.Span, report *validation.Report,
	zone *time.Location) []draftpage.SpanOffer {
	var load power.Span
	if at := report.Forensics.StatedRun; at > 0 {
		load = report.Forensics.Runs[at-1]
	}
	if core.IsZero() && load.IsZero() {
		return nil
	}
	span, shown := proposal.FullRun(curve, core, load)
	if !shown {
		return nil
	}
	start, end := span.Start.In(zone).Truncate(time.Second), span.End.In(zone).Add(time.Second-1).Truncate(time.Second)
	return []draftpage.SpanOffer{{
		Action: rangeAction("full-run", start, end),
		Sentence: fmt.Sprintf("The readings show load from %s to %s. If you do not know when the job was launched "+
			"and had finished, take these; the times of the batch system are better.",
			toTheSecond(start), toTheSecond(end)),
	}}
}

func rangeAction(name string, start, end time.Time) string {
	return name + ":" + start.Format(time.RFC3339) + "/" + end.Format(time.RFC3339)
}

func toTheSecond(at time.Time) string { return at.Format("2006-01-02 15:04:05 -07:00") }
