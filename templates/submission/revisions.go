package submission

import (
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"
	"time"

	"green500/templates"
	"green500/templates/chart"
	"green500/templates/fields"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/review/diff"
)

// RevisionsPage sets two revisions of an entry side by side: GET /submissions/{id}/compare?from=1&to=2. With ?draw= it
// draws another of the spans in which readings differ.
type RevisionsPage struct {
	templates.Page
	ID, System string
	Choices    []RevisionChoice // oldest first
	Comparison diff.Comparison
	Drawn      int // which of the spans

	span  power.Span
	spans validation.Spans // of the later revision
	curve power.Curve
}

// RevisionChoice is a revision that can be compared.
type RevisionChoice struct {
	Number    int
	Submitted time.Time // zero if it was not
}

func (r RevisionChoice) name() string {
	return templates.Either(r.Submitted.IsZero(), "revision "+strconv.Itoa(r.Number)+", not submitted",
		"revision "+strconv.Itoa(r.Number)+", submitted "+templates.Stamp(r.Submitted))
}

// overlaySteps is how many steps of both curves are drawn: their width in pixels.
const overlaySteps = 600

// Draw draws both curves over the span that was chosen, with some readings on either side.
func (p *RevisionsPage) Draw(before, after diff.Revision, r *diff.Readings) {
	spans := r.Spans()
	p.spans = after.Report.Spans
	if len(spans) == 0 {
		return
	}
	if p.Drawn < 0 || p.Drawn >= len(spans) {
		p.Drawn = 0
	}
	const readingsBeside = 40
	beside := max(readingsBeside*intervalOf(r), spans[p.Drawn].Duration()/4, time.Second)
	p.span = spans[p.Drawn].Trim(-beside, -beside)
	earlier, later := power.Overlay(before.Measurement, after.Measurement, p.span, overlaySteps)
	p.curve.Borders = later.Borders
	for _, one := range []struct {
		revision int
		power.Curve
	}{{before.Number, earlier}, {after.Number, later}} {
		for _, line := range one.Lines {
			line.Name = templates.Words(line.Name) + revisionName(one.revision)
			p.curve.Lines = append(p.curve.Lines, line)
		}
	}
}

func revisionName(number int) string { return ", revision " + strconv.Itoa(number) }

func intervalOf(r *diff.Readings) time.Duration {
	longest := time.Duration(0)
	for _, one := range r.Instruments {
		for _, recording := range []*diff.Recording{one.Before, one.After} {
			if recording != nil {
				longest = max(longest, recording.Interval)
			}
		}
	}
	return longest
}

func (p RevisionsPage) differing() power.Curve {
	curve := power.Curve{Borders: p.curve.Borders}
	for _, line := range p.curve.Lines {
		name, _, _ := strings.Cut(line.Name, ", revision ")
		for _, other := range p.curve.Lines {
			if strings.HasPrefix(other.Name, name+", revision ") && other.Name != line.Name && !sameLine(line, other) {
				curve.Lines = append(curve.Lines, line)
			}
		}
	}
	return curve
}

func sameLine(a, b power.Line) bool {
	for i := range a.Watts {
		if a.Watts[i] != b.Watts[i] && !(math.IsNaN(a.Watts[i]) && math.IsNaN(b.Watts[i])) {
			return false
		}
	}
	return true
}

func (p RevisionsPage) chart() chart.Chart {
	return chart.Chart{Curve: p.differing(), Whole: p.span, Spans: p.spans}
}

func (p RevisionsPage) summary() string {
	return "Power as metered in both revisions, " + p.spanText(p.span) + "; times are " + p.chart().ZoneName() + "."
}

func (p RevisionsPage) href(draw int) string {
	return revisionsHref(p.ID, p.Comparison.From, p.Comparison.To) + "&draw=" + strconv.Itoa(draw) + "#power"
}

func revisionsHref(id string, from, to int) string {
	query := url.Values{"from": {strconv.Itoa(from)}, "to": {strconv.Itoa(to)}}
	return "/submissions/" + id + "/compare?" + query.Encode()
}

type figureChange struct{ name, unit, before, after, by, part string }

func figureChanges(c diff.Comparison) []figureChange {
	rows := make([]figureChange, len(c.Figures))
	for i, f := range c.Figures {
		unit, size := f.Unit, 1.0
		if shown, ok := listUnits[f.Unit]; ok {
			unit, size = shown.unit, shown.size
		}
		rows[i] = figureChange{f.Name, unit, figureText(f.Before, size), figureText(f.After, size), "same",
			templates.Missing}
		if f.Same() {
			continue
		}
		rows[i].by = templates.Missing
		if by, part, ok := f.Change(); ok {
			rows[i].by, rows[i].part = signed(by/size), templates.PercentText(part)
		}
	}
	return rows
}

func figureText(x *float64, size float64) string {
	if x == nil {
		return templates.Missing
	}
	return templates.Significant(*x / size)
}

func signed(x float64) string {
	if x == 0 {
		return "0"
	}
	const digitsKept = 4
	decimals := max(0, digitsKept-1-int(math.Floor(math.Log10(math.Abs(x)))))
	return templates.Either(x > 0, "+", "") + templates.Digits(x, decimals)
}

func fieldName(c document.Change) string {
	name := fields.LabelOf(c.Path)
	if section, ok := fields.SectionOf(c.Path); ok && c.Item != "" {
		if c.Kind == document.Moved {
			return section.Title + ", " + c.Item
		}
		return section.Title + ", " + c.Item + ": " + name
	}
	return name
}

func fieldValue(path, value string) string {
	if value == "" {
		return templates.Missing
	}
	if field, ok := fields.FieldOf(path); ok && field.Unit != "" {
		return value + " " + field.Unit
	}
	return value
}

var kindSigns = map[document.ChangeKind]string{document.Added: "+", document.Dropped: "−", document.Changed: "≠",
	document.Moved: "↕"}

func levelWords(levels []power.Level) string {
	names := make([]string, len(levels))
	for i, l := range levels {
		names[i] = l.Short()
	}
	return strings.Join(names, ", ")
}

func movedWords(m diff.MovedSpan) string {
	start, end, known := m.Moved()
	if !known {
		return templates.Missing
	}
	return "start " + laterWords(start) + ", end " + laterWords(end)
}

func laterWords(d time.Duration) string {
	switch {
	case d > 0:
		return templates.Lasting(d) + " later"
	case d < 0:
		return templates.Lasting(-d) + " earlier"
	}
	return "as before"
}

func readingsWords(i diff.Instrument) string {
	switch {
	case i.Kind == document.Added:
		return "new, with " + templates.Plural(i.After.Readings, "reading", "readings")
	case i.Kind == document.Dropped:
		return "dropped, with " + templates.Plural(i.Before.Readings, "reading", "readings")
	case i.Readings.MovedBy != 0:
		return "all readings " + laterWords(i.Readings.MovedBy)
	case i.Readings.Same():
		return "the same readings, used differently"
	}
	var parts []string
	for _, part := range []struct {
		count int
		word  string
	}{{i.Readings.Changed, "changed"}, {i.Readings.Added, "added"}, {i.Readings.Dropped, "dropped"}} {
		if part.count > 0 {
			parts = append(parts, templates.Digits(float64(part.count), 0)+" "+part.word)
		}
	}
	return strings.Join(parts, ", ")
}

func recordedWords(r *diff.Recording) string {
	if r == nil {
		return templates.Missing
	}
	return templates.Plural(r.Readings, "reading", "readings") + ", every " + templates.Lasting(r.Interval)
}

func finerWords(r *diff.Readings) string {
	var names []string
	for _, i := range r.Instruments {
		if i.Finer() {
			names = append(names, strings.TrimSpace(i.File+" "+i.Name)+" ("+recordedFinely(i.Before, i.Quantity)+
				" before, "+recordedFinely(i.After, i.Quantity)+" now)")
		}
	}
	const named = 3
	switch {
	case len(names) == 0:
		return ""
	case len(names) > named:
		names = append(names[:named], templates.Plural(len(names)-named, "more instrument", "more instruments"))
	}
	return "Readings are finer than those of the earlier revision: " + strings.Join(names, ", ") +
		". A meter shows no more afterwards than it recorded: ask which file is the original."
}

func recordedFinely(r *diff.Recording, quantity power.Quantity) string {
	step, unit := float64(power.Reading{Value: r.Step}.Watts()), " W"
	if quantity == power.Energy {
		step, unit = float64(power.Reading{Value: r.Step}.Joules()), " J"
	}
	return "every " + templates.Lasting(r.Interval) + " in steps of " + strconv.FormatFloat(step, 'g', -1, 64) + unit
}

func energyWords(i diff.Instrument) string {
	if i.Before == nil || i.After == nil {
		return templates.Missing
	}
	const joulesPerMegajoule = 1e6
	return signed((i.After.EnergyJoules-i.Before.EnergyJoules)/joulesPerMegajoule) + " MJ"
}

func (p RevisionsPage) wattsWords() string {
	r := p.Comparison.Readings
	if r.Over.IsZero() {
		return ""
	}
	was, is := power.Watts(r.BeforeWatts), power.Watts(r.AfterWatts)
	words := fmt.Sprintf("Over the core phase or the part of it that is averaged, %s, "+
		"the instruments that differ draw %s kW before and %s kW after: %s W",
		p.spanText(r.Over), templates.Digits(was.Kilowatts(), 3), templates.Digits(is.Kilowatts(), 3),
		signed(r.AfterWatts-r.BeforeWatts))
	if r.BeforeWatts > 0 {
		words += " (" + change(r.AfterWatts/r.BeforeWatts-1) + ")"
	}
	return words + ", as metered."
}

func readingText(value *float64, quantity power.Quantity) string {
	if value == nil {
		return templates.Missing
	}
	unit := templates.Either(quantity == power.Energy, " J", " W")
	return strconv.FormatFloat(*value, 'f', -1, 64) + unit
}

type changedSpan struct {
	number     int
	instrument diff.Instrument
	power.ChangedSpan
}

func changedSpans(r *diff.Readings) []changedSpan {
	var all []changedSpan
	for _, one := range r.Instruments {
		for _, s := range one.Readings.Spans {
			all = append(all, changedSpan{len(all), one, s})
		}
	}
	return all
}

func precise(t time.Time) string { return t.Format("2006-01-02 15:04:05.999999999 -07:00") }
