package power

import "green500/validation/power/internal/typical"

// cut is readings before, in and after the whole blocks from..to-1 of a span; without any, in head and tail.
type cut struct {
	head, tail held
	overview   *overview // of the trace, if from is less than to
	from, to   int
}

func (t *Trace) cut(s Span) cut { return t.between(t.Indices(s)) }

// between takes the readings from..to-1 apart. It looks at readings of the blocks at the two ends only.
func (t *Trace) between(from, to int) cut {
	if from >= to {
		return cut{}
	}
	first, last := from/t.size, (to-1)/t.size
	end := min(t.count, (last+1)*t.size)
	c := cut{from: first, to: last + 1}
	if from > first*t.size || first == last && to < end {
		c.head = t.part(first, from, to)
		c.from++
	}
	if first < last && to < end {
		c.tail = t.part(last, last*t.size, to)
		c.to--
	}
	if c.from < c.to {
		c.overview = t.overview()
	}
	return c
}

// part returns the readings from..to-1 as far as they lie in a block, or none if it cannot be read.
func (t *Trace) part(block, from, to int) held {
	at, value := t.readings.block(block)
	begin := block * t.size
	from, to = min(from-begin, len(at)), min(to-begin, len(at))
	return held{at: at[from:to], value: value[from:to]}
}

type parts struct {
	between func(before, after point)
	some    func(held)
	whole   func(n *node, from, to int)      // the blocks from..to-1
	closer  func(n *node, from, to int) bool // whether to take the parts of a node instead; nil is never
}

// each goes through the parts in the order of time, whole blocks in as few nodes as there are.
func (c *cut) each(do parts) {
	var before point
	known := false
	next := func(first, last point) {
		if known {
			do.between(before, first)
		}
		before, known = last, true
	}
	some := func(h held) {
		if len(h.at) > 0 {
			next(h.point(0), h.point(len(h.at)-1))
			do.some(h)
		}
	}
	some(c.head)
	if c.from < c.to {
		c.overview.descend(c.from, c.to, do.closer, func(n *node, from, to int) {
			if n.count > 0 { // or it could not be read
				next(n.first, n.last)
				do.whole(n, from, to)
			}
		})
	}
	some(c.tail)
}

func (c *cut) summary() summary {
	s, tail := summarise(c.head.at, c.head.value), summarise(c.tail.at, c.tail.value)
	for from := c.from; from < c.to; {
		n, to := c.overview.largest(from, c.to)
		s.then(&n.summary)
		from = to
	}
	s.then(&tail)
	return s
}

func (c *cut) flow() flow {
	var f flow
	c.each(parts{
		between: f.meet,
		some:    func(h held) { part := flowOf(h.at, h.value); f.then(&part) },
		whole:   func(n *node, _, _ int) { f.then(&n.flow) },
	})
	return f
}

func (c *cut) node() node {
	p, tail := pieceOf(c.head.at, c.head.value, 1), pieceOf(c.tail.at, c.tail.value, 1)
	for from := c.from; from < c.to; {
		n, to := c.overview.largest(from, c.to)
		p.then(&n.piece)
		from = to
	}
	p.then(&tail)
	return node{p, typical.Of(c.steps()), typical.Of(c.changes())}
}

func (c *cut) steps() *typical.Tally {
	t := &typical.Tally{}
	c.each(parts{
		between: func(before, after point) { t.Add(after.at-before.at, 1) },
		some:    func(h held) { t.AddSteps(h.at) },
		whole:   func(n *node, _, _ int) { t.Add(n.step.Median, n.step.Count) },
	})
	return t
}

func (c *cut) changes() *typical.Tally {
	t := &changes{}
	c.each(parts{
		between: t.meet,
		some:    func(h held) { t.addAll(h.at, h.value) },
		whole:   func(n *node, _, _ int) { t.addNode(n) },
	})
	return &t.Tally
}
