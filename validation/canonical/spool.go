package canonical

import (
	"encoding/binary"
	"errors"
	"fmt"
	"sync"

	"github.com/parquet-go/parquet-go"

	"green500/validation/power"
)

// spool keeps sorted runs of readings in a file until they are merged. Runs are sorted and coded
// beside the reading of the log.
type spool struct {
	scratch Scratch
	sizes   sizes
	first   *Readings // what was laid out before the runs, if anything
	index   map[string]int32
	file    File

	free    chan *batch
	batches int
	coders  chan *coder
	working sync.WaitGroup
	mutex   sync.Mutex
	at      int64
	runs    []place // in the order of the log
	trouble error
}

// place is where a run lies, and the lengths of its pages in bytes.
type place struct {
	at    int64
	pages []uint32
}

// maxSorting is how many batches are sorted at a time; each takes some 10 MiB.
const maxSorting = 2

func newSpool(scratch Scratch, s sizes) (*spool, error) {
	file, err := scratch()
	if err != nil {
		return nil, err
	}
	p := &spool{scratch: scratch, sizes: s, file: file, free: make(chan *batch, maxSorting+1), coders: make(chan *coder, maxSorting)}
	for range maxSorting {
		p.coders <- &coder{}
	}
	return p, nil
}

// begin takes what was laid out as the first run. index knows the numbers of instruments.
func (p *spool) begin(first *Readings, index map[string]int32) { p.first, p.index = first, index }

// take keeps a batch as the next run, and returns one to go on with.
func (p *spool) take(b *batch) (*batch, error) {
	p.mutex.Lock()
	run, err := len(p.runs), p.trouble
	p.runs = append(p.runs, place{})
	p.mutex.Unlock()
	if err != nil {
		return b, err
	}
	c := <-p.coders
	p.working.Add(1)
	go func() {
		defer p.working.Done()
		c.sorter.sort(b)
		c.begin(p.sizes.runPage)
		err := b.each(c.add)
		if err == nil {
			err = c.flush()
		}
		p.keep(run, c, err)
		b.reset()
		p.free <- b
		p.coders <- c
	}()
	if p.batches < maxSorting {
		p.batches++
		return &batch{}, nil
	}
	return <-p.free, nil
}

func (p *spool) keep(run int, c *coder, err error) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	if err == nil {
		p.runs[run] = place{at: p.at, pages: append([]uint32(nil), c.lengths...)}
		err = p.write(c)
	}
	if err != nil {
		p.trouble = errors.Join(p.trouble, err)
	}
}

func (p *spool) write(c *coder) error {
	n, err := p.file.Write(c.coded)
	p.at += int64(n)
	c.coded = c.coded[:0]
	if err != nil {
		return fmt.Errorf("keep readings that are out of order: %w", err)
	}
	return nil
}

func (p *spool) close() error {
	if p == nil {
		return nil
	}
	p.working.Wait()
	err := p.file.Close()
	if p.first != nil {
		err = errors.Join(err, p.first.Close())
	}
	return err
}

// coder codes a run in pages.
type coder struct {
	sorter  sorter
	rows    int // of a page
	page    batch
	coded   []byte
	lengths []uint32 // of the pages in it
	body    []byte
}

func (c *coder) begin(rows int) {
	c.rows, c.coded, c.lengths = rows, c.coded[:0], c.lengths[:0]
	c.page.reset()
}

func (c *coder) add(instrument int32, at, value []int64) error {
	for len(at) > 0 {
		n := min(len(at), c.rows-len(c.page.at))
		c.page.add(instrument, at[:n], value[:n])
		at, value = at[n:], value[n:]
		if len(c.page.at) == c.rows {
			if err := c.flush(); err != nil {
				return err
			}
		}
	}
	return nil
}

// flush codes a page: its spans, times and values, each after its length.
func (c *coder) flush() error {
	if len(c.page.at) == 0 {
		return nil
	}
	from := len(c.coded)
	c.coded = binary.AppendUvarint(c.coded, uint64(len(c.page.spans)))
	for _, s := range c.page.spans {
		c.coded = binary.AppendUvarint(c.coded, uint64(s.instrument))
		c.coded = binary.AppendUvarint(c.coded, uint64(s.count))
	}
	for _, numbers := range [][]int64{c.page.at, c.page.value} {
		var err error
		if c.body, err = parquet.DeltaBinaryPacked.EncodeInt64(c.body, numbers); err != nil {
			return err
		}
		c.coded = appendSized(c.coded, c.body)
	}
	c.lengths = append(c.lengths, uint32(len(c.coded)-from))
	c.page.reset()
	return nil
}

var errSpool = errors.New("canonical: readings that were kept beside the file came back changed")

// decode reads a page.
func (b *batch) decode(page []byte) (err error) {
	r := decoder{data: page}
	b.spans = b.spans[:0]
	for range r.count() {
		b.spans = append(b.spans, span{int32(r.number(maxInstruments)), int32(r.number(uint64(len(page)) << 8))})
	}
	times, values := r.sized(), r.sized()
	if r.damaged {
		return errSpool
	}
	if b.at, err = parquet.DeltaBinaryPacked.DecodeInt64(b.at[:0], times); err != nil {
		return fmt.Errorf("%w: %w", errSpool, err)
	}
	if b.value, err = parquet.DeltaBinaryPacked.DecodeInt64(b.value[:0], values); err != nil {
		return fmt.Errorf("%w: %w", errSpool, err)
	}
	return nil
}

// traces is a run of what was laid out already.
func (p *spool) traces() (next func(*batch) (bool, error), stop func()) {
	return pullTraces(p.first.Traces, func(t *power.Trace) int32 { return p.index[t.Instrument] })
}
