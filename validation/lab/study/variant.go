package study

import (
	"cmp"
	"slices"
	"time"

	"green500/validation/lab/model"
	"green500/validation/power"
)

// Variant is the runs under one setting.
type Variant struct {
	Settings  string
	Submitted bool    // the settings of the run that is submitted
	Clock     float64 // MHz; 0 if not stated
	Points    []Point // one a size, the smallest first
	Against   []Comparison
	Threshold *model.Threshold // nil if energy does not fall within the bound
	Clocks    *ClockReduction  // nil if its clock is not lower than the baseline's, or not stated
	baseline  bool
}

// Point is the runs of one size.
type Point struct {
	model.Point
	Runs       int
	Operations float64 // 10^9 of one run; 0 if not stated
}

// Rate is what the runs computed; 0 if no operations are stated.
func (p Point) Rate() power.GFlops { return power.GFlops(p.Operations / p.Latency.Seconds()) }

// PerWatt is the efficiency in GFlops/W; 0 if no operations are stated.
func (p Point) PerWatt() float64 { return p.Rate().PerWatt(p.Power) }

// Comparison is a point over the baseline's of the same size.
type Comparison struct {
	model.Normalised
	Implausible bool // it saves more power than the machine draws beyond idle (Vishnu et al., 4.4)
}

// Unreliable reports whether the point is not to be relied on.
func (a Comparison) Unreliable() bool { return a.Spiky || a.Implausible }

// ClockReduction is what a lower clock is good for, by the models.
type ClockReduction struct {
	Ratio   float64 // of the baseline's clock
	Ceiling float64 // how much of the processors' power it saves if power goes with the clock (Vishnu et al., 4.4)
	Latency float64 // over the baseline's, if the work is bound by computing (lecture notes, 2.4)
	Power   float64 // the same, if dynamic power goes with f^3 (lecture notes, 2.3); 0 if idle power is not known
}

// Energy is latency times power; 0 if idle power is not known.
func (c ClockReduction) Energy() float64 { return c.Latency * c.Power }

// At returns the point of a size over the baseline's.
func (v Variant) At(size float64) (against Comparison, found bool) {
	i := slices.IndexFunc(v.Against, func(a Comparison) bool { return a.Size == size })
	if i < 0 {
		return Comparison{}, false
	}
	return v.Against[i], true
}

// Largest returns the point of the largest size over the baseline's, which overheads spoil least, and one that is not
// doubtful if there is such.
func (v Variant) Largest() (against Comparison, found bool) {
	for _, a := range slices.Backward(v.Against) {
		if !a.Unreliable() {
			return a, true
		}
	}
	if len(v.Against) == 0 {
		return Comparison{}, false
	}
	return v.Against[len(v.Against)-1], true
}

func gather(runs []power.StudyRun, size, amount gauge) []Variant {
	var variants []Variant
	bySize := map[string]map[float64][]power.StudyRun{}
	for _, run := range runs {
		at := slices.IndexFunc(variants, func(v Variant) bool { return v.Settings == run.Settings })
		if at < 0 {
			at, variants = len(variants), append(variants, Variant{Settings: run.Settings})
			bySize[run.Settings] = map[float64][]power.StudyRun{}
		}
		v := &variants[at]
		v.baseline, v.Submitted = v.baseline || run.Role == power.StudyBaseline,
			v.Submitted || run.Role == power.StudySubmitted
		v.Clock = cmp.Or(v.Clock, run.ClockMegahertz)
		bySize[run.Settings][size.of(run)] = append(bySize[run.Settings][size.of(run)], run)
	}
	for i := range variants {
		v := &variants[i]
		for n, alike := range bySize[v.Settings] {
			v.Points = append(v.Points, together(n, alike, amount))
		}
		slices.SortFunc(v.Points, func(a, b Point) int { return cmp.Compare(a.Size, b.Size) })
	}
	return variants
}

// together is several runs of one size as one: mean time and amount, and the power that makes up their energy.
func together(size float64, runs []power.StudyRun, amount gauge) Point {
	p := Point{Point: model.Point{Size: size}, Runs: len(runs)}
	n, energy := float64(len(runs)), power.Joules(0)
	p.Readings = runs[0].Readings
	for _, run := range runs {
		energy += power.Watts(run.PowerWatts).Over(run.Duration())
		p.Latency += run.Duration() / time.Duration(len(runs))
		p.Amount += amount.of(run) / n
		p.Operations += operations(run) / n
		p.Readings = min(p.Readings, run.Readings) // each run by itself misses its ends
	}
	p.Power = power.Watts(float64(energy) / (n * p.Latency.Seconds()))
	return p
}

func (v *Variant) against(baseline Variant, s Study) {
	var plausible []model.Normalised
	for _, n := range model.Normalise(bare(baseline.Points), bare(v.Points)) {
		one := Comparison{n, n.Implausible(s.Ceiling)}
		if v.Against = append(v.Against, one); !one.Implausible {
			plausible = append(plausible, n)
		}
	}
	if threshold, found := model.ThresholdOf(plausible, s.Bound); found {
		v.Threshold = &threshold
	}
}

func bare(points []Point) []model.Point {
	all := make([]model.Point, len(points))
	for i, p := range points {
		all[i] = p.Point
	}
	return all
}

func (v *Variant) expect(baseline Variant, split model.Split) {
	if v.Clock <= 0 || v.Clock >= baseline.Clock {
		return
	}
	c := ClockReduction{Ratio: v.Clock / baseline.Clock}
	c.Ceiling, _ = model.ClockCeiling(v.Clock, baseline.Clock)
	c.Latency = model.TimeAtClock(time.Hour, c.Ratio).Seconds() / time.Hour.Seconds()
	if split.Constant > 0 && split.Dynamic > 0 {
		c.Power = float64(split.AtClock(c.Ratio).Total() / split.Total())
	}
	v.Clocks = &c
}
