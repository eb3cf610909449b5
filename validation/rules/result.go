package rules

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/validation/power"
)

func passed(format string, args ...any) Result {
	return Result{Outcome: Pass, Message: fmt.Sprintf(format, args...)}
}

func failed(format string, args ...any) Result {
	return Result{Outcome: Fail, Message: fmt.Sprintf(format, args...)}
}

func unknown(format string, args ...any) Result {
	return Result{Outcome: Unknown, Message: fmt.Sprintf(format, args...)}
}

func notApplicable(format string, args ...any) Result {
	return Result{Outcome: NotApplicable, Message: fmt.Sprintf(format, args...)}
}

func (r Result) seen(observed, limit string) Result {
	r.Observed, r.Limit = observed, limit
	return r
}

func (r Result) saying(format string, args ...any) Result {
	r.Message = fmt.Sprintf(format, args...)
	return r
}

func (r Result) at(spans ...power.Span) Result {
	r.Spans = spans
	return r
}

type unit func(float64) string

func atLeast(what string, observed, limit float64, write unit) Result {
	return compared(what, "at least", observed, limit, (observed-limit)/limit, observed >= limit, write)
}

func atMost(what string, observed, limit float64, write unit) Result {
	return compared(what, "at most", observed, limit, (limit-observed)/limit, observed <= limit, write)
}

func below(what string, observed, limit float64, write unit) Result {
	r := compared(what, "below", observed, limit, (limit-observed)/limit, observed < limit, write)
	if observed == limit { // no margin is left, and none is lacking
		r.Margin = nil
	}
	return r
}

func compared(what, relation string, observed, limit, margin float64, holds bool, write unit) Result {
	r := Result{Outcome: Fail, Observed: write(observed), Limit: relation + " " + write(limit), Margin: &margin}
	if holds {
		r.Outcome = Pass
	}
	if math.IsInf(margin, 0) || math.IsNaN(margin) { // no margin is a fraction of a limit of nothing
		r.Margin = nil
	}
	r.Message = fmt.Sprintf("%s is %s; %s is required.", what, r.Observed, r.Limit)
	return r
}

// worst returns the result with the least margin among several instruments, meters or sets, with
// what all of them need; an unknown one counts as worse than any that passes.
func worst(results ...Result) Result {
	least := narrowest(results)
	for _, r := range results {
		least = least.lacks(r.Needs...)
	}
	return least
}

func worstOf[T any](all []T, check func(T) Result) Result {
	results := make([]Result, len(all))
	for i, one := range all {
		results[i] = check(one)
	}
	return worst(results...)
}

func worstOr(none string, results []Result) Result {
	if len(results) == 0 {
		return notApplicable("%s", none)
	}
	return worst(results...)
}

func narrowest(results []Result) Result {
	if len(results) == 0 {
		return nothingNamed()
	}
	return slices.MinFunc(results, func(a, b Result) int { return cmp.Compare(rank(a), rank(b)) })
}

func nothingNamed() Result {
	return unknown("The document names nothing to check for this rule.").
		needs("Name what was measured: node sets, meters and series")
}

func rank(r Result) float64 {
	margin := 1.0
	if r.Margin != nil {
		margin = max(-1, min(1, *r.Margin))
	}
	const apart = 10 // wider than the range of margin, so that outcome decides first
	switch r.Outcome {
	case Unknown:
		return apart + margin
	case Pass:
		return 2*apart + margin
	case NotApplicable:
		return 3*apart + margin
	}
	return margin
}

func number(v float64) string {
	whole, fraction, _ := strings.Cut(strconv.FormatFloat(v, 'f', 3, 64), ".")
	digits, negative := strings.CutPrefix(whole, "-")
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	if negative {
		digits = "-" + digits
	}
	return strings.TrimRight(strings.TrimRight(digits+"."+fraction, "0"), ".")
}

func watts(v float64) string           { return number(v) + " W" }
func seconds(v float64) string         { return number(v) + " s" }
func hertz(v float64) string           { return number(v) + " Hz" }
func percent(v float64) string         { return number(v*100) + "%" }
func perWatt(v float64) string         { return number(v) + " GFlops/W" }
func pieces(v float64) string          { return number(v) }
func countOfReadings(v float64) string { return counted(int(v), "reading") }
func clock(t time.Time) string         { return t.Format("15:04:05.999") }

func where(part power.Part, t *power.Trace) string {
	return strings.TrimSuffix(part.Series.File+" "+t.Instrument, " ")
}

// instruments runs a check over every instrument and returns the worst result. Of the instruments
// of one series only the worst states what is needed: there may be hundreds.
func (c Case) instruments(check func(power.Part, *power.Trace) Result) Result {
	var parts []Result
	for _, part := range c.Parts {
		var results []Result
		for _, trace := range part.Traces {
			results = append(results, check(part, trace))
		}
		if len(results) > 0 {
			parts = append(parts, narrowest(results))
		}
	}
	return worst(parts...)
}

func (c Case) meters(check func(*power.Meter) Result) Result {
	var results []Result
	for i := range c.Entry.Meters {
		meter := &c.Entry.Meters[i]
		for _, part := range c.Parts {
			if part.Meter == meter {
				results = append(results, check(meter))
				break
			}
		}
	}
	return worst(results...)
}
