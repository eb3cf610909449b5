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
	Reason   string      // what the reviewer wrote, where the move to State asks for a reason
	Granted  power.Level // the level that a correct grader grants; 0 where none, or where it can't be graded
	Fault    string      // what was done wrong on purpose; empty for a clean entry
	Ungraded bool        // the entry lacks what grading needs
}

// Editions lists the editions of the demonstration, oldest first: two to be published, one open.
func Editions() []string { return []string{"2025-11", "2026-06", "2026-11"} }

// Demo returns the submissions of the editions named, or of all where none is named. Machines,
// sites and people are invented.
func Demo(editions ...string) []Submission {
	if len(editions) == 0 {
		editions = Editions()
	}
	var all []Submission
	for _, edition := range editions {
		for _, row := range demoRows(edition) {
			all = append(all, row.submission(edition))
		}
	}
	return all
}

// site is an invented centre, with the person who submits for it.
type site struct {
	place  power.Site
	person power.Contact
	zone   string
}

// sites lists the invented centres by a short name. A row of the demonstration says how far its
// site's zone is from Greenwich at the time of the run.
func sites() map[string]site {
	return map[string]site{
		"north":   {power.Site{Name: "Example Computing Centre North", Country: "FI", URL: "https://north.example.org"}, person("Aino Example", "North"), "Europe/Helsinki"},
		"coast":   {power.Site{Name: "Example University of the Coast", Country: "JP", URL: "https://coast.example.org"}, person("Haru Example", "Coast"), "Asia/Tokyo"},
		"rivers":  {power.Site{Name: "Three Rivers Sample Laboratory", Country: "US", URL: "https://rivers.example.org"}, person("Casey Example", "Rivers"), "America/Denver"},
		"valley":  {power.Site{Name: "Placeholder Institute Valley", Country: "DE", URL: "https://valley.example.org"}, person("Robin Example", "Valley"), "Europe/Berlin"},
		"south":   {power.Site{Name: "Fictional Weather Service South", Country: "BR", URL: "https://south.example.org"}, person("Dandara Example", "South"), "America/Sao_Paulo"},
		"plateau": {power.Site{Name: "Specimen Research Centre Plateau", Country: "IN", URL: "https://plateau.example.org"}, person("Asha Example", "Plateau"), "Asia/Kolkata"},
	}
}

func person(name, affiliation string) power.Contact {
	address := strings.ToLower(strings.Fields(name)[0]) + "@example.org"
	return power.Contact{Name: name, Email: address, Affiliation: affiliation}
}

// kind is a kind of node.
type kind string

const (
	cpuKind kind = "cpu"
	gpuKind kind = "gpu"
)

// kindFact is what the nodes of a kind have in common.
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

// demoRow is one submission of the demonstration.
type demoRow struct {
	machine
	when
	claim
	fate
}

// machine is what stands at a site.
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

// claim is what the document claims, how it differs from a plain one, and what is wrong with it.
type claim struct {
	level       power.Level
	methodology string
	changes     []func(*plan)
	fault       fault
}

// fate is what has become of the entry.
type fate struct {
	state  review.State
	reason string
}

// fault is one thing wrong with an entry, and its effect.
type fault struct {
	sentence string
	granted  power.Level
	ungraded bool
	spoil    func(*plan)   // before the bundle is made
	spoilt   func(*Bundle) // after
}

// submission makes the entry of a row for an edition.
func (r demoRow) submission(edition string) Submission {
	p := r.plan(edition)
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
		Name: slug(r.name, edition), Bundle: b, Edition: edition, State: r.state, Reason: r.reason,
		Granted: granted, Fault: r.fault.sentence, Ungraded: r.fault.ungraded,
	}
}

func slug(system, edition string) string {
	return strings.ToLower(strings.ReplaceAll(system, " ", "-")) + "-" + edition
}

// plan is a clean plan of the level claimed, with the machine and the time of the row.
func (r demoRow) plan(edition string) plan {
	p := cleanPlan(r.level, r.methodology)
	fact, at := kinds()[r.kind], sites()[r.site]
	p.seed, p.edition, p.contact, p.site = seedOf(slug(r.name, edition)), edition, at.person, at.place
	p.system = r.describe(fact)
	p.environment, p.style, p.processes = fact.environment, fact.style, fact.processes*r.nodes
	p.efficiency, p.zone, p.coreStart = r.efficiency, Zone{at.zone, r.offset}, r.start
	p.timing = r.timing()
	p.sets = []set{{Machine: fact.machine(r.nodes, r.load), name: string(r.kind), measured: r.measured(), selection: r.selection()}}
	p.others = r.others()
	p.meters[0].IntervalSeconds = max(p.meters[0].IntervalSeconds, r.shortestInterval())
	for _, change := range r.changes {
		change(&p)
	}
	return p
}

func (r demoRow) describe(fact kindFact) power.System {
	return power.System{
		Name: r.name, Manufacturer: r.maker, Year: r.start.Year() - 1, TotalCores: r.nodes * (fact.cores + fact.acceleratorCores),
		AcceleratorCores: r.nodes * fact.acceleratorCores, Processor: fact.processor, Accelerator: fact.accelerator,
		Interconnect: "Example fabric 400G", OperatingSystem: "Linux",
	}
}

// timing gives long runs a longer start-up and more idle.
func (r demoRow) timing() timing {
	whole := func(d time.Duration) time.Duration { return d.Truncate(time.Second) }
	return timing{
		idle: 2*time.Minute + whole(r.core/10), pause: 20 * time.Second, startUp: time.Minute + whole(r.core/20),
		core: r.core, tearDown: 20*time.Second + whole(r.core/60), after: 20*time.Second + whole(r.core/60),
	}
}

// measured is how many nodes an entry of the level measures, with a little to spare.
func (r demoRow) measured() int {
	share := map[power.Level]float64{1: 0.12, 2: 0.15, 3: 1}[r.level]
	return min(r.nodes, max(int(math.Ceil(share*float64(r.nodes))), 18))
}

func (r demoRow) selection() string {
	if r.measured() == r.nodes {
		return "all"
	}
	return "random"
}

// shortestInterval keeps the files of long runs small, in seconds. Ten seconds still leave at most
// five uncovered at either end of the core phase, which Level 3 allows.
func (r demoRow) shortestInterval() float64 {
	if r.core <= 40*time.Minute {
		return 1
	}
	return 10
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
	interconnect, head, storage, cooling := nodes*interconnectShare, nodes*headShare, nodes*storageShare, nodes*coolingShare
	switch {
	case r.level == 3:
		return []other{measured(power.Interconnect, interconnect), measured(power.HeadNodes, head),
			measured(power.Storage, storage), measured(power.Cooling, cooling)}
	case r.level == 2:
		return []other{switches(interconnect), measured(power.HeadNodes, head), measured(power.Storage, storage), pumps(cooling)}
	case r.methodology == "1.2":
		return []other{leftOut(power.Interconnect, interconnect), leftOut(power.HeadNodes, head),
			leftOut(power.Storage, storage), leftOut(power.Cooling, cooling)}
	default:
		return []other{switches(interconnect), leftOut(power.HeadNodes, head), leftOut(power.Storage, storage), leftOut(power.Cooling, cooling)}
	}
}

// switches estimates an interconnect that may draw a power, by whole switches.
func switches(bound power.Watts) other {
	return estimateParts(power.Interconnect, "switches", bound, 520)
}

// pumps estimates the cooling inside the machine, by whole pumps.
func pumps(bound power.Watts) other { return estimateParts(power.Cooling, "pumps", bound, 750) }

func estimateParts(name, plural string, bound, each power.Watts) other {
	parts := max(1, int(math.Ceil(float64(bound/each))))
	return estimate(name, parts, each, fmt.Sprintf("%d %s x %.0f W maximum", parts, plural, float64(each)))
}
