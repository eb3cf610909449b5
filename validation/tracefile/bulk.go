package tracefile

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"sync"
)

// takeAll reads a file in pieces, on all cores. What comes of it is the same as row by row.
func (d *delimited) takeAll(selections []*selection) error {
	if slices.ContainsFunc(selections, (*selection).counts) {
		return takeRows(d, selections) // what a reading is depends on the one before
	}
	d.settle()
	err := d.takePieces(selections, runtime.GOMAXPROCS(0))
	for _, s := range selections {
		s.notes.addAll(d.notes)
	}
	return err
}

func (d *delimited) takePieces(selections []*selection, cores int) error {
	m := &merger{table: d.table, selections: selections}
	if d.first.last || cores < 2 || d.sequential(selections) {
		return d.takeInTurn(m)
	}
	line := newLine(cores)
	defer line.stop()
	line.start(d, selections, cores)
	for job := range line.ordered {
		h := <-job.done
		if err := m.merge(h); err != nil {
			return err
		}
		if h.err != nil {
			return h.err
		}
		line.free(job)
	}
	return line.err
}

// sequential reports whether a time can only be read after the one before.
func (d *delimited) sequential(selections []*selection) bool {
	for _, s := range selections {
		if d.undated(s.timeAt) {
			return true
		}
	}
	return false
}

func (d *delimited) takeInTurn(m *merger) error {
	w, h := newReader(d, m.selections), &harvest{}
	for p := d.first; ; {
		h = w.read(p, h)
		if err := m.merge(h); err != nil {
			return err
		}
		if h.err != nil {
			return h.err
		}
		var err error
		if p, err = d.pieces.next(p.text); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

// harvest is what the selections take from a piece, up to the first trouble.
type harvest struct {
	caught []catch
	reader *reader
	known  [][]*instrument // of the reader as they were after the piece
	err    error
}

// merger puts harvests together in the order of the file.
type merger struct {
	*table
	selections []*selection
	known      map[*reader][][]int32
	rows       int
}

func (m *merger) merge(h *harvest) error {
	if m.known == nil {
		m.known = map[*reader][][]int32{}
	}
	if m.known[h.reader] == nil {
		m.known[h.reader] = make([][]int32, len(m.selections))
	}
	for i, s := range m.selections {
		if i == 0 {
			m.rows += h.caught[i].rows
		}
		if err := s.merge(&h.caught[i], &m.known[h.reader][i], h.known[i]); err != nil {
			return err
		}
	}
	if m.rows > maxRows {
		return m.refuse(0, "", fmt.Sprintf("has more than %d rows", maxRows), "give the file in parts")
	}
	return nil
}

// line is an assembly line: pieces are cut by one goroutine, read by one a core, and put together in
// their order.
type line struct {
	work, ordered chan *job
	stopped       chan struct{}
	workers       sync.WaitGroup
	spare         chan *job
	err           error // why no more pieces come, nil at the end of the file
}

// job is a piece that is to be read.
type job struct {
	piece   *piece
	harvest *harvest
	done    chan *harvest
}

func newLine(cores int) *line {
	// A piece for every core that is read, one that is cut and one that is put together.
	flight := cores + 2
	return &line{
		work: make(chan *job, flight), ordered: make(chan *job, flight),
		stopped: make(chan struct{}), spare: make(chan *job, flight),
	}
}

func (l *line) start(d *delimited, selections []*selection, cores int) {
	for range cores {
		w := newReader(d, selections)
		l.workers.Go(func() {
			for job := range l.work {
				job.done <- w.read(job.piece, job.harvest)
			}
		})
	}
	for range cap(l.spare) {
		l.spare <- &job{harvest: &harvest{}, done: make(chan *harvest, 1)}
	}
	l.workers.Go(func() { l.cut(d) })
}

// cut hands pieces out until the file ends or nobody wants more.
func (l *line) cut(d *delimited) {
	defer close(l.ordered)
	defer close(l.work)
	p := d.first
	for {
		select {
		case <-l.stopped:
			return
		case job := <-l.spare:
			if p == nil {
				var buffer []byte
				if job.piece != nil {
					buffer = job.piece.text
				}
				var err error
				if p, err = d.pieces.next(buffer); err != nil {
					if !errors.Is(err, io.EOF) {
						l.err = err
					}
					return
				}
			}
			job.piece, p = p, nil
			l.work <- job
			l.ordered <- job
		}
	}
}

// free gives the memory of a job back.
func (l *line) free(job *job) { l.spare <- job }

// stop ends the goroutines, and waits for that: nothing reads the file afterwards.
func (l *line) stop() {
	close(l.stopped)
	for range l.ordered {
		continue
	}
	l.workers.Wait()
}
