package handlers

import (
	"crypto/sha256"
	"sync"
	"time"
)

// Tally counts what was done under a name within the last hour or so, and says when it is enough. It is
// kept in memory: each replica counts on its own, and a restart begins anew.
type Tally struct {
	limit  int
	window time.Duration

	mutex sync.Mutex
	done  map[[sha256.Size]byte][]time.Time // by digest, so that a long name takes no more room
}

// maxTallied bounds the names that are remembered.
const maxTallied = 100_000

// NewTally lets something be done so many times within a window.
func NewTally(limit int, window time.Duration) *Tally {
	return &Tally{limit: limit, window: window, done: map[[sha256.Size]byte][]time.Time{}}
}

// Take counts one more, and reports false where that would be too many.
func (t *Tally) Take(name string, now time.Time) bool {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	key := sha256.Sum256([]byte(name))
	recent := t.recent(key, now)
	if len(recent) >= t.limit {
		return false
	}
	if len(t.done) >= maxTallied {
		t.makeRoom(now)
	}
	t.done[key] = append(recent, now)
	return true
}

// Return takes the last one back.
func (t *Tally) Return(name string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	key := sha256.Sum256([]byte(name))
	if held := t.done[key]; len(held) > 0 {
		t.done[key] = held[:len(held)-1]
	}
}

// Forget begins anew for a name.
func (t *Tally) Forget(name string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	delete(t.done, sha256.Sum256([]byte(name)))
}

// recent are the times that still count.
func (t *Tally) recent(key [sha256.Size]byte, now time.Time) []time.Time {
	held := t.done[key]
	for len(held) > 0 && now.Sub(held[0]) >= t.window {
		held = held[1:]
	}
	return held
}

// makeRoom forgets what no longer counts, and one name at random where everything does.
func (t *Tally) makeRoom(now time.Time) {
	for key := range t.done {
		if len(t.recent(key, now)) == 0 {
			delete(t.done, key)
		}
	}
	for key := range t.done {
		if len(t.done) < maxTallied {
			return
		}
		delete(t.done, key)
	}
}
