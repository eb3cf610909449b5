package forgery_test

import (
	"math"

	"green500/validation/power"
)

func levelTwo(r *run, d *design) { d.level, d.perColumn = 2, 1 }

func showing(r *run, d *design) {
	levelTwo(r, d)
	d.accelerated, d.shows, d.watts, d.swing, d.capped = true, true, r.between(1800, 5000), 0, false
	d.falls, d.lowest = r.between(0.45, 0.75), r.between(0.5, 0.8)
}

func inRacks(r *run, d *design) { levelTwo(r, d); d.racks = 0.01 }

func same(c *column) *column { return c }

// kinds are the ways of forging, those of one part of the evidence together.
var kinds = []kind{
	{name: "ceiling", does: "Readings above a ceiling are replaced by the ceiling, with noise.",
		forge: func(r *run, x float64) { clip(r, x, 0.5) }},
	{name: "saturated", does: "Readings stand at the end of a range.",
		forge: func(r *run, x float64) { clip(r, x, 0) }},
	{name: "floor", does: "Readings are lowered down to a floor, with noise.", forge: floor},
	{name: "steps", does: "Readings are rounded down to coarse steps, with noise.", forge: steps},
	{name: "replayed", does: "A stretch is replaced by another of the same log, 6% lower, with noise of 0.1%.",
		forge: func(r *run, x float64) { replay(r, x, same) }},
	{name: "replayed from a sibling", does: "A stretch is replaced by another of the next node's log, 6% lower.",
		only: several, forge: func(r *run, x float64) {
			all, next := r.compute(), map[*column]*column{}
			for i, c := range all {
				next[c] = all[(i+1)%len(all)]
			}
			replay(r, x, func(c *column) *column { return next[c] })
		}},
	{name: "pasted idle noise", does: "A stretch is a constant, 6% lower, with the noise of the idle machine.",
		forge: pasteIdle},
	{name: "smoothed and lowered", does: "Readings are means of 15 s and lowered in the core phase.",
		forge: func(r *run, x float64) { smooth(r, 7, x) }},
	{name: "long means", does: "Each reading is the mean of the minutes before it.", forge: trailing},
	{name: "resampled", does: "The lowest readings of 20 s each are joined by lines, with noise.", forge: knots},
	{name: "straight lines", does: "A stretch is a straight line, 8% lower, with the noise of the meter.",
		forge: straight},
	{name: "thinned out", does: "High rows are removed, and the others are spread over their time.",
		forge: func(r *run, x float64) { thin(r, x, true) }},
	{name: "rows lost", does: "High rows are removed.", forge: func(r *run, x float64) { thin(r, x, false) }},
	{name: "cut", does: "Half of the core phase is lowered at once.", forge: func(r *run, x float64) {
		r.each(0.2, 0.7, func(_ *column, _ int, _, w float64) float64 { return w * (1 - 0.3*x) })
	}},
	{name: "cut that fades in", does: "Half of the core phase is lowered, over a tenth of it at each end.",
		forge: func(r *run, x float64) {
			r.each(0.15, 0.75, func(_ *column, _ int, at, w float64) float64 {
				return w * (1 - 0.3*x*fade(at, 0.15, 0.75, 0.1))
			})
		}},
	{name: "core phase lowered", does: "All of the core phase is lowered, and nothing else.",
		hidden: "The machine may have drawn this much.",
		forge: func(r *run, x float64) {
			r.each(0, 1, func(_ *column, _ int, at, w float64) float64 {
				return w * (1 - 0.1*x*fade(at, 0, 1, 2/r.core))
			})
		}},
	{name: "zeros", does: "Some readings of the core phase are 0.", forge: func(r *run, x float64) {
		r.each(0, 1, func(_ *column, _ int, _, w float64) float64 {
			if r.Float64() < 0.1*x {
				return 0
			}
			return w
		})
	}},
	{name: "stuck", does: "The readings of a stretch repeat a low one.", forge: hold},
	{name: "time warped", does: "Time passes faster on the plateau, and slower where the power falls.", forge: warp},

	{name: "later copies", does: "Most nodes are copies of four others, a few readings later each.", given: noises,
		only: several, forge: func(r *run, x float64) { copies(r, x, 3, 0, 0) }},
	{name: "scaled copies", does: "Most nodes are copies of four others, times a factor each.", given: noises,
		only: several, forge: func(r *run, x float64) { copies(r, x, 0, 0.001, 0) }},
	{name: "copies with offsets", does: "Most nodes are copies of four others, plus a constant each.", given: noises,
		only: several, forge: func(r *run, x float64) { copies(r, x, 0, 0, 0.001) }},
	{name: "copies minutes apart", does: "Half of the nodes repeat a stretch of another, from another time of it.",
		given: noises, only: several, forge: rotate},
	{name: "multiple", does: "The readings of the storage are those of the head nodes times 2.2.", given: noises,
		only: has(power.Storage, power.HeadNodes), change: levelTwo, forge: func(r *run, x float64) {
			c := r.column(power.Storage)
			for i, w := range r.column(power.HeadNodes).watts {
				c.watts[i] = w * 2.2 * (1 + x*r.NormFloat64())
			}
		}},

	{name: "core phase late", does: "The output says that the core phase began later.",
		forge: func(r *run, x float64) { moveCore(r, x*r.core/2) }},
	{name: "core phase early", does: "The output says that the core phase began earlier.",
		forge: func(r *run, x float64) { moveCore(r, -x*r.core/2) }},
	{name: "clock of the meters", does: "All times of the readings are late.", forge: func(r *run, x float64) {
		for i := range r.clocks {
			clock := make([]float64, len(r.clocks[i]))
			for k, t := range r.clocks[i] {
				clock[k] = t + x*r.core/2
			}
			r.clocks[i] = clock
		}
	}},
	{name: "clock of some nodes", does: "A fifth of the nodes has late readings.", only: several,
		forge: func(r *run, x float64) { shiftTimes(r, func(c int) bool { return c%5 == 0 }, x*r.core) }},
	{name: "slower run", does: "The readings are those of a run with less power, which took longer.", forge: slower},
	{name: "faster on paper", does: "The output says that the solution took less time, by 0.5%, 1% or 2%.",
		given: falls, only: func(r *run) bool { return r.core >= 200 }, forge: hurry},
	{name: "progress of another run", does: "The output's rates stay high where the power of another run falls.",
		change: showing, only: simulated, forge: deeper},

	{name: "one node far off", does: "One node reads a part of what its siblings read.", only: several,
		forge: func(r *run, x float64) { scaleWhole(r, map[string]bool{r.compute()[2].name: true}, 1-x) }},
	{name: "idle nodes", does: "A fifth of the nodes idles for a part of the core phase.", only: several,
		forge: idleNodes},
	{name: "nodes not named", does: "The nodes of the highest power are in the log, not in the document.",
		only: several, forge: drop},
	{name: "half of the supplies", does: "Only supply A of each node is measured; B draws the rest.",
		only: several, forge: halfFeeds},
	{name: "dead channel", does: "The network is measured by a channel that reads 0.4 W.", given: falls,
		change: func(r *run, d *design) { levelTwo(r, d); d.estimate = 0.02 }, only: simulated, forge: dead},
	{name: "subtraction in words", does: "Readings are lowered, and the document says by what.", given: falls,
		forge: words},
	{name: "typical power", does: "The network is estimated by half of its maximum, under three names.",
		given: falls, change: levelTwo, only: simulated, forge: typical},

	{name: "racks called nodes", does: "Thrifty racks are measured, and called nodes chosen at random.",
		hidden: "A random choice can look like this.", change: inRacks, only: simulated, forge: racks},
	{name: "thrifty nodes", does: "The thriftiest nodes are measured, and called a random choice.",
		hidden: "Only a draw that others can repeat shows it.", only: several, forge: thriftiest},
	{name: "scale", does: "All readings are multiplied by one factor.",
		hidden: "Nothing inside a log knows the true scale.",
		forge:  func(r *run, x float64) { scaleWhole(r, nil, 1-0.2*x) }},
	{name: "baseline", does: "A constant is subtracted from all readings.",
		hidden: "Nothing inside a log knows its zero, if the idle power agrees.",
		forge: func(r *run, x float64) {
			for k := range r.columns {
				c := &r.columns[k]
				off := 0.1 * x * r.mean(c, 0, r.core)
				for i := range c.watts {
					c.watts[i] = math.Max(0, c.watts[i]-off)
				}
			}
		}},
}
