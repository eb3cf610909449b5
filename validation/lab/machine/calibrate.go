package machine

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"slices"
	"time"

	"green500/validation/lab"
	"green500/validation/lab/model"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// NodeKind is a kind of nodes with the power of one of them.
type NodeKind struct {
	Name         string
	Nodes, Cores int
	Interval     time.Duration // of the meter; 0 if not known
	IdleOrigin   string        // where its idle power comes from, in words
	Points       []Measured    // in the order of the file
	Curve        model.PowerCurve
	// by how much a line to all cores, constant from there on, is off a point at most, as a part; negative if the cores
	// are not stated
	Straight float64
}

// Measured is the power of one node under some load.
type Measured struct {
	Processes int // of the run that it was measured in; 0 if threads were stated
	Threads   float64
	Power     power.Watts
	// standard deviation of the readings, divided by their number as the paper's is; negative if not known
	Deviation power.Watts
	Readings  int    // of one run; 0 if not known
	Doubt     string // why it is not to be relied on; may be empty
	Left      bool   // it is not part of the curve
}

// scattered is from what standard deviation on, as a part of the power, readings are left out. It is ours: Tables I and
// II keep at most 3.2%, and what they cannot explain has 31% and more.
const scattered = 0.1

func (f File) kind(k Kind, at string, folder fs.FS, scratch canonical.Scratch, wrong *lab.Checks) (NodeKind, error) {
	made := NodeKind{Name: k.Name, Nodes: k.Nodes, Cores: k.Cores, Interval: power.Seconds(k.Interval)}
	read := func(field, log string, of Point) (readings, error) {
		r, err := f.readings(folder, log, of, scratch)
		return r, wrong.Note(field, err)
	}
	idle := power.Watts(k.IdleWatts)
	made.IdleOrigin = "stated"
	if k.IdleLog != "" {
		r, err := read(at+".idle_log", k.IdleLog, Point{})
		if err != nil {
			return made, err
		}
		idle, made.IdleOrigin = r.mean(), "measured by "+k.IdleLog
	}
	for i, p := range k.Power {
		point := Measured{Processes: p.Processes, Threads: k.threads(p), Power: power.Watts(p.Watts),
			Deviation: power.Watts(p.Deviation), Readings: p.Readings}
		var all readings
		for _, log := range p.logs() {
			r, err := read(fmt.Sprintf("%s.power[%d].log", at, i), log, p)
			if err != nil {
				return made, err
			}
			all.add(r)
		}
		if logs := len(p.logs()); logs > 0 {
			point.Power, point.Deviation, point.Readings = all.mean(), all.deviation(), (all.count()+logs-1)/logs
			made.Interval = cmp.Or(made.Interval, all.interval)
		}
		made.Points = append(made.Points, point)
	}
	if len(k.Power) == 0 {
		made.Points = []Measured{{Threads: float64(k.Cores), Power: power.Watts(k.MaxWatts)}}
	}
	made.draw(idle)
	return made, nil
}

func (k Kind) threads(p Point) float64 {
	if p.Processes == 0 {
		return p.Threads
	}
	return float64(p.Processes) / float64(min(p.Processes, cmp.Or(p.Nodes, k.Nodes)))
}

func (k *NodeKind) draw(idle power.Watts) {
	measured := slices.IndexFunc(k.Points, func(p Measured) bool { return p.Threads == 0 })
	switch {
	case idle == 0 && measured >= 0:
		idle, k.IdleOrigin = k.Points[measured].Power, "measured"
	case idle == 0:
		idle, k.IdleOrigin = model.CurveOf(k.highest(), 1).Idle,
			"assumed: half of the highest power, about what the publication measured"
	}
	for i := range k.Points {
		k.Points[i].judge(idle)
	}
	k.Curve = model.PowerCurveOf(idle, k.merged())
	if k.Straight = -1; k.Cores > 0 && k.Curve.Known() {
		most, _ := k.Curve.At(float64(k.Cores))
		if last := k.Curve.Last(); last > float64(k.Cores) {
			most, _ = k.Curve.At(last)
		}
		k.Straight = model.NodeCurve{Idle: idle, Max: most, Saturation: float64(k.Cores)}.Farthest(k.merged())
	}
}

func (p *Measured) judge(idle power.Watts) {
	switch {
	case p.Threads > 0 && p.Power < idle:
		p.Doubt, p.Left = "left out: below idle power", true
	case float64(p.Deviation) > scattered*float64(p.Power):
		p.Doubt, p.Left = fmt.Sprintf("left out: the readings scatter by %.0f%%", 100*float64(p.Deviation/p.Power)),
			true
	case p.Readings > 0 && p.Readings < model.FewReadings:
		p.Doubt = fmt.Sprintf("fewer than %d readings", model.FewReadings)
	}
}

func (k *NodeKind) highest() (most power.Watts) {
	for _, reliable := range []bool{true, false} {
		for _, p := range k.Points {
			if float64(p.Deviation) <= scattered*float64(p.Power) || !reliable {
				most = max(most, p.Power)
			}
		}
		if most > 0 {
			break
		}
	}
	return most
}

// merged are the points of the curve: those of the same threads as one, by their readings.
func (k *NodeKind) merged() []model.PowerPoint {
	var all []model.PowerPoint
	weights := map[float64]power.Watts{}
	for _, p := range k.Points {
		if p.Left || p.Threads == 0 {
			continue
		}
		weight := power.Watts(max(1, p.Readings))
		i := slices.IndexFunc(all, func(m model.PowerPoint) bool { return m.Threads == p.Threads })
		if i < 0 {
			i, all = len(all), append(all, model.PowerPoint{Threads: p.Threads})
		}
		before := weights[p.Threads]
		weights[p.Threads] += weight
		all[i].Power = (all[i].Power*before + p.Power*weight) / (before + weight)
		all[i].Deviation = max(all[i].Deviation, p.Deviation)
	}
	return all
}

type readings struct {
	watts    []power.Watts
	whole    power.Watts // the mean, if single readings are not those of a power
	counted  int         // readings that whole was formed of
	interval time.Duration
}

func (r *readings) add(other readings) {
	r.watts, r.interval = append(r.watts, other.watts...), cmp.Or(r.interval, other.interval)
	if n := r.counted + other.counted; n > 0 {
		r.whole = (r.whole*power.Watts(r.counted) + other.whole*power.Watts(other.counted)) / power.Watts(n)
		r.counted = n
	}
}

func (r *readings) count() int { return len(r.watts) + r.counted }

func (r *readings) mean() power.Watts {
	sum := r.whole * power.Watts(r.counted)
	for _, w := range r.watts {
		sum += w
	}
	return sum / power.Watts(max(1, r.count()))
}

// deviation divides by the number of readings, as that of Tables I and II does; negative if single readings are not
// known.
func (r *readings) deviation() power.Watts {
	if len(r.watts) == 0 || r.counted > 0 {
		return -1
	}
	mean, sum := r.mean(), power.Watts(0)
	for _, w := range r.watts {
		sum += (w - mean) * (w - mean)
	}
	return power.Watts(math.Sqrt(float64(sum) / float64(len(r.watts))))
}

// readings reads a node's log within a point's time; of several instruments only the mean is known.
func (f File) readings(folder fs.FS, log string, of Point, scratch canonical.Scratch) (r readings, err error) {
	settings := f.Import.Over(of.Import)
	settings.Timezone = cmp.Or(settings.Timezone, f.Timezone)
	s, err := lab.Log(folder, log, settings, scratch)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	traces := s.Traces()
	if len(traces) > 0 && len(s.Instruments) > 0 {
		r.interval = s.Instruments[0].MedianStep
	}
	span := power.Span{Start: of.From, End: of.To}
	if len(traces) == 1 && traces[0].Quantity == power.Power {
		_, r.watts, err = lab.Powers(log, traces[0], span)
		return r, err
	}
	if of.From.IsZero() {
		span = s.Recorded
	}
	w := s.Window(span)
	if !w.Known || len(traces) == 0 {
		return r, &power.InputError{File: log, Problem: "the log shows no mean power of the node",
			Remedy: "use a log of one node with readings of power, or of energy over its run"}
	}
	r.whole, r.counted = w.Mean, w.Readings/len(traces)
	return r, nil
}
