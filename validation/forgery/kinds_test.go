package forgery_test

import (
	"fmt"
	"math"
	"slices"
	"sort"

	"green500/validation/power"
)

// kind is a way of forging. Of the strengths given, forge gets each as it is; if there are none, it gets a part of the
// most that it could do, from 0 to 1, by which the published power falls by 0.5%, 1% and 2%.
type kind struct {
	name, does string
	given      []float64
	hidden     string              // why nothing shows it
	change     func(*run, *design) // what runs it is made from
	only       func(*run) bool     // runs that it can be made from
	forge      func(r *run, x float64)
}

var falls, noises = []float64{0.005, 0.01, 0.02}, []float64{0.001, 0.005, 0.02}

func simulated(r *run) bool { return r.design.nodes > 0 }
func several(r *run) bool   { return r.computes() >= 6 }
func has(names ...string) func(*run) bool {
	return func(r *run) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return r.column(name) == nil })
	}
}

func (r *run) column(name string) *column {
	if i := slices.IndexFunc(r.columns, func(c column) bool { return c.name == name }); i >= 0 {
		return &r.columns[i]
	}
	return nil
}

func (r *run) computes() (count int) {
	for _, c := range r.columns {
		if c.subsystem == power.Compute {
			count++
		}
	}
	return count
}

// compute lists the instruments of the compute nodes, the thriftiest first.
func (r *run) compute() (all []*column) {
	for i := range r.columns {
		if r.columns[i].subsystem == power.Compute {
			all = append(all, &r.columns[i])
		}
	}
	slices.SortStableFunc(all, func(a, b *column) int {
		return int(math.Copysign(1, r.mean(a, 0, r.core)-r.mean(b, 0, r.core)))
	})
	return all
}

// inside are the rows of a column between two parts of the core phase.
func (r *run) inside(c *column, from, to float64) (first, last int) {
	clock := r.clocks[c.clock]
	return sort.SearchFloat64s(clock, from*r.core), sort.SearchFloat64s(clock, to*r.core)
}

// each replaces the readings of the compute nodes between two parts of the core phase.
func (r *run) each(from, to float64, reading func(c *column, i int, x, watts float64) float64) {
	for k := range r.columns {
		c := &r.columns[k]
		if c.subsystem != power.Compute {
			continue
		}
		first, last := r.inside(c, from, to)
		forged := slices.Clone(c.watts)
		for i := first; i < last; i++ {
			forged[i] = math.Max(0, reading(c, i, r.clocks[c.clock][i]/r.core, c.watts[i]))
		}
		c.watts = forged
	}
}

// noise is the size of the white noise of a column in the core phase, in watts, by its second differences.
func (r *run) noise(c *column) float64 {
	var all []float64
	first, last := r.inside(c, 0.02, 0.98)
	for i := first + 2; i < last; i++ {
		all = append(all, math.Abs(c.watts[i]-2*c.watts[i-1]+c.watts[i-2]))
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2] / 0.6745 / math.Sqrt(6)
}

// before finds a column as it is now, while it is forged.
func (r *run) before() func(*column) *column {
	old, now := r.clone(), map[*column]*column{}
	for i := range r.columns {
		now[&r.columns[i]] = &old.columns[i]
	}
	return func(c *column) *column { return now[c] }
}

// noises is the noise of each column.
func (r *run) noises() map[*column]float64 {
	all := map[*column]float64{}
	for i := range r.columns {
		all[&r.columns[i]] = r.noise(&r.columns[i])
	}
	return all
}

// high is the power that a part of the readings of a column's core phase do not reach.
func (r *run) high(c *column, part float64) float64 {
	first, last := r.inside(c, 0.02, 0.98)
	sorted := slices.Clone(c.watts[first:last])
	slices.Sort(sorted)
	return sorted[int(part*float64(len(sorted)-1))]
}

func memo(of func(*column) float64) func(*column) float64 {
	known := map[*column]float64{}
	return func(c *column) float64 {
		if _, is := known[c]; !is {
			known[c] = of(c)
		}
		return known[c]
	}
}

// fade is 1 in the middle of a stretch and falls to 0 towards its ends, over a part of the core phase.
func fade(x, from, to, over float64) float64 {
	return math.Max(0, math.Min(1, math.Min(x-from, to-x)/over))
}

// at is the reading of a column at a time, on the line between its neighbours, with the noise that this takes away.
func (r *run) at(c *column, t, noise float64) float64 {
	clock := r.clocks[c.clock]
	i := min(max(sort.SearchFloat64s(clock, t), 1), len(clock)-1)
	p := math.Max(0, math.Min(1, (t-clock[i-1])/(clock[i]-clock[i-1])))
	return c.watts[i-1]*(1-p) + c.watts[i]*p + noise*math.Sqrt(math.Max(0, 1-p*p-(1-p)*(1-p)))*r.NormFloat64()
}

func clip(r *run, x, noise float64) {
	limit := memo(func(c *column) float64 { return r.high(c, 0.9) * (1.02 - 0.4*x) })
	own := r.noises()
	r.each(0, 1, func(c *column, _ int, _, w float64) float64 {
		return math.Min(w, limit(c)+noise*own[c]*r.NormFloat64())
	})
}

func floor(r *run, x float64) {
	limit := memo(func(c *column) float64 { return r.high(c, 0.5) * (1 - 0.2*x) })
	own := r.noises()
	r.each(0, 1, func(c *column, _ int, _, w float64) float64 {
		return math.Min(w, math.Max(w*(1-0.4*x), limit(c)+0.5*own[c]*r.NormFloat64()))
	})
}

func steps(r *run, x float64) {
	step := memo(func(c *column) float64 { return math.Max(1e-9, r.high(c, 0.5)*0.3*x) })
	own := r.noises()
	r.each(0, 1, func(c *column, _ int, _, w float64) float64 {
		return math.Floor(w/step(c))*step(c) + 0.3*own[c]*r.NormFloat64()
	})
}

// replay puts another stretch of the core phase in the place of one, 6% lower, with noise.
func replay(r *run, x float64, from func(c *column) *column) {
	const begin, lower, extra = 0.12, 0.94, 0.001
	length := 0.4 * x
	source := 0.96 - length
	before := r.before()
	factor := memo(func(c *column) float64 {
		other := before(from(c))
		return lower * r.mean(before(c), begin*r.core, (begin+length)*r.core) /
			math.Max(1, r.mean(other, source*r.core, (source+length)*r.core))
	})
	r.each(begin, begin+length, func(c *column, i int, _, w float64) float64 {
		other := before(from(c))
		first, _ := r.inside(c, begin, 1)
		k, _ := r.inside(other, source, 1)
		if k+i-first >= len(other.watts) {
			return w
		}
		return other.watts[k+i-first] * factor(c) * (1 + extra*r.NormFloat64())
	})
}

func pasteIdle(r *run, x float64) {
	const begin = 0.15
	lower := memo(func(c *column) float64 { return 0.94 * r.mean(c, (begin-0.1)*r.core, begin*r.core) })
	clockFirst := func(c *column) int { first, _ := r.inside(c, begin, 1); return first }
	idle := memo(func(c *column) float64 { return r.mean(c, r.clocks[c.clock][0], r.clocks[c.clock][0]+60) })
	r.each(begin, begin+0.7*x, func(c *column, i int, _, _ float64) float64 {
		quiet := max(1, sort.SearchFloat64s(r.clocks[c.clock], r.clocks[c.clock][0]+60))
		return lower(c) + c.watts[(i-clockFirst(c))%quiet] - idle(c)
	})
}

// smooth gives the mean of some seconds around each reading.
func smooth(r *run, half, x float64) {
	sums := map[*column][]float64{}
	r.each(0, 1, func(c *column, i int, at, w float64) float64 {
		if sums[c] == nil {
			sums[c] = []float64{0}
			for _, w := range c.watts {
				sums[c] = append(sums[c], sums[c][len(sums[c])-1]+w)
			}
		}
		few := max(1, int(half/r.interval(c)))
		few = min(few, i, len(c.watts)-1-i)
		return (sums[c][i+few+1] - sums[c][i-few]) / float64(2*few+1) * (1 - 0.4*x*fade(at, 0, 1, 0.03))
	})
}

func trailing(r *run, x float64) {
	for k := range r.columns {
		c := &r.columns[k]
		few := max(1, int(x*0.6*r.core/r.interval(c)))
		sum, forged := 0.0, slices.Clone(c.watts)
		for i, w := range c.watts {
			if sum += w; i >= few {
				sum -= c.watts[i-few]
			}
			forged[i] = sum / float64(min(i+1, few))
		}
		c.watts = forged
	}
}

func (r *run) interval(c *column) float64 {
	clock := r.clocks[c.clock]
	return (clock[len(clock)-1] - clock[0]) / float64(len(clock)-1)
}

// knots draws straight lines between the lowest readings of 20 s each, with the noise of the meter.
func knots(r *run, x float64) {
	own, before := r.noises(), r.before()
	r.each(0.02, 0.98, func(c *column, i int, at, _ float64) float64 {
		was := before(c).watts
		few := max(4, int(20/r.interval(c)))
		low := func(k int) float64 {
			from, to := min(k*few, len(was)-1), min((k+1)*few, len(was))
			return slices.Min(was[from:max(to, from+1)])
		}
		p := float64(i%few) / float64(few)
		line := (low(i/few)*(1-p) + low(i/few+1)*p) * (1 + 0.03 - 0.2*x)
		return math.Min(line, was[i]*1.02) + own[c]*0.7*r.NormFloat64()
	})
}

func straight(r *run, x float64) {
	const begin = 0.15
	own := r.noises()
	r.each(begin, begin+0.6*x, func(c *column, _ int, at, _ float64) float64 {
		from, to := r.mean(c, (begin-0.05)*r.core, begin*r.core),
			r.mean(c, (begin+0.6*x)*r.core, (begin+0.6*x+0.05)*r.core)
		return 0.92*(from+(to-from)*(at-begin)/(0.6*x)) + own[c]*r.NormFloat64()
	})
}

// thin leaves part of the highest rows out of the core phase; spread gives the others new times.
func thin(r *run, x float64, spread bool) {
	for k, clock := range r.clocks {
		first, last := sort.SearchFloat64s(clock, 0), sort.SearchFloat64s(clock, r.core)
		total := make([]float64, len(clock))
		for _, c := range r.columns {
			for i := range total {
				if c.clock == k && c.subsystem == power.Compute {
					total[i] += c.watts[i]
				}
			}
		}
		sorted := slices.Clone(total[first:last])
		slices.Sort(sorted)
		limit := sorted[len(sorted)/3]
		var rows []int
		for i := range clock {
			if i < first || i >= last || total[i] < limit || r.Float64() > x {
				rows = append(rows, i)
			}
		}
		if spread {
			kept := rows[first : len(rows)-(len(clock)-last)]
			all := slices.Clone(rows[:first])
			for i := first; i < last; i++ {
				all = append(all, kept[(i-first)*len(kept)/(last-first)])
			}
			rows = append(all, rows[len(rows)-(len(clock)-last):]...)
		} else {
			r.clocks[k] = pick(clock, rows)
		}
		for i := range r.columns {
			if c := &r.columns[i]; c.clock == k {
				own := 0.3 * r.noise(c)
				c.watts = pick(c.watts, rows)
				for j := range c.watts {
					if spread && j > 0 && rows[j] == rows[j-1] { // so that no reading repeats
						c.watts[j] += own * r.NormFloat64()
					}
				}
			}
		}
	}
}

func pick(all []float64, rows []int) (picked []float64) {
	for _, i := range rows {
		picked = append(picked, all[i])
	}
	return picked
}

// warp lets the core phase pass faster at first, so that its end fills more of it.
func warp(r *run, x float64) {
	own, before := r.noises(), r.before()
	r.each(0, 1, func(c *column, _ int, at, _ float64) float64 {
		return r.at(before(c), r.core*(1-math.Pow(1-at, 1+2*x)), own[c])
	})
}

// rotate copies a third of the core phase from the thriftiest instrument to half of the others, some minutes apart.
func rotate(r *run, noise float64) {
	all := r.compute()
	from := all[0]
	first, last := r.inside(from, 0.04, 0.36)
	for k, c := range all[len(all)/2:] {
		begin, end := r.inside(c, 0.04, 0.36)
		lower := r.mean(c, 0.04*r.core, 0.36*r.core) / r.mean(from, 0.04*r.core, 0.36*r.core)
		for i := begin; i < end; i++ {
			j := first + (i-begin+(k+1)*(last-first)*2/5)%(last-first)
			c.watts[i] = from.watts[j] * lower * (1 + noise*r.NormFloat64())
		}
	}
}

// copies replaces all but the four thriftiest instruments of the compute nodes.
func copies(r *run, noise float64, lag int, scale, offset float64) {
	all := r.compute()
	sources := min(4, len(all)/2)
	for k, c := range all[sources:] {
		from := all[k%sources]
		forged := slices.Clone(c.watts)
		for i := range forged {
			j := min(max(0, i-lag*(1+k%5)), len(from.watts)-1)
			forged[i] = (from.watts[j]*(1-scale*float64(k+1)) + offset*float64(k+1)*r.high(from, 0.5)) *
				(1 + noise*r.NormFloat64())
		}
		c.watts = forged
	}
}

func shiftTimes(r *run, only func(c int) bool, by float64) {
	for k := range r.columns {
		c := &r.columns[k]
		if c.subsystem != power.Compute || !only(k) {
			continue
		}
		forged, own := slices.Clone(c.watts), r.noise(c)
		for i, t := range r.clocks[c.clock] {
			forged[i] = r.at(c, t-by, own)
		}
		c.watts = forged
	}
}

func scaleWhole(r *run, names map[string]bool, factor float64) {
	for k := range r.columns {
		if c := &r.columns[k]; names[c.name] || names == nil {
			for i := range c.watts {
				c.watts[i] *= factor
			}
		}
	}
}

// deeper replaces the readings of the compute nodes by those of another run, which fell earlier.
func deeper(r *run, x float64) {
	d := r.design
	d.falls, d.lowest = d.falls*(1-0.7*x), d.lowest*(1-0.2*x)
	own := r.noises()
	r.each(0, 1, func(c *column, _ int, at, w float64) float64 {
		return w*d.at(at*r.core)/r.design.at(at*r.core) + 0.1*own[c]*r.NormFloat64()
	})
}

// slower replaces the readings by those of a run that took longer at less power, as a power cap does.
func slower(r *run, x float64) {
	own, before := r.noises(), r.before()
	r.each(0, 1.5, func(c *column, _ int, at, _ float64) float64 {
		return (1 - 0.3*x) * r.at(before(c), r.core*at/(1+0.2*x), own[c])
	})
}

func drop(r *run, x float64) {
	all := r.compute()
	count := int(x * 0.5 * float64(len(all)))
	for _, c := range all[len(all)-count:] {
		c.unnamed = true
	}
	set := &r.entry.NodeSets[0]
	set.Measured -= set.Measured / len(all) * count
}

func halfFeeds(r *run, x float64) {
	for k := range r.columns {
		if c := &r.columns[k]; c.subsystem == power.Compute {
			c.name += "-psuA"
			for i, w := range c.watts {
				c.watts[i] = w * (1 - 0.5*x)
			}
		}
	}
}

// dead measures the network by a channel that nothing is connected to. x is the part of the power that it hides.
func dead(r *run, x float64) {
	s := r.entry.Subsystem(power.Interconnect)
	*s = power.Subsystem{Name: power.Interconnect, Treatment: power.Measured, Units: 20, Measured: 20}
	c := r.column(power.Interconnect)
	if c == nil {
		r.columns = append(r.columns, column{name: power.Interconnect, subsystem: power.Interconnect,
			watts: make([]float64, len(r.clocks[0]))})
		c = r.column(power.Interconnect)
	}
	for i := range c.watts {
		c.watts[i] = 0.4 + 0.1*float64(r.IntN(2))
	}
}

func idleNodes(r *run, x float64) {
	all := r.compute()
	own := r.noises()
	for _, c := range all[:max(1, len(all)/5)] {
		idle := r.mean(c, r.clocks[c.clock][0], r.clocks[c.clock][0]+60)
		first, last := r.inside(c, 0.1, 0.1+0.8*x)
		for i := first; i < last; i++ {
			c.watts[i] = idle + own[c]*r.NormFloat64()
		}
	}
}

// thriftiest names the thriftiest of all nodes a random choice: every node as thrifty as the thriftiest part.
func thriftiest(r *run, x float64) {
	all := r.compute()
	first := r.mean(all[0], 0, r.core)
	for _, c := range all {
		factor := 1 - x*(1-0.97*first/r.mean(c, 0, r.core))
		for i := range c.watts {
			c.watts[i] *= factor
		}
	}
}

func words(r *run, x float64) {
	scaleWhole(r, nil, 1-x)
	r.entry.Meters[0].Aggregation = map[float64]string{
		0.005: "summed at equal times, net of the photovoltaics",
		0.01:  "summed, less 600 W for each server of other machines on the PDUs",
		0.02:  "summed at equal times; the share of the building's ventilation was deducted",
	}[x]
}

// typical estimates the network by half of its maximum. x is the part of the power that this hides.
func typical(r *run, x float64) {
	s := r.entry.Subsystem(power.Interconnect)
	each := math.Round(2 * x * r.published() / 20)
	r.files[s.Basis] = fmt.Appendf(nil, "Switch. Maximum power: %.0f W, typical: %.0f W.\n", each, each/2)
	s.PowerWatts = 20 * each / 2
	s.Formula = map[float64]string{
		0.005: fmt.Sprintf("20 x %.0f W typical", each/2),
		0.01:  fmt.Sprintf("20 switches, %.0f W each in operation", each/2),
		0.02:  fmt.Sprintf("20 x %.0f W as usually drawn", each/2),
	}[x]
}

// racks calls whole racks, of which the thriftier were measured, nodes that were chosen at random.
func racks(r *run, x float64) {
	set := &r.entry.NodeSets[0]
	set.SelectionMethod, set.Selection = power.SelectRandom, "random"
	for k := range r.columns {
		if c := &r.columns[k]; c.subsystem == power.Compute {
			c.name = fmt.Sprintf("r%02dn%02d", k/8+3, k%8+1)
		}
	}
	scaleWhole(r, nil, 1-0.1*x)
}

// recorded reports whether the logs contain all of the full run, without which no cheat would say so.
func (r *run) recorded() bool {
	from, to := r.entry.Run.FullRun.Start.Sub(r.start).Seconds(), r.entry.Run.FullRun.End.Sub(r.start).Seconds()
	return !slices.ContainsFunc(r.clocks, func(clock []float64) bool {
		return clock[0] > from || clock[len(clock)-1] < to
	})
}

// moveCore prints a core phase that began later, in a full run that agrees.
func moveCore(r *run, by float64) {
	r.from = math.Round(by)
	full := r.entry.Run.FullRun
	before := min(0, r.start.Sub(full.Start.Time).Seconds()+r.from-2)
	r.entry.Run.FullRun = power.NewSpan(full.Start.Add(seconds(before)), full.End.Add(seconds(max(0, r.from))))
}

// hurry prints that the solution took less time.
func hurry(r *run, x float64) {
	r.core = math.Round(r.core * (1 - x))
	core := r.output.Core
	r.output.Seconds -= core.Duration().Seconds() - r.core
	r.output.Core = power.NewSpan(core.Start.Time, core.Start.Add(seconds(r.core)))
	r.entry.Run.RmaxTeraflops = r.output.PrintedRate().Teraflops()
}

func hold(r *run, x float64) {
	const begin = 0.2
	low := memo(func(c *column) float64 { return r.high(c, 0.05) })
	r.each(begin, begin+0.7*x, func(c *column, _ int, _, _ float64) float64 { return low(c) })
}
