// Package forgery_test makes forged measurements and honest ones, grades them, and writes what was found as the page
// docs/trust.md. It knows nothing of how forgeries are found.
package forgery_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
	"testing/fstest"
	"time"

	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/document/sample"
	"green500/validation/logs/canonical"
	"green500/validation/power"
)

// column is what one instrument reads: the mean power in watts of the interval that each time ends.
type column struct {
	name, subsystem string
	clock           int // whose times it has
	watts           []float64
	unnamed         bool // the document does not name it
}

// run is a run, simulated or real, as meters and HPL wrote it down. Times are seconds after the core phase began.
type run struct {
	*rand.Rand
	name     string
	seed     uint64
	design   design
	entry    power.Entry
	files    map[string][]byte
	start    time.Time
	core     float64
	from     float64 // where the output says that the core phase began
	clocks   [][]float64
	columns  []column
	step     float64 // of the readings, in watts
	wattHour float64 // step of the running totals that the meters write; 0 if they write power
	output   sample.Output
	progress []byte
	truth    float64
}

// clone is a run to be forged.
func (r *run) clone() *run {
	c := *r
	c.Rand = rand.New(rand.NewPCG(r.seed, 7))
	c.clocks, c.columns = slices.Clone(r.clocks), slices.Clone(r.columns)
	for i := range c.columns {
		c.columns[i].watts = slices.Clone(r.columns[i].watts)
	}
	c.entry.NodeSets, c.entry.Subsystems = slices.Clone(r.entry.NodeSets), slices.Clone(r.entry.Subsystems)
	c.entry.Meters, c.files = slices.Clone(r.entry.Meters), map[string][]byte{}
	for name, content := range r.files {
		c.files[name] = content
	}
	return &c
}

// mean is the mean of a column between two times.
func (r *run) mean(c *column, from, to float64) float64 {
	sum, count := 0.0, 0
	for i, t := range r.clocks[c.clock] {
		if t > from && t <= to {
			sum, count = sum+c.watts[i], count+1
		}
	}
	return sum / math.Max(1, float64(count))
}

// published is the power of the core phase that a document and its readings come to, as nearly as forgers need it.
func (r *run) published() float64 {
	sum, compute, named := 0.0, 0.0, 0
	for i := range r.columns {
		switch c := &r.columns[i]; {
		case c.unnamed:
		case c.subsystem == power.Compute:
			compute, named = compute+r.mean(c, r.from, r.from+r.core), named+1
		default:
			sum += r.mean(c, r.from, r.from+r.core)
		}
	}
	for _, s := range r.entry.Subsystems {
		sum += s.PowerWatts
	}
	set := r.entry.NodeSets[0]
	return sum + compute*float64(set.Nodes)/float64(set.Measured)
}

// bundle writes the files of a run.
func (r *run) bundle() (fs.FS, error) {
	entry, files := r.entry, fstest.MapFS{}
	for name, content := range r.files {
		files[name] = &fstest.MapFile{Data: content}
	}
	quantity, unit, stamp := power.Power, power.Unit("W"), "end"
	if r.wattHour > 0 {
		quantity, unit, stamp = power.Energy, "Wh", ""
	}
	entry.Series = nil
	for clock := range r.clocks {
		name := fmt.Sprintf("meter%d.csv", clock+1)
		for _, c := range r.columns {
			if c.clock == clock && !c.unnamed {
				entry.Series = append(entry.Series, power.Series{File: name, Meter: entry.Meters[0].ID, Time: "time",
					Value: c.name, Quantity: quantity, Unit: unit, Stamp: stamp,
					Covers: power.Covers{Subsystem: c.subsystem}})
			}
		}
		files[name] = &fstest.MapFile{Data: r.table(clock)}
	}
	files[entry.Run.Output] = &fstest.MapFile{Data: r.printed()}
	text, err := document.YAML(&entry)
	files["submission.yaml"] = &fstest.MapFile{Data: text}
	return files, err
}

var progressLines = regexp.MustCompile("(?m)(^\x1b\\[0;31m Prog=.*\n)+")

func (r *run) printed() []byte {
	o := r.output
	o.Core = power.NewSpan(o.Core.Start.Add(seconds(r.from)), o.Core.End.Add(seconds(r.from)))
	return progressLines.ReplaceAllLiteral(o.Bytes(), r.progress)
}

func seconds(s float64) time.Duration { return time.Duration(math.Round(s*1e6)) * time.Microsecond }

func (r *run) table(clock int) []byte {
	var out bytes.Buffer
	out.WriteString("time")
	var columns []column
	for i, c := range r.columns {
		if c.clock == clock {
			columns = append(columns, c)
			out.WriteString("," + r.columns[i].name)
		}
	}
	totals := make([]float64, len(columns))
	before := 2*r.clocks[clock][0] - r.clocks[clock][1]
	line := []byte{'\n'}
	for i, t := range r.clocks[clock] {
		line = r.start.Add(seconds(t)).AppendFormat(line, "2006-01-02T15:04:05.000Z07:00")
		for k, c := range columns {
			totals[k] += c.watts[i] * (t - before) / 3600
			value, step := c.watts[i], r.step
			if r.wattHour > 0 {
				value, step = 1000*float64(k+1)+totals[k], r.wattHour
			}
			line = strconv.AppendFloat(append(line, ','), math.Round(math.Round(value/step)*step*1e4)/1e4, 'f', -1, 64)
		}
		line, before = append(line, '\n'), t
		out.Write(line)
		line = line[:0]
	}
	return out.Bytes()
}

// grade grades a run as the command check does. It fails if the run is refused.
func (r *run) grade() (*validation.Report, error) {
	folder, err := r.bundle()
	if err != nil {
		return nil, err
	}
	read, err := bundle.Open(folder, canonical.Memory)
	if err != nil {
		return nil, err
	}
	return read.Grade("")
}

// design is what a simulated run is like. Parts of the plateau, of the core phase or of the power are written as such.
type design struct {
	level                        power.Level
	nodes, measured, perColumn   int
	accelerated, shows           bool    // shows: the output has lines of progress
	watts, spread, racks         float64 // of a node; variation of nodes, and of racks
	heavy                        bool    // the variation has heavy tails
	core, setUp, after, before   float64 // seconds
	interval, step, wattHour     float64
	falls, lowest, waiting, idle float64 // where the power begins to fall; parts of the plateau
	common, slow, swing          float64 // of all nodes together: noise, drift, fast swing
	own, white, settle           float64 // of a column: slow and white noise; part of a reading that stays in the next
	lost, jitter                 float64 // part of the rows that are lost; seconds
	accuracy, gain               float64 // percent that are stated; the true error as a factor
	deviation                    bool    // the accuracy is one standard deviation
	clock, late                  float64 // the error that is stated, and the true one
	estimate, drawn              float64 // of the network, part of the compute power; part of it that is drawn
	capped                       bool
}

func (r *run) between(low, high float64) float64 { return low + (high-low)*r.Float64() }

func one[T any](r *run, values ...T) T { return values[r.IntN(len(values))] }

// draw makes up an honest run.
func (r *run) draw() design {
	d := design{
		level: one(r, power.Level(1), 2, 2, 2, 3), nodes: 80 + 8*r.IntN(30), accelerated: r.IntN(2) == 0,
		watts: r.between(550, 1000), spread: r.between(0.01, 0.025),
		core: one(r, 180.0, 300, 600, 600, 900, 1500), setUp: r.between(40, 150), after: r.between(15, 40),
		before: 240, interval: one(r, 1.0, 1, 1, 2, 5, 10), step: one(r, 0.1, 0.1, 1, 2),
		falls: r.between(0.6, 0.9), lowest: r.between(0.85, 1), waiting: r.between(0.4, 0.9),
		idle:   r.between(0.3, 0.45),
		common: one(r, r.between(0.001, 0.004), 0.01), slow: one(r, r.between(0, 0.004), 0.015),
		swing: one(r, 0, 0, r.between(0.005, 0.03)),
		own:   r.between(0.0005, 0.003), white: one(r, r.between(0.002, 0.006), r.between(0.001, 0.002)),
		perColumn: one(r, 1, 1, 1, 4),
		accuracy:  1, gain: 1 + r.between(-0.01, 0.01), clock: 0.1, late: r.between(-0.1, 0.1),
		estimate: 0.03, drawn: 0.7,
	}
	d.settle, d.lost = one(r, 0, 0, 0, 0.4), one(r, 0, 0, 0, 0.003)
	d.jitter = one(r, 0, 0, 0.02)
	if d.accelerated {
		d.watts, d.swing, d.shows = r.between(1800, 5000), 0, r.IntN(2) == 0
		d.falls, d.lowest = r.between(0.35, 0.75), r.between(0.5, 0.8)
		d.capped = r.IntN(4) == 0
	}
	return d
}

// simulate makes the honest run of a seed; change, if there is one, changes what was drawn.
func simulate(seed uint64, change func(*run, *design)) *run {
	r := &run{Rand: rand.New(rand.NewPCG(seed, 57)), name: fmt.Sprint("run ", seed), seed: seed}
	d := r.draw()
	if change != nil {
		change(r, &d)
	}
	d.interval = math.Min(d.interval, math.Floor(d.core/13))
	if d.measured == 0 {
		d.measured = max(16, d.nodes/6)/4*4 + 4
	}
	if d.level == 3 {
		d.nodes, d.wattHour, d.perColumn, d.accuracy = 24, one(r, 0.01, 0.1), 1, 0.5
		d.measured, d.interval, d.step = d.nodes, math.Min(2, d.interval), 0.1
		d.gain = 1 + (d.gain-1)/2
	}
	r.design, r.core, r.step, r.wattHour = d, d.core, d.step, d.wattHour
	r.start = time.Date(2026, 4, 14, 8, 0, 0, 0, time.UTC)
	r.read(d)
	r.write(d)
	return r
}

const fine = 0.25 // seconds between the points of the simulated power

// at is the power at a time as a part of the plateau.
func (d design) at(t float64) float64 {
	switch {
	case t < -d.setUp || t >= d.core+d.after:
		return d.idle
	case t < 0:
		return d.idle + (d.waiting-d.idle)*math.Min(1, (t+d.setUp)/8)
	case t >= d.core:
		return math.Min(0.6, d.lowest)
	}
	x := math.Max(0, (t/d.core-d.falls)/(1-d.falls))
	return (1 - (1-d.lowest)*math.Pow(x, 1.2)) * math.Min(1, 0.9+t/15)
}

// shape is the energy of a node of 1 W from the first point on.
func (r *run) shape(d design, begin, end float64) []float64 {
	energy, wander, phase := []float64{0}, 0.0, 2*math.Pi*r.Float64()
	keep := math.Exp(-fine / 6)
	for t := begin; t < end; t += fine {
		wander = keep*wander + math.Sqrt(1-keep*keep)*r.NormFloat64()
		part := 1 + d.common*wander + d.slow*math.Sin(phase+t/70)
		if t >= 0 && t < d.core {
			part += d.swing * math.Sin(phase+t*1.7+wander)
		}
		if d.capped {
			part = math.Min(part, 1+d.common*wander/8)
		}
		energy = append(energy, energy[len(energy)-1]+d.at(t+fine/2)*part*fine)
	}
	return energy
}

func (r *run) read(d design) {
	begin, end := -d.setUp-d.before-20, d.core+d.after+70
	energy := r.shape(d, begin, end)
	upTo := func(t float64) float64 {
		i := int((t - begin) / fine)
		return energy[i] + ((t-begin)/fine-float64(i))*(energy[i+1]-energy[i])
	}
	var ends, clock []float64
	off := r.Float64()
	for k := 0; ; k++ {
		to := begin + 3 + (float64(k+1)+off)*d.interval
		if to > end-3 {
			break
		}
		if inside := to > 0 && to < d.core; inside && r.Float64() < d.lost {
			continue
		}
		ends = append(ends, to)
		clock = append(clock, to+d.late+d.jitter*(2*r.Float64()-1))
	}
	mean := func(i int) float64 { return (upTo(ends[i]) - upTo(ends[i]-d.interval)) / d.interval }
	r.clocks = [][]float64{clock}
	machine, rack := 0.0, 1.0
	for i := range d.nodes / d.perColumn {
		watts := 0.0
		if d.racks > 0 {
			rack = 1 + d.racks*r.NormFloat64()
		}
		for range d.perColumn {
			off := r.NormFloat64()
			if d.heavy { // Student's t of three degrees of freedom, of the same variance
				a, b, c := r.NormFloat64(), r.NormFloat64(), r.NormFloat64()
				off /= math.Sqrt(a*a + b*b + c*c)
			}
			watts += d.watts * rack * (1 + d.spread*off)
		}
		machine += watts
		if i < d.measured/d.perColumn {
			r.add(fmt.Sprintf("node%03d", i*d.perColumn*5/2+1), power.Compute, len(clock),
				func(k int) float64 { return watts * mean(k) })
		}
	}
	core := (upTo(d.core) - upTo(0)) / d.core
	r.truth = machine*core + map[power.Level]float64{2: 8 * 150 * 0.7}[d.level] // estimated fans
	if d.level < 3 {
		r.truth += machine * d.estimate * d.drawn
	}
	others := []string{power.HeadNodes, power.Storage, power.Interconnect, power.Cooling}[:2*d.level-2]
	for i, name := range others {
		watts := machine * []float64{0.009, 0.02, 0.021, 0.008}[i]
		r.truth += watts
		r.add(name, name, len(clock), func(k int) float64 { return watts * (1 + 0.02*(mean(k)-1)) })
	}
}

// add is an instrument, with the noise and the error of its own.
func (r *run) add(name, subsystem string, count int, watts func(int) float64) {
	d := r.design
	c := column{name: name, subsystem: subsystem, watts: make([]float64, count)}
	wander, keep, size := 0.0, math.Exp(-d.interval/25), math.Sqrt(float64(d.perColumn))
	white, held := d.white/size/math.Sqrt(d.interval), 0.0
	for k := range count {
		wander = keep*wander + math.Sqrt(1-keep*keep)*r.NormFloat64()
		w := watts(k) * d.gain * (1 + d.own/size*wander + white*r.NormFloat64())
		if k > 0 {
			w = (1-d.settle)*w + d.settle*held
		}
		held, c.watts[k] = w, w
	}
	r.columns = append(r.columns, c)
}

// lines are those of progress: the rate follows the power above idle.
func (r *run) lines(d design) []byte {
	const count = 30
	total, order, work := []float64{0}, float64(r.output.N), float64(r.output.Rate())*r.output.Seconds
	for t := 0.5; t < d.core; t++ {
		total = append(total, total[len(total)-1]+math.Pow((d.at(t)-d.idle)/(1-d.idle), 1.4)*(1+0.01*r.NormFloat64()))
	}
	all := total[len(total)-1]
	var out bytes.Buffer
	before, last := 0.0, 0.0
	for k := 1; k <= count; k++ {
		left := math.Round(order * (1 - float64(k)/count))
		done := 1 - math.Pow(left/order, 3)
		i, _ := slices.BinarySearch(total, done*all*(1-1e-12))
		at := float64(i) - (total[i]-done*all)/(total[i]-total[i-1])
		fmt.Fprintf(&out, "\x1b[0;31m Prog= %.2f%%\tN_left= %.0f\tTime= %.2f\tTime_left= %.2f\tiGF= %.2f\t"+
			"GF= %.2f\x1b[0m\n", 100*done, left, at, d.core-at, work*(done-last)/(at-before), work*done/at)
		before, last = at, done
	}
	return out.Bytes()
}

// write makes the document and the output.
func (r *run) write(d design) {
	clean := sample.Clean(d.level, "2.0")
	r.entry, r.files = clean.Entry, clean.Files
	delete(r.files, r.entry.Series[0].File)
	delete(r.files, r.entry.Run.Output)
	style, processes, efficiency, cores := sample.Netlib, 2*d.nodes, 5.2, 128
	if d.accelerated {
		style, processes, efficiency, cores = sample.NVIDIA, 4*d.nodes, 45, 64+4*132
		r.entry.System.Accelerator, r.entry.System.AcceleratorCores = "Example accelerator", 4*132*d.nodes
	}
	zone := sample.Zone{Name: "Europe/Berlin", Offset: 2 * time.Hour}
	r.start = r.start.In(zone.Location())
	at := func(t float64) time.Time { return r.start.Add(seconds(t)) }
	core := power.NewSpan(r.start, at(d.core))
	r.output = sample.NewOutput(style, power.GFlops(efficiency*r.truth), core, processes, zone)
	if d.shows {
		r.progress = r.lines(d)
	}
	e := &r.entry
	e.System.TotalCores, e.Edition = cores*d.nodes, "2026-06"
	e.Run.Output, e.Run.Timezone, e.Run.RmaxTeraflops = "hpl.log", zone.Name, r.output.PrintedRate().Teraflops()
	e.Run.FullRun = power.NewSpan(at(math.Ceil(-d.setUp)), at(math.Floor(d.core+d.after)))
	e.Run.Clock.MaxErrorSeconds = d.clock
	e.System.RpeakTeraflops = math.Round(e.Run.RmaxTeraflops * 1.4)
	e.Idle = []power.Idle{{Start: power.Time{Time: at(math.Ceil(-d.setUp - d.before + 20))},
		End: power.Time{Time: at(math.Floor(-d.setUp - 20))}}}
	e.NodeSets[0].Nodes, e.NodeSets[0].Measured = d.nodes, d.measured
	if d.racks > 0 {
		e.NodeSets[0].SelectionMethod, e.NodeSets[0].Selection = power.SelectRandomRacks, "whole racks, drawn at random"
	}
	if d.capped {
		e.Tunables = []power.Tunable{{Name: "Power cap of a node", Default: "none",
			Value: fmt.Sprintf("%.0f W", d.watts)}}
		e.Run.PowerOptimised = true
	}
	e.Meters = e.Meters[:1]
	e.Meters[0].IntervalSeconds, e.Meters[0].Accuracy.OfReadingPercent = d.interval, d.accuracy
	if d.deviation {
		e.Meters[0].Accuracy.Kind = power.OneStandardDeviation
	}
	if d.level < 3 {
		r.network(d)
	}
}

// network estimates the network by the maximum of its switches.
func (r *run) network(d design) {
	s := r.entry.Subsystem(power.Interconnect)
	switches := max(1, d.nodes/16)
	each := math.Round(d.watts * float64(d.nodes) * d.estimate / float64(switches))
	s.PowerWatts = each * float64(switches)
	s.Formula = fmt.Sprintf("%d switches x %.0f W maximum", switches, each)
	r.files[s.Basis] = fmt.Appendf(nil, "Data sheet of the switch.\nMaximum power: %.0f W.\n", each)
}
