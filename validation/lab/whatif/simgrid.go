package whatif

import (
	"fmt"
	"strings"

	"green500/validation/lab/model"
	"green500/validation/power"
)

func simgrid() Model {
	return Model{
		Name: SimGrid, Title: "A calibrated node",
		About: "Three powers describe a node at one frequency: idle, with one core busy, with all cores busy. " +
			"They predict the whole machine, and SimGrid reads them.",
		Source: Citation{
			Authors: "F. C. Heinrich, A. Carpen-Amarie, A. Degomme, S. Hunold, A. Legrand, A.-C. Orgerie, M. Quinson",
			Title:   "Predicting the Performance and the Power Consumption of MPI Applications With SimGrid",
			Venue:   "Preprint, HAL",
			Year:    2017, Identifier: "hal-01446134", Href: "https://inria.hal.science/hal-01446134",
			Short: "Heinrich et al.",
		},
		Parts: []Question{nodePart(), frequencyPart()},
	}
}

func nodePart() Question {
	return Question{
		ID: "node", Title: "Power against load, and the whole machine",
		About: "As Heinrich et al. calibrated taurus-8 with NAS EP at 2300 MHz.",
		Formulas: []Formula{{"P(u) = P_static + P_dyn u", "§4.2"},
			{"P(k) = one + (all − one)(k − 1)/(n − 1), idle where k = 0", "figures 1 and 6"},
			{"P = Σ over nodes", "§4.2"}},
		Fields: []Field{
			{Name: "state_idle", Label: "Idle", Unit: "W", Default: 92.75, Least: 0, Most: 1e6,
				of: calibrated(func(k KnownValues) float64 { return float64(k.Idle) },
					func(s model.HostState) float64 { return float64(s.Idle) })},
			{Name: "one", Label: "One core busy", Unit: "W", Default: 114.62, Least: 0, Most: 1e6,
				of: calibrated(oneCore, func(s model.HostState) float64 { return float64(s.OneCore) })},
			{Name: "all", Label: "All cores busy", Unit: "W", Default: 174.38, Least: 0.001, Most: 1e6,
				of: calibrated(func(k KnownValues) float64 { return float64(k.CoreAverage) },
					func(s model.HostState) float64 { return float64(s.AllCores) })},
			{Name: "cores", Label: "Cores", Default: 12, Least: 1, Most: 1 << 20, Whole: true, of: coresOf},
			{Name: "busy", Label: "Of which busy", Default: 6, Ours: true, Least: 0, Most: 1 << 20,
				Whole: true, of: coresOf},
			{Name: "speed", Label: "Speed of a core, for SimGrid", Unit: "GFlop/s", Default: 18.4, Ours: true,
				Least: 1e-6, Most: 1e12, of: calibrated(func(KnownValues) float64 { return 0 },
					func(s model.HostState) float64 { return float64(s.Speed) })},
			{Name: "off", Label: "Turned off", Unit: "W", Default: 10, Least: 0, Most: 1e6},
			{Name: "machine", Label: "Nodes", Default: 12, Ours: true, Least: 1, Most: 1e7, Whole: true,
				of: positive(func(k KnownValues) float64 { return float64(k.Nodes) })},
			{Name: "lasts", Label: "Run time", Unit: "s", Default: 600, Ours: true, Least: 0.001, Most: 1e9,
				of: positive(func(k KnownValues) float64 { return k.CoreSeconds })},
		},
		reckon: reckonNode,
	}
}

// calibrated is a number of the calibrated node or, if none is, a power of the whole machine, shared among its nodes.
func calibrated(whole func(KnownValues) float64, of func(model.HostState) float64) func(KnownValues) (float64, bool) {
	return func(k KnownValues) (float64, bool) {
		if k.Node == nil {
			return ofNode(whole)(k)
		}
		return of(k.Node.States[0]), true
	}
}

func coresOf(k KnownValues) (float64, bool) {
	if k.Node != nil {
		return float64(k.Node.Cores), true
	}
	return float64(k.Cores), k.Cores > 0
}

// oneCore is what a machine would draw with one core busy in each node, by the linear model.
func oneCore(k KnownValues) float64 {
	if k.Cores == 0 || k.Idle == 0 {
		return 0
	}
	return float64(model.NodePower{Static: k.Idle, Dynamic: k.CoreAverage - k.Idle}.At(1 / float64(k.Cores)))
}

func reckonNode(v Values) Outcome {
	state := model.PowerState{Idle: power.Watts(v["state_idle"]), OneCore: power.Watts(v["one"]),
		AllCores: power.Watts(v["all"])}
	cores := int(v["cores"])
	linear := model.NodePower{Static: state.Idle, Dynamic: state.AllCores - state.Idle}
	if linear.Dynamic <= 0 {
		return Outcome{Notes: []string{"The power with all cores busy must be higher than the idle power."}}
	}
	of := func(k float64) float64 { return float64(state.At(int(k), cores)) }
	load := min(1, v["busy"]/v["cores"])
	out := Outcome{
		Results: []Result{
			{"A node with these cores busy", of(v["busy"]), 2, "W", "by the three powers"},
			{"the same by the linear model", float64(linear.At(load)), 2, "W", "P_static + P_dyn u"},
		},
		Notes: []string{"Models of this kind reached 2% for EP and LU, and a few percent for HPL, " +
			"because they do not include its busy waiting."},
		Drawings: []Drawing{{
			ID: "load", Title: "Power of a node against busy cores",
			Note: "The first busy core wakes shared components, which the linear model leaves out.",
			X:    Axis{Name: "busy cores"}, Y: Axis{Name: "power", Unit: "W"},
			Lines: []Line{{"three powers", states(cores, of)}, course("linear", 0, v["cores"], false,
				func(k float64) float64 { return float64(linear.At(k / v["cores"])) }), spot(v["busy"], of(v["busy"]))},
		}},
	}
	// The whole machine is the node above, as often as there are nodes: the three powers, not the line.
	busy := model.NodePower{Static: state.Idle, Dynamic: power.Watts(of(v["busy"])) - state.Idle}
	steps := []model.LoadStep{{For: lasting(v["lasts"]), Load: 1}}
	if p, ok := model.Predict([]model.NodeGroup{{Nodes: int(v["machine"]), Power: busy, Loads: steps}}); ok {
		out.Results = append(out.Results,
			Result{"The whole machine", float64(p.Power) / kilo, 3, "kW", "nodes × a node by the three powers"},
			Result{"plus or minus", float64(p.Error) / kilo, 3, "kW", "2%, what the model reached"},
			Result{"Energy of the run", float64(p.Energy) / kilo / hour, 3, "kWh", "over the run time"})
	}
	return out
}

func states(cores int, of func(float64) float64) []Point {
	every := max(1, cores/coursePoints)
	var points []Point
	for k := 0; k <= cores; k += every {
		points = append(points, at(float64(k), of))
	}
	return points
}

func frequencyPart() Question {
	return Question{
		ID: "frequency", Title: "Power against frequency",
		About: "A parabola through a low, a medium and a high frequency gives the others. Figure 6 prints all " +
			"twelve of taurus-8, every 100 MHz; the example takes the lowest, the one at 1,800 MHz and the highest.",
		Formulas: []Formula{{"P(f) = a f² + b f + c", "§6.1, figure 5"}},
		Fields: []Field{
			{Name: "low_f", Label: "Low frequency", Unit: "MHz", Default: 1200, Least: 1, Most: 1e5},
			{Name: "low_p", Label: "Power at it", Unit: "W", Default: 123.62, Least: 0, Most: 1e6},
			{Name: "medium_f", Label: "Medium frequency", Unit: "MHz", Default: 1800, Least: 1, Most: 1e5},
			{Name: "medium_p", Label: "Power at it", Unit: "W", Default: 147.25, Least: 0, Most: 1e6},
			{Name: "high_f", Label: "High frequency", Unit: "MHz", Default: 2300, Least: 1, Most: 1e5},
			{Name: "high_p", Label: "Power at it", Unit: "W", Default: 174.38, Least: 0, Most: 1e6},
			{Name: "ask_f", Label: "Wanted frequency", Unit: "MHz", Default: 2000, Ours: true, Least: 1, Most: 1e5},
		},
		reckon: func(v Values) Outcome {
			const mega = 1e6
			given := func(name string) model.FrequencyPower {
				return model.FrequencyPower{Hertz: v[name+"_f"] * mega, Power: power.Watts(v[name+"_p"])}
			}
			curve, ok := model.ThroughFrequencies(given("low"), given("medium"), given("high"))
			if !ok {
				return Outcome{Notes: []string{"The three frequencies must rise from low to high."}}
			}
			of := func(f float64) float64 { return float64(curve.At(f * mega)) }
			return Outcome{
				Results: []Result{{"Power at the wanted frequency", of(v["ask_f"]), 2, "W", "the parabola"}},
				Drawings: []Drawing{{
					ID: "frequency", Title: "Power of a node against frequency",
					X: Axis{Name: "frequency", Unit: "MHz"}, Y: Axis{Name: "power", Unit: "W"},
					Lines: []Line{course("parabola", min(v["low_f"], v["ask_f"]), max(v["high_f"], v["ask_f"]), false,
						of), spot(v["ask_f"], of(v["ask_f"]))},
				}},
			}
		},
	}
}

// SimGrid is the name of the model whose nodes can be exchanged with SimGrid.
const SimGrid = "simgrid"

// HostOf is the node that the values of that model describe, with the other states that came with it.
func HostOf(v Values, states []model.HostState, at int) model.Host {
	own := model.HostState{Speed: power.GFlops(v["speed"]), PowerState: model.PowerState{
		Idle: power.Watts(v["state_idle"]), OneCore: power.Watts(v["one"]), AllCores: power.Watts(v["all"])}}
	host := model.Host{Name: "node", Cores: int(v["cores"]), States: []model.HostState{own}, Off: power.Watts(v["off"])}
	if at < len(states) {
		host.States, host.Initial = append([]model.HostState(nil), states...), at
		host.States[at] = own
	}
	return host
}

// FieldsOf are the values of that model that a node gives in one of its states. All of its cores are busy.
func FieldsOf(host model.Host, at int) Values {
	state, cores := host.States[at], float64(host.Cores)
	return Values{
		"state_idle": float64(state.Idle), "one": float64(state.OneCore), "all": float64(state.AllCores),
		"cores": cores, "busy": cores, "speed": float64(state.Speed), "off": float64(host.Off),
	}
}

// StatesText writes states for an address, chosen one first: 0;18.4,92.75,114.62,174.38;9.6,93.25,104.62,123.62.
func StatesText(host model.Host, at int) string {
	parts := []string{fmt.Sprint(at)}
	for _, s := range host.States {
		parts = append(parts, strings.Join([]string{Number(float64(s.Speed)), Number(float64(s.Idle)),
			Number(float64(s.OneCore)), Number(float64(s.AllCores))}, ","))
	}
	return strings.Join(parts, ";")
}

const mostStates = 256

// ReadStates takes what StatesText writes; nothing gives no states. The error is a power.InputError.
func ReadStates(text string) (states []model.HostState, at int, err error) {
	if text == "" {
		return nil, 0, nil
	}
	problem := &power.InputError{Field: "states", Problem: "the states of the node cannot be read",
		Remedy: "upload the platform file again, or remove states from the address"}
	parts := strings.Split(text, ";")
	if _, err := fmt.Sscan(parts[0], &at); err != nil || at < 0 || at >= len(parts)-1 || len(parts) > mostStates+1 {
		return nil, 0, problem
	}
	for _, part := range parts[1:] {
		var s model.HostState
		fields := strings.Split(part, ",")
		into := []*float64{(*float64)(&s.Speed), (*float64)(&s.Idle), (*float64)(&s.OneCore), (*float64)(&s.AllCores)}
		if len(fields) != len(into) {
			return nil, 0, problem
		}
		for i, field := range fields {
			value, wrong := Field{Most: 1e12}.read(field)
			if wrong != nil {
				return nil, 0, problem
			}
			*into[i] = value
		}
		states = append(states, s)
	}
	return states, at, nil
}
