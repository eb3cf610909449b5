// This file owns which looks at evidence were recorded a moment ago.

package submissions

import (
	"maps"
	"sync"
	"time"
)

type look struct {
	user, entry int64
	version     int64 // of the entry
	event, what string
}

type recentLooks struct {
	mutex sync.Mutex
	at    map[look]time.Time
}

func (r *recentLooks) fresh(l look, now time.Time) bool {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	at, known := r.at[l]
	return !known || now.Sub(at) >= lookTerm || now.Before(at)
}

func (r *recentLooks) remember(l look, now time.Time) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	if len(r.at) >= mostLooks {
		maps.DeleteFunc(r.at, func(_ look, at time.Time) bool { return now.Sub(at) >= lookTerm })
	}
	if len(r.at) < mostLooks {
		r.at[l] = now
	}
}

// lookTerm is within which time the same person asking one server for the same thing again is one look: a chart
// that is zoomed fetches its curve many times.
const lookTerm = 10 * time.Minute

// mostLooks is how many looks are remembered before those are forgotten whose time is over.
const mostLooks = 10_000
