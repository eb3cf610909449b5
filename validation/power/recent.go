package power

import (
	"slices"
	"sync"
)

// recent keeps what was read last.
type recent[T any] struct {
	most int

	mutex sync.Mutex
	kept  map[int]T
	order []int // the one that was asked for longest ago first
}

// of returns the i-th one, which is read where it is not kept.
func (r *recent[T]) of(i int, read func(i int) T) T {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	one, known := r.kept[i]
	switch {
	case known:
		place := slices.Index(r.order, i)
		r.order = slices.Delete(r.order, place, place+1)
	case len(r.order) == r.most:
		delete(r.kept, r.order[0])
		r.order = slices.Delete(r.order, 0, 1)
	}
	if !known {
		if r.kept == nil {
			r.kept = map[int]T{}
		}
		one = read(i)
		r.kept[i] = one
	}
	r.order = append(r.order, i)
	return one
}
