package machine

import (
	"fmt"
	"math"
	"slices"

	"green500/validation/lab/model"
	"green500/validation/power"
)

// Least is the number of processes with the least energy, on the nodes of the first kind.
type Least struct {
	Law              model.TimeLaw
	Fitted           bool
	Off              float64 // by how much a run's time is off the fitted law at most, as a part
	Processes, Nodes int
	Energy           power.Joules
	Most             int // processes that were tried at most
	Course           []At
}

// At is the energy with so many processes.
type At struct {
	Processes int
	Energy    power.Joules
}

func (m Machine) least(stated Law) *Least {
	first := m.Kinds[0]
	l := &Least{Law: model.TimeLaw(stated)}
	if stated == (Law{}) {
		var processes, seconds []float64
		for _, run := range m.Runs {
			if run.Form == SPMD && run.Time > 0 && len(m.Kinds) == 1 {
				processes, seconds = append(processes, float64(run.Processes)), append(seconds, run.Time.Seconds())
			}
		}
		law, off, ok := model.TimeLawOf(processes, seconds)
		if !ok {
			return nil
		}
		l.Law, l.Off, l.Fitted = law, off, true
	}
	l.Most = first.Nodes * max(1, first.Cores, int(math.Ceil(first.Curve.Last())))
	for _, run := range m.Runs {
		l.Most = max(l.Most, run.Processes)
	}
	for _, n := range tried(l.Most, first.Nodes) {
		run := m.energy(Run{Processes: n, Seconds: l.Law.At(float64(n))})
		l.Course = append(l.Course, At{n, run.Total()})
		if l.Processes == 0 || run.Total() < l.Energy {
			l.Processes, l.Nodes, l.Energy = n, run.Nodes.Busy, run.Total()
		}
	}
	return l
}

// tried are numbers of processes from one to the most: every one of few, and of many such that neighbours are a
// thousandth apart.
func tried(most, nodes int) (all []int) {
	for n := 1; n <= most; n = max(n+1, n+n/1000) {
		all = append(all, n)
	}
	all = append(all, most, min(nodes, most))
	slices.Sort(all)
	return slices.Compact(all)
}

// Words say where the least energy lies, and whether it is a minimum or only the end of what was tried.
func (l Least) Words(nodes int) string {
	text := fmt.Sprintf("Least energy: %d processes on %d of %d nodes, %.2f Wh. ", l.Processes, l.Nodes, nodes,
		WattHours(l.Energy))
	switch {
	case l.Processes == 1:
		text += "This is the boundary: one process. More processes never save energy, so no minimum lies inside."
	case l.Processes == l.Most:
		text += fmt.Sprintf("This is the boundary: all nodes with as many processes as were tried, %d. "+
			"Fewer take more energy, so no minimum lies inside.", l.Most)
	case l.Nodes == nodes:
		text += "This is a minimum in processes: with fewer the work takes longer, with more communication does. " +
			"In nodes it is the boundary: all of them, because idle nodes draw power too."
	default:
		text += "This is a minimum: with fewer nodes the idle ones cost more, with more nodes communication does."
	}
	return text + " " + l.lawWords()
}

func (l Least) lawWords() string {
	text := fmt.Sprintf("Run time: %.6g s / processes + %.4g s × processes", l.Law.Work, l.Law.Each)
	if !l.Fitted {
		return text + ", as stated."
	}
	return text + fmt.Sprintf(", fitted to the runs: off by at most %.1f%%.", 100*l.Off)
}

// LeastOfRuns says which of two runs and more takes the least energy, and whether those on both sides take more.
func (m Machine) LeastOfRuns() string {
	if len(m.Runs) < 2 {
		return ""
	}
	runs := slices.Clone(m.Runs)
	slices.SortStableFunc(runs, func(a, b Energy) int { return a.Processes - b.Processes })
	at := 0
	for i, run := range runs {
		if run.Total() < runs[at].Total() {
			at = i
		}
	}
	text := fmt.Sprintf("Of these runs, the one of %s processes takes the least energy, %.2f Wh: ", runs[at].Name,
		WattHours(runs[at].Total()))
	switch at {
	case 0:
		return text + "it has the fewest processes, so this is the boundary of what was stated."
	case len(runs) - 1:
		return text + "it has the most processes, so this is the boundary of what was stated."
	}
	return text + "runs with fewer and with more processes take more."
}
