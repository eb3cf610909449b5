package power

import "sync"

// SpanCache remembers what was found for a span of time: grading asks for the same few again and again.
type SpanCache[T any] struct {
	mutex sync.Mutex
	Kept  map[[2]int64]T
}

// memoised bounds the spans that are remembered; beyond it all are forgotten.
const memoised = 256

// Of returns what was found for a span, and finds it if that is not remembered.
func (m *SpanCache[T]) Of(start, end int64, find func() T) T {
	key := [2]int64{start, end}
	m.mutex.Lock()
	found, known := m.Kept[key]
	m.mutex.Unlock()
	if known {
		return found
	}
	found = find() // outside the lock: finding it twice gives the same
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.Kept == nil || len(m.Kept) == memoised {
		m.Kept = map[[2]int64]T{}
	}
	m.Kept[key] = found
	return found
}
