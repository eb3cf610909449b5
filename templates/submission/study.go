package submission

import (
	"cmp"
	"fmt"
	"net/url"
	"path"
	"slices"
	"strconv"
	"strings"

	"green500/templates"
	"green500/templates/chart"
	"green500/validation/lab/model"
	"green500/validation/lab/study"
	"green500/validation/power"
)

// StudyPage is what the settings of a run do: GET /entries/{id}/study and /submissions/{id}/study.
type StudyPage struct {
	templates.Page
	Base      string // of the entry: "/entries/7"
	Edit      string // where the runs are typed; empty if the viewer may not
	Entry     *power.Entry
	Facts     study.Facts
	Study     study.Study  // of the primitive that is shown
	Parts     []study.Part // of every primitive
	Primitive string       // that is shown
	Bound     string       // in percent, as it was typed
	Revision  string       // that was asked for; empty for the usual one
	Errors    templates.FieldErrors
	Figures   []chart.Figure
}

// StudyTitle is the title of the page.
func StudyTitle(e *power.Entry) string { return "Tunables study of " + systemName(e) }

// SizeAxis is what distinguishes the runs of a variant.
func SizeAxis(q study.Quantity) chart.Axis {
	switch q {
	case study.Message:
		return chart.Axis{Name: "message", Unit: "KB"}
	case study.Order:
		return chart.Axis{Name: "order of the matrix"}
	case study.Operations:
		return chart.Axis{Name: "work", Unit: "GFlop"}
	case study.Moved:
		return chart.Axis{Name: "data moved", Unit: "MB"}
	}
	return chart.Axis{Name: "run of the same work"}
}

// SizeWords is a size as an axis and a table have it.
func SizeWords(q study.Quantity, size float64) string {
	if q == study.Whole {
		return "each"
	}
	if size < 1 {
		return strconv.FormatFloat(size, 'g', 4, 64)
	}
	return strings.TrimRight(strings.TrimRight(templates.Digits(size, 3), "0"), ".")
}

// SizeText is a size with its unit, as a sentence has it.
func SizeText(q study.Quantity, size float64) string {
	text := SizeWords(q, size)
	if unit := SizeAxis(q).Unit; unit != "" {
		text += " " + unit
	}
	return text
}

// EntryID is the number of the entry.
func (p StudyPage) EntryID() string { return path.Base(p.Base) }

// EnergyUnit is the unit of the energy of a run.
func EnergyUnit(q study.Quantity) string {
	switch q {
	case study.Operations:
		return "J/GFlop"
	case study.Moved:
		return "J/MB"
	}
	return "J"
}

// UncertainWords says why a point is unreliable; empty if it is reliable.
func UncertainWords(a study.Comparison) string {
	var doubts []string
	if a.Spiky {
		doubts = append(doubts, fmt.Sprintf("fewer than %d readings", model.FewReadings))
	}
	if a.Implausible {
		doubts = append(doubts, "saves more than possible")
	}
	return strings.Join(doubts, ", ")
}

func (p StudyPage) sizeColumn() string {
	axis := SizeAxis(p.Study.Size)
	return strings.ToUpper(axis.Name[:1]) + axis.Title()[1:]
}

func over(ratio float64) string {
	if ratio <= 0 {
		return templates.Missing
	}
	return change(ratio - 1)
}

func (p StudyPage) primitiveHref(primitive string) string {
	query := url.Values{"primitive": {primitive}}
	if p.Revision != "" {
		query.Set("revision", p.Revision)
	}
	if p.Bound != "" {
		query.Set("slower", p.Bound)
	}
	return p.Base + "/study?" + query.Encode()
}

func (p StudyPage) left() (all []study.Excluded) {
	for _, part := range p.Parts {
		all = append(all, part.Left...)
	}
	slices.SortStableFunc(all, func(a, b study.Excluded) int { return cmp.Compare(a.Run, b.Run) })
	return all
}

func (p StudyPage) several() bool { return len(p.Parts) > 1 }

func (p StudyPage) noThreshold(v study.Variant) string {
	reliable, thrifty := false, false
	for _, a := range v.Against {
		reliable = reliable || !a.Unreliable()
		thrifty = thrifty || !a.Unreliable() && a.Energy > 0 && a.Energy < 1
	}
	switch {
	case len(v.Against) == 0:
		return "no run at a size of the baseline"
	case !reliable:
		return "no reliable run: " + UncertainWords(v.Against[len(v.Against)-1])
	case !thrifty:
		return "it saves no energy"
	}
	return "it exceeds the time limit where it saves energy, or saves nothing for larger work"
}

type explained struct{ Name, Unit, Usual, Submitted, Change string }

func (p StudyPage) submittedRows(v study.Variant) (rows []explained, at study.Comparison) {
	at, found := v.Largest()
	usual, own := p.pointOf(p.Study.Baseline, at.Size), p.pointOf(v, at.Size)
	if !found || usual == nil || own == nil {
		return nil, at
	}
	rows = []explained{
		{"Run time", "s", templates.Significant(usual.Latency.Seconds()), templates.Significant(own.Latency.Seconds()),
			over(at.Latency)},
		{"Average power", "W", templates.Significant(float64(usual.Power)), templates.Significant(float64(own.Power)),
			over(at.Power)},
		{"Energy", EnergyUnit(p.Study.Amount), templates.Significant(float64(usual.PerAmount())),
			templates.Significant(float64(own.PerAmount())), over(at.Energy)},
	}
	if p.Study.Amount == study.Operations {
		rows = append(rows, explained{"Rate", "GFlop/s", templates.Significant(float64(usual.Rate())),
			templates.Significant(float64(own.Rate())), over(float64(own.Rate() / usual.Rate()))},
			explained{"Efficiency", "GFlops/W", templates.Efficiency(usual.PerWatt()),
				templates.Efficiency(own.PerWatt()), over(own.PerWatt() / usual.PerWatt())})
	}
	return rows, at
}

func (p StudyPage) pointOf(v study.Variant, size float64) *study.Point {
	for i := range v.Points {
		if v.Points[i].Size == size {
			return &v.Points[i]
		}
	}
	return nil
}

func (p StudyPage) fallen() string {
	listed := p.Entry.System.ListedRmax()
	if listed <= 0 || p.Facts.Rmax <= 0 {
		return ""
	}
	return fmt.Sprintf("The run reached %s TFlop/s; the TOP500 entry has %s TFlop/s (%s).", templates.Significant(
		p.Facts.Rmax.Teraflops()), templates.Significant(listed.Teraflops()), over(float64(p.Facts.Rmax/listed)))
}

func lowest(v study.Variant) float64 {
	least := 0.0
	for _, a := range v.Against {
		if least == 0 || a.Power < least {
			least = a.Power
		}
	}
	return least
}

func (p StudyPage) ceilingWords(v study.Variant) string {
	if p.Study.Ceiling == 0 {
		return "unknown: idle power is missing"
	}
	for _, a := range v.Against {
		if a.Implausible {
			return "implausible: less power than the idle machine"
		}
	}
	return "within"
}
