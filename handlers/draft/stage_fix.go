package draft

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
	"green500/templates"
	draftpage "green500/templates/draft"
	"green500/templates/fields"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/proposal"
	"green500/validation/review"
)

// fixOf is what one press does about a point; nil where that is not known.
func fixOf(entry *power.Entry, point validation.Point) *draftpage.Fix {
	for _, s := range entry.Series {
		if s.Covers.Subsystem != power.Compute {
			continue
		}
		unit, known := proposal.UnitFor(s.Unit, point.TimesPower)
		if named := power.Unit(point.Limit); point.Rule == "unit-as-named" && named != "" {
			unit, known = named, true
		}
		if known {
			return &draftpage.Fix{Action: "unit:" + string(s.Unit) + ":" + string(unit), Label: fmt.Sprintf("Read %s instead of %s", unit, s.Unit)}
		}
	}
	return nil
}

// fix does what a button of a proposal says.
func (h *Handlers) fix(c echo.Context, entry store.EntryAccess, draft store.Draft, sent *posted) error {
	changes := map[string]string{}
	first, second, _ := strings.Cut(sent.argument, ":")
	switch sent.action {
	case "output":
		changes["run.output"] = sent.argument
	case "zone":
		changes["run.timezone"] = sent.Fields["zone-choice"]
	case "unit":
		for n := range fields.Count("series", draft.Values) {
			if path := fields.ItemPath("series[].unit", n); draft.Values[path] == first {
				changes[path] = second
			}
		}
	case "range":
		n := fields.Count("idle", draft.Values)
		if n > 0 && draft.Values["idle[0].start"] == "" {
			n = 0 // it was added, and nothing was typed
		}
		start, end, _ := strings.Cut(sent.argument, "/")
		changes[fields.ItemPath("idle[].start", n)], changes[fields.ItemPath("idle[].end", n)] = start, end
	}
	var edits []store.Change
	for path, value := range changes {
		was := draft.Values[path]
		edits = append(edits, store.Change{Path: path, Was: &was, Value: value})
	}
	user, _ := handlers.Viewer(c)
	_, conflicts, err := h.Store.Edit(c.Request().Context(), entry.ID, user, draft.Version, edits)
	return unlessChanged(conflicts, err)
}

// unlessChanged refuses where somebody else changed the same in the meantime.
func unlessChanged(conflicts []store.Conflict, err error) error {
	if err == nil && len(conflicts) > 0 {
		return &review.Refusal{Sentence: others(conflicts) + " changed the same in the meantime; nothing of theirs was overwritten. Reload the page to see it."}
	}
	return err
}

// cover makes the series that the answers on a log say.
func (h *Handlers) cover(c echo.Context, entry store.EntryAccess, draft store.Draft, sent *posted) error {
	l, err := logNamed(entry, draft, sent.argument)
	if err != nil {
		return err
	}
	s, err := h.surveyWhole(c, l)
	if err != nil {
		return err
	}
	if s == nil || s.ReadError != nil {
		return power.InputErrors{{Field: "series", Problem: sent.argument + " cannot be read yet", Remedy: "correct its import settings first"}}
	}
	defer func() { _ = s.Close() }() // nothing was written
	parts := proposal.Parts(s, s.Recorded)
	chosen := map[string]string{}
	for _, part := range parts {
		chosen[part.Key] = sent.Fields[draftpage.CoverField(sent.argument, part)]
	}
	changed := proposal.Cover(l.held, sent.argument, parts, chosen, intervalOf(s.Instruments).Seconds())
	user, _ := handlers.Viewer(c)
	_, conflicts, err := h.Store.Replace(c.Request().Context(), entry.ID, user, draft.Version, draft.Version, changed)
	return unlessChanged(conflicts, err)
}

// drawnForIdle is into how many steps a recording is divided to look for its lowest power.
const drawnForIdle = 2000

// spanOffers are the time ranges that the readings show, where a stage asks for one.
func (h *Handlers) spanOffers(c echo.Context, stage fields.Stage, revision store.Revision, report *validation.Report) ([]draftpage.SpanOffer, error) {
	at := report.Forensics.StatedRun
	switch {
	case stage.ID == "run" && at > 0:
		run := report.Forensics.Runs[at-1]
		return []draftpage.SpanOffer{{Sentence: fmt.Sprintf("The readings show load from %s to %s. The full run also has what the batch system counts before and after it.",
			templates.Stamp(run.Start.Time), templates.Stamp(run.End.Time))}}, nil
	case stage.ID != "idle" || len(revision.Series) == 0:
		return nil, nil
	}
	measured, err := h.Store.Measurement(c.Request().Context(), revision)
	if err != nil {
		return nil, err
	}
	defer func() { _ = measured.Close() }() // it was only read
	span, watts, found := proposal.Idle(measured.Curve(measured.Whole(), drawnForIdle), report.Forensics.Runs)
	if !found {
		return nil, nil
	}
	zone, err := document.Zone(measured.Entry.Run.Timezone)
	if err != nil || zone == nil {
		zone = time.UTC
	}
	start, end := span.Start.In(zone).Truncate(time.Second), span.End.In(zone).Truncate(time.Second)
	return []draftpage.SpanOffer{{
		Action:   "range:" + start.Format(time.RFC3339) + "/" + end.Format(time.RFC3339),
		Sentence: fmt.Sprintf("The lowest power of the readings, %s kW as measured, is from %s to %s.", strconv.FormatFloat(watts.Kilowatts(), 'f', 3, 64), templates.Stamp(start), templates.Stamp(end)),
	}}, nil
}
