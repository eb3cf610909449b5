package calibrationfile

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/validation/lab"
	"green500/validation/lab/model"
	"green500/validation/power"
)

// Calibration is the power models of nodes.
type Calibration struct {
	Title   string  `json:"title,omitempty" doc:"What was calibrated, and with which workload"`
	NodeSet string  `json:"node_set,omitempty" doc:"Name of the node set of the submission that the nodes are of, if it has several"`
	Cores   int     `json:"cores" doc:"Cores of a node"`
	Off     float64 `json:"off_power_w,omitempty" doc:"Power of a node that is turned off"`
	Nodes   []Node  `json:"nodes" doc:"The nodes"`
}

// Node is the model of one node.
type Node struct {
	Name     string    `json:"name" doc:"Name of the node"`
	States   []State   `json:"states" doc:"Its power at each clock, the highest first"`
	Outliers []Outlier `json:"outliers,omitempty" doc:"Readings that were left out as unreliable"`
}

// State is the power of a node at one clock.
type State struct {
	Clock    float64 `json:"clock_mhz,omitempty" doc:"Clock of the cores; left out if it is not known"`
	Speed    float64 `json:"core_gflops,omitempty" doc:"Speed of a core in GFlop/s"`
	Idle     float64 `json:"idle_w" doc:"Power when idle"`
	One      float64 `json:"one_core_w" doc:"Power with one core busy"`
	All      float64 `json:"all_cores_w" doc:"Power with all cores busy"`
	Linear   bool    `json:"one_core_assumed,omitempty" doc:"The power with one core is on the line from idle to all: no log shows it"`
	RSquared float64 `json:"r_squared" doc:"Share of the readings' variance that the model explains"`
	Residual float64 `json:"residual_w" doc:"Standard deviation of what the model leaves"`
	Readings int     `json:"readings" doc:"Readings used"`
	Dropped  int     `json:"dropped" doc:"Readings dropped at the ends of the series"`
	Rejected int     `json:"rejected" doc:"Readings left out as unreliable"`
}

// Outlier is a reading that was left out because it is unreliable.
type Outlier struct {
	Log   string     `json:"log" doc:"The log"`
	At    power.Time `json:"at" doc:"Time of the reading"`
	Watts float64    `json:"power_w" doc:"The reading"`
}

// Bounds on a file that is read.
const (
	mostNodes  = 1 << 14
	mostStates = 256
)

// resultField opens the list of nodes in JSON and in YAML; a list of logs has no field of this name.
var resultField = regexp.MustCompile(`(?m)^\s*"?nodes"?\s*:`)

// IsCalibration reports whether a text holds models of nodes, not a list of logs.
func IsCalibration(text []byte) bool { return resultField.Match(text) }

// ReadCalibration takes a calibration from JSON or YAML, as WriteJSON writes it.
func ReadCalibration(name string, text []byte) (Calibration, error) {
	return lab.Read[Calibration](name, text)
}

// Check says what is wrong with a calibration, as power.InputErrors.
func (c Calibration) Check() error {
	wrong := checks{}
	wrong.node(c.Cores, c.Off)
	if len(c.Nodes) == 0 || len(c.Nodes) > mostNodes {
		wrong.Say("nodes", fmt.Sprintf("there are %d nodes", len(c.Nodes)),
			fmt.Sprintf("list 1 to %d nodes", mostNodes))
	}
	named := map[string]bool{}
	for i, node := range c.Nodes {
		at := fmt.Sprintf("nodes[%d].", i)
		if strings.TrimSpace(node.Name) == "" || named[node.Name] {
			wrong.Say(at+"name", "the name is missing or used twice", "give each node its own name")
		}
		named[node.Name] = true
		if len(node.States) == 0 || len(node.States) > mostStates {
			wrong.Say(at+"states", fmt.Sprintf("there are %d states", len(node.States)),
				fmt.Sprintf("list 1 to %d states", mostStates))
		}
		for j, state := range node.States {
			if !state.plausible() {
				wrong.Say(fmt.Sprintf("%sstates[%d]", at, j), "these are not the powers of a node",
					"write idle_w and all_cores_w in watts, the second the higher, and one_core_w")
			}
		}
	}
	return wrong.OrNil()
}

func (s State) plausible() bool {
	within := func(value, most float64) bool { return value >= 0 && value <= most }
	return within(s.Idle, mostPower) && within(s.One, mostPower) && within(s.All, mostPower) && s.All > s.Idle &&
		within(s.Clock, mostClock) && within(s.Speed, mostCoreRate) && within(s.Residual, mostPower)
}

// Power is the state as SimGrid describes one.
func (s State) Power() model.PowerState {
	return model.PowerState{Idle: power.Watts(s.Idle), OneCore: power.Watts(s.One), AllCores: power.Watts(s.All)}
}

// Hosts are the nodes with all clocks for SimGrid. A speed not known is one operation a cycle.
func (c Calibration) Hosts() (hosts []model.Host) {
	for _, node := range c.Nodes {
		host := model.Host{Name: node.Name, Cores: c.Cores, Off: power.Watts(c.Off)}
		for _, state := range node.States {
			const perGiga = 1000
			speed := state.Speed
			if speed == 0 {
				speed = state.Clock / perGiga
			}
			if speed == 0 {
				speed = 1
			}
			host.States = append(host.States, model.HostState{Speed: power.GFlops(speed), PowerState: state.Power()})
		}
		hosts = append(hosts, host)
	}
	return hosts
}

// WithSpeed is the calibration with the speed of a core in GFlop/s at the highest clock; it falls with the clock.
func (c Calibration) WithSpeed(speed float64) Calibration {
	c.Nodes = slices.Clone(c.Nodes)
	for i, node := range c.Nodes {
		states := slices.Clone(node.States)
		for j := range states {
			states[j].Speed = speedAt(speed, states[j].Clock, node.States[0].Clock)
		}
		c.Nodes[i].States = states
	}
	return c
}

func speedAt(speed, clock, highest float64) float64 {
	if highest > 0 && clock > 0 {
		return speed * clock / highest
	}
	return speed
}

// Timed reports whether the speed of a core is known at every clock, so that a trace can be timed.
func (c Calibration) Timed() bool {
	for _, node := range c.Nodes {
		for _, state := range node.States {
			if state.Speed == 0 {
				return false
			}
		}
	}
	return true
}

// AtClock is the calibration at a clock in MHz alone; at the highest of each node for 0.
func (c Calibration) AtClock(clock float64) (at Calibration, found float64) {
	at = c
	at.Nodes = nil
	for _, node := range c.Nodes {
		for _, state := range node.States {
			if clock == 0 || state.Clock == clock {
				node.States = []State{state}
				at.Nodes = append(at.Nodes, node)
				break
			}
		}
	}
	return at, at.Nodes[0].States[0].Clock
}

// Mean is an average node at its highest clock, the deviation between loaded nodes, and the mean error.
func (c Calibration) Mean() (node model.NodePower, deviation, residual power.Watts) {
	n := power.Watts(len(c.Nodes))
	for _, one := range c.Nodes {
		state := one.States[0]
		node.Static += power.Watts(state.Idle) / n
		node.Dynamic += power.Watts(state.All-state.Idle) / n
		residual += power.Watts(state.Residual) / n
	}
	if len(c.Nodes) < 2 {
		return node, 0, residual
	}
	var squares float64
	for _, one := range c.Nodes {
		off := one.States[0].All - float64(node.At(1))
		squares += off * off
	}
	return node, power.Watts(math.Sqrt(squares / float64(len(c.Nodes)-1))), residual
}

// WriteJSON writes the calibration as a file that ReadCalibration takes.
func (c Calibration) WriteJSON(out io.Writer) error { return lab.WriteJSON(out, c) }
func rounded(w power.Watts) float64                 { return math.Round(float64(w)*1000) / 1000 }

// AttachmentKind is the kind of an attachment that holds the calibration of nodes, as WriteJSON writes it.
const AttachmentKind = "node calibration"

const mostAttachedBytes = 4 << 20

// AttachedFile is a calibration of a submission. Err says why it cannot be used.
type AttachedFile struct {
	Name        string
	Calibration Calibration
	Err         error
}

// Attached reads the calibrations that are attached to a submission from its files, in the order of the attachments.
func Attached(attachments []power.Attachment, files fs.FS) (all []AttachedFile) {
	for _, attachment := range attachments {
		if !strings.EqualFold(strings.TrimSpace(attachment.Kind), AttachmentKind) {
			continue
		}
		one := AttachedFile{Name: attachment.File}
		one.Calibration, one.Err = readAttached(one.Name, files)
		all = append(all, one)
	}
	return all
}

func readAttached(name string, files fs.FS) (c Calibration, err error) {
	file, err := files.Open(path.Clean(name))
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return c, &power.InputError{File: name, Problem: "the file is not in the submission", Remedy: "add it"}
	}
	if err != nil {
		return c, err
	}
	defer func() { _ = file.Close() }() // it was only read
	text, err := io.ReadAll(io.LimitReader(file, mostAttachedBytes+1))
	if err != nil {
		return c, err
	}
	if len(text) > mostAttachedBytes {
		return c, &power.InputError{File: name, Problem: "the calibration is larger than 4 MB",
			Remedy: "leave out its outliers"}
	}
	return ReadCalibration(name, text)
}

// Three are the lowest, a medium and the highest clock, if there are so many (Heinrich et al., section 6.1).
func (n Node) Three() (low, medium, high State, ok bool) {
	last := len(n.States) - 1
	if last < 2 || n.States[last].Clock <= 0 {
		return low, medium, high, false
	}
	return n.States[last], n.States[last/2], n.States[0], true
}

// Quadratic says how far a fourth clock and others lie from the parabola through three.
func (n Node) Quadratic() string {
	low, medium, high, ok := n.Three()
	if !ok || len(n.States) < 4 {
		return ""
	}
	const mega = 1e6
	at := func(s State) model.FrequencyPower {
		return model.FrequencyPower{Hertz: s.Clock * mega, Power: power.Watts(s.All)}
	}
	curve, ok := model.ThroughFrequencies(at(low), at(medium), at(high))
	if !ok {
		return ""
	}
	farthest := 0.0
	for _, state := range n.States {
		farthest = math.Max(farthest, math.Abs(float64(curve.At(state.Clock*mega))/state.All-1))
	}
	return fmt.Sprintf("%s: a parabola through %s, %s and %s meets the other clocks within %.2g%%.", n.Name,
		ClockText(low.Clock), ClockText(medium.Clock), ClockText(high.Clock), 100*farthest)
}

// ClockText is a clock with its unit.
func ClockText(clock float64) string {
	if clock == 0 {
		return "not stated"
	}
	return strconv.FormatFloat(clock, 'f', -1, 64) + " MHz"
}

// WriteText writes the models of the nodes for a terminal, with the readings that were left out.
func (c Calibration) WriteText(out io.Writer) error { return lab.WriteText(out, c.write) }

func (c Calibration) write(line func(format string, values ...any)) {
	if c.Title != "" {
		line("%s", c.Title)
	}
	if c.NodeSet != "" {
		line("Node set %s", c.NodeSet)
	}
	line("Power of a node of %d cores, by least squares; %d readings at either end of each series are dropped:",
		c.Cores, model.EdgeReadings)
	line("NODE\tCLOCK\tIDLE\tONE CORE\tALL CORES\tR²\tRESIDUAL\tREADINGS\tOUTLIERS")
	linear := false
	for _, node := range c.Nodes {
		for _, s := range node.States {
			one := fmt.Sprintf("%.2f W", s.One)
			if s.Linear {
				one, linear = one+"*", true
			}
			line("%s\t%s\t%.2f W\t%s\t%.2f W\t%.4f\t%.2f W\t%d\t%d", node.Name, ClockText(s.Clock), s.Idle, one, s.All,
				s.RSquared, s.Residual, s.Readings, s.Rejected)
		}
	}
	if linear {
		line("* on the line from idle to all cores: no log shows another load.")
	}
	line("")
	for _, node := range c.Nodes {
		for _, one := range node.Outliers {
			line("Left out: %s reads %.6g W at %s (%s).", node.Name, one.Watts, one.At.Format(time.RFC3339), one.Log)
		}
	}
	for _, node := range c.Nodes {
		if words := node.Quadratic(); words != "" {
			line("%s", words)
		}
	}
	if spread := c.Spread(); spread != "" {
		line("%s", spread)
	}
}

// Spread is a sentence on how much the loaded nodes differ; empty for one node.
func (c Calibration) Spread() string {
	node, deviation, _ := c.Mean()
	if len(c.Nodes) < 2 {
		return ""
	}
	return fmt.Sprintf("The %d nodes draw %.5g W on average when loaded, with a standard deviation of %.2f%%.",
		len(c.Nodes), float64(node.At(1)), 100*float64(deviation/node.At(1)))
}

// WriteText writes the prediction for a terminal.
func (p Prediction) WriteText(out io.Writer) error {
	_, err := fmt.Fprintf(out, "\nPredicted from the %s: %.6g W ± %.3g%% over %.6g s, %.6g kJ. %s\n", p.Of,
		float64(p.Run.Power()), 100*p.Accuracy, p.Run.Duration.Seconds(), float64(p.Run.Energy)/1e3, p.AccuracyText())
	for _, note := range p.Notes {
		_, failed := fmt.Fprintln(out, note)
		err = errors.Join(err, failed)
	}
	if part, beyond, ok := p.Deviation(); ok {
		_, failed := fmt.Fprintf(out, "Measured: %.6g W, %+.2f%%: %s.\n", float64(p.Measured), 100*part,
			DeviationText(beyond))
		err = errors.Join(err, failed)
	}
	return err
}

// AccuracyText says where the error of a prediction comes from.
func (p Prediction) AccuracyText() string {
	if p.Stated {
		return "Heinrich et al. reached this error for " + p.Workload + "."
	}
	if strings.EqualFold(p.Workload, "HPL") {
		return "For HPL, Heinrich et al. state a few percent, as its busy waiting is not modelled; " +
			"the number is assumed."
	}
	return "The error for this workload is assumed: Heinrich et al. state 2% for EP and LU."
}

// DeviationText says what a deviation means.
func DeviationText(beyond bool) string {
	if beyond {
		return fmt.Sprintf("more than %d times the error of the model", model.Beyond)
	}
	return fmt.Sprintf("within %d times the error of the model", model.Beyond)
}
