package power

import (
	"reflect"

	"green500/validation/bounded"
)

// Memory keeps what drawings of stored traces were made of last, of all traces together: who looks closer and closer at a
// trace asks for the same blocks each time. What is read once never changes. It is safe for concurrent use.
type Memory struct {
	chunks *bounded.Cache[remembered, *chunk]
	grains *bounded.Cache[remembered, []grain]
}

// remembered names a part of a trace by what it is part of.
type remembered struct {
	source string
	trace  int
	stamp  string // of grains: how they hold energy
	part   int    // chunk, or block
}

const (
	remembering = 300 // bytes that a cache takes for each of its values, about
	chunksShare = 4   // of the room, one part is for chunks
)

// NewMemory makes a memory that takes so many bytes at most, of which there is one for many traces.
func NewMemory(room int) *Memory {
	return &Memory{
		chunks: bounded.New[remembered, *chunk](room / chunksShare),
		grains: bounded.New[remembered, []grain](room - room/chunksShare),
	}
}

// recall is what a stored trace asks its memory by; there may be none.
type recall struct {
	*Memory
	source string
	trace  int
}

// Remember lets a stored trace keep in a memory what is read of it. It is the nth of a source whose name stands for its
// bytes. A trace that is not stored has no use for that.
func (t *Trace) Remember(in *Memory, source string, nth int) {
	if s, ok := t.readings.(*stored); ok {
		s.recall = recall{in, source, nth}
	}
}

func (t *Trace) remembered(stamp string, block int) (all []grain, known bool) {
	s, ok := t.readings.(*stored)
	if !ok || s.recall.Memory == nil {
		return nil, false
	}
	return s.recall.grains.Get(remembered{s.recall.source, s.recall.trace, stamp, block})
}

func (t *Trace) remember(stamp string, block int, all []grain) {
	s, ok := t.readings.(*stored)
	if !ok || s.recall.Memory == nil {
		return
	}
	size := cap(all)*int(reflect.TypeFor[grain]().Size()) + remembering
	s.recall.grains.Put(remembered{s.recall.source, s.recall.trace, stamp, block}, all, size)
}

func (r *recall) chunk(i int) (c *chunk, known bool) {
	if r.Memory == nil {
		return nil, false
	}
	return r.chunks.Get(remembered{source: r.source, trace: r.trace, part: i})
}

func (r *recall) keep(i int, c *chunk) {
	if r.Memory == nil {
		return
	}
	size := cap(c.blocks)*int(reflect.TypeFor[block]().Size()) + cap(c.nodes)*int(reflect.TypeFor[node]().Size()) + remembering
	for j := range c.blocks {
		size += cap(c.blocks[j].long) * int(reflect.TypeFor[weighted]().Size())
	}
	r.chunks.Put(remembered{source: r.source, trace: r.trace, part: i}, c, size)
}
