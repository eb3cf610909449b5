package rules

import (
	"math"
	"strings"

	"green500/validation/forensics"
	"green500/validation/power"
)

func lateBy(by float64) string {
	if by < 0 {
		return seconds(-by) + " earlier"
	}
	return seconds(by) + " later"
}

func wholeWatts(w power.Watts) string {
	if w >= 100 {
		w = power.Watts(math.Round(float64(w)))
	}
	return watts(float64(w))
}

const mostNames = 3

func namesOf(facts *forensics.Facts, places []int) string {
	var names []string
	for _, i := range places[:min(mostNames, len(places))] {
		names = append(names, facts.Instruments[i].Name())
	}
	text := strings.Join(names, ", ")
	if more := len(places) - len(names); more > 0 {
		text += " and " + others(more, "instrument")
	}
	return text
}
