package rules

import (
	"fmt"
	"math"
	"strings"

	"green500/validation/forensics"
	"green500/validation/power"
)

// lateBy writes a time as "300 s earlier".
func lateBy(by float64) string {
	if by < 0 {
		return seconds(-by) + " earlier"
	}
	return seconds(by) + " later"
}

// wholeWatts writes power without decimals, unless it is small.
func wholeWatts(w power.Watts) string {
	if w >= 100 {
		w = power.Watts(math.Round(float64(w)))
	}
	return watts(float64(w))
}

// mostNames is how many instruments a sentence names.
const mostNames = 3

// namesOf names instruments for the start of a sentence, and says how many more there are.
func namesOf(facts *forensics.Facts, places []int) string {
	var names []string
	for _, i := range places[:min(mostNames, len(places))] {
		names = append(names, facts.Instruments[i].Name())
	}
	text := strings.Join(names, ", ")
	if more := len(places) - len(names); more > 0 {
		text += fmt.Sprintf(" and %s", others(more, "instrument"))
	}
	return text
}
