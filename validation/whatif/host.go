package whatif

import (
	"green500/validation/model"
	"green500/validation/power"
)

// SimGrid is the name of the model whose nodes can be exchanged with SimGrid.
const SimGrid = "simgrid"

// HostOf is the node that the values of that model describe.
func HostOf(v Values) model.Host {
	state := model.PowerState{Idle: power.Watts(v["state_idle"]), OneCore: power.Watts(v["one"]), AllCores: power.Watts(v["all"])}
	return model.Host{Name: "node", Cores: int(v["cores"]), States: []model.HostState{{Speed: power.GFlops(v["speed"]), PowerState: state}}, Off: power.Watts(v["off"])}
}

// FieldsOf are the values of that model that a node gives, at its first frequency. All of its cores are busy.
func FieldsOf(host model.Host) Values {
	state, cores := host.States[0], float64(host.Cores)
	return Values{
		"state_idle": float64(state.Idle), "one": float64(state.OneCore), "all": float64(state.AllCores),
		"cores": cores, "busy": cores, "speed": float64(state.Speed), "off": float64(host.Off),
	}
}
