package power

import (
	"encoding/binary"
	"hash/crc32"
	"sync"
)

// NewTraceOfBlocks is NewTrace with blocks of another size, so that a few readings make many.
func NewTraceOfBlocks(size int, quantity Quantity, at, value []int64) *Trace {
	return newTrace("", quantity, at, value, size)
}

// Kept is a stored trace in memory, which counts what is asked for.
type Kept struct {
	*Trace   // with its readings
	Entries  [][]byte
	Coded    [][]byte
	Chunks   []int
	Readings [][2]int
	Count    int

	mutex sync.Mutex
}

type keptSource struct{ *Kept }

// Readings tells readings, and counts that it was asked.
func (k keptSource) Readings(from int, at, value []int64) error {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.Kept.Readings = append(k.Kept.Readings, [2]int{from, from + len(value)})
	times, values := k.Trace.Columns()
	copy(at, times[from:])
	copy(value, values[from:])
	return nil
}

// Chunk tells the blocks of a chunk, and counts that it was asked.
func (k keptSource) Chunk(i int) ([]byte, error) {
	k.mutex.Lock()
	defer k.mutex.Unlock()
	k.Kept.Chunks = append(k.Kept.Chunks, i)
	return k.Coded[i], nil
}

// Keep stores a trace with blocks of a size as a writer does.
func Keep(size int, t *Trace) (*Trace, *Kept, error) {
	k := &Kept{Trace: t, Count: t.count}
	at, value := t.Columns()
	var blocks []Block
	for from := 0; from < len(at); from += size {
		to := min(len(at), from+size)
		blocks = append(blocks, SumUp(at[from:to], value[from:to], 1))
		if len(blocks) == ChunkBlocks || to == len(at) {
			chunk := NewChunk(blocks)
			k.Entries, k.Coded = append(k.Entries, chunk.Entry), append(k.Coded, chunk.Coded)
			blocks = nil
		}
	}
	stored, err := k.Open(size)
	return stored, k, err
}

// Open opens what is kept.
func (k *Kept) Open(size int) (*Trace, error) {
	t := &Trace{Instrument: k.Instrument, Quantity: k.Quantity, count: k.Count, reversed: k.Trace.reversed, size: size}
	return t.open(k.Entries, keptSource{k})
}

// Sealed gives an entry the checksums that belong to it, so that what lies behind them is tried.
func Sealed(form, coded []byte) []byte {
	form = form[:max(0, len(form)-crc32.Size)]
	c, e, n := newReader(form), entry{}, node{}
	c.entry(&e, &n)
	e.checksum = crc32.ChecksumIEEE(coded)
	c = newWriter()
	c.entry(&e, &n)
	return binary.LittleEndian.AppendUint32(c.Data, crc32.ChecksumIEEE(c.Data))
}
