package forensics

import (
	"math"
	"slices"
	"time"

	"green500/validation/power"
)

// Plateau is a stretch of load in a recording.
type Plateau struct {
	power.Span
	Mean power.Watts
	// Rises and Falls report whether the stretch begins and ends inside the recording: load that the first
	// reading shows already has no rise.
	Rises, Falls bool
}

// Cells is power over time in equal steps, NaN if nothing is known.
type Cells struct {
	Start time.Time
	Step  time.Duration
	Watts []float64
}

// Plateaus are the stretches of load in a recording, in the order of time.
type Plateaus struct {
	All  []Plateau
	Load power.Watts   // between them and what lies between them
	Rest power.Watts   // power outside of them; 0 if nothing is outside
	Step time.Duration // how exactly their ends are known
}

// What a stretch of load is. No rule looks at these: they only help a person to hold clocks against runs.
const (
	// contrastOfLoad is how much lower than under load power has to be in between, as a part of the power
	// under load: the least in real measurements of one node is a tenth.
	contrastOfLoad = 0.06
	// fallOfContrast and riseOfContrast are how deep between rest and load power has to fall to end a stretch, and how
	// high to rise to begin one, so that neither noise nor the falling tail of an accelerated run ends one.
	fallOfContrast = 0.25
	riseOfContrast = 0.6
	// pauseOfStretch is how long a pause may be, as a part of the shorter stretch beside it, to be part of
	// one: five runs that followed each other in a real entry lie a thirtieth of a run apart.
	pauseOfStretch = 0.02
	// leastOfLongest is how long a stretch has to be, as a part of the longest one, to be reported.
	leastOfLongest = 0.05
)

const fewestCells = 8

// PlateausOf finds the stretches of load. Load is separated from rest if two levels explain the cells best.
// A recording without rest is one stretch.
func PlateausOf(c Cells) Plateaus {
	p := Plateaus{Step: c.Step}
	known := slices.DeleteFunc(slices.Clone(c.Watts), math.IsNaN)
	if len(known) < fewestCells || c.Step <= 0 {
		return p
	}
	slices.Sort(known)
	rest, load := levels(known)
	if !(load > 0) {
		return p
	}
	begin, end := rest+riseOfContrast*(load-rest), rest+fallOfContrast*(load-rest)
	if load-rest < contrastOfLoad*load {
		begin, end = known[0], known[0]
	}
	p.All = joined(Cells{c.Start, c.Step, withoutSpikes(c.Watts)}.stretches(begin, end))
	longest := time.Duration(0)
	for _, one := range p.All {
		longest = max(longest, one.Duration())
	}
	p.All = slices.DeleteFunc(p.All, func(one Plateau) bool {
		return float64(one.Duration()) < leastOfLongest*float64(longest)
	})
	c.describe(&p)
	return p
}

// levels splits sorted values into two groups so that the values of each lie as near to their mean as they
// can, and returns the means (Otsu, IEEE Transactions on Systems, Man, and Cybernetics 9, 1979).
func levels(sorted []float64) (low, high float64) {
	total := 0.0
	for _, v := range sorted {
		total += v
	}
	best, below := -1.0, 0.0
	n := float64(len(sorted))
	for i, v := range sorted[:len(sorted)-1] {
		below += v
		k := float64(i + 1)
		lower, upper := below/k, (total-below)/(n-k)
		if between := k * (n - k) * (upper - lower) * (upper - lower); between > best {
			best, low, high = between, lower, upper
		}
	}
	return low, high
}

func (c Cells) stretches(begin, end float64) []Plateau {
	var found []Plateau
	open, before, last := false, -1, -1
	for i, watts := range c.Watts {
		switch {
		case math.IsNaN(watts):
			continue
		case !open && watts >= begin:
			found = append(found, Plateau{Span: power.NewSpan(c.at(i), c.at(i+1)), Rises: before >= 0})
			open = true
		case !open:
		case watts < end:
			found[len(found)-1].Falls = true
			open = false
		default:
			found[len(found)-1].End = power.Time{Time: c.at(i + 1)}
		}
		before, last = i, i
	}
	if open && last >= 0 {
		found[len(found)-1].End = power.Time{Time: c.at(last + 1)}
	}
	return found
}

// withoutSpikes takes the middle of three known neighbours each: a single reading that is a code, or was
// taken in a pause, neither begins nor ends a stretch, nor does one beside a gap, where loggers put codes.
func withoutSpikes(watts []float64) []float64 {
	calm := slices.Clone(watts)
	var known []int
	for i, w := range watts {
		if !math.IsNaN(w) {
			known = append(known, i)
		}
	}
	for i := 1; i+1 < len(known); i++ {
		calm[known[i]] = middle(watts[known[i-1]], watts[known[i]], watts[known[i+1]])
	}
	return calm
}

func (c Cells) at(i int) time.Time { return c.Start.Add(time.Duration(i) * c.Step) }

func joined(all []Plateau) []Plateau {
	for {
		var out []Plateau
		for _, one := range all {
			if last := len(out) - 1; last >= 0 {
				pause := one.Start.Sub(out[last].End.Time)
				if float64(pause) <= pauseOfStretch*float64(min(one.Duration(), out[last].Duration())) {
					out[last].End, out[last].Falls = one.End, one.Falls
					continue
				}
			}
			out = append(out, one)
		}
		if len(out) == len(all) {
			return out
		}
		all = out
	}
}

func (c Cells) describe(p *Plateaus) {
	var rest, load []float64
	each := make([][]float64, len(p.All))
	at := 0
	for i, watts := range c.Watts {
		for at < len(p.All) && !c.at(i).Before(p.All[at].End.Time) {
			at++
		}
		switch {
		case math.IsNaN(watts):
		case at < len(p.All) && !c.at(i).Before(p.All[at].Start.Time):
			each[at], load = append(each[at], watts), append(load, watts)
		default:
			rest = append(rest, watts)
		}
	}
	for i := range each {
		p.All[i].Mean = wattsOf(each[i])
	}
	p.Load, p.Rest = wattsOf(load), wattsOf(rest)
}

func wattsOf(values []float64) power.Watts {
	mean, known := meanOf(values)
	if known == 0 {
		return 0
	}
	return power.Watts(mean)
}
