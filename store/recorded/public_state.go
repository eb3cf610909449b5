// This file owns the counter of changes that the public sees.

package recorded

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"green500/store/database"

	"gorm.io/gorm"
)

// shownToAll is the one table of what pages for everybody are made of, and why: a transaction that changes one of these
// tables makes what was drawn before out of date. Entries and what belongs to them are not here: they become public
// when their edition is published, and what is told of them after that is in the tables below.
func shownToAll() map[string]string {
	return map[string]string{
		"editions":        "which lists there are, and until when they are under embargo",
		"list_rows":       "a list as it was released",
		"errata":          "what was put right in it",
		"waivers":         "against which rules a submission was accepted, until the waiver ends",
		"lists":           "which lists can be browsed",
		"listings":        "their lines",
		"listing_choices": "what can be chosen among",
		"list_figures":    "what their lines come to",
		"systems":         "the machines behind the lines",
		"system_keys":     "by what a machine is known",
	}
}

// PublicState says until when what was drawn for everybody is right.
type PublicState struct {
	Version int64     // the next change makes it another one
	Until   time.Time // from then on something reads otherwise though nothing was changed
}

const (
	// stateTerm is how long a server believes what it asked the database: so long it may miss what another one did.
	stateTerm = time.Second
	// ClockTerm bounds how long what was drawn may be shown. Midnight, when the date on a page changes, falls on a
	// quarter of an hour in every zone.
	ClockTerm = 15 * time.Minute
)

// PublicStateRow is the row of the table public_state.
type PublicStateRow struct {
	ID      int64
	Version int64
}

func (PublicStateRow) TableName() string { return "public_state" }

type publicWatch struct {
	Asking  sync.Mutex
	Changes atomic.Int64 // of this server's own that were committed
	Last    atomic.Pointer[Watched]
}

// Watched is what the database answered last.
type Watched struct {
	State   PublicState
	Changes int64 // that were committed before it was asked
	At      time.Time
}

func (w *publicWatch) Known(now time.Time) (PublicState, bool) {
	last := w.Last.Load()
	if last == nil || last.Changes != w.Changes.Load() || now.Sub(last.At) >= stateTerm || now.Before(last.At) ||
		!now.Before(last.State.Until) {
		return PublicState{}, false
	}
	return last.State, true
}

// OnlyState is the number of that row.
const OnlyState = 1

func countChange(tx *gorm.DB) error {
	counted := tx.Model(&PublicStateRow{}).Where("id = ?", OnlyState).Update("version", gorm.Expr("version + 1"))
	if err := database.UpdatedOne(counted); err != nil {
		return fmt.Errorf("count a change of what is public: %w", err)
	}
	return nil
}
