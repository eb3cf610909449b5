package power

import (
	"errors"
	"slices"
)

var errOverview = errors.New("the overview of a trace is damaged")

// What an overview may ask for.
const (
	maxBlock    = 1 << 16 // readings that are decoded at a time
	maxReadings = 1 << 30
)

// Overview returns what OpenTrace has to know of the readings, in a compact form.
func (t *Trace) Overview() []byte {
	c := &coder{writing: true}
	o, reversed := *t.overview(), t.reversed
	o.blocks = slices.Clone(o.blocks)
	c.overview(&o, &reversed)
	return c.data
}

// OpenTrace returns a trace of which only the overview is held. It asks the source for readings
// where a question needs them, which most often are those at the ends of a span. It fails where the
// overview contradicts itself; where readings contradict the overview, Err tells it later.
func OpenTrace(instrument string, quantity Quantity, form []byte, source Source) (*Trace, error) {
	t, o := &Trace{Instrument: instrument, Quantity: quantity}, &overview{}
	c := &coder{data: form}
	c.overview(o, &t.reversed)
	if c.damaged || c.at < len(c.data) {
		return nil, errOverview
	}
	o.build()
	t.count, t.size = o.count, o.size
	t.readings = &stored{source: source, overview: o, cached: map[int]held{}}
	t.overview = func() *overview { return o }
	return t, nil
}
