// Package submissions keeps submissions, their revisions, files, readings and reports, and decides who may read them.
package submissions

import (
	"crypto/sha256"
	"hash/maphash"
	"time"

	"green500/store/recorded"
	"green500/validation"
	"green500/validation/power"
)

// Submissions keeps submissions with their revisions.
type Submissions struct {
	db          *recorded.Database
	recentLooks *recentLooks
	verdicts    *power.Cache[[sha256.Size]byte, verdictKept] // by what they depend on
	reports     *reportCache
}

// New returns the submissions of a database.
func New(db *recorded.Database) *Submissions {
	return &Submissions{
		db:          db,
		recentLooks: &recentLooks{at: map[look]time.Time{}},
		verdicts:    power.NewCache[[sha256.Size]byte, verdictKept](verdictRoom),
		reports:     &reportCache{power.NewCache[reportKey, *validation.Report](reportRoom), maphash.MakeSeed()},
	}
}
