package sample

import (
	"fmt"
	"hash/fnv"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

type plan struct {
	seed        uint64
	edition     string
	methodology string
	level       power.Level
	contact     power.Contact
	site        power.Site
	system      power.System
	environment power.Environment
	tunables    []power.Tunable
	study       []power.StudyRun
	sets        []set
	others      []other
	meters      []metering
	zone        Zone
	zoneInFile  bool // the series name the zone too
	coreStart   time.Time
	timing      timing
	style       Style
	efficiency  float64    // GFlops/W of the whole machine, what an honest measurement finds
	processes   int        // of the HPL grid
	idleFigure  bool       // idle power as a figure instead of a span
	someNodes   bool       // the workload ran on a part of the compute nodes
	window      [2]float64 // averaging window as parts of the core phase; zero if there is none
}

type set struct {
	Machine
	name      string
	measured  int
	selection string
	chassis   int // nodes that share one; 0 if each stands alone
}

// other is a subsystem besides the compute nodes. watts is what all of it draws.
type other struct {
	power.Subsystem
	watts power.Watts
}

// timing is the lengths of a recording: idle, a pause, start-up, core phase, teardown, and idle after.
type timing struct{ idle, pause, startUp, core, tearDown, after time.Duration }

func tenMinutes() timing {
	return timing{idle: 150 * time.Second, pause: 20 * time.Second, startUp: 80 * time.Second,
		core: 600 * time.Second, tearDown: 30 * time.Second, after: 25 * time.Second}
}

func utc(year int, month time.Month, day, hour, minute int) time.Time {
	return time.Date(year, month, day, hour, minute, 0, 0, time.UTC)
}

func (p plan) schedule() Schedule {
	start := p.coreStart.In(p.zone.Location())
	launch, end := start.Add(-p.timing.startUp), start.Add(p.timing.core)
	idleEnd := launch.Add(-p.timing.pause)
	return Schedule{
		Idle:    power.NewSpan(idleEnd.Add(-p.timing.idle), idleEnd),
		FullRun: power.NewSpan(launch, end.Add(p.timing.tearDown)),
		Core:    power.NewSpan(start, end),
	}
}

func (p plan) total(of func(set) power.Watts) (sum power.Watts) {
	for _, s := range p.sets {
		sum += of(s)
	}
	for _, o := range p.others {
		if o.Treatment != power.LeftOut {
			sum += o.watts
		}
	}
	return sum
}

func (p plan) bundle() Bundle {
	schedule := p.schedule()
	drawn := p.total(
		func(s set) power.Watts { return Run{p.seeded(s.Machine, s.name), schedule}.Whole().CoreAverage() })
	output := NewOutput(p.style, power.GFlops(p.efficiency*float64(drawn)), schedule.Core, p.processes, p.zone)
	b := Bundle{Methodology: methodology.Edition(p.methodology), Entry: p.entry(schedule, output)}
	b.Files = map[string][]byte{b.Entry.Run.Output: output.Bytes()}
	for _, m := range p.meters {
		table, series := p.record(schedule, m)
		b.Files[m.file] = table.Bytes()
		b.Entry.Series = append(b.Entry.Series, series...)
		if m.Loss != nil && m.Loss.Evidence != "" {
			b.attach(m.Loss.Evidence, "conversion loss", fmt.Sprintf(
				"Sample record of a conversion loss, found by: %s.\n"+
					"Supplied over delivered power near the load of the run: %.3f.\n", m.Loss.FoundBy, m.Loss.Factor))
		}
	}
	for _, sub := range b.Entry.Subsystems {
		if sub.Treatment == power.Estimated && sub.Basis != "" {
			b.attach(sub.Basis, "specification",
				fmt.Sprintf("Sample data sheet.\nMaximum power of the %s: %s.\n", sub.Name, sub.Formula))
		}
	}
	return b
}

func (p plan) seeded(m Machine, name string) Machine {
	m.Seed = p.seed ^ seedOf(name)
	return m
}

// seedOf turns a name into a seed, so that a new sample leaves the others as they are.
func seedOf(name string) uint64 {
	hash := fnv.New64a()
	hash.Write([]byte(name)) // never fails
	return hash.Sum64()

}

func (p plan) entry(schedule Schedule, output Output) power.Entry {
	named := p.methodology
	if methodology.Edition(named).Draft() {
		named = string(methodology.InForce) // a document names no draft
	}
	e := power.Entry{
		Schema: power.Schema, Edition: p.edition, Methodology: named, ClaimedLevel: p.level,
		Contact: p.contact, Site: p.site, System: p.system, Environment: p.environment, Tunables: p.tunables,
		Study: p.study,
		Run: power.Run{
			Workload: "HPL", Output: map[Style]string{Netlib: "HPL.out", NVIDIA: "hpl.log"}[p.style],
			Timezone: p.zone.Name, FullRun: schedule.FullRun,
			RmaxTeraflops: output.PrintedRate().Teraflops(), PowerOptimised: len(p.tunables) > 0,
			AllComputeNodes: !p.someNodes,
			Clock:           power.Clock{SynchronisedBy: "NTP", MaxErrorSeconds: 0.1},
		},
		Idle: []power.Idle{p.idle(schedule)},
	}
	const rpeakOverRmax = 1.4
	e.System.RpeakTeraflops = roundTo(e.Run.RmaxTeraflops*rpeakOverRmax, 10)
	if p.window != [2]float64{} {
		e.Run.AveragingWindow = part(schedule.Core, p.window[0], p.window[1])
	}
	for _, s := range p.sets {
		e.NodeSets = append(e.NodeSets, power.NodeSet{Name: s.name, Nodes: s.Nodes, Measured: s.measured,
			Selection: s.selection, PerChassis: max(1, s.chassis)})
	}
	e.Subsystems = []power.Subsystem{{Name: power.Compute, Treatment: power.Measured}}
	for _, o := range p.others {
		e.Subsystems = append(e.Subsystems, o.Subsystem)
	}
	for _, m := range p.meters {
		e.Meters = append(e.Meters, m.Meter)
	}
	return e
}

func roundTo(value, steps float64) float64 { return float64(int64(value*steps+0.5)) / steps }

func part(s power.Span, from, to float64) power.Span {
	seconds := s.Duration().Seconds()
	at := func(x float64) time.Time { return s.Start.Add(time.Duration(int64(x*seconds+0.5)) * time.Second) }
	return power.NewSpan(at(from), at(to))
}

func (p plan) idle(schedule Schedule) power.Idle {
	if !p.idleFigure {
		return power.Idle{Start: schedule.Idle.Start, End: schedule.Idle.End}
	}
	return power.Idle{PowerWatts: roundTo(
		float64(p.total(func(s set) power.Watts { return s.IdlePerNode * power.Watts(s.Nodes) })), 1)}
}
