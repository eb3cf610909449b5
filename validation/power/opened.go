package power

// What an overview may ask for.
const (
	maxBlock    = 1 << 16 // readings that are decoded at a time
	maxReadings = 1 << 30
)

// Overview returns what OpenTrace has to know of the readings, in a compact form.
func (t *Trace) Overview() []byte {
	c := &coder{writing: true}
	o := t.overview()
	blocks := make([]block, o.blocks())
	for i := range blocks {
		blocks[i] = *o.block(i)
	}
	size, count, reversed := o.size, o.count, t.reversed
	c.heading(&size, &count, &reversed)
	c.blocks(blocks)
	return c.data
}

// Source reads the readings from..to-1 of a trace that is stored: times in nanoseconds since 1970
// UTC, and microwatts or millijoules.
type Source func(from, to int) (at, value []int64, err error)

// Readings makes a source one of a trace whose blocks are all held.
func (s Source) Readings(from, to int) (at, value []int64, err error) { return s(from, to) }

// Chunk is never asked for.
func (s Source) Chunk(int) ([]byte, error) { return nil, errOverview }

// OpenTrace returns a trace of which only the overview is held. It asks the source for readings
// where a question needs them, which most often are those at the ends of a span. It fails where the
// overview contradicts itself; where readings contradict the overview, Err tells it later.
func OpenTrace(instrument string, quantity Quantity, form []byte, source Source) (*Trace, error) {
	t := &Trace{Instrument: instrument, Quantity: quantity}
	c := &coder{data: form}
	c.heading(&t.size, &t.count, &t.reversed)
	if c.damaged || t.size == 0 || t.count == 0 || (t.count-1)/t.size >= len(form)-c.at {
		return nil, errOverview
	}
	blocks := make([]block, (t.count+t.size-1)/t.size)
	for i := range blocks {
		blocks[i].count = min(t.size, t.count-i*t.size)
	}
	c.blocks(blocks)
	if c.damaged || c.at < len(c.data) {
		return nil, errOverview
	}
	o := overviewOf(t.size, t.count, blocks)
	t.readings = &stored{source: source, overview: o, cached: recent[held]{most: cachedBlocks}}
	t.overview = func() *overview { return o }
	return t, nil
}
