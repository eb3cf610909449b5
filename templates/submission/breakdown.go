package submission

import (
	"strings"

	"green500/templates"
	"green500/templates/chart"
	"green500/validation"
	"green500/validation/power"
)

// stackWidth is the width of the bar in the units of its drawing.
const stackWidth = 1000

// stackBar is one part of the bar.
type stackBar struct {
	part     validation.Part
	x, width string
}

// stack lays the parts side by side, those of one source together, in the order they are added up.
func stack(parts []validation.Part) []stackBar {
	var bars []stackBar
	total, at := float64(stackSum(parts)), 0.0
	for _, kind := range kinds(parts) {
		for _, part := range parts {
			if part.Kind != kind.Kind || total <= 0 {
				continue
			}
			width := float64(part.Watts) / total * stackWidth
			bars = append(bars, stackBar{part, chart.Coordinate(at), chart.Coordinate(width)})
			at += width
		}
	}
	return bars
}

func (b stackBar) fill() string { return kindFill(b.part.Kind) }

func (b stackBar) title() string {
	return partName(b.part) + ", " + kindWord(b.part.Kind) + ": " + templates.Digits(b.part.Watts.Kilowatts(), 3) + " kW"
}

// kindFill is the pattern that marks extrapolated watts without colour.
func kindFill(k power.Kind) string {
	if k == power.Extrapolated {
		return "url(#extrapolated-hatch)"
	}
	return ""
}

// kinds sums the parts by source, in the order they are added up; a source without watts is left out.
func kinds(parts []validation.Part) []validation.Part {
	var sums []validation.Part
	for _, kind := range []power.Kind{power.Metered, power.Extrapolated, power.Estimate, power.ConversionLoss} {
		sum := validation.Part{Contribution: power.Contribution{Kind: kind}}
		for _, part := range parts {
			if part.Kind == kind {
				sum.Watts += part.Watts
			}
		}
		if sum.Watts != 0 {
			sums = append(sums, sum)
		}
	}
	return sums
}

func stackSum(parts []validation.Part) power.Watts {
	var sum power.Watts
	for _, part := range parts {
		sum += part.Watts
	}
	return sum
}

// share is a part of the whole in percent.
func share(w power.Watts, parts []validation.Part) float64 {
	if total := stackSum(parts); total > 0 {
		return float64(w) / float64(total) * 100
	}
	return 0
}

// stackWords says the bar in words.
func stackWords(parts []validation.Part) string {
	var texts []string
	for _, kind := range kinds(parts) {
		texts = append(texts, kindWord(kind.Kind)+" "+templates.KilowattWords(kind.Watts)+" kW")
	}
	return strings.Join(texts, ", ") + "; together " + templates.Digits(stackSum(parts).Kilowatts(), 1) + " kW"
}

func partName(p validation.Part) string {
	if p.NodeSet == "" {
		return templates.Words(p.Subsystem)
	}
	return templates.Words(p.Subsystem) + ", " + p.NodeSet
}

// omittedWords says what is known of a subsystem that is not counted.
func omittedWords(p validation.Part) string {
	if p.Stated == 0 {
		return "not counted"
	}
	return "not counted; the document states " + templates.Digits(p.Stated.Kilowatts(), 3) + " kW"
}

// factor is what metered power was multiplied by; a factor of one says nothing.
func factor(f float64) string {
	if f == 1 || f == 0 {
		return templates.Missing
	}
	return "× " + templates.Significant(f)
}
