// This file owns what is recorded of a change: by whom, what was done, and the ledger of a transaction.

package store

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
	"green500/validation/review"
	"green500/validation/review/audit"
)

// Origin is who asks for something and from where. The context of a request carries it; without one it is the
// program itself that acts.
type Origin struct {
	Actor   User   // without a number where nobody is signed in
	Token   bool   // a program asks, in the name of the actor
	Command string // of the command line, where it is that; the actor has a name then and no account
	Address string // of the network
	Request string // its number in the server's log
	Looks   string // what of an entry is requested
}

type originKey struct{}

// WithOrigin is a context in which everything is done by somebody.
func WithOrigin(ctx context.Context, by Origin) context.Context {
	return context.WithValue(ctx, originKey{}, by)
}

func originOf(ctx context.Context) (by Origin, ok bool) {
	by, ok = ctx.Value(originKey{}).(Origin)
	return by, ok
}

// withActor returns a context in which somebody acts, unless it already has an origin.
func withActor(ctx context.Context, actor User) context.Context {
	if _, known := originOf(ctx); known {
		return ctx
	}
	return WithOrigin(ctx, Origin{Actor: actor})
}

const byToken = ", by a token"

// Events by which a draft changes.
const (
	eventStart  = "start"
	eventWrite  = "write"
	eventAttach = "attach files"
	eventDetach = "remove a file"
	eventUpload = "start an upload"
)

func (o Origin) fillActor(r *audit.Record) {
	r.ActorID, r.ActorName, r.Role = o.Actor.ID, oneLine(o.Actor.Name), string(o.Actor.Role)
	r.Address, r.Request = oneLine(o.Address), oneLine(o.Request)
	switch {
	case o.Command != "":
		r.Role = "command line"
	case o.Token:
		r.Role += byToken
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
	EntryID  int64  // 0 where it is of none
	Revision int
	Subject  string // what it was done to, where that is no entry
	Detail   string
	Seal     string // digest of what must not change from then on; see SealOf
	Signed   bool   // the log is signed up to here
}

// accountWord is how the log names an account: by a number that says nothing to people who may not look it up.
func accountWord(id int64) string { return audit.Pseudonym(id) }
func siteWord(id int64) string    { return "site " + strconv.FormatInt(id, 10) }

type ledger struct {
	routine bool // changes of a routine need no record
	changed map[string]bool
	sealed  map[string]bool       // rows whose digest the log is to hold; see sealRows
	kinds   map[string]sealedKind // of such rows
	shown   bool                  // something was changed that is shown to all
	events  []AuditEvent
	blobs   blobs.Blobs // of the store whose transaction it is
}

type ledgerKey struct{}

func ledgerOf(tx *gorm.DB) *ledger {
	found, _ := tx.Statement.Context.Value(ledgerKey{}).(*ledger)
	return found
}

var errNoLedger = errors.New("an audit event was recorded outside a transaction of the store")

// record adds an event in the transaction of the change: one is not there without the other. It is written
// when the transaction ends, so that nobody waits for the log while others work.
func (s *Store) record(tx *gorm.DB, d AuditEvent) error {
	notes := ledgerOf(tx)
	if notes == nil {
		return errNoLedger
	}
	notes.events = append(notes.events, d)
	return nil
}

func (n *ledger) refuseSilence() error {
	if n.routine || len(n.changed) == 0 {
		return nil
	}
	return fmt.Errorf("nothing records the change of %s in the audit log", strings.Join(slices.Sorted(maps.Keys(n.changed)), ", "))
}
