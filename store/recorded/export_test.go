package recorded

// Unrecorded are the tables that change without a record, and why.
var Unrecorded = unrecorded

// SealedAfter are the names of the rows of entry 5 that a transaction seals which changed these tables.
func SealedAfter(kinds map[string]SealedKind, tables ...string) []string {
	n := &Ledger{changed: map[string]bool{}, sealed: map[string]bool{}, kinds: kinds, events: []AuditEvent{{EntryID: 5}}}
	for _, table := range tables {
		n.changed[table] = true
	}
	return n.sealedNames()
}
