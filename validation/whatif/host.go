package whatif

import (
	"fmt"
	"strings"

	"green500/validation/model"
	"green500/validation/power"
)

// SimGrid is the name of the model whose nodes can be exchanged with SimGrid.
const SimGrid = "simgrid"

// HostOf is the node that the values of that model describe, with the other states that came with it.
func HostOf(v Values, states []model.HostState, at int) model.Host {
	own := model.HostState{Speed: power.GFlops(v["speed"]), PowerState: model.PowerState{Idle: power.Watts(v["state_idle"]), OneCore: power.Watts(v["one"]), AllCores: power.Watts(v["all"])}}
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

// StatesText writes the states of a node for an address: the number of the chosen one, then speed in GFlop/s, idle, one core
// and all cores of each, such as 0;18.4,92.75,114.62,174.38;9.6,93.25,104.62,123.62.
func StatesText(host model.Host, at int) string {
	parts := []string{fmt.Sprint(at)}
	for _, s := range host.States {
		parts = append(parts, strings.Join([]string{Number(float64(s.Speed)), Number(float64(s.Idle)), Number(float64(s.OneCore)), Number(float64(s.AllCores))}, ","))
	}
	return strings.Join(parts, ";")
}

const mostStates = 256

// ReadStates takes what StatesText writes; nothing gives no states. The error is a power.InputError.
func ReadStates(text string) (states []model.HostState, at int, err error) {
	if text == "" {
		return nil, 0, nil
	}
	problem := &power.InputError{Field: "states", Problem: "the states of the node cannot be read", Remedy: "upload the platform file again, or remove states from the address"}
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
