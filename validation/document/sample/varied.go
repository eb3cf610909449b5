package sample

import (
	"maps"
	"slices"
	"time"

	"green500/validation/power"
)

// Varied returns clean bundles of many shapes: what sites do differently. Each is graded at the level that it claims.
func Varied() []Named {
	var all []Named
	for _, v := range variants {
		p := cleanPlan(v.level, v.methodology)
		p.seed = seedOf(v.name)
		for _, change := range v.changes {
			change(&p)
		}
		all = append(all, Named{v.name, p.bundle()})
	}
	return all
}

type with []func(*plan)

type variant struct {
	name        string
	level       power.Level
	methodology string
	changes     with
}

var variants = []variant{
	{"one_meter_level_1", 1, "2.0", nil},
	{"two_sets_level_1", 1, "2.0", with{twoSets}},
	{"forty_kilowatts_level_1", 1, "2.0", with{fortyKilowatts}},
	{"window_of_short_core_1.2", 1, "1.2",
		with{func(p *plan) { p.timing.core, p.window = 200*time.Second, [2]float64{0.25, 0.75} }}},
	{"zone_of_document_level_1", 1, "2.0", with{localTimes, inZone("Asia/Kolkata", "IN", 5*time.Hour+30*time.Minute)}},
	{"zone_of_file_level_2", 2, "2.0", with{localTimes, zoneInFile, inZone("America/Denver", "US", -7*time.Hour)}},
	{"nine_meters_level_2", 2, "2.0", with{nineMeters}},
	{"direct_current_one_supply_level_2", 2, "2.0", with{directCurrentOneSupply}},
	{"nvidia_liquid_level_2", 2, "2.0", with{accelerated, inZone("Asia/Tokyo", "JP", 9*time.Hour)}},
	{"quoted_header_level_2", 2, "2.0", with{quotedHeader}},
	{"counters_level_2", 2, "2.0", with{countersOfFraction}},
	{"all_but_compute_estimated_level_2", 2, "2.0", with{estimatesOnly}},
	{"eight_nodes_level_2", 2, "2.0", with{eightNodes}},
	{"idle_figure_level_2", 2, "2.0", with{func(p *plan) { p.idleFigure = true }}},
	{"slow_meter_level_2", 2, "2.0", with{slowMeter}},
	{"level_2_under_1.2", 2, "1.2", with{accelerated}},
	{"watt_hours_level_3", 3, "2.0", with{wattHours}},
	{"direct_current_simultaneous_level_3", 3, "2.0", with{directCurrentSimultaneous}},
	{"two_sets_immersed_level_3", 3, "2.0",
		with{twoSets, immersed, func(p *plan) { p.meters[0].layout, p.meters[0].unit = Wide, "J" }}},
	{"accelerated_level_3", 3, "2.0", with{accelerated, inZone("UTC", "DE", 0)}},
	{"level_3_under_1.2", 3, "1.2", nil},
	{"slow_mains_under_1.2", 3, "1.2", with{func(p *plan) { p.site.MainsHz, p.meters[0].SamplingHertz = 50, 100 }}},
	{"whole_chassis_level_1", 1, "2.0", with{func(p *plan) { p.sets[0].chassis = 4 }}},
	{"once_a_minute_level_1", 1, string(draft), with{onceAMinute}},
	{"counters_of_some_nodes_level_1", 1, string(draft), with{countersOfNodes, someNodes}},
	{"power_level_3", 3, string(draft), with{accelerated, powerOfAll}},
}

func inZone(name, country string, offset time.Duration) func(*plan) {
	return func(p *plan) { p.zone, p.site.Country = Zone{name, offset}, country }
}

func zoneInFile(p *plan)   { p.zoneInFile = true }
func localTimes(p *plan)   { p.meters[0].layout = Local }
func quotedHeader(p *plan) { p.meters[0].layout, p.meters[0].unit = QuotedHeader, "kW" }

// twoSets adds a set of accelerated nodes. An eighth of each set is measured below Level 3.
func twoSets(p *plan) {
	p.sets = []set{
		{Machine: cpuNode(120, 640), name: "cpu", measured: 16, selection: "random"},
		{Machine: gpuNode(48, 2300), name: "gpu", measured: 8, selection: "random"},
	}
	if p.level == 3 {
		for i := range p.sets {
			p.sets[i].measured, p.sets[i].selection = p.sets[i].Nodes, "all"
		}
	}
	p.system.Accelerator, p.system.AcceleratorCores = "Example accelerator", 48*4*132
	p.system.TotalCores = 120*128 + 48*(64+4*132)
	p.efficiency = 24
	p.meters[0].instruments = 2
}

// fortyKilowatts measures less than a tenth of a large machine, which 2.0 allows from 40 kW.
func fortyKilowatts(p *plan) {
	accelerated(p)
	p.sets[0] = set{Machine: gpuNode(400, 2700), name: "gpu", measured: 28, selection: "random"}
	p.system.AcceleratorCores, p.system.TotalCores, p.processes = 400*4*132, 400*(64+4*132), 400*4
	p.others = []other{
		estimate(power.Interconnect, 60, 310, "60 switches x 310 W maximum"),
		leftOut(power.HeadNodes, 1800), leftOut(power.Storage, 9000), leftOut(power.Cooling, 0),
	}
}

func meterNodesApart(p *plan, id, model string) *metering {
	service, nodes := p.meters[0], p.meters[0]
	service.ID, service.file = "service", "service.csv"
	service.covers = slices.DeleteFunc(slices.Clone(service.covers),
		func(name string) bool { return name == power.Compute })
	nodes.ID, nodes.Model, nodes.file, nodes.covers = id, model, id+".csv", []string{power.Compute}
	p.meters = []metering{nodes, service}
	return &p.meters[0]
}

func nineMeters(p *plan) {
	const meters = 9
	p.sets[0].measured = p.sets[0].measured / meters * meters
	strips := meterNodesApart(p, "strip", "Power strip S")
	strips.Count, strips.instruments, strips.Accuracy = meters, meters, power.Accuracy{OfReadingPercent: 3}
}

func directCurrentOneSupply(p *plan) {
	nodes := meterNodesApart(p, "busbar", "DC shunt D")
	nodes.Current, nodes.Location = "DC", power.Downstream
	nodes.Loss = &power.Loss{FoundBy: "one_psu_measured", Factor: 1.068, Evidence: "supply-measurement.txt"}
}

func directCurrentSimultaneous(p *plan) {
	nodes := meterNodesApart(p, "busbar", "DC energy meter D")
	nodes.Current, nodes.SamplingHertz, nodes.Location = "DC", 2000, power.Downstream
	nodes.Loss = &power.Loss{FoundBy: "simultaneous", Factor: 1.054, Evidence: "supply-record.txt", IntervalSeconds: 60}
}

func accelerated(p *plan) {
	p.sets[0].Machine, p.sets[0].name = gpuNode(96, 2600), "gpu"
	p.sets[0].measured = min(p.sets[0].measured, 20)
	if p.level == 3 {
		p.sets[0].measured = p.sets[0].Nodes
	}
	p.system.Accelerator, p.system.AcceleratorCores, p.system.TotalCores = "Example accelerator",
		96*4*132, 96*(64+4*132)
	p.environment = liquidCooled(31.5, 41)
	p.style, p.processes, p.efficiency = NVIDIA, 384, 58
	p.tunables = []power.Tunable{{Name: "GPU clock", Default: "1980 MHz", Value: "1410 MHz"}}
}

func immersed(p *plan) {
	p.environment = liquidCooled(34, 39.5)
	p.environment.Cooling, p.environment.MeasuredWhere = "immersion", "bath of tank 2, inlet and outlet of the fluid"
}

func countersOfFraction(p *plan) {
	p.meters = []metering{energyMeter("counters.csv", power.Compute, power.HeadNodes, power.Storage)}
	p.meters[0].layout, p.meters[0].instruments = Wide, 2
}

func wattHours(p *plan) { p.meters[0].unit = "Wh" }

func estimatesOnly(p *plan) {
	p.others = []other{
		estimate(power.Interconnect, 10, 310, "10 switches x 310 W maximum"),
		estimate(power.HeadNodes, 2, 800, "2 nodes x 800 W rating of the supply"),
		estimate(power.Storage, 4, 1200, "4 enclosures x 1200 W maximum"),
		estimate(power.Cooling, 8, 150, "8 rack fans x 150 W maximum"),
	}
	p.meters[0].covers = []string{power.Compute}
}

func eightNodes(p *plan) {
	accelerated(p)
	p.sets[0] = set{Machine: gpuNode(8, 5400), name: "gpu", measured: 8, selection: "all"}
	p.system.AcceleratorCores, p.system.TotalCores = 8*8*132, 8*(96+8*132)
	p.processes = 64
	p.others = []other{
		estimate(power.Interconnect, 1, 1500, "1 switch x 1500 W maximum"),
		measured(power.HeadNodes, 420), measured(power.Storage, 640),
		estimate(power.Cooling, 1, 900, "1 pump x 900 W maximum"),
	}
}

func slowMeter(p *plan) {
	p.timing.core, p.timing.idle = 30*time.Minute, 10*time.Minute
	p.timing.startUp, p.timing.tearDown, p.timing.after = 3*time.Minute, time.Minute, time.Minute
	p.meters[0].IntervalSeconds = 10
	nodes := meterNodesApart(p, "analyser", "Power analyser A")
	nodes.Accuracy = power.Accuracy{OfReadingPercent: 0.3, OfRangePercent: 0.2, RangeWatts: 60e3}
}

// asDraft makes a clean plan one of the draft of methodology 3.0: counters are read every second,
// and no meter states its sampling rate. Level 3 relies on a class of the IEC.
func asDraft(p *plan) {
	for i := range p.meters {
		meter := &p.meters[i]
		meter.SamplingHertz = 0
		if meter.Measures == power.Energy {
			meter.IntervalSeconds, meter.layout = 1, Wide
		}
		if p.level == 3 && meter.Count <= 1 {
			meter.Accuracy = power.Accuracy{Grade: "IEC 62053-22 0.5S"}
		}
	}
}

func onceAMinute(p *plan) {
	p.timing = timing{idle: 10 * time.Minute, pause: time.Minute, startUp: 3 * time.Minute,
		core: 30 * time.Minute, tearDown: time.Minute, after: 2 * time.Minute}
	p.meters[0].IntervalSeconds = 60
}

func countersOfNodes(p *plan) {
	p.meters = []metering{energyMeter("counters.csv", power.Compute)}
	p.meters[0].layout, p.meters[0].instruments, p.meters[0].SamplingHertz = Wide, 2, 0
}

func someNodes(p *plan) { p.someNodes = true }

func powerOfAll(p *plan) {
	p.meters = []metering{powerMeter("meter.csv", power.SubsystemNames()...)}
	p.meters[0].Accuracy, p.meters[0].SamplingHertz = power.Accuracy{OfReadingPercent: 1, Grade: "IEC 62053-21 1"}, 0
}

// studied adds runs of one node under other settings: at four orders of the matrix, the smallest of which is over
// before its meter has been read ten times.
func studied(p *plan) {
	orders := []int{65_536, 131_072, 163_840, 196_608}
	for _, s := range []struct {
		settings string
		role     string
		clock    float64 // MHz
		seconds  [4]float64
		watts    [4]float64
	}{
		{"GPU clock 1980 MHz", power.StudyBaseline, 1980, [4]float64{1.9, 9.4, 16.6, 27.1},
			[4]float64{2350, 2980, 3110, 3180}},
		{"GPU clock 1395 MHz", power.StudySubmitted, 1395, [4]float64{2.3, 10.2, 17.3, 28},
			[4]float64{1900, 2330, 2430, 2480}},
		{"GPU clock 1095 MHz", "", 1095, [4]float64{2.9, 12.3, 21.2, 34.4}, [4]float64{1510, 1850, 1900, 1930}},
		{"GPU power cap 450 W", "", 0, [4]float64{2, 9.9, 17.2, 28.1}, [4]float64{2280, 2540, 2600, 2640}},
	} {
		for i, order := range orders {
			const readingsPerSecond = 2
			p.study = append(p.study, power.StudyRun{
				Settings: s.settings, Role: s.role, Order: order, DurationSeconds: s.seconds[i], PowerWatts: s.watts[i],
				Readings: int(s.seconds[i] * readingsPerSecond), ClockMegahertz: s.clock,
			})
		}
	}
}

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

func energyCounters(p *plan) {
	if p.level < 3 {
		countersOfFraction(p)
	}
}

func behindSupplies(p *plan) {
	p.meters[0].Current, p.meters[0].Location = "DC", power.Downstream
	p.meters[0].Loss = &power.Loss{FoundBy: "simultaneous", Factor: 1.054, Evidence: "supply-record.txt",
		IntervalSeconds: 60}
}

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

func powerReadings(p *plan) {
	if p.methodology == string(draft) {
		powerOfAll(p)
	}
}
