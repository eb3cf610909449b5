package canonical

import (
	"cmp"
	"slices"
)

type span struct {
	instrument, count int32
}

type batch struct {
	at, value []int64
	spans     []span
}

func (b *batch) add(instrument int32, at, value []int64) {
	if len(at) == 1 { // many times faster than to copy
		b.at, b.value = append(b.at, at[0]), append(b.value, value[0])
	} else {
		b.at, b.value = append(b.at, at...), append(b.value, value...)
	}
	if last := len(b.spans) - 1; last >= 0 && b.spans[last].instrument == instrument {
		b.spans[last].count += int32(len(at))
		return
	}
	b.spans = append(b.spans, span{instrument, int32(len(at))})
}

func (b *batch) reset() { *b = batch{b.at[:0], b.value[:0], b.spans[:0]} }

func (b *batch) cut(n int) (rest batch) {
	whole := *b
	*b = batch{at: whole.at[:n], value: whole.value[:n]}
	from := 0
	for _, s := range whole.spans {
		if here := min(int(s.count), n-from); here > 0 {
			b.spans = append(b.spans, span{s.instrument, int32(here)})
			s.count -= int32(here)
			from += here
		}
		if s.count > 0 {
			rest.spans = append(rest.spans, s)
		}
	}
	rest.at, rest.value = whole.at[n:], whole.value[n:]
	return rest
}

func (b *batch) each(take func(instrument int32, at, value []int64) error) error {
	from := 0
	for _, s := range b.spans {
		to := from + int(s.count)
		if err := take(s.instrument, b.at[from:to], b.value[from:to]); err != nil {
			return err
		}
		from = to
	}
	return nil
}

type key struct {
	instrument int32
	at         int64
}

func (k key) before(other key) bool {
	return k.instrument < other.instrument || k.instrument == other.instrument && k.at < other.at
}

func (b *batch) first() key { return key{b.spans[0].instrument, b.at[0]} }
func (b *batch) last() key  { return key{b.spans[len(b.spans)-1].instrument, b.at[len(b.at)-1]} }

func (b *batch) sort() {
	if !slices.IsSortedFunc(b.spans, func(a, b span) int { return cmp.Compare(a.instrument, b.instrument) }) {
		b.gather()
	}
	_ = b.each(func(_ int32, at, value []int64) error {
		if !ascends(at) {
			sortByTime(at, value)
		}
		return nil
	})
}

// ascends is slices.IsSorted, which calls a function for every number.
func ascends(at []int64) bool {
	for i := 1; i < len(at); i++ {
		if at[i] < at[i-1] {
			return false
		}
	}
	return true
}

func (b *batch) gather() {
	most := slices.MaxFunc(b.spans, func(a, b span) int { return cmp.Compare(a.instrument, b.instrument) }).instrument
	starts := make([]int32, most+2)
	for _, s := range b.spans {
		starts[s.instrument+1] += s.count
	}
	var gathered []span
	for i := range starts[1:] {
		if count := starts[i+1]; count > 0 {
			gathered = append(gathered, span{int32(i), count})
		}
		starts[i+1] += starts[i]
	}
	at, value := make([]int64, len(b.at)), make([]int64, len(b.at))
	from := int32(0)
	for _, s := range b.spans {
		to := starts[s.instrument]
		for i := range s.count {
			at[to+i], value[to+i] = b.at[from+i], b.value[from+i]
		}
		starts[s.instrument], from = to+s.count, from+s.count
	}
	*b = batch{at, value, gathered}
}

func sortByTime(at, value []int64) {
	type reading struct {
		at, value int64
		order     int
	}
	all := make([]reading, len(at))
	for i := range all {
		all[i] = reading{at[i], value[i], i}
	}
	slices.SortFunc(all, func(a, b reading) int { return cmp.Or(cmp.Compare(a.at, b.at), a.order-b.order) })
	for i, one := range all {
		at[i], value[i] = one.at, one.value
	}
}
