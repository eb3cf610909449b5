package rules

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"green500/validation/power"
)

// Need is one thing that is missing, as a short order with the entry's own numbers.
type Need struct {
	Text    string
	Subject string  // what the amount is of; of needs with one subject the largest satisfies all
	Amount  float64 // 0 if there is only the text
}

// Satisfies reports whether doing n also does the other.
func (n Need) Satisfies(other Need) bool {
	return n.Text == other.Text || n.Subject != "" && n.Subject == other.Subject && n.Amount >= other.Amount
}

func (r Result) needs(format string, args ...any) Result {
	return r.lacks(Need{Text: fmt.Sprintf(format, args...)})
}

func (r Result) lacks(needs ...Need) Result {
	if !r.Outcome.Open() {
		return r
	}
	r.Needs = slices.Clone(r.Needs)
	for _, need := range needs {
		if slices.ContainsFunc(r.Needs, func(n Need) bool { return n.Satisfies(need) }) {
			continue
		}
		r.Needs = append(slices.DeleteFunc(r.Needs, need.Satisfies), need)
	}
	return r
}

func readEvery(part power.Part, interval time.Duration) []Need {
	step := time.Second
	if interval < step {
		step = time.Millisecond
	}
	if interval = interval.Truncate(step); interval <= 0 {
		return nil
	}
	return []Need{{fmt.Sprintf("Read meter %s every %s or more often", part.Meter.ID, seconds(interval.Seconds())),
		"interval of " + part.Meter.ID, -interval.Seconds()}}
}

func record(part power.Part, span power.Span, what string) Need {
	return Need{
		fmt.Sprintf("Give readings of meter %s over all of the %s, %s to %s", part.Meter.ID, what,
			clock(span.Start.Time), clock(span.End.Time)), "recording of " + part.Meter.ID, span.Duration().Seconds(),
	}
}

func (c Case) recordAll(span power.Span, what string) []Need {
	if len(c.Parts) == 0 {
		return nothingNamed().Needs
	}
	var needs []Need
	for _, part := range c.Parts {
		if _, known := part.Metered(span); !known {
			needs = append(needs, record(part, span, what))
		}
	}
	return needs
}

func fillGap(part power.Part, span power.Span, w power.Window) Need {
	from := w.LongestAfter.In(span.Start.Location())
	return Need{
		fmt.Sprintf("Give the readings of meter %s that are missing between %s and %s, or measure again", part.Meter.ID,
			clock(from), clock(from.Add(w.LongestStep))), "gaps of " + part.Meter.ID, w.LongestStep.Seconds(),
	}
}

func named(subsystem string) string {
	if subsystem == power.Compute {
		return "the compute nodes"
	}
	return "the " + inWords(subsystem)
}

func lacking(names []string, texts ...string) string {
	var empty []string
	for i, text := range texts {
		if text == "" {
			empty = append(empty, names[i])
		}
	}
	return strings.Join(empty, " and ")
}

func counted(count int, noun string) string {
	if count != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", count, noun)
}
