package rules

import (
	"math"

	"green500/validation/methodology"
	"green500/validation/power"
)

var claimAgrees = Rule{
	ID:       "claim-agrees",
	Title:    "The claimed figures agree with the readings",
	Aspect:   methodology.Measurements,
	Section:  methodology.CorePhase,
	Field:    "run.claimed.gflops_per_watt",
	Requires: "Power and performance must be those of one run, over exactly the same time.",
	Remedy: "Correct the claimed figure (run: claimed): performance and power must be of the same time, " +
		"the core phase.",
	How: "Claimed power and efficiency (run: claimed) are compared with those computed over the core phase, " +
		"to the digits that lists print. If a claim differs, " +
		"the claim is also compared with the average over the full run, to detect the usual mistake: " +
		"performance of the core phase over power of the whole job.",
	Check: func(c Case) Result {
		average, claimed := c.Average(c.AveragingSpan()), c.Entry.Run.Claimed
		var results []Result
		if claimed.PowerWatts != 0 && average.Known {
			results = append(results, claim(c, claimed.PowerWatts, float64(average.Total), watts,
				func(w power.Watts) float64 { return float64(w) }))
		}
		if claimed.GFlopsPerWatt != 0 && average.Known {
			results = append(results,
				claim(c, claimed.GFlopsPerWatt, c.Rmax.PerWatt(average.Total), perWatt, c.Rmax.PerWatt))
		}
		return worstOr("Nothing is claimed.", results)
	},
}

func claim(c Case, claimed, computed float64, write unit, of func(power.Watts) float64) Result {
	r := atMost("The difference of the claimed "+write(claimed)+" from the computed "+write(computed),
		distance(claimed, computed), methodology.ClaimTolerance, percent)
	run := c.Entry.Run.FullRun
	if r.Outcome != Fail || run.IsZero() {
		return r
	}
	if whole := c.Average(run); whole.Known && distance(claimed, of(whole.Total)) <= methodology.ClaimTolerance {
		r.Message = "The claimed " + write(claimed) + " is the power of the full run with the performance of the " +
			"core phase; over the core phase it is " + write(computed) + "."
		return r.at(run, c.Core)
	}
	return r
}

func distance(claimed, computed float64) float64 { return math.Abs(claimed/computed - 1) }
