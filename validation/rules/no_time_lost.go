package rules

import (
	"fmt"
	"math"
	"strings"
	"time"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

// noTimeLost: the text asks for a constant interval and all of the core phase, at Levels 2 and 3 all of
// the full run. Real logs lose a reading now and then; more than that is another measurement.
var noTimeLost = Rule{
	ID:      "no-time-lost",
	Title:   "Gaps in the readings are short",
	Aspect:  methodology.Timing,
	Section: methodology.Averages,
	Field:   "series[].file",
	Requires: "The average must contain all readings of the core phase, and the series all of the full run. " +
		"Time without a reading is not averaged.",
	Since:    methodology.V20,
	Until:    methodology.V20,
	Severity: Must,
	Remedy:   "Give the readings that are missing, or measure again; readings must not be filled in.",
	How: "The time without readings is added up for every instrument: gaps, as far as they are longer than the usual " +
		"interval; and either repeated values (more than chance explains) or codes, whichever lasts longer. " +
		"Codes are values that mean \"no reading\", " +
		"and of codes for missing readings, such as 0 W between two of full load. It may be " +
		percent(methodology.LostOfSpan) + " of the core phase, at Levels 2 and 3 also of the full run if it is " +
		"stated. An energy total counts on over a gap, but not while its value stays the same. If values change by a " +
		"single count of the meter's resolution, it is coarse: they do not count as repeated.",
	Check: func(c Case) Result {
		span, what := c.Core, "core phase"
		if c.Level > 1 {
			span, what = c.runOrCore()
		}
		least := c.least()
		return c.instruments(func(part power.Part, t *power.Trace) Result { return c.lost(span, what, part, t, least) })
	},
}

func (c Case) lost(span power.Span, what string, part power.Part, t *power.Trace, least power.Watts) Result {
	w := t.Window(span)
	if w.MedianStep == 0 || span.Duration() <= 0 {
		return notApplicable("%s has too few readings in the %s for one to be missing between them.",
			where(part, t), what)
	}
	var said []string
	var shown []power.Span
	var lost time.Duration
	if bound := time.Duration(methodology.LongestStepOfInterval * float64(w.MedianStep)); t.Quantity == power.Power &&
		w.LongestStep > bound {
		seen := t.Inspect(span)
		lost = seen.Lost
		said, shown = append(said, fmt.Sprintf("%s in %s", seconds(lost.Seconds()), counted(seen.Gaps, "gap"))),
			forensics.Gaps(t, span, seen)
	}
	if n, time := leftOutIn(part, t, w); time > lost {
		lost, said = time,
			[]string{fmt.Sprintf("%s in %s of the log without a number", seconds(time.Seconds()), counted(n, "row"))}
	}
	if average, known := w.Average(); known && average >= least {
		still, how, spans := c.silent(span, part, t, w)
		lost += still
		said, shown = append(said, how...), append(shown, spans...)
	}
	r := atMost("What "+where(part, t)+" loses of the "+what, lost.Seconds()/span.Duration().Seconds(),
		methodology.LostOfSpan, percent)
	if len(said) > 0 {
		r.Message += " It is " + strings.Join(said, " and ") + "."
	}
	return r.at(shown...).lacks(c.unlost(part, span, w, lost))
}

// leftOutIn is how many readings of power are missing that the log has no number for, and for how long. If one is
// missing alone, the step is not longer than one that a clock of whole seconds may make; so the readings are counted,
// as many as were left out.
func leftOutIn(part power.Part, t *power.Trace, w power.Window) (readings int, lost time.Duration) {
	for _, note := range part.Notes {
		readings += note.Count
	}
	expected := int(math.Round(w.Last.At.Sub(w.First.At).Seconds() / w.MedianStep.Seconds()))
	readings = min(readings, expected-(w.Count-1))
	if t.Quantity != power.Power || readings <= 0 {
		return 0, 0
	}
	return readings, time.Duration(readings) * w.MedianStep
}

func (c Case) silent(span power.Span, part power.Part, t *power.Trace, w power.Window) (
	lost time.Duration, said []string, shown []power.Span) {
	for _, code := range forensics.Codes(part, t, span, w) {
		lost += time.Duration(code.Count) * w.MedianStep
		said = append(said, fmt.Sprintf("%s of %s %s, codes for missing readings", counted(code.Count, "reading"),
			number(code.Value), part.Series.Unit))
	}
	renewal, still := c.heldIn(t)
	if inside, some := still.Intersect(span); some && inside.Duration()-renewal > lost {
		return inside.Duration() - renewal,
			[]string{seconds(inside.Duration().Seconds()) + " in which the value does not change"}, []power.Span{inside}
	}
	return lost, said, nil
}

func (c Case) unlost(part power.Part, span power.Span, w power.Window, lost time.Duration) Need {
	if w.LongestStep > time.Duration(methodology.LongestStepOfInterval*float64(w.MedianStep)) {
		return fillGap(part, span, w)
	}
	return Need{fmt.Sprintf("Give the readings of meter %s that are missing, %s in all, or measure again",
		part.Meter.ID, seconds(lost.Seconds())), "lost time of " + part.Meter.ID, lost.Seconds()}
}

func (c Case) least() power.Watts {
	sum, count := power.Watts(0), 0
	for _, part := range c.Parts {
		for _, t := range part.Traces {
			average, _ := t.Window(c.Core).Average()
			sum, count = sum+average, count+1
		}
	}
	return methodology.ShareOfMean * sum / power.Watts(max(1, count))
}
