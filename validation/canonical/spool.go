package canonical

import (
	"errors"
	"fmt"
	"runtime"
	"sync"
)

// spool keeps sorted runs of readings in a file until they are merged. Runs are sorted and coded
// beside the reading of the log.
type spool struct {
	scratch Scratch
	sizes   sizes
	first   *Readings // what was laid out before the runs, if anything
	index   map[string]int32
	file    File
	scales  scales // of all runs

	free    chan *batch
	batches int
	coders  chan *coder
	working sync.WaitGroup
	mutex   sync.Mutex
	at      int64
	runs    []place // in the order of the log
	failure error
}

// place is where a run lies, and the lengths of its pages in bytes.
type place struct {
	at    int64
	pages []uint32
}

// maxSorting bounds the batches that are sorted at a time, each of which takes some 5 MiB. To sort and code one takes less
// than to read its part of a log, so half of the cores are enough.
const maxSorting = 4

func newSpool(scratch Scratch, s sizes) (*spool, error) {
	file, err := scratch()
	if err != nil {
		return nil, err
	}
	sorting := max(1, min(runtime.GOMAXPROCS(0)/2, maxSorting))
	p := &spool{scratch: scratch, sizes: s, file: file, free: make(chan *batch, sorting+1), coders: make(chan *coder, sorting)}
	for range sorting {
		p.coders <- coderPool.Get().(*coder)
	}
	return p, nil
}

// begin takes what was laid out as the first run. index knows the numbers of instruments.
func (p *spool) begin(first *Readings, index map[string]int32) { p.first, p.index = first, index }

// take keeps a batch, whose readings and all before have such scales, as the next run. It returns one
// to go on with.
func (p *spool) take(b *batch, all scales) (*batch, error) {
	p.scales = all
	p.mutex.Lock()
	run, err := len(p.runs), p.failure
	p.runs = append(p.runs, place{})
	p.mutex.Unlock()
	if err != nil {
		return b, err
	}
	var another *batch
	if p.batches < cap(p.coders) {
		another = b.alike(0)
	}
	c := <-p.coders
	p.working.Add(1)
	go func() {
		defer p.working.Done()
		c.sorter.sortToCode(b)
		c.begin(p.sizes.runPage, all)
		c.codeAll(b)
		p.keep(run, c)
		b.reset()
		p.free <- b
		p.coders <- c
	}()
	if p.batches < cap(p.coders) {
		p.batches++
		return another, nil
	}
	return <-p.free, nil
}

// sort sorts a batch that is not to be kept, in room that others were sorted in.
func (p *spool) sort(b *batch) {
	c := <-p.coders
	c.sorter.sort(b)
	p.coders <- c
}

func (p *spool) keep(run int, c *coder) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.runs[run] = place{at: p.at, pages: append([]uint32(nil), c.lengths...)}
	if err := p.write(c); err != nil {
		p.failure = errors.Join(p.failure, err)
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
	p.leave()
	err := p.file.Close()
	if p.first != nil {
		err = errors.Join(err, p.first.Close())
	}
	return err
}

// leave is called when nobody sorts any more.
func (p *spool) leave() {
	for range len(p.free) {
		(<-p.free).leave()
	}
	for range len(p.coders) {
		coderPool.Put(<-p.coders)
	}
}
