package kept

import (
	"slices"
	"sync"
)

// Recent keeps what was read last.
type Recent[T any] struct {
	Most int
	Read func(i int) T // the i-th

	mutex sync.Mutex
	kept  map[int]func() T
	order []int // the least recently used first
}

// AtLeast raises Most. It is safe for concurrent use.
func (r *Recent[T]) AtLeast(most int) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	r.Most = max(r.Most, most)
}

// Of returns the i-th one, which is read where it is not kept. Others are read at the same time; a caller that asks
// for the same one waits for it.
func (r *Recent[T]) Of(i int) T { return r.place(i)() }

func (r *Recent[T]) place(i int) func() T {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	one, known := r.kept[i]
	switch {
	case known:
		place := slices.Index(r.order, i)
		r.order = slices.Delete(r.order, place, place+1)
	case len(r.order) == r.Most:
		delete(r.kept, r.order[0])
		r.order = slices.Delete(r.order, 0, 1)
	}
	if !known {
		if r.kept == nil {
			r.kept = map[int]func() T{}
		}
		one = sync.OnceValue(func() T { return r.Read(i) })
		r.kept[i] = one
	}
	r.order = append(r.order, i)
	return one
}
