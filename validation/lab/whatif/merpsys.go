package whatif

import (
	"math"
	"sort"
	"time"

	"green500/validation/lab/model"
	"green500/validation/power"
)

func merpsys() Model {
	return Model{
		Name: "merpsys", Title: "The energy of a run on many nodes",
		About: "From one measured node to the whole machine: busy nodes, idle nodes, " +
			"and the number of nodes that uses the least energy.",
		Source: Citation{
			Authors: "P. Czarnul, J. Kuchta, P. Rościszewski, J. Proficz",
			//nolint:misspell // the title of the paper
			Title: "Modeling energy consumption of parallel applications",
			Venue: "Federated Conference on Computer Science and Information Systems (FedCSIS)",
			Year:  2016, Identifier: "doi:10.15439/2016F308", Href: "https://doi.org/10.15439/2016F308",
			Short: "Czarnul et al.",
		},
		Parts: []Question{runPart(), curvePart()},
	}
}

func runPart() Question {
	return Question{
		ID: "run", Title: "Energy of a run",
		About: "Unused nodes draw idle power until the run ends, " +
			"so a run on few nodes takes long and includes the idle energy of all others.",
		Formulas: []Formula{{"E = N_an P_an t + N_in P_in t", "§IV, SPMD"},
			{"E = Σ (N_an(k) P_an(k) + N_in(k) P_in(k)) t(k)", "§IV, divide and conquer"},
			{"N_an = min(N_proc, N_total)", "§IV"}},
		Fields: []Field{
			{Name: "nodes", Label: "Nodes of the machine", Default: 32, Least: 1, Most: 1e7, Whole: true,
				of: positive(func(k KnownValues) float64 { return float64(k.Nodes) })},
			{Name: "processes", Label: "Processes, one per node until all nodes are used", Default: 8, Least: 1,
				Most: 1e8, Whole: true, of: positive(func(k KnownValues) float64 { return float64(k.Nodes) })},
			{Name: "active", Label: "Power of a node that works", Unit: "W", Default: 84, Least: 0.001, Most: 1e6,
				of: ofNode(func(k KnownValues) float64 { return float64(k.CoreAverage) })},
			{Name: "node_idle", Label: "Power of one that idles", Unit: "W", Default: 79.5,
				Ours: true, Basis: "half of the 159 W of Table I, §IV", Least: 0, Most: 1e6,
				of: ofNode(func(k KnownValues) float64 { return float64(k.Idle) })},
			{Name: "seconds", Label: "Run time with these processes", Unit: "s", Default: 211, Ours: true,
				Basis: "follows from the 151.20 Wh of Table III", Least: 0.001, Most: 1e9,
				of: positive(func(k KnownValues) float64 { return k.CoreSeconds })},
			{Name: "exchange", Label: "Of which communication, for each doubling of the processes", Unit: "s",
				Default: 0, Ours: true, Basis: "no communication", Least: 0, Most: 1e6},
		},
		reckon: reckonRun,
	}
}

func positive(of func(KnownValues) float64) func(KnownValues) (float64, bool) {
	return func(k KnownValues) (float64, bool) {
		value := of(k)
		return value, value > 0
	}
}

// ofNode is a power of the whole machine, shared among its nodes.
func ofNode(of func(KnownValues) float64) func(KnownValues) (float64, bool) {
	return func(k KnownValues) (float64, bool) {
		if k.Nodes == 0 {
			return 0, false
		}
		each := of(k) / float64(k.Nodes)
		return each, each > 0
	}
}

func reckonRun(v Values) Outcome {
	nodes, active, idle := int(v["nodes"]), power.Watts(v["active"]), power.Watts(v["node_idle"])
	if idle > active {
		return Outcome{Notes: []string{"The power of a busy node must not be lower than that of an idle node."}}
	}
	exchange := func(processes float64) float64 { return v["exchange"] * math.Log2(processes) }
	work := max(0, v["seconds"]-exchange(v["processes"])) * v["processes"]
	spread := func(processes float64) float64 {
		return float64(model.SPMD(int(processes), nodes, active, idle, lasting(work/processes+exchange(processes))).
			Total()) / kilo / hour
	}
	least := 1 + sort.Search(nodes-1, func(i int) bool { return spread(float64(i+2)) >= spread(float64(i+1)) })
	run := model.SPMD(int(v["processes"]), nodes, active, idle, lasting(v["seconds"]))
	curve := model.NodeCurve{Idle: idle, Max: active, Saturation: 1}
	halving := model.Steps(model.DivideAndConquer(int(v["processes"]), nodes, curve.Curve(),
		halves(v["seconds"], int(v["processes"]))))
	working, idling := model.NodesOf(int(v["processes"]), nodes)
	return Outcome{
		Results: []Result{
			{"Nodes that work", float64(working), 0, "", "N_an"}, {"Nodes that idle", float64(idling), 0, "", "N_in"},
			{"Energy of nodes that work", float64(run.Active) / kilo / hour, 4, "kWh", "N_an P_an t"},
			{"Energy of nodes that idle", float64(run.Inactive) / kilo / hour, 4, "kWh", "N_in P_in t"},
			{"Energy of the run", float64(run.Total()) / kilo / hour, 4, "kWh", "their sum"},
			{"the same, half of the processes ending in each of equal steps", float64(halving.Total()) / kilo / hour, 4,
				"kWh", "divide and conquer"},
			{"Nodes of least energy", float64(least), 0, "", "the lowest point of the curve"},
			{"Energy with them", spread(float64(least)), 4, "kWh", ""},
		},
		Notes: []string{boundaryWords(least, nodes), "The curve assumes that the run time falls in proportion " +
			"to processes, as in the paper up to 27 processes; communication makes real runs on many nodes longer. " +
			"Cooling, switches and storage are not nodes and are left out."},
		Drawings: []Drawing{{
			ID: "run", Title: "Energy of the same work against processes",
			Note: "Run time in inverse proportion to processes, one per node.",
			X:    Axis{Name: "processes", Log: true}, Y: Axis{Name: "energy", Unit: "kWh", Log: true},
			Lines: []Line{{"same work", wholes(nodes, spread)}, spot(v["processes"], float64(run.Total())/kilo/hour)},
		}},
	}
}

func boundaryWords(least, nodes int) string {
	switch least {
	case nodes:
		return "The least energy is at the boundary: with all nodes. " +
			"Fewer nodes use more energy, so no minimum lies inside."
	case 1:
		return "The least energy is at the boundary: with one node. Communication costs more than further nodes save."
	}
	return "The least energy is a minimum: with fewer nodes the idle ones cost more, " +
		"with more nodes communication does."
}

func lasting(seconds float64) time.Duration { return time.Duration(seconds * float64(time.Second)) }

func halves(seconds float64, processes int) []time.Duration {
	steps := 1
	for left := processes; left > 1; left /= 2 {
		steps++
	}
	times := make([]time.Duration, steps)
	for i := range times {
		times[i] = lasting(seconds / float64(steps))
	}
	return times
}

// wholes are points at whole numbers up to the last, in equal ratios.
func wholes(last int, of func(float64) float64) []Point {
	var points []Point
	for i, before := 0, 0.0; i < coursePoints; i++ {
		x := float64(int(between(1, float64(last), float64(i)/(coursePoints-1), true) + 0.5))
		if x > before {
			points = append(points, at(x, of))
		}
		before = x
	}
	return points
}

func curvePart() Question {
	return Question{
		ID: "curve", Title: "Power of a node against its processes",
		About: "A node's power rises with its active processes until its cores are taken. " +
			"The paper's nodes draw about half of the maximum when idle.",
		Formulas: []Formula{{"P(n) = P_in + (P_max − P_in) min(1, n / cores)", "§IV, figure 2"}},
		Fields: []Field{
			{Name: "most", Label: "Maximum power of the node", Unit: "W", Default: 159, Least: 0.001, Most: 1e6,
				of: ofNode(func(k KnownValues) float64 { return float64(k.CoreAverage) })},
			{
				Name: "curve_idle", Label: "Idle power of the node", Unit: "W", Default: 79.5, Ours: true,
				Basis: "half of the maximum, §IV", Least: 0, Most: 1e6,
				of: ofNode(func(k KnownValues) float64 { return float64(k.Idle) }),
				derive: func(v Values) (float64, bool) {
					return float64(model.CurveOf(power.Watts(v["most"]), 1).Idle), true
				},
			},
			{Name: "curve_cores", Label: "Cores of the node", Default: 12, Least: 1, Most: 1e6, Whole: true,
				of: positive(func(k KnownValues) float64 { return float64(k.Cores) })},
			{Name: "on_node", Label: "Active processes on it", Default: 4, Ours: true, Least: 0,
				Most: 1e6, Whole: true},
		},
		reckon: func(v Values) Outcome {
			curve := model.NodeCurve{Idle: power.Watts(v["curve_idle"]), Max: power.Watts(v["most"]),
				Saturation: v["curve_cores"]}
			if curve.Idle > curve.Max {
				return Outcome{Notes: []string{"The idle power must not be higher than the maximum power."}}
			}
			drawn := func(n float64) float64 { return float64(curve.At(n)) }
			return Outcome{
				Results: []Result{{"Idle", float64(curve.Idle), 1, "W", "P_in"}, {"Idle, as a part of the maximum",
					float64(curve.Idle/curve.Max) * percent, 1, "%", "P_in / P_max; about 50% in §IV"},
					{"With these processes", drawn(v["on_node"]), 1, "W", "P(n)"}},
				Drawings: []Drawing{{
					ID: "curve", Title: "Power of a node", X: Axis{Name: "active processes"},
					Y: Axis{Name: "power", Unit: "W"},
					Lines: []Line{course("model", 0, max(v["on_node"], v["curve_cores"]*2), false, drawn),
						spot(v["on_node"], drawn(v["on_node"]))},
				}},
			}
		},
	}
}
