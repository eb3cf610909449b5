package rules

import "green500/validation/methodology"

var rmaxBelowRpeak = Rule{
	ID:       "rmax-below-rpeak",
	Title:    "Rmax is at most Rpeak",
	Aspect:   methodology.Measurements,
	Section:  methodology.CorePhase,
	Field:    "system.rpeak_tflops",
	Requires: "The performance figure is that of a valid run, which no machine makes faster than its peak.",
	Remedy:   "Check Rpeak (system: rpeak_tflops, in TFlop/s) and give the output of a run of this machine.",
	How: "Rmax is compared with the Rpeak that the document states: at most all of it, and at least " +
		percent(methodology.OfPeak().Low) +
		", half of the least that was ever published. If Rpeak fits in another unit, the finding says so.",
	Check: func(c Case) Result {
		peak := c.Entry.System.RpeakTeraflops * teraflops
		if peak <= 0 || c.Rmax <= 0 {
			return notApplicable("Rpeak is not stated.")
		}
		reached := float64(c.Rmax) / peak
		r := within("Rmax as a part of Rpeak", reached, methodology.OfPeak(), percent)
		// at most one fits
		for name, factor := range map[string]float64{"GFlop/s": teraflops, "PFlop/s": 1 / teraflops} {
			if r.Outcome == Fail && reached*factor <= methodology.OfPeak().High && reached*factor > usualOfPeak {
				r.Message += " This is probably a wrong unit: Rpeak would fit in " + name + "."
				r = r.needs("State Rpeak in TFlop/s: the figure fits in %s", name)
			}
		}
		return r
	},
}
