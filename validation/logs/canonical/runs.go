package canonical

import (
	"bufio"
	"container/heap"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"sync"
)

// runs keeps sorted readings in a file until they are merged. Each is a record of recordSize bytes: instrument, time
// and value.
type runs struct {
	file    File
	ends    []int64 // of each run, in the order of the log
	at      int64
	idle    *batch
	writing sync.WaitGroup // of one run at a time, beside the reading of the log
	failure error          // of that
}

const recordSize = 4 + 8 + 8

func (r *runs) add(b *batch) (next *batch, err error) {
	r.writing.Wait()
	if r.failure != nil {
		return b, r.failure
	}
	next, r.idle = r.idle, b
	if next == nil {
		next = &batch{}
	}
	r.writing.Go(func() {
		b.sort()
		r.failure = r.write(b.each)
		b.reset()
	})
	return next, nil
}

func (r *runs) write(each func(take func(instrument int32, at, value []int64) error) error) error {
	to := bufio.NewWriterSize(r.file, 1<<16)
	err := each(func(instrument int32, at, value []int64) error {
		for i := range at {
			record := binary.LittleEndian.AppendUint32(to.AvailableBuffer(), uint32(instrument))
			record = binary.LittleEndian.AppendUint64(record, uint64(at[i]))
			if _, err := to.Write(binary.LittleEndian.AppendUint64(record, uint64(value[i]))); err != nil {
				return err
			}
		}
		r.at += int64(recordSize * len(at))
		return nil
	})
	if err = errors.Join(err, to.Flush()); err != nil {
		return fmt.Errorf("keep readings that are out of order: %w", err)
	}
	r.ends = append(r.ends, r.at)
	return nil
}

func (r *runs) close() error {
	if r == nil {
		return nil
	}
	r.writing.Wait()
	return r.file.Close()
}

type cursor struct {
	key
	value int64
	order int // of runs
	from  *bufio.Reader
}

// next goes to the next reading, and returns io.EOF behind the last.
func (c *cursor) next() error {
	record, err := c.from.Peek(recordSize)
	if err != nil {
		return err
	}
	c.key = key{int32(binary.LittleEndian.Uint32(record)), int64(binary.LittleEndian.Uint64(record[4:]))}
	c.value = int64(binary.LittleEndian.Uint64(record[12:]))
	_, err = c.from.Discard(recordSize)
	return err
}

func (c *cursor) before(other *cursor) bool {
	return c.key.before(other.key) || c.key == other.key && c.order < other.order
}

type cursors []*cursor

func (c cursors) Len() int           { return len(c) }
func (c cursors) Less(i, j int) bool { return c[i].before(c[j]) }
func (c cursors) Swap(i, j int)      { c[i], c[j] = c[j], c[i] }
func (c *cursors) Push(any)          {}
func (c *cursors) Pop() any          { *c = (*c)[:len(*c)-1]; return nil }

const (
	mergedTogether = 1 << 13 // readings that are passed on at a time

	mergedAhead = 16 << 20 // bytes that are read of all runs at a time, beyond the least of each
	leastAhead  = 4 << 10
	mostAhead   = 64 << 10
)

func (r *runs) merge(take func(instrument int32, at, value []int64) error) error {
	if r.writing.Wait(); r.failure != nil {
		return r.failure
	}
	var all cursors
	begin, ahead := int64(0), min(mostAhead, max(leastAhead, mergedAhead/len(r.ends)))
	for order, end := range r.ends {
		c := &cursor{order: order, from: bufio.NewReaderSize(io.NewSectionReader(r.file, begin, end-begin), ahead)}
		if err := c.next(); err != nil {
			return fmt.Errorf("read readings that were kept: %w", err)
		}
		all, begin = append(all, c), end
	}
	heap.Init(&all)
	merged := batch{}
	for len(all) > 0 {
		if err := all.takeFirst(&merged); err != nil {
			return fmt.Errorf("read readings that were kept: %w", err)
		}
		if len(merged.at) >= mergedTogether || len(all) == 0 {
			if err := merged.each(take); err != nil {
				return err
			}
			merged.reset()
		}
	}
	return nil
}

func (c *cursors) takeFirst(to *batch) error {
	all := *c
	first, second := all[0], all[0]
	if len(all) > 1 {
		second = all[1]
	}
	if len(all) > 2 && all[2].before(second) {
		second = all[2]
	}
	for first == second || first.before(second) {
		to.add(first.instrument, []int64{first.at}, []int64{first.value})
		if err := first.next(); errors.Is(err, io.EOF) {
			heap.Pop(c)
			return nil
		} else if err != nil {
			return err
		}
		if len(to.at) >= mergedTogether {
			break
		}
	}
	heap.Fix(c, 0)
	return nil
}
