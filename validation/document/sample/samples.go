package sample

import (
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
)

// draft is the edition that is not in force.
const draft = methodology.V30

// Clean returns a small bundle that meets all that a level (1 to 3) of an edition asks, with margin.
func Clean(level power.Level, methodology string) Bundle {
	return cleanPlan(level, methodology).bundle()
}

// cleanPlan is the plan of Clean. Level 1 measures an eighth of the nodes, Level 2 a fifth, both
// with a power meter read every second; Level 3 measures everything with energy counters.
func cleanPlan(level power.Level, methodology string) plan {
	p := plan{
		seed: uint64(level), edition: "2026-11", methodology: methodology, level: level,
		contact: power.Contact{Name: "Robin Example", Email: "robin@example.org",
			Affiliation: "Example Computing Centre"},
		site: power.Site{Name: "Example Computing Centre", Country: "DE", URL: "https://centre.example.org"},
		system: power.System{
			Name: "Sample-1", Manufacturer: "Example Systems", Year: 2025, TotalCores: 160 * 128,
			Processor:    "Example CPU, 64 cores",
			Interconnect: "Example fabric 200G", OperatingSystem: "Linux",
		},
		environment: airCooled(21.5, 33.8),
		sets:        []set{{Machine: cpuNode(160, 640), name: "cpu", selection: "random"}},
		zone:        berlinWinter(),
		coreStart:   utc(2026, time.November, 5, 9, 20),
		timing:      tenMinutes(),
		efficiency:  5.2,
		processes:   320,
	}
	switches := estimate(power.Interconnect, 10, 310, "10 switches x 310 W maximum")
	switch level {
	case 1:
		p.sets[0].measured = 20
		if methodology == "1.2" { // which forbids estimates at Level 1
			switches = leftOut(power.Interconnect, 2100)
		}
		p.others = []other{switches, leftOut(power.HeadNodes, 900), leftOut(power.Storage, 3000),
			leftOut(power.Cooling, 0)}
		p.meters = []metering{powerMeter("meter.csv", power.Compute)}
		if methodology == "1.2" {
			p.window = [2]float64{0.2, 0.8}
		}
	case 2:
		p.sets[0].measured = 32
		p.others = []other{
			switches, measured(power.HeadNodes, 940), measured(power.Storage, 3120),
			estimate(power.Cooling, 8, 150, "8 rack fans x 150 W maximum"),
		}
		p.meters = []metering{powerMeter("meter.csv", power.Compute, power.HeadNodes, power.Storage)}
	default:
		p.sets[0].measured, p.sets[0].selection = p.sets[0].Nodes, "all"
		p.others = []other{
			measured(power.Interconnect, 2170), measured(power.HeadNodes, 940), measured(power.Storage, 3120),
			measured(power.Cooling, 860),
		}
		p.meters = []metering{energyMeter("counters.csv", power.SubsystemNames()...)}
	}
	if methodology == string(draft) {
		asDraft(&p)
	}
	return p
}

func cpuNode(nodes int, load power.Watts) Machine {
	return Machine{Nodes: nodes, IdlePerNode: load * 0.38, LoadPerNode: load, Tail: 1, Spread: 0.02, Noise: 0.008,
		Oscillation: 0.05}
}

func gpuNode(nodes int, load power.Watts) Machine {
	return Machine{Nodes: nodes, IdlePerNode: load * 0.27, LoadPerNode: load, Tail: 0.45, Spread: 0.025, Noise: 0.006}
}

func berlinWinter() Zone { return Zone{"Europe/Berlin", time.Hour} }

func airCooled(inlet, outlet float64) power.Environment {
	return power.Environment{Cooling: "air", InletCelsius: &inlet, OutletCelsius: &outlet,
		MeasuredWhere: "cold and hot aisle, middle rack, during the core phase"}
}

func liquidCooled(inlet, outlet float64) power.Environment {
	return power.Environment{Cooling: "liquid", InletCelsius: &inlet, OutletCelsius: &outlet,
		MeasuredWhere: "facility loop, supply and return, during the core phase"}
}

// powerMeter is a rack power meter at the delivery of power, read every second.
func powerMeter(file string, covers ...string) metering {
	return metering{
		Meter: power.Meter{
			ID: "pdu", Make: "Example", Model: "Rack meter P", Measures: power.Power,
			Accuracy: power.Accuracy{OfReadingPercent: 1}, Current: "AC", SamplingHertz: 1000, IntervalSeconds: 1,
			Location: power.Delivery, Aggregation: "read in one sweep and summed at equal times",
		},
		file: file, layout: Wide, unit: "W", covers: covers, stamp: "end",
	}
}

func energyMeter(file string, covers ...string) metering {
	return metering{
		Meter: power.Meter{
			ID: "counter", Make: "Example", Model: "Energy meter E", Measures: power.Energy,
			Accuracy: power.Accuracy{OfReadingPercent: 0.5, Grade: "revenue"}, Current: "AC",
			SamplingHertz: 8000, IntervalSeconds: 5,
			Location: power.Upstream, Aggregation: "all meters read in one sweep; energies summed at equal times",
		},
		file: file, layout: Long, unit: "kWh", covers: covers, instruments: 4,
	}
}

// estimate is an upper bound by the maximum specified power of equal parts; they draw less.
func estimate(name string, parts int, each power.Watts, formula string) other {
	const usual = 0.7 // of the specified maximum
	bound := each * power.Watts(parts)
	return other{power.Subsystem{Name: name, Treatment: power.Estimated, PowerWatts: float64(bound),
		Basis: name + "-datasheet.txt", Formula: formula}, bound * usual}
}

func measured(name string, watts power.Watts) other {
	return other{power.Subsystem{Name: name, Treatment: power.Measured}, watts}
}

func leftOut(name string, watts power.Watts) other {
	return other{power.Subsystem{Name: name, Treatment: power.LeftOut}, watts}
}
