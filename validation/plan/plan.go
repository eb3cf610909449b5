package plan

import (
	"math"
	"slices"
	"time"

	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// Plan is what each level of each edition will ask of the measurement of a run.
type Plan struct {
	Request  Request        `json:"request"`
	Expected power.Watts    `json:"expected_w"`       // of all compute nodes over the core phase
	Idle     power.Watts    `json:"expected_idle_w"`  // the same when they are idle; 0 if not stated
	Timeline []TimelineItem `json:"timeline"`         // of the requested level
	Levels   []Level        `json:"levels"`           // every level of every edition that a list may name
	Goal     *Goal          `json:"wanted,omitempty"` // what the wanted uncertainty takes
	Outlook  Outlook        `json:"outlook"`          // what the energy models expect
}

// Level is what one level of one edition asks of the measurement.
type Level struct {
	Methodology methodology.Edition    `json:"methodology"`
	Level       power.Level            `json:"level"`
	Obstacles   []Obstacle             `json:"obstacles"` // empty if the level can be reached
	Sets        []Set                  `json:"node_sets"`
	Metered     power.Watts            `json:"metered_w"` // expected of the measured nodes over the core phase
	Subsystems  []SubsystemRequirement `json:"subsystems"`
	Integrated  bool                   `json:"integrated_energy"`  // readings of power do not do
	Interval    float64                `json:"longest_interval_s"` // between readings
	Readings    int                    `json:"readings_in_core"`   // at that interval
	Resolution  *Resolution            `json:"resolution,omitempty"`
	// that may be lost between readings in the core phase; 0 if there is no limit
	Lost float64 `json:"lost_s,omitempty"`
	// the same in the full run; 0 if there is none of its own
	LostInRun float64 `json:"lost_in_run_s,omitempty"`
	Window    Window  `json:"window"`
	Sampling  float64 `json:"sampling_hz"` // the least, inside the meter
	// the largest error of a meter; 0 if there is no limit
	Accuracy float64 `json:"accuracy_percent,omitempty"`
	// the same for each of several equal meters
	Shared      float64     `json:"shared_accuracy_percent,omitempty"`
	Idle        int         `json:"idle_measurements"`
	Uncertainty Uncertainty `json:"uncertainty"`
	Tasks       []Task      `json:"checklist"`

	request Request
	limits  methodology.Limits
	asks    map[string]bool // the rules that the level grants nothing without
}

// Set is how many nodes of a set are to be measured.
type Set struct {
	Name     string `json:"name"`
	Nodes    int    `json:"nodes"`
	Asked    int    `json:"asked"`    // by the level
	Measured int    `json:"measured"` // by the plan: in whole chassis, and enough for the uncertainty that is wanted
}

// Window is what is averaged of the core phase.
type Window struct {
	Shortest float64 `json:"shortest_s,omitempty"` // that the level takes; 0 if it averages the whole core phase
	From     float64 `json:"from_s,omitempty"`     // where in the core phase a window may begin
	To       float64 `json:"to_s,omitempty"`       // and end
}

// Obstacle is why a level is out of reach with the meters at hand, and what would change that.
type Obstacle struct {
	Rule    string `json:"rule"`  // that would not be met
	Field   string `json:"field"` // of the request
	Problem string `json:"problem"`
	Change  string `json:"change"`
}

// Margin is how much less than expected the measured nodes may draw before a plan falls short of a
// power that a level asks for. It is ours, because nodes can't be added once the run is over: if few
// are measured, these may lie four standard deviations below the others.
const Margin = 4 * methodology.AssumedVariation

// readingsForAverage is how many readings the core phase holds at least if the text asks for no
// number. It is ours: an average of fewer hangs on where they happen to lie.
const readingsForAverage = 10

// Of makes the plan for a request. What cannot be planned is returned as power.InputErrors.
func Of(r Request) (*Plan, error) {
	r = r.completed()
	if err := r.check(); err != nil {
		return nil, err
	}
	p := &Plan{Request: r}
	for _, set := range r.NodeSets {
		p.Expected += set.Power * power.Watts(set.Nodes)
		p.Idle += set.Idle * power.Watts(set.Nodes)
	}
	p.Goal = r.goal()
	for _, edition := range methodology.Listed() {
		for _, level := range power.Levels() {
			p.Levels = append(p.Levels, r.level(edition, level, p.Goal))
		}
	}
	p.Timeline = r.timeline(p.Chosen())
	p.Outlook = p.outlook()
	return p, nil
}

// Chosen is the level of the edition that the request names.
func (p *Plan) Chosen() *Level {
	at := slices.IndexFunc(p.Levels, func(l Level) bool {
		return string(l.Methodology) == p.Request.Methodology && l.Level == p.Request.Level
	})
	return &p.Levels[at]
}

// Reachable reports whether the meters at hand are good enough for the level.
func (l *Level) Reachable() bool { return len(l.Obstacles) == 0 }

func (r Request) level(edition methodology.Edition, level power.Level, goal *Goal) Level {
	limits := edition.Limits(level)
	l := Level{
		Methodology: edition, Level: level, request: r, limits: limits, asks: demanded(edition, level),
		Obstacles: []Obstacle{},
		Accuracy:  100 * limits.Accuracy, Shared: 100 * limits.SharedAccuracy, Idle: limits.IdleMeasurements,
	}
	l.Integrated = l.asks["integrated-energy"]
	l.Sampling = l.sampling()
	l.measure(goal)
	l.Subsystems = l.treated()
	interval := l.longestInterval()
	l.Interval, l.Readings = interval.Seconds(), int(r.core()/interval)
	if shortest, within, ok := limits.LegalWindow(power.NewSpan(time.Unix(0, 0), time.Unix(0, 0).Add(r.core()))); ok {
		start := time.Unix(0, 0)
		l.Window = Window{shortest.Seconds(), within.Start.Sub(start).Seconds(), within.End.Sub(start).Seconds()}
	}
	l.Resolution = l.resolution()
	l.Lost, l.LostInRun = l.lost()
	l.Uncertainty = l.uncertainty()
	l.obstructCore()
	l.obstructMeter()
	l.obstructAccuracy()
	l.obstructSubsystems()
	l.Tasks = l.tasks()
	return l
}

func demanded(edition methodology.Edition, level power.Level) map[string]bool {
	asked := map[string]bool{}
	for _, rule := range rules.For(edition) {
		if rule.Severity == rules.Must && slices.Contains(rule.Levels, level) {
			asked[rule.ID] = true
		}
	}
	return asked
}

func (l *Level) measure(goal *Goal) {
	sets, draws := make([]power.NodeSet, len(l.request.NodeSets)), make([]power.Watts, len(l.request.NodeSets))
	for i, set := range l.request.NodeSets {
		sets[i], draws[i] = power.NodeSet{Name: set.Name, Nodes: set.Nodes}, set.Power*(1-Margin)
	}
	for i, asked := range rules.FewestNodes(l.limits, sets, draws) {
		set := l.request.NodeSets[i]
		planned := asked
		if goal != nil && goal.Problem == "" {
			planned = max(planned, goal.Sets[i].Measured)
		}
		chassis := max(set.PerChassis, 1)
		planned = min(set.Nodes, (planned+chassis-1)/chassis*chassis)
		l.Sets = append(l.Sets, Set{set.Name, set.Nodes, asked, planned})
		l.Metered += set.Power * power.Watts(planned)
	}
}

func (l *Level) longestInterval() time.Duration {
	core := l.request.core()
	longest := core / readingsForAverage
	if l.limits.IntervalOfCore > 0 {
		longest = min(longest, time.Duration(l.limits.IntervalOfCore*float64(core)))
	}
	if l.limits.ReadingsInCore > 0 { // one of them may lie partly outside
		longest = min(longest, core/time.Duration(l.limits.ReadingsInCore+1))
	}
	if l.limits.UncoveredEach > 0 {
		longest = min(longest, l.limits.UncoveredEach, l.limits.UncoveredTotal/2)
	}
	if longest >= time.Second {
		return longest.Truncate(time.Second)
	}
	return max(longest.Truncate(time.Millisecond), time.Millisecond)
}

// sampling is how often a second the meter samples at least; one of unknown current is taken for a meter of AC.
func (l *Level) sampling() float64 {
	hertz := l.limits.SamplingHertzAC
	if l.request.Meter.Current == "DC" && l.limits.SamplingHertzDC > 0 {
		hertz = l.limits.SamplingHertzDC
	}
	switch {
	case hertz == 0:
		return l.limits.SamplingHertz
	case l.limits.SamplingHertz50 > 0 && l.request.MainsHz == methodology.SlowMains:
		return l.limits.SamplingHertz50
	}
	return hertz
}

func rounded(v float64) float64 {
	return math.Round(v*1e6) / 1e6
}
