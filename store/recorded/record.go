// This file owns what is recorded of a change: by whom, what was done, and the ledger of a transaction.

package recorded

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"green500/store/blobs"
	"green500/store/database"
	"green500/validation/review"
	"green500/validation/review/audit"
)

// Origin is who asks for something and from where. The context of a request carries it; without one it is the
// program itself that acts.
type Origin struct {
	Actor   Actor  // without a number if nobody is signed in
	Token   bool   // a program asks, in the name of the actor
	Command string // of the command line, if it is that; the actor has a name then and no account
	Address string // of the network
	Request string // its number in the server's log
	Looks   string // what of an entry is requested
}

// Actor is who asks, as the audit log names them.
type Actor struct {
	ID   int64
	Name string
	Role review.Role
}

// OriginKey is the key of the origin in a context.
type OriginKey struct{}

// WithOrigin is a context in which everything is done by somebody.
func WithOrigin(ctx context.Context, by Origin) context.Context {
	return context.WithValue(ctx, OriginKey{}, by)
}

// OriginOf returns who asks for something and from where; ok is false if the program itself does.
func OriginOf(ctx context.Context) (by Origin, ok bool) {
	by, ok = ctx.Value(OriginKey{}).(Origin)
	return by, ok
}

// WithActor returns a context in which somebody acts, unless it already has an origin.
func WithActor(ctx context.Context, actor Actor) context.Context {
	if _, known := OriginOf(ctx); known {
		return ctx
	}
	return WithOrigin(ctx, Origin{Actor: actor})
}

// ByToken follows the role of somebody in whose name a program acts.
const ByToken = ", by a token"

// Events by which a draft changes.
const (
	EventStart  = "start"
	EventWrite  = "write"
	EventAttach = "attach files"
	EventDetach = "remove a file"
	EventUpload = "start an upload"
)

func (o Origin) fillActor(r *audit.Record) {
	r.ActorID, r.ActorName, r.Role = o.Actor.ID, database.OneLine(o.Actor.Name), string(o.Actor.Role)
	r.Address, r.Request = database.OneLine(o.Address), database.OneLine(o.Request)
	switch {
	case o.Command != "":
		r.Role = "command line"
	case o.Token:
		r.Role += ByToken
	case o.Actor.ID == 0:
		r.ActorName, r.Role = "nobody signed in", string(review.Public)
	}
	if o.Actor.ID != 0 || o.Command != "" {
		r.CommitName(newSalt())
	}
	r.CommitAddress(newSalt())
}

func newSalt() string {
	salt := make([]byte, audit.SaltLength/2)
	_, _ = rand.Read(salt) // which never fails
	return hex.EncodeToString(salt)
}

// AuditEvent is what somebody did, for the audit log.
type AuditEvent struct {
	Name     string // a verb, such as "accept"
	EntryID  int64  // 0 if it belongs to none
	Revision int
	Subject  string // what it was done to, if that is no entry
	Detail   string
	Seal     string // digest of what must not change from then on; see SealOf
	Signed   bool   // the log is signed up to here
}

// AccountWord is how the log names an account: by a number that says nothing to people who may not look it up.
func AccountWord(id int64) string { return audit.Pseudonym(id) }

// SiteWord is how the audit log names a site.
func SiteWord(id int64) string { return "site " + strconv.FormatInt(id, 10) }

// Ledger is what a transaction has changed so far.
type Ledger struct {
	routine bool // changes of a routine need no record
	changed map[string]bool
	sealed  map[string]bool       // rows whose digest the log is to hold; see sealRows
	kinds   map[string]SealedKind // of such rows
	shown   bool                  // something was changed that is shown to all
	events  []AuditEvent
	Blobs   blobs.Blobs // of the store whose transaction it is
}

type ledgerKey struct{}

// LedgerOf returns the ledger of a transaction; nil outside of one.
func LedgerOf(tx *gorm.DB) *Ledger {
	found, _ := tx.Statement.Context.Value(ledgerKey{}).(*Ledger)
	return found
}

var errNoLedger = errors.New("an audit event was recorded outside a transaction of the store")

// Record adds an event in the transaction of the change: one is not there without the other. It is written
// when the transaction ends, so that nobody waits for the log while others work.
func (s *Database) Record(tx *gorm.DB, d AuditEvent) error {
	notes := LedgerOf(tx)
	if notes == nil {
		return errNoLedger
	}
	notes.events = append(notes.events, d)
	return nil
}

func (n *Ledger) refuseSilence() error {
	if n.routine || len(n.changed) == 0 {
		return nil
	}
	return fmt.Errorf("nothing records the change of %s in the audit log",
		strings.Join(slices.Sorted(maps.Keys(n.changed)), ", "))
}
