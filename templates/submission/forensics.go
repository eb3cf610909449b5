package submission

import (
	"math"

	"green500/templates"
	"green500/validation"
	"green500/validation/power"
)

type instrumentColumn struct {
	title, unit string
	figure      func(validation.InstrumentFacts) float64
	flagged     bool // any figure over zero deserves a look
}

func instrumentColumns() []instrumentColumn {
	type facts = validation.InstrumentFacts
	count := func(of func(facts) int) func(facts) float64 { return func(f facts) float64 { return float64(of(f)) } }
	return []instrumentColumn{
		{"Readings", "", count(func(f facts) int { return f.Readings }), false},
		{"Interval", "s", func(f facts) float64 { return f.Interval }, false},
		{"Update interval", "s", func(f facts) float64 { return f.Update }, false},
		{"Gaps", "", count(func(f facts) int { return f.Gaps }), true},
		{"Lost", "s", func(f facts) float64 { return f.Lost }, true},
		{"Repeated values", "", count(func(f facts) int { return f.Repeats }), false},
		{"Duplicate times", "", count(func(f facts) int { return f.Doubled }), true},
		{"Out of order", "", count(func(f facts) int { return f.Reversed }), true},
		{"Resolution", "W or J", func(f facts) float64 { return f.Resolution }, false},
		{"Resets", "", count(func(f facts) int { return f.Falls }), true},
		{"Missing values", "", count(func(f facts) int { return f.Sentinels }), true},
		{"Outliers", "", count(func(f facts) int { return f.Outliers }), true},
	}
}

func (c instrumentColumn) value(f validation.InstrumentFacts) string {
	figure := c.figure(f)
	if figure == math.Trunc(figure) {
		return templates.Digits(figure, 0)
	}
	return templates.Significant(figure)
}

func (c instrumentColumn) notable(f validation.InstrumentFacts) bool {
	return c.flagged && c.figure(f) > 0
}

func edgeWords(at power.Time, offset *float64, end string) string {
	if at.IsZero() || offset == nil {
		return "no edge found"
	}
	words := templates.Either(*offset < 0, " before the ", " after the ")
	return templates.Clock(at.Time) + ", " + templates.Seconds(secondsOf(math.Abs(*offset))) + words + end + " of the core phase"
}
