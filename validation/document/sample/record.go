package sample

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"green500/validation/power"
)

type metering struct {
	power.Meter
	file        string
	layout      Layout
	unit        power.Unit
	covers      []string // subsystems
	instruments int      // that each set of nodes is spread over
	stamp       string
	stopsAfter  time.Duration // of the core phase; 0 if the recording is whole
}

func (p plan) record(schedule Schedule, m metering) (Table, []power.Series) {
	table := Table{
		Layout: m.layout, Zone: p.zone, Unit: m.unit, Loss: 1,
		Span:     p.recorded(schedule, m),
		Interval: time.Duration(m.IntervalSeconds * float64(time.Second)),
	}
	if m.Loss != nil {
		table.Loss = m.Loss.Factor
	}
	var series []power.Series
	for _, r := range p.parts(schedule, m) {
		channels := r.channels(len(table.Channels))
		table.Channels = append(table.Channels, channels...)
		series = append(series, p.seriesOf(table, m, r.covers, channels)...)
	}
	return table, series
}

// offGrid is the longest interval, in seconds, that a meter keeps without regard to the clock. Its
// readings fall between the ends of the core phase by chance; slower meters read on the minute.
const offGrid = 5

func (p plan) recorded(schedule Schedule, m metering) power.Span {
	interval := time.Duration(m.IntervalSeconds * float64(time.Second))
	start := schedule.Core.Start.Time
	if m.IntervalSeconds <= offGrid {
		start = start.Add(interval * 2 / 5).Truncate(time.Second)
	}
	for !start.Before(schedule.Idle.Start.Time) {
		start = start.Add(-interval)
	}
	end := schedule.FullRun.End.Add(p.timing.after)
	if m.stopsAfter > 0 {
		end = schedule.Core.Start.Add(m.stopsAfter)
	}
	return power.NewSpan(start, end)
}

type measuredPart struct {
	covers power.Covers
	name   string
	groups []Group
	rack   int // of the first instrument
}

func (p plan) parts(schedule Schedule, m metering) []measuredPart {
	var parts []measuredPart
	for i, s := range p.sets {
		if slices.Contains(m.covers, power.Compute) {
			parts = append(parts, p.setPart(schedule, m, s, i))
		}
	}
	for i, o := range p.others {
		if o.Treatment == power.Measured && slices.Contains(m.covers, o.Name) {
			parts = append(parts, p.otherPart(schedule, o, i))
		}
	}
	return parts
}

func (p plan) setPart(schedule Schedule, m metering, s set, i int) measuredPart {
	run := Run{p.seeded(s.Machine, s.name), schedule}
	part := measuredPart{covers: power.Covers{Subsystem: power.Compute}, name: "compute", rack: 10*i + 1}
	if len(p.sets) > 1 {
		part.covers.NodeSet, part.name = s.name, s.name
	}
	nodes := rand.New(rand.NewPCG(run.Seed, uint64(s.measured))).Perm(run.Nodes)[:s.measured]
	slices.Sort(nodes)
	count := max(1, m.instruments)
	for k := range count {
		part.groups = append(part.groups, run.Group(nodes[k*len(nodes)/count:(k+1)*len(nodes)/count]))
	}
	return part
}

// The steady subsystems hardly follow the load.
const (
	steadyIdle  = 0.96
	steadyNoise = 0.004
)

func (p plan) otherPart(schedule Schedule, o other, i int) measuredPart {
	units, measured := max(1, o.Units), max(1, o.Measured)
	each := o.watts / power.Watts(units)
	run := Run{p.seeded(Machine{Nodes: units, IdlePerNode: each * steadyIdle, LoadPerNode: each, Tail: 1,
		Noise: steadyNoise}, o.Name), schedule}
	part := measuredPart{covers: power.Covers{Subsystem: o.Name}, name: o.Name, rack: 100 * (i + 1)}
	for unit := range measured {
		part.groups = append(part.groups, run.Group([]int{unit}))
	}
	return part
}

// counterStart makes the counters of instruments differ: years of service before the run.
const counterStart power.Joules = 4.1e9

func (r measuredPart) channels(before int) []Channel {
	channels := make([]Channel, len(r.groups))
	for i, group := range r.groups {
		column := r.name
		if len(r.groups) > 1 {
			column = fmt.Sprintf("%s_%d", r.name, i+1)
		}
		channels[i] = Channel{Column: column, Rack: r.rack + i/2, Num: i%2 + 1, Group: group,
			Start: counterStart * power.Joules(before+i+1)}
	}
	return channels
}

func (p plan) seriesOf(table Table, m metering, covers power.Covers, channels []Channel) []power.Series {
	quantity, _ := m.unit.Quantity()
	one := power.Series{File: m.file, Meter: m.ID, Time: timeHead, Quantity: quantity, Unit: m.unit, Stamp: m.stamp,
		Covers: covers}
	if p.zoneInFile {
		one.Timezone = p.zone.Name
	}
	if table.Layout == Long {
		one.Value = table.ValueColumn(channels[0])
		one.Instruments = []string{rackHead, numHead}
		var racks []string
		for _, channel := range channels {
			racks = append(racks, strconv.Itoa(channel.Rack))
		}
		one.Where = map[string][]string{rackHead: slices.Compact(racks)}
		return []power.Series{one}
	}
	series := make([]power.Series, len(channels))
	for i, channel := range channels {
		series[i] = one
		series[i].Value = table.ValueColumn(channel)
	}
	return series
}
