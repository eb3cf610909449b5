package model

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"io"
	"strconv"
	"strings"

	"green500/validation/power"
)

// Host is a node as SimGrid's platform files describe it. Off is what it draws when it is turned off.
type Host struct {
	Name   string
	Cores  int
	States []HostState // the highest frequency first, as SimGrid counts them
	Off    power.Watts

	Initial  int  // the state that it begins in
	OneSpeed bool // the file that it was read from states one speed for all states
}

// HostState is one frequency of a host: the speed of a core, 0 while booting, and what the node draws.
type HostState struct {
	Speed power.GFlops
	PowerState
}

// What a platform file of SimGrid says of the power of a host. The first spelling of the states holds the power with no
// core busy and yet not idle, the others, which SimGrid 3.24 and older read and Heinrich et al. prints, that with one
// core busy.
const (
	stateProperty = "wattage_per_state"
	offProperty   = "wattage_off"
)

// platformHead opens a file of version 4.1 of SimGrid's document type, whose address the second line gives.
const platformHead = `<?xml version='1.0'?>
<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">
<platform version="4.1">
  <zone id=%s routing="None">
`

const platformFoot = "  </zone>\n</platform>\n"

// WritePlatform writes hosts as a platform of SimGrid; a power.InputError says which can't be described.
func WritePlatform(w io.Writer, zone string, hosts []Host) error {
	var text strings.Builder
	fmt.Fprintf(&text, platformHead, quoted(zone))
	seen := map[string]bool{zone: true}
	for _, host := range hosts {
		if problem := host.problem(); problem != "" || seen[host.Name] {
			return &power.InputError{
				Field: host.Name, Problem: cmp.Or(problem, "another host or the zone has the same name"),
				Remedy: "give each host its own name, at least one core, " +
					"and for each frequency its speed and its power",
			}
		}
		seen[host.Name] = true
		host.write(&text)
	}
	text.WriteString(platformFoot)
	_, err := io.WriteString(w, text.String())
	return err
}

func (h Host) problem() string {
	switch {
	case strings.TrimSpace(h.Name) == "":
		return "the host has no name"
	case h.Cores < 1 || h.Cores > mostCores:
		return fmt.Sprintf("a host cannot have %d cores", h.Cores)
	case len(h.States) == 0:
		return "the host has no state"
	case h.Initial < 0 || h.Initial >= len(h.States):
		return "the host begins in a state that it does not have"
	case !drawable(h.Off):
		return "the power when turned off is not plausible for a node"
	}
	for _, s := range h.States {
		if !(s.Speed >= 0) || s.Speed > mostSpeed {
			return "the speed of a state is not plausible for a core"
		}
		if !drawable(s.Idle) || !drawable(s.OneCore) || !drawable(s.AllCores) {
			return "the power of a state is not plausible for a node"
		}
	}
	return ""
}

// Bounds on what a host may say of itself: beyond them a figure is a slip or an attack, and its sums would overflow.
const (
	mostCores              = 1 << 20
	mostSpeed power.GFlops = 1e12
	mostWatts power.Watts  = 1e9
)

func drawable(w power.Watts) bool { return w >= 0 && w <= mostWatts }

func (h Host) write(text *strings.Builder) {
	var speeds, states []string
	for _, s := range h.States {
		speeds = append(speeds, number(float64(s.Speed))+"Gf")
		states = append(states,
			strings.Join([]string{watts(s.Idle), watts(s.betweenStates(h.Cores)), watts(s.AllCores)}, ":"))
	}
	initial := ""
	if h.Initial > 0 {
		initial = fmt.Sprintf(" pstate=\"%d\"", h.Initial)
	}
	fmt.Fprintf(text, "    <host id=%s speed=%s core=\"%d\"%s>\n", quoted(h.Name), quoted(strings.Join(speeds, ",")),
		h.Cores, initial)
	fmt.Fprintf(text, "      <prop id=%q value=%s/>\n", stateProperty, quoted(strings.Join(states, ", ")))
	fmt.Fprintf(text, "      <prop id=%q value=%s/>\n    </host>\n", offProperty, quoted(watts(h.Off)))
}

// betweenStates is what SimGrid calls epsilon: where the line through one core and all of them meets no core.
func (s PowerState) betweenStates(cores int) power.Watts {
	if cores == 1 {
		return s.OneCore
	}
	return s.OneCore - (s.AllCores-s.OneCore)/power.Watts(cores-1)
}

func fromEpsilon(idle, epsilon, all power.Watts, cores int) PowerState {
	one := epsilon
	if cores > 1 {
		one += (all - epsilon) / power.Watts(cores)
	}
	return PowerState{Idle: idle, OneCore: wholeMicrowatts(one), AllCores: all}
}

// wholeMicrowatts takes rounding away, so that a file that is read and written again says the same.
func wholeMicrowatts(w power.Watts) power.Watts {
	rounded, err := strconv.ParseFloat(strconv.FormatFloat(float64(w), 'f', 6, 64), 64)
	if err != nil {
		return w
	}
	return power.Watts(rounded)
}

func watts(w power.Watts) string  { return number(float64(w)) }
func number(value float64) string { return strconv.FormatFloat(value, 'f', -1, 64) }

func quoted(value string) string {
	var text strings.Builder
	text.WriteByte('"')
	_ = xml.EscapeText(&text, []byte(value)) // a builder takes everything
	text.WriteByte('"')
	return text.String()
}
