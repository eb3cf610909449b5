// Package sample makes submissions of machines that do not exist: the power of a run, the files that meters and HPL
// would write, and the document. Everything follows from a seed: the same seed gives the same bytes.
package sample

import (
	"math"
	"math/rand/v2"
	"time"

	"green500/validation/lab/model"
	"green500/validation/power"
)

// Machine is a set of equal nodes, or of any equal units, and how they draw power.
type Machine struct {
	Nodes       int
	IdlePerNode power.Watts
	LoadPerNode power.Watts // on the plateau of the core phase
	Tail        float64     // power in the last tenth of the core phase over the plateau: 1 for CPU, near 0.45 for GPU
	Spread      float64     // coefficient of variation between nodes
	Noise       float64     // relative size of the slow drift and of the white noise of a node
	Oscillation float64     // relative amplitude of the fast swing that CPU runs show
	Seed        uint64
}

// Schedule is when a run idles, runs and computes. Core lies in FullRun; Idle lies outside it.
type Schedule struct {
	Idle, FullRun, Core power.Span
}

// Run is one run of a machine.
type Run struct {
	Machine
	Schedule
}

// Group is some of the nodes of a run: what one instrument sees.
type Group struct {
	run    Run
	weight float64 // sum of the nodes' own factors; near their count
	noise  float64 // white noise, relative to the group
	key    uint64  // makes the noise of groups differ
}

type phase struct {
	until float64 // part of the stretch that is over when it ends
	level float64 // between idle (0) and plateau (1)
}

func level(phases []phase, x float64) float64 {
	for _, p := range phases {
		if x < p.until {
			return p.level
		}
	}
	return 0
}

var (
	// startUp is job launch, matrix generation and the broadcast before the solve.
	startUp = []phase{{0.12, 0.08}, {0.80, 0.34}, {1, 0.14}}
	// startUpWithTests adds the component tests of accelerated HPL, which draw nearly full power
	// outside the core phase. They end before it, so that its rising edge can be seen.
	startUpWithTests = []phase{{0.10, 0.06}, {0.45, 0.26}, {0.75, 0.72}, {1, 0.12}}
	// tearDown is the residual check, which generates the matrix again, and the end of the job.
	tearDown = []phase{{0.60, 0.30}, {1, 0.06}}
)

// Group returns the nodes of the given numbers as one.
func (r Run) Group(nodes []int) Group {
	g := Group{run: r, noise: r.Noise / math.Sqrt(float64(max(1, len(nodes)))), key: r.Seed}
	for _, i := range nodes {
		g.weight += r.factor(i)
		g.key = g.key*31 + uint64(i) + 1
	}
	return g
}

// Whole returns all nodes as one.
func (r Run) Whole() Group {
	all := make([]int, r.Nodes)
	for i := range all {
		all[i] = i
	}
	return r.Group(all)
}

func (r Run) factor(i int) float64 {
	const limit = 3 // standard deviations
	return 1 + r.Spread*min(max(normal(r.Seed, uint64(i)), -limit), limit)
}

// normal draws from the standard normal distribution; the same two numbers give the same draw, so the model needs no
// memory.
func normal(seed, at uint64) float64 {
	return rand.New(rand.NewPCG(seed, at)).NormFloat64()
}

// Watts returns the power of the group at an instant.
func (g Group) Watts(t time.Time) power.Watts {
	swing := g.run.drift(t) + g.noise*normal(g.key, uint64(t.UnixNano()))
	if !t.Before(g.run.Core.Start.Time) && t.Before(g.run.Core.End.Time) {
		swing += g.run.oscillation(t)
	}
	return max(0, g.run.perNode(t)*power.Watts(g.weight*(1+swing)))
}

func (r Run) perNode(t time.Time) power.Watts {
	busy := r.node(r.LoadPerNode)
	switch {
	case t.Before(r.FullRun.Start.Time) || !t.Before(r.FullRun.End.Time):
		return r.IdlePerNode
	case t.Before(r.Core.Start.Time) && r.Tail < 1:
		return busy.At(level(startUpWithTests, progress(r.FullRun.Start, r.Core.Start, t)))
	case t.Before(r.Core.Start.Time):
		return busy.At(level(startUp, progress(r.FullRun.Start, r.Core.Start, t)))
	case t.Before(r.Core.End.Time):
		return r.core(t)
	}
	return busy.At(level(tearDown, progress(r.Core.End, r.FullRun.End, t)))
}

// node is the mean node as SimGrid models one (Heinrich et al., section 4.2), at a workload under which it draws so
// much.
func (r Run) node(loaded power.Watts) model.NodePower {
	return model.NodePower{Static: r.IdlePerNode, Dynamic: loaded - r.IdlePerNode}
}

func progress(start, end power.Time, t time.Time) float64 {
	return t.Sub(start.Time).Seconds() / end.Sub(start.Time).Seconds()
}

// The falling tail of a core phase: the matrix left to factor shrinks until the machine starves.
const (
	tailBegins = 2.0 / 3
	tailEnds   = 0.92
	riseTime   = 2 * time.Second // from launch of the solve to full power
)

func (r Run) core(t time.Time) power.Watts {
	x := min(max((progress(r.Core.Start, r.Core.End, t)-tailBegins)/(tailEnds-tailBegins), 0), 1)
	fallen := x * x * (3 - 2*x)
	watts := max(r.LoadPerNode*power.Watts(1-(1-r.Tail)*fallen), r.IdlePerNode)
	return r.node(watts).At(min(1, t.Sub(r.Core.Start.Time).Seconds()/riseTime.Seconds()))
}

// The periods of the drift are those of fans, cooling loop and machine room; none divides another.
func driftPeriods() []float64 { return []float64{97, 211, 467} }

func (r Run) drift(t time.Time) float64 {
	sum := 0.0
	for i, period := range driftPeriods() {
		sum += wave(t, period, float64(r.Seed%97)+float64(i))
	}
	return r.Noise * sum / float64(len(driftPeriods()))
}

// The two fast periods beat, as panel factorisation and update do.
const (
	panelPeriod  = 3.7
	updatePeriod = 5.3
)

func (r Run) oscillation(t time.Time) float64 {
	return r.Oscillation * (wave(t, panelPeriod, 0) + wave(t, updatePeriod, 1)) / 2
}

func wave(t time.Time, periodSeconds, phase float64) float64 {
	return math.Sin(2*math.Pi*math.Mod(float64(t.UnixMilli())/1e3, periodSeconds)/periodSeconds + phase)
}

// finestStep is the longest step of integration that sees the fast swing; mostSteps bounds the
// work for meters that read once a minute.
const (
	finestStep = time.Second
	mostSteps  = 12
)

// Mean returns the average power of the group over a span.
func (g Group) Mean(s power.Span) power.Watts {
	steps := min(max(int(s.Duration()/finestStep), 1), mostSteps)
	step := s.Duration() / time.Duration(steps)
	var sum power.Watts
	for i := range steps {
		sum += g.Watts(s.Start.Add(time.Duration(i)*step + step/2))
	}
	return sum / power.Watts(steps)
}

// CoreAverage returns the average power of the group over the core phase.
func (g Group) CoreAverage() power.Watts {
	var sum power.Watts
	const pieces = 200
	piece := g.run.Core.Duration() / pieces
	for i := range pieces {
		sum += g.Watts(g.run.Core.Start.Add(time.Duration(i)*piece + piece/2))
	}
	return sum / pieces
}
