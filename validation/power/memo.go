package power

import "sync"

// memo remembers what was found for a span: grading asks for the same few spans again and again.
// The zero value is ready, and safe for concurrent use.
type memo[T any] struct {
	mutex sync.Mutex
	kept  map[[2]int64]T
}

// memoised bounds the spans that are remembered; beyond it all are forgotten.
const memoised = 256

func (m *memo[T]) of(s Span, find func() T) T {
	key := [2]int64{s.Start.UnixNano(), s.End.UnixNano()}
	m.mutex.Lock()
	found, known := m.kept[key]
	m.mutex.Unlock()
	if known {
		return found
	}
	found = find() // outside the lock: finding it twice gives the same
	m.mutex.Lock()
	defer m.mutex.Unlock()
	if m.kept == nil || len(m.kept) == memoised {
		m.kept = map[[2]int64]T{}
	}
	m.kept[key] = found
	return found
}
