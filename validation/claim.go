package validation

import (
	"fmt"
	"slices"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// Claim is what a window of the readings gives, made as the published numbers are: for the core phase it gives those.
type Claim struct {
	Span       power.Span `json:"span"`
	Seconds    float64    `json:"duration_s"`
	Power      *float64   `json:"mean_w"`    // of the whole machine; null if an instrument has too few readings
	Metered    *float64   `json:"metered_w"` // what the meters measured of it
	Energy     *float64   `json:"energy_j"`
	Efficiency *float64   `json:"gflops_per_watt"`
	// that the entry would reach with this window; null if it cannot be claimed
	Level *power.Level `json:"level"`
	Why   string       `json:"why"` // a sentence on the level
	// of the steps that the window is made of for everybody; 0 for the requested window
	Step float64 `json:"step_s,omitempty"`
}

// ClaimOf forms the figures of a window, and the level of the entry with it as the one that is averaged.
func ClaimOf(in Input, span power.Span) Claim {
	m := in.Measurement
	claim := Claim{Span: span, Seconds: span.Duration().Seconds()}
	average := m.Average(span)
	if span.Duration() <= 0 || !average.Known {
		claim.Why = "An instrument has no readings in this window, so the power of the machine is not known."
		return claim
	}
	watts := rounded(average.Total)
	claim.Power, claim.Metered, claim.Energy = &watts, new(rounded(average.Metered)), new(watts*claim.Seconds)
	if m.Rmax > 0 && watts > 0 {
		claim.Efficiency = new(m.Rmax.PerWatt(power.Watts(watts)))
	}
	claim.Level, claim.Why = levelWith(in, span)
	return claim
}

func levelWith(in Input, window power.Span) (*power.Level, string) {
	whole := window.Start.Equal(in.Measurement.Core.Start.Time) && window.End.Equal(in.Measurement.Core.End.Time)
	if !whole && !in.Edition.HasWindow() {
		return nil, fmt.Sprintf(
			"Methodology %s averages the whole core phase, so no part of the core phase can be claimed.", in.Edition)
	}
	if in.Measurement.Core.IsZero() {
		return nil, "The core phase is not known."
	}
	entry := *in.Measurement.Entry
	if entry.Run.AveragingWindow = window; whole {
		entry.Run.AveragingWindow = power.Span{}
	}
	m := withEntry(in.Measurement, entry)
	asked := rules.For(in.Edition)
	level := levelOf(m, asked, in.Edition)
	if int(level) == len(power.Levels()) {
		return &level, fmt.Sprintf("Every requirement of %s is met.", level)
	}
	return &level, fmt.Sprintf("%s is not reached: %s.", level+1, unmet(m, asked, in.Edition, level+1))
}

func unmet(m *power.Measurement, asked []rules.Rule, edition methodology.Edition, level power.Level) string {
	for _, aspect := range methodology.Aspects() {
		for _, rule := range asked {
			if asksOf(rule, aspect, level) && open(m, rule, edition, level) {
				return rule.ID
			}
		}
	}
	return "" // levelOf found one
}

func asksOf(rule rules.Rule, aspect methodology.Aspect, level power.Level) bool {
	return rule.Aspect == aspect && rule.Severity == rules.Must && slices.Contains(rule.Levels, level)
}
