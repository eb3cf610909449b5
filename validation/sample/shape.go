package sample

import (
	"maps"
	"slices"

	"green500/validation/power"
)

// CleanShape is Clean for a machine or a way of measuring that some rules need before they have
// anything to judge. The empty shape is Clean itself; ok is false for one that Shapes does not list.
func CleanShape(shape string, level power.Level, methodology string) (b Bundle, ok bool) {
	change, ok := shapes[shape]
	if !ok {
		return Bundle{}, false
	}
	p := cleanPlan(level, methodology)
	change(&p)
	if methodology == string(draft) {
		asDraft(&p)
	}
	return p.bundle(), true
}

// Shapes lists what CleanShape makes.
func Shapes() []string { return slices.Sorted(maps.Keys(shapes)) }

var shapes = map[string]func(*plan){
	"":                    func(*plan) {},
	"two sets":            twoSets,
	"energy counters":     energyCounters,
	"behind the supplies": behindSupplies,
	"four meters":         fourMeters,
	"eight meters":        eightMeters,
	"power readings":      powerReadings,
}

// energyCounters are what Level 3 reads anyway.
func energyCounters(p *plan) {
	if p.level < 3 {
		countersOfFraction(p)
	}
}

// behindSupplies measures behind the power supplies and finds their loss as every level allows.
func behindSupplies(p *plan) {
	p.meters[0].Current, p.meters[0].Location = "DC", power.Downstream
	p.meters[0].Loss = &power.Loss{FoundBy: "simultaneous", Factor: 1.054, Evidence: "supply-record.txt", IntervalSeconds: 60}
}

// fourMeters has four meters that are good enough for the nodes only together, where a level allows that.
func fourMeters(p *plan) {
	const meters = 4
	if p.level == 1 {
		return
	}
	nodes := meterNodesApart(p, "strip", "Power strip S")
	nodes.Count, nodes.instruments, nodes.layout = meters, meters, Wide
	nodes.Accuracy = power.Accuracy{OfReadingPercent: 3}
	if p.level == 3 {
		nodes.Accuracy.OfReadingPercent = 2
	}
}

// eightMeters reads eight chassis of nodes, each with a meter of its own, whose readings can be compared.
func eightMeters(p *plan) {
	const meters = 8
	nodes := &p.meters[0]
	if p.level > 1 {
		nodes = meterNodesApart(p, "strip", "Power strip S")
	}
	nodes.instruments, nodes.layout = meters, Wide
	if p.level == 1 {
		p.sets[0].measured = 32
	}
	p.sets[0].chassis = p.sets[0].measured / meters
}

// powerReadings reads power, where the level allows it.
func powerReadings(p *plan) {
	if p.methodology == string(draft) {
		powerOfAll(p)
	}
}
