package diff

import (
	"fmt"
	"time"

	"green500/validation/document"
	"green500/validation/power"
)

// Readings is what the recordings of two revisions differ in.
type Readings struct {
	Compared    int          `json:"compared"`    // instruments that were compared
	Differing   int          `json:"differing"`   // of them, and those that one revision has alone
	Instruments []Instrument `json:"instruments"` // the first that differ
	Over        power.Span   `json:"over"`        // the time that is averaged: energies and means are of it
	BeforeWatts float64      `json:"before_w"`    // mean power over it of all instruments that differ, as metered
	AfterWatts  float64      `json:"after_w"`
}

const instrumentsShown = 50

// Instrument is an instrument whose recording differs.
type Instrument struct {
	File     string                `json:"file"` // in the later revision, or in the one that has it
	Name     string                `json:"instrument"`
	Kind     document.ChangeKind   `json:"kind"`
	Quantity power.Quantity        `json:"quantity"`
	Before   *Recording            `json:"before,omitempty"`
	After    *Recording            `json:"after,omitempty"`
	Readings power.TraceDifference `json:"readings"`
}

// Recording is what an instrument recorded in one revision.
type Recording struct {
	Readings int           `json:"readings"`
	Span     power.Span    `json:"span"`
	Interval time.Duration `json:"interval_ns"`
	// the largest that divides all differences between readings, in microwatts or millijoules; 0 if none differ
	Step         int64   `json:"step"`
	EnergyJoules float64 `json:"energy_j"` // as metered, over the span that is averaged in the later revision
}

// Finer reports whether an instrument shows more in the later revision than in the earlier: readings more often, or in
// finer steps. A meter can show no more afterwards than it recorded, unless the first file was made of another.
func (i *Instrument) Finer() bool {
	if i.Before == nil || i.After == nil {
		return false
	}
	const clearly = 0.8 // intervals and steps differ by more than clocks and rounding
	return float64(i.After.Interval) < clearly*float64(i.Before.Interval) ||
		i.After.Step > 0 && float64(i.After.Step) < clearly*float64(i.Before.Step)
}

// Spans are those in which readings differ, of all instruments that are listed.
func (r *Readings) Spans() []power.ChangedSpan {
	var all []power.ChangedSpan
	for _, one := range r.Instruments {
		all = append(all, one.Readings.Spans...)
	}
	return all
}

// CompareReadings holds the recordings of two revisions against each other. It fails if readings cannot be read.
func CompareReadings(before, after Revision) (*Readings, error) {
	c := comparing{before: before, after: after,
		Readings: &Readings{Instruments: []Instrument{}, Over: averaged(before, after)}}
	for _, pair := range document.PairSeries(before.Document.Series, after.Document.Series) {
		was, is := placed(before.Measurement.Parts, pair.Before), placed(after.Measurement.Parts, pair.After)
		digest := placed(before.Series, pair.Before)
		same := digest != "" && digest == placed(after.Series, pair.After)
		if same && was.Series != nil && is.Series != nil && was.Series.Stamp == is.Series.Stamp {
			c.Compared += len(is.Traces)
			continue
		}
		c.parts(was, is)
	}
	for _, side := range []Revision{before, after} {
		if err := side.Measurement.Err(); err != nil {
			return nil, fmt.Errorf("compare the readings of revision %d: %w", side.Number, err)
		}
	}
	return c.Readings, nil
}

func averaged(before, after Revision) power.Span {
	for _, side := range []Revision{after, before} {
		if side.Report != nil && !side.Report.Spans.Averaged.IsZero() {
			return side.Report.Spans.Averaged
		}
	}
	return after.Measurement.Whole()
}

func placed[T any](all []T, at int) (one T) {
	if at >= 0 && at < len(all) {
		return all[at]
	}
	return one
}

type comparing struct {
	*Readings
	before, after Revision
}

// parts compares the instruments of a series by their names. One that counts something else is another.
func (c *comparing) parts(before, after power.Part) {
	type key struct {
		name     string
		quantity power.Quantity
	}
	was := map[key]*power.Trace{}
	for _, t := range before.Traces {
		was[key{t.Instrument, t.Quantity}] = t
	}
	for _, t := range after.Traces {
		k := key{t.Instrument, t.Quantity}
		c.instruments(before, after, was[k], t)
		delete(was, k)
	}
	for _, t := range before.Traces {
		if was[key{t.Instrument, t.Quantity}] == t {
			c.instruments(before, after, t, nil)
		}
	}
}

func (c *comparing) instruments(before, after power.Part, was, is *power.Trace) {
	one := Instrument{Kind: document.Changed}
	switch {
	case was == nil:
		one.Kind = document.Added
	case is == nil:
		one.Kind = document.Dropped
	default:
		c.Compared++
		one.Readings = was.Difference(is)
		if one.Readings.Same() && before.Interval(was, was.Span()) == after.Interval(is, is.Span()) &&
			before.Series.Stamp == after.Series.Stamp {
			return
		}
	}
	c.Differing++
	one.Before, one.After = c.recording(before, was), c.recording(after, is)
	c.BeforeWatts += one.Before.watts(c.Over)
	c.AfterWatts += one.After.watts(c.Over)
	if len(c.Readings.Instruments) == instrumentsShown {
		return
	}
	for _, side := range []struct {
		power.Part
		*power.Trace
	}{{before, was}, {after, is}} {
		if side.Trace != nil {
			one.File, one.Name, one.Quantity = side.Series.File, side.Instrument, side.Trace.Quantity
		}
	}
	c.Readings.Instruments = append(c.Readings.Instruments, one)
}

func (c *comparing) recording(part power.Part, t *power.Trace) *Recording {
	if t == nil {
		return nil
	}
	r := &Recording{Readings: t.Len(), Span: t.Span(), Interval: part.Interval(t, t.Span()),
		Step: t.Inspect(t.Span()).Resolution}
	if !c.Over.IsZero() {
		r.EnergyJoules = float64(part.EnergyOver(t, c.Over))
	}
	return r
}

func (r *Recording) watts(over power.Span) float64 {
	if r == nil || over.Duration() <= 0 {
		return 0
	}
	return r.EnergyJoules / over.Duration().Seconds()
}
