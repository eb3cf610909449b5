package machine

import (
	"cmp"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"green500/validation/lab"
	"green500/validation/lab/model"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// Machine is what a file comes to.
type Machine struct {
	Title string
	Kinds []NodeKind
	Runs  []Energy
	Least *Least // nil if no run time is known for other numbers of processes
}

// Energy is the energy of a run.
type Energy struct {
	Name      string
	Form      Form
	Processes int // at its start
	Nodes     Nodes
	Time      time.Duration
	model.RunEnergy
	Measured power.Joules // to compare with; 0 if not stated
	Doubts   []string     // sentences
}

// Nodes are those that are busy and idle at the start of a run.
type Nodes struct{ Busy, Idle int }

// Compute reads the logs of a machine from a folder and computes the energy of its runs.
func (f File) Compute(folder fs.FS, scratch canonical.Scratch) (Machine, error) {
	m := Machine{Title: f.Title}
	wrong := lab.Checks{}
	for i, kind := range f.Kinds {
		made, err := f.kind(kind, fmt.Sprintf("kinds[%d]", i), folder, scratch, &wrong)
		if err != nil {
			return m, err
		}
		m.Kinds = append(m.Kinds, made)
	}
	if err := wrong.OrNil(); err != nil {
		return m, err
	}
	for _, run := range f.Runs {
		m.Runs = append(m.Runs, m.energy(run))
	}
	m.Least = m.least(f.Law)
	return m, nil
}

type part struct {
	processes []int
	time      time.Duration
}

func (m Machine) parts(r Run) (all []part) {
	switch cmp.Or(r.Form, SPMD) {
	case DivideAndConquer:
		processes := m.uses(r.Processes, r.On)
		for _, seconds := range r.Steps {
			all = append(all, part{processes, power.Seconds(seconds)})
			processes = halved(processes)
		}
	case Phases:
		for _, phase := range r.Phases {
			all = append(all, part{m.uses(phase.Processes, phase.On), power.Seconds(phase.Seconds)})
		}
	default:
		all = []part{{m.uses(r.Processes, r.On), power.Seconds(r.Seconds)}}
	}
	return all
}

func halved(processes []int) []int {
	half := make([]int, len(processes))
	for i, n := range processes {
		if n > 0 {
			half[i] = max(1, n/2)
		}
	}
	return half
}

func (m Machine) uses(processes int, on []Use) []int {
	each := make([]int, len(m.Kinds))
	each[0] = processes
	for _, use := range on {
		for i, kind := range m.Kinds {
			if kind.Name == use.Kind {
				each[i] = use.Processes
			}
		}
	}
	return each
}

// energy adds up what the nodes of all kinds draw over a run; those without processes are idle (Czarnul et al., III and
// IV).
func (m Machine) energy(r Run) Energy {
	e := Energy{Name: r.Name, Form: cmp.Or(r.Form, SPMD), Measured: power.Joules(r.Measured * hour)}
	parts := m.parts(r)
	var steps []model.Step
	for n, p := range parts {
		e.Time += p.time
		for i, kind := range m.Kinds {
			step := kind.step(p.processes[i], p.time)
			steps = append(steps, step)
			if n == 0 {
				e.Processes += p.processes[i]
				e.Nodes = Nodes{e.Nodes.Busy + step.Active, e.Nodes.Idle + step.Inactive}
			}
		}
	}
	e.RunEnergy = model.Steps(steps)
	e.Name = cmp.Or(e.Name, m.name(parts[0].processes))
	e.Doubts = m.doubts(parts, e.Time)
	return e
}

func (k NodeKind) step(processes int, t time.Duration) model.Step {
	active, inactive := model.NodesOf(processes, k.Nodes)
	s := model.Step{Active: active, Inactive: inactive, IdlePower: k.Curve.Idle, Time: t}
	s.ActivePower, s.Deviation = k.Curve.At(float64(processes) / float64(max(active, 1)))
	return s
}

func (m Machine) name(processes []int) string {
	var parts []string
	for i, n := range processes {
		switch {
		case n > 0 && len(m.Kinds) == 1:
			parts = append(parts, fmt.Sprint(n))
		case n > 0:
			parts = append(parts, fmt.Sprintf("%s:%d", m.Kinds[i].Name, n))
		}
	}
	return strings.Join(parts, "+")
}

const hour = 3600.0

// WattHours is an energy in Wh.
func WattHours(e power.Joules) float64 { return float64(e) / hour }

// doubts in the energy of a run: too short, or too many threads (Czarnul et al., Tables I and II).
func (m Machine) doubts(parts []part, t time.Duration) (all []string) {
	for i, kind := range m.Kinds {
		most := 0
		for _, p := range parts {
			most = max(most, p.processes[i])
		}
		if most == 0 {
			continue
		}
		if enough := model.FewReadings * kind.Interval; kind.Interval > 0 && t < enough {
			all = append(all,
				fmt.Sprintf("Short: fewer than %d readings, %s apart.", model.FewReadings, inSeconds(kind.Interval)))
		}
		threads := float64(most) / float64(min(most, kind.Nodes))
		if last := kind.Curve.Last(); threads > last*(1+1e-9) && !kind.saturated(last) {
			all = append(all, fmt.Sprintf(
				"Beyond what was measured: the power of %.4g threads stands for that of %.4g.", last, threads))
		}
	}
	return all
}

func inSeconds(d time.Duration) string            { return fmt.Sprintf("%.4g s", d.Seconds()) }
func (k NodeKind) saturated(threads float64) bool { return k.Cores > 0 && threads >= float64(k.Cores) }
