package machine

import (
	"fmt"
	"io"
	"strings"

	"green500/validation/lab"
)

// Load says under what load a point was measured.
func (p Measured) Load() string {
	switch {
	case p.Processes == 1:
		return "1 process"
	case p.Processes > 0:
		return fmt.Sprintf("%d processes", p.Processes)
	case p.Threads == 0:
		return "idle"
	case p.Threads == 1:
		return "1 thread"
	}
	return fmt.Sprintf("%.4g threads", p.Threads)
}

// Sentences say where idle power comes from, and how far the power of the node is off a line that is broken at its
// cores.
func (k NodeKind) Sentences() []string {
	all := []string{fmt.Sprintf("Idle power of a node: %.4g W, %s.", float64(k.Curve.Idle), k.IdleOrigin)}
	if k.Straight >= 0 && len(k.Points) > 1 {
		all = append(all, fmt.Sprintf("A straight line from idle power to all %d cores, constant from there on, "+
			"is off these powers by at most %.1f%%.", k.Cores, 100*k.Straight))
	}
	return all
}

// Off is by how much the energy differs from the one to compare with, in percent with its sign; empty if none is
// stated.
func (e Energy) Off() string {
	if e.Measured <= 0 {
		return ""
	}
	return fmt.Sprintf("%+.1f%%", 100*e.RunEnergy.Off(e.Measured))
}

// Notes are what a reader has to know to believe the energies.
func (m Machine) Notes() (all []string) {
	if m.Least != nil {
		all = append(all, m.Least.Words(m.Kinds[0].Nodes))
	}
	if text := m.LeastOfRuns(); text != "" {
		all = append(all, text)
	}
	return append(all, "Nodes without processes draw idle power until the run ends. "+
		"Cooling, switches and storage are not nodes and are left out.")
}

// WriteText writes the machine and its runs for a terminal.
func (m Machine) WriteText(out io.Writer) error { return lab.WriteText(out, m.write) }

func (m Machine) write(line func(format string, values ...any)) {
	if m.Title != "" {
		line("%s\n", m.Title)
	}
	for _, kind := range m.Kinds {
		line("Power of one node, kind %s of %d nodes:", kind.Name, kind.Nodes)
		line("LOAD\tTHREADS\tREADINGS\tPOWER\tDEVIATION\tDOUBT")
		for _, p := range kind.Points {
			line("%s\t%.4g\t%s\t%.1f W\t%s\t%s", p.Load(), p.Threads, orDash(p.Readings > 0, "%d", p.Readings),
				float64(p.Power), orDash(p.Deviation >= 0, "%.2f W", float64(p.Deviation)), p.Doubt)
		}
		line("%s\n", strings.Join(kind.Sentences(), " "))
	}
	if len(m.Runs) > 0 {
		line("Energy of the runs:")
		line("PROCESSES\tBUSY NODES\tIDLE NODES\tTIME\tBUSY\tIDLE\tTOTAL\tDEVIATION\tCOMPARED WITH\tOFF\tDOUBT")
	}
	for _, e := range m.Runs {
		line("%s\t%d\t%d\t%s\t%.2f Wh\t%.2f Wh\t%.2f Wh\t%s\t%s\t%s\t%s", e.Name, e.Nodes.Busy, e.Nodes.Idle,
			inSeconds(e.Time), WattHours(e.Active), WattHours(e.Inactive), WattHours(e.Total()),
			orDash(e.Deviation > 0, "%.2f Wh", WattHours(e.Deviation)),
			orDash(e.Measured > 0, "%.2f Wh", WattHours(e.Measured)), e.Off(), strings.Join(e.Doubts, " "))
	}
	line("")
	for _, note := range m.Notes() {
		line("%s", note)
	}
}

func orDash(known bool, format string, value any) string {
	if !known {
		return "-"
	}
	return fmt.Sprintf(format, value)
}

type (
	jsonPoint struct {
		Processes int     `json:"processes,omitempty"`
		Threads   float64 `json:"threads"`
		Power     float64 `json:"power_w"`
		Deviation float64 `json:"deviation_w,omitempty"`
		Readings  int     `json:"readings,omitempty"`
		Doubt     string  `json:"doubt,omitempty"`
		Left      bool    `json:"left_out,omitempty"`
	}
	jsonKind struct {
		Name       string      `json:"name"`
		Nodes      int         `json:"nodes"`
		Idle       float64     `json:"idle_power_w"`
		IdleOrigin string      `json:"idle_power_is"`
		Power      []jsonPoint `json:"power"`
	}
	jsonRun struct {
		Name      string   `json:"name"`
		Active    int      `json:"active_nodes"`
		Inactive  int      `json:"inactive_nodes"`
		Seconds   float64  `json:"seconds"`
		OfActive  float64  `json:"active_wh"`
		OfIdle    float64  `json:"inactive_wh"`
		Total     float64  `json:"total_wh"`
		Deviation float64  `json:"deviation_wh,omitempty"`
		Measured  float64  `json:"measured_wh,omitempty"`
		Off       float64  `json:"off_percent,omitempty"`
		Doubts    []string `json:"doubts,omitempty"`
	}
	jsonLeast struct {
		Processes int     `json:"processes"`
		Nodes     int     `json:"nodes"`
		Energy    float64 `json:"energy_wh"`
		Words     string  `json:"words"`
	}
)

// WriteJSON writes the same for programs.
func (m Machine) WriteJSON(out io.Writer) error {
	made := struct {
		Title string     `json:"title,omitempty"`
		Kinds []jsonKind `json:"kinds"`
		Runs  []jsonRun  `json:"runs"`
		Least *jsonLeast `json:"least_energy,omitempty"`
	}{Title: m.Title, Runs: []jsonRun{}}
	for _, k := range m.Kinds {
		kind := jsonKind{Name: k.Name, Nodes: k.Nodes, Idle: float64(k.Curve.Idle), IdleOrigin: k.IdleOrigin}
		for _, p := range k.Points {
			kind.Power = append(kind.Power, jsonPoint{p.Processes, p.Threads, float64(p.Power),
				float64(max(p.Deviation, 0)), p.Readings, p.Doubt, p.Left})
		}
		made.Kinds = append(made.Kinds, kind)
	}
	for _, e := range m.Runs {
		made.Runs = append(made.Runs, jsonRun{e.Name, e.Nodes.Busy, e.Nodes.Idle, e.Time.Seconds(), WattHours(e.Active),
			WattHours(e.Inactive), WattHours(e.Total()), WattHours(e.Deviation), WattHours(e.Measured),
			100 * e.RunEnergy.Off(e.Measured), e.Doubts})
	}
	if l := m.Least; l != nil {
		made.Least = &jsonLeast{l.Processes, l.Nodes, WattHours(l.Energy), l.Words(m.Kinds[0].Nodes)}
	}
	return lab.WriteJSON(out, made)
}
