// This file owns the counter of changes that the public sees.

package store

import (
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"gorm.io/gorm"
)

// shownToAll is the one table of what pages for everybody are made of, and why: a transaction that changes one of these tables
// makes what was drawn before out of date. Entries and what belongs to them are not here: they become public when
// their edition is published, and what is told of them after that is in the tables below.
func shownToAll() map[string]string {
	return map[string]string{
		"editions":        "which lists there are, and until when they are under embargo",
		"list_rows":       "a list as it was released",
		"errata":          "what was put right in it",
		"waivers":         "against which rules an entry was accepted, until the waiver ends",
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
	// clockTerm bounds how long what was drawn may be shown. Midnight, when the date on a page changes, falls on a
	// quarter of an hour in every zone.
	clockTerm = 15 * time.Minute
)

type publicStateRow struct {
	ID      int64
	Version int64
}

func (publicStateRow) TableName() string { return "public_state" }

type publicWatch struct {
	asking  sync.Mutex
	changes atomic.Int64 // of this server's own that were committed
	last    atomic.Pointer[watched]
}

type watched struct {
	state   PublicState
	changes int64 // that were committed before it was asked
	at      time.Time
}

func (w *publicWatch) known(now time.Time) (PublicState, bool) {
	last := w.last.Load()
	if last == nil || last.changes != w.changes.Load() || now.Sub(last.at) >= stateTerm || now.Before(last.at) || !now.Before(last.state.Until) {
		return PublicState{}, false
	}
	return last.state, true
}

const onlyState = 1

func countChange(tx *gorm.DB) error {
	counted := tx.Model(&publicStateRow{}).Where("id = ?", onlyState).Update("version", gorm.Expr("version + 1"))
	if err := updatedOne(counted); err != nil {
		return fmt.Errorf("count a change of what is public: %w", err)
	}
	return nil
}
