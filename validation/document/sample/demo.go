package sample

import (
	"fmt"
	"math"
	"strings"
	"time"

	"green500/validation/power"
	"green500/validation/review"
)

// Submission is an entry of the demonstration with what has become of it.
type Submission struct {
	Name string // unique, such as aurelia-2025-11
	Bundle
	Edition  string
	State    review.State
	Reason   string      // what the reviewer wrote, if the move to State asks for a reason
	Granted  power.Level // the level that a correct grader grants; 0 if none, or if it can't be graded
	Fault    string      // what was done wrong on purpose; empty for a clean entry
	Ungraded bool        // the entry lacks what grading needs
}

// Editions lists the editions of the demonstration, oldest first: two to be published, one open.
func Editions() []string { return []string{"2025-11", "2026-06", "2026-11"} }

// Demo returns the submissions of the named editions, or of all. Machines, sites and people are invented.
func Demo(editions ...string) (all []Submission) {
	if len(editions) == 0 {
		editions = Editions()
	}
	for _, edition := range editions {
		for _, row := range demoRows[edition] {
			all = append(all, row.submission(edition))
		}
	}
	return all
}

type site struct {
	place  power.Site
	person power.Contact
	zone   string
}

// A row of the demonstration says how far its site's zone is from Greenwich at the time of the run.
var sites = map[string]site{
	"north": {power.Site{Name: "Example Computing Centre North", Country: "FI", URL: "https://north.example.org"},
		person("Aino Example", "North"), "Europe/Helsinki"},
	"coast": {power.Site{Name: "Example University of the Coast", Country: "JP", URL: "https://coast.example.org"},
		person("Haru Example", "Coast"), "Asia/Tokyo"},
	"rivers": {power.Site{Name: "Three Rivers Sample Laboratory", Country: "US", URL: "https://rivers.example.org"},
		person("Casey Example", "Rivers"), "America/Denver"},
	"valley": {power.Site{Name: "Placeholder Institute Valley", Country: "DE", URL: "https://valley.example.org"},
		person("Robin Example", "Valley"), "Europe/Berlin"},
	"south": {power.Site{Name: "Fictional Weather Service South", Country: "BR", URL: "https://south.example.org"},
		person("Dandara Example", "South"), "America/Sao_Paulo"},
	"plateau": {power.Site{Name: "Specimen Research Centre Plateau", Country: "IN", URL: "https://plateau.example.org"},
		person("Asha Example", "Plateau"), "Asia/Kolkata"},
}

func person(name, affiliation string) power.Contact {
	address := strings.ToLower(strings.Fields(name)[0]) + "@example.org"
	return power.Contact{Name: name, Email: address, Affiliation: affiliation}
}

type kind string

const (
	cpuKind kind = "cpu"
	gpuKind kind = "gpu"
)

type kindFact struct {
	machine          func(nodes int, load power.Watts) Machine
	style            Style
	cores            int // of a node, without accelerators
	acceleratorCores int // of a node
	processes        int // of a node
	processor        string
	accelerator      string
	environment      power.Environment
}

func kinds() map[kind]kindFact {
	return map[kind]kindFact{
		cpuKind: {cpuNode, Netlib, 192, 0, 8, "Example E9 96C 2.4 GHz", "", airCooled(22, 34.5)},
		gpuKind: {gpuNode, NVIDIA, 64, 4 * 132, 4, "Example E7 64C 2.0 GHz", "Example A4", liquidCooled(32, 41)},
	}
}

type demoRow struct {
	machine
	when
	claim
	fate
}

type machine struct {
	name       string
	maker      string
	site       string // short name
	kind       kind
	nodes      int
	load       power.Watts // of a node on the plateau
	efficiency float64     // GFlops/W
}

// when is the core phase, with the offset of the site's zone at that time.
type when struct {
	start  time.Time
	core   time.Duration
	offset time.Duration
}

type claim struct {
	level       power.Level
	methodology string
	changes     with
	fault       fault
}

type fate struct {
	state  review.State
	reason string
}

type fault struct {
	sentence string
	granted  power.Level
	ungraded bool
	spoil    func(*plan)   // before the bundle is made
	spoilt   func(*Bundle) // after
}

func (r demoRow) submission(edition string) Submission {
	name := strings.ToLower(strings.ReplaceAll(r.name, " ", "-")) + "-" + edition
	p := r.plan(edition, name)
	granted := r.level
	if r.fault.sentence != "" {
		granted = r.fault.granted
	}
	if r.fault.spoil != nil {
		r.fault.spoil(&p)
	}
	b := p.bundle()
	if r.fault.spoilt != nil {
		r.fault.spoilt(&b)
	}
	return Submission{
		Name: name, Bundle: b, Edition: edition, State: r.state, Reason: r.reason,
		Granted: granted, Fault: r.fault.sentence, Ungraded: r.fault.ungraded,
	}
}

func (r demoRow) plan(edition, name string) plan {
	p := cleanPlan(r.level, r.methodology)
	fact, at := kinds()[r.kind], sites[r.site]
	p.seed, p.edition, p.contact, p.site = seedOf(name), edition, at.person, at.place
	p.system = power.System{
		Name: r.name, Manufacturer: r.maker, Year: r.start.Year() - 1,
		TotalCores:       r.nodes * (fact.cores + fact.acceleratorCores),
		AcceleratorCores: r.nodes * fact.acceleratorCores, Processor: fact.processor, Accelerator: fact.accelerator,
		Interconnect: "Example fabric 400G", OperatingSystem: "Linux",
	}
	p.environment, p.style, p.processes = fact.environment, fact.style, fact.processes*r.nodes
	p.efficiency, p.zone, p.coreStart = r.efficiency, Zone{at.zone, r.offset}, r.start
	part := func(of time.Duration) time.Duration { return (r.core / of).Truncate(time.Second) }
	p.timing = timing{
		idle: 2*time.Minute + part(10), pause: 20 * time.Second, startUp: time.Minute + part(20),
		core: r.core, tearDown: 20*time.Second + part(60), after: 20*time.Second + part(60),
	}
	share := map[power.Level]float64{1: 0.12, 2: 0.15, 3: 1}[r.level] // of the nodes, with a little to spare
	measured, selection := min(r.nodes, max(int(math.Ceil(share*float64(r.nodes))), 18)), "random"
	if measured == r.nodes {
		selection = "all"
	}
	p.sets = []set{{Machine: fact.machine(r.nodes, r.load), name: string(r.kind), measured: measured,
		selection: selection}}
	p.others = r.others()
	// small files, which leave at most five seconds uncovered at either end: Level 3 allows that
	if r.core > 40*time.Minute {
		p.meters[0].IntervalSeconds = max(p.meters[0].IntervalSeconds, 10)
	}
	for _, change := range r.changes {
		change(&p)
	}
	return p
}

// The subsystems besides the nodes, as parts of the power of the nodes.
const (
	interconnectShare = 0.022
	headShare         = 0.003
	storageShare      = 0.014
	coolingShare      = 0.011
)

func (r demoRow) others() []other {
	nodes := r.load * power.Watts(r.nodes)
	interconnect, head, storage, cooling := nodes*interconnectShare, nodes*headShare, nodes*storageShare,
		nodes*coolingShare
	switches := estimateParts(power.Interconnect, "switches", interconnect, 520)
	switch {
	case r.level == 3:
		return []other{measured(power.Interconnect, interconnect), measured(power.HeadNodes, head),
			measured(power.Storage, storage), measured(power.Cooling, cooling)}
	case r.level == 2:
		pumps := estimateParts(power.Cooling, "pumps", cooling, 750)
		return []other{switches, measured(power.HeadNodes, head), measured(power.Storage, storage), pumps}
	case r.methodology == "1.2":
		switches = leftOut(power.Interconnect, interconnect)
	}
	return []other{switches, leftOut(power.HeadNodes, head), leftOut(power.Storage, storage),
		leftOut(power.Cooling, cooling)}
}

// estimateParts is by whole parts, of a subsystem that may draw a power.
func estimateParts(name, plural string, bound, each power.Watts) other {
	parts := max(1, int(math.Ceil(float64(bound/each))))
	return estimate(name, parts, each, fmt.Sprintf("%d %s x %.0f W maximum", parts, plural, float64(each)))
}

// The faults of the demonstration. Each breaks one demand and leaves the rest of the entry clean.
var (
	onlyLevelOne = fault{
		sentence: "claims Level 3 with a power meter of 4% on 12% of the nodes", granted: 1,
		spoil: func(p *plan) { p.level, p.meters[0].Accuracy = 3, power.Accuracy{OfReadingPercent: 4} },
	}
	windowOutside = fault{
		sentence: "averages from 75 to 97% of the core phase, outside its middle 80%, and stops recording with it",
		spoil: func(p *plan) {
			p.window = [2]float64{0.75, 0.97}
			p.meters[0].stopsAfter = p.timing.core
		},
	}
	noIdlePower = fault{
		sentence: "has no idle power", granted: 1,
		spoilt: func(b *Bundle) { b.Entry.Idle = nil },
	}
	chosenByPower = fault{
		sentence: "does not say how the measured nodes were chosen",
		spoil:    func(p *plan) { p.sets[0].selection = "" },
	}
	tooFewNodes = fault{sentence: "measured 7 of 96 nodes: under a tenth, under 15 and under 40 kW"}

	halfOfStorage = fault{
		sentence: "measured two of four feeds of the storage; Level 3 requires all", granted: 2,
		spoil: func(p *plan) {
			for i := range p.others {
				if p.others[i].Name == power.Storage {
					p.others[i].Measured = 2
				}
			}
		},
	}
	downstreamWithoutLoss = fault{
		sentence: "measured behind the power supplies and leaves their loss out",
		spoilt: func(b *Bundle) {
			b.Entry.Meters[0].Loss = nil
			b.detach("supply-measurement.txt")
		},
	}
	intervalTooLong = fault{
		sentence: "reads every two minutes in a core phase of eleven",
		spoil:    func(p *plan) { p.meters[0].IntervalSeconds = 120 },
	}
	noInterconnect = fault{
		sentence: "leaves the interconnect out",
		spoil: func(p *plan) {
			p.others[0] = leftOut(power.Interconnect, p.others[0].watts)
		},
	}
	noAccuracy = fault{
		sentence: "does not say how accurate the meter is",
		spoilt:   func(b *Bundle) { b.Entry.Meters[0].Accuracy = power.Accuracy{} },
	}
	loggerStopped = fault{
		sentence: "has no readings after four minutes of the core phase",
		spoil:    func(p *plan) { p.meters[0].stopsAfter = 4 * time.Minute },
	}
	noFiles = fault{
		sentence: "has no files yet", ungraded: true,
		spoilt: func(b *Bundle) {
			b.Files = map[string][]byte{}
			b.Entry.Run.Output, b.Entry.Run.RmaxTeraflops = "", 0
			b.Entry.Series, b.Entry.Attachments, b.Entry.Idle = nil, nil, nil
		},
	}
	noZone = fault{
		sentence: "writes local times and names no zone", ungraded: true,
		spoilt: func(b *Bundle) { b.Entry.Run.Timezone = "" },
	}
)
