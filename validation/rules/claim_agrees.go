package rules

import (
	"math"

	"green500/validation/methodology"
	"green500/validation/power"
)

// claimAgrees: a published efficiency is the performance of a run divided by the power of that run.
// One published entry divides core-phase performance by the power of the whole job, start-up
// included; that is recognised and named.
var claimAgrees = Rule{
	ID:       "claim-agrees",
	Title:    "The claimed figures agree with the readings",
	Aspect:   methodology.Measurements,
	Section:  methodology.CorePhase,
	Requires: "Power and performance must be those of one run, over exactly the same time.",
	Levels:   []power.Level{1, 2, 3},
	Severity: Should,
	Remedy:   "Correct the claimed figure (run: claimed): performance and power must be of the same time, the core phase.",
	How: "Claimed power and efficiency (run: claimed) are compared with those computed over the core phase, to the digits that lists print. If a claim differs, " +
		"the claim is also compared with the average over the full run, to detect the usual mistake: performance of the core phase over power of the whole job.",
	Check: func(c Case) Result {
		average := c.Average(c.AveragingSpan())
		if c.Entry.Run.Claimed == (power.Claimed{}) || !average.Known {
			return notApplicable("Nothing is claimed.")
		}
		return worst([]Result{claimedPower(c, average.Total), claimedEfficiency(c, average.Total)})
	},
}

func claimedPower(c Case, computed power.Watts) Result {
	claimed := c.Entry.Run.Claimed.PowerWatts
	if claimed == 0 {
		return notApplicable("No power is claimed.")
	}
	return claim(c, claimed, float64(computed), watts, func(w power.Watts) float64 { return float64(w) })
}

func claimedEfficiency(c Case, computed power.Watts) Result {
	claimed := c.Entry.Run.Claimed.GFlopsPerWatt
	if claimed == 0 {
		return notApplicable("No efficiency is claimed.")
	}
	return claim(c, claimed, c.Rmax.PerWatt(computed), perWatt, c.Rmax.PerWatt)
}

// claim holds a claimed figure to the computed one, and to what full-run power would give.
func claim(c Case, claimed, computed float64, write unit, of func(power.Watts) float64) Result {
	r := atMost("The difference of the claimed "+write(claimed)+" from the computed "+write(computed), distance(claimed, computed), methodology.ClaimTolerance, percent)
	run := c.Entry.Run.FullRun
	if r.Outcome != Fail || run.IsZero() {
		return r
	}
	if whole := c.Average(run); whole.Known && distance(claimed, of(whole.Total)) <= methodology.ClaimTolerance {
		r.Message = "The claimed " + write(claimed) + " is the power of the full run with the performance of the core phase; over the core phase it is " + write(computed) + "."
		return r.at(run, c.Core)
	}
	return r
}

// distance is how far a figure lies from another, as a part of it.
func distance(claimed, computed float64) float64 { return math.Abs(claimed/computed - 1) }
