package power

import "iter"

// A trace that is written while it is read is summed up in blocks of BlockReadings readings, the last
// one shorter, and ChunkBlocks blocks make a chunk, the last one fewer. A stored trace holds an entry
// a chunk, and asks for the blocks of a chunk, and for readings, where a question needs them.
const (
	BlockReadings = blockReadings
	ChunkBlocks   = 64
)

// Block sums up consecutive readings of a trace.
type Block struct{ block }

// SumUp sums up the readings of a block, which are in the order of time. It may be called in parallel.
func SumUp(at, value []int64) Block { return Block{blockOf(at, value)} }

// Chunk is consecutive blocks in coded form.
type Chunk struct {
	Coded []byte // every block
	Entry []byte // what is known of all of them together
}

// NewChunk codes the blocks of a chunk.
func NewChunk(blocks []Block) Chunk {
	return Chunk{Coded: codeBlocks(blocks)}
}

func codeBlocks(blocks []Block) []byte {
	c, before := &coder{writing: true}, point{}
	for i := range blocks {
		b := blocks[i].block
		c.amount(&b.count, blockReadings)
		c.block(&b, before)
		before = b.last
	}
	return c.data
}

// StoredSource reads what a stored trace needs. It may be called in parallel.
type StoredSource interface {
	// Readings returns the readings from..to-1.
	Readings(from, to int) (at, value []int64, err error)
	// Chunk returns the coded blocks of the i-th chunk.
	Chunk(i int) ([]byte, error)
}

// OpenStored returns a trace of which only the entries of its chunks are held, and in whose file so
// many readings stood after a later one. It fails where the entries contradict each other; where
// blocks or readings contradict them, Err tells it later.
func OpenStored(instrument string, quantity Quantity, count, reversed int, entries [][]byte, source StoredSource) (*Trace, error) {
	t, o := &Trace{Instrument: instrument, Quantity: quantity, count: count, reversed: reversed, size: blockReadings}, &overview{size: blockReadings, count: count}
	for i := range entries {
		coded, err := source.Chunk(i)
		if err != nil {
			return nil, err
		}
		c, before := &coder{data: coded}, point{}
		for c.at < len(coded) && !c.damaged {
			var b block
			c.amount(&b.count, blockReadings)
			c.block(&b, before)
			before = b.last
			o.blocks = append(o.blocks, b)
		}
	}
	o.build()
	t.readings = &stored{source: source.Readings, overview: o, cached: map[int]held{}}
	t.overview = func() *overview { return o }
	return t, nil
}

// Each goes through all readings in the order of time, some at a time; they must not be changed.
func (t *Trace) Each() iter.Seq2[[]int64, []int64] {
	return func(yield func(at, value []int64) bool) {
		for i := 0; i*t.size < t.count; i++ {
			if at, value := t.readings.block(i); !yield(at, value) {
				return
			}
		}
	}
}
