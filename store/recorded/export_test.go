package recorded

import "time"

// Unrecorded are the tables that change without a record, and why.
var Unrecorded = unrecorded

// SealedAfter are the names of the rows of entry 5 that a transaction seals which changed these tables.
func SealedAfter(kinds map[string]SealedKind, tables ...string) []string {
	n := &Ledger{changed: map[string]bool{}, sealed: map[string]bool{}, kinds: kinds,
		events: []AuditEvent{{EntryID: 5}}}
	for _, table := range tables {
		n.changed[table] = true
	}
	return n.sealedNames()
}

// Keeping is what a server knows of the public state that it asked for at a time, before it made so many changes.
func Keeping(state PublicState, at time.Time, changes int64) (known func(time.Time) bool) {
	watch := publicWatch{}
	watch.Last.Store(&Watched{State: state, At: at})
	watch.Changes.Store(changes)
	return func(now time.Time) bool { _, known := watch.Known(now); return known }
}
