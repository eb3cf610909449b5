package power

import (
	"fmt"
	"slices"
	"sync"
)

// readings are the readings of a trace in the order of time, wherever they are.
type readings interface {
	// block returns the readings of a block; there are none where it cannot be read.
	block(i int) (at, value []int64)
	// search returns how many readings stand before an instant.
	search(at int64) int
	// point returns a reading, and all all of them.
	point(i int) point
	all() (at, value []int64)
	// err returns why a block could not be read.
	err() error
}

// held are readings in memory.
type held struct {
	at    []int64 // nanoseconds since 1970 UTC
	value []int64 // microwatts or millijoules
	size  int     // of a block
}

func (h *held) block(i int) (at, value []int64) {
	from, to := i*h.size, min(len(h.at), (i+1)*h.size)
	return h.at[from:to], h.value[from:to]
}

func (h *held) search(at int64) int {
	found, _ := slices.BinarySearch(h.at, at)
	return found
}

func (h *held) point(i int) point { return point{h.at[i], h.value[i]} }

func (h *held) all() (at, value []int64) { return h.at, h.value }

func (h *held) err() error { return nil }

func (h *held) overview() *overview {
	o := &overview{size: h.size, count: len(h.at)}
	o.blocks = make([]block, (o.count+o.size-1)/o.size)
	for i := range o.blocks {
		o.blocks[i] = blockOf(h.block(i))
	}
	return o.build()
}

// Source reads the readings from..to-1 of a trace that is stored: times in nanoseconds since 1970
// UTC, and microwatts or millijoules.
type Source func(from, to int) (at, value []int64, err error)

// stored are readings that are read where they are needed.
type stored struct {
	source   Source
	overview *overview

	mutex   sync.Mutex
	cached  map[int]held
	order   []int // of the cached blocks, the oldest first
	trouble error // the first
}

// cachedBlocks bounds the blocks of a trace that are held; grading touches the ends of a few spans.
const cachedBlocks = 32

func (s *stored) block(i int) (at, value []int64) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	b, known := s.cached[i]
	if !known {
		b = s.read(i)
		if len(s.order) == cachedBlocks {
			delete(s.cached, s.order[0])
			s.order = s.order[1:]
		}
		s.cached[i], s.order = b, append(s.order, i)
	}
	return b.at, b.value
}

// read keeps the first trouble, and makes a block without readings of it.
func (s *stored) read(i int) held {
	from, to := i*s.overview.size, s.overview.end(i)
	at, value, err := s.source(from, to)
	if err == nil {
		err = s.overview.blocks[i].check(at, value)
	}
	if err == nil {
		return held{at: at, value: value}
	}
	if s.trouble == nil {
		s.trouble = fmt.Errorf("readings %d to %d: %w", from+1, to, err)
	}
	return held{}
}

// check refuses readings that are not those the block was made of.
func (b *block) check(at, value []int64) error {
	if len(at) != b.count || len(value) != b.count || !slices.IsSorted(at) || summarise(at, value) != b.summary {
		return &InputError{Problem: "these are not the readings of the overview", Remedy: "write the file again"}
	}
	return nil
}

func (s *stored) search(at int64) int {
	blocks := s.overview.blocks
	i, _ := slices.BinarySearchFunc(blocks, at, func(b block, at int64) int {
		if b.last.at < at {
			return -1
		}
		return 1
	})
	if i == len(blocks) {
		return s.overview.count
	}
	start := i * s.overview.size
	if blocks[i].first.at >= at {
		return start
	}
	times, _ := s.block(i)
	within, _ := slices.BinarySearch(times, at)
	return start + within
}

func (s *stored) point(i int) point {
	size := s.overview.size
	switch b := &s.overview.blocks[i/size]; i % size {
	case 0:
		return b.first
	case b.count - 1:
		return b.last
	}
	at, value := s.block(i / size)
	if len(at) == 0 {
		return point{}
	}
	return point{at[i%size], value[i%size]}
}

func (s *stored) all() (at, value []int64) {
	at, value = make([]int64, 0, s.overview.count), make([]int64, 0, s.overview.count)
	for i := range s.overview.blocks {
		times, values := s.block(i)
		at, value = append(at, times...), append(value, values...)
	}
	return at, value
}

func (s *stored) err() error {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	return s.trouble
}
