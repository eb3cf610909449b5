// This file owns the audit log: who acts, what is recorded, and how a transaction writes it.

package store

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"gorm.io/gorm"

	"green500/store/blobs"
	"green500/validation/audit"
	"green500/validation/review"
)

// Origin is who asks for something and from where. The context of a request carries it; without one it is the
// program itself that acts.
type Origin struct {
	Actor   User   // without a number where nobody is signed in
	Token   bool   // a program asks, in the name of the actor
	Command string // of the command line, where it is that; the actor has a name then and no account
	Address string // of the network
	Request string // its number in the server's log
	Looks   string // what of an entry is asked for
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

// inNameOf is a context in which somebody acts, where nothing is known of a request of theirs.
func inNameOf(ctx context.Context, actor User) context.Context {
	if _, known := originOf(ctx); known {
		return ctx
	}
	return WithOrigin(ctx, Origin{Actor: actor})
}

// signedBy fills in who did something, as the log tells it.
func (o Origin) signedBy(r *audit.Record) {
	r.ActorID, r.ActorName, r.Role = o.Actor.ID, oneLine(o.Actor.Name), string(o.Actor.Role)
	r.Address, r.Request = oneLine(o.Address), oneLine(o.Request)
	switch {
	case o.Command != "":
		r.Role = "command line"
	case o.Token:
		r.Role += ", by a token"
	case o.Actor.ID == 0:
		r.ActorName, r.Role = "nobody signed in", string(review.Public)
	}
}

// Deed is what somebody did, for the audit log.
type Deed struct {
	Name     string // a verb, such as "accept"
	EntryID  int64  // 0 where it is of none
	Revision int
	Subject  string // what it was done to, where that is no entry
	Detail   string
	Seal     string // digest of what must not change from then on; see SealOf
	Signed   bool   // the log is signed up to here
}

// ledger is what a transaction changed, and what is said of that.
type ledger struct {
	routine bool // changes of a routine need no record
	changed map[string]bool
	shown   bool // something was changed that is shown to all
	deeds   []Deed
	blobs   blobs.Blobs // of the store whose transaction it is
}

type ledgerKey struct{}

func ledgerOf(tx *gorm.DB) *ledger {
	found, _ := tx.Statement.Context.Value(ledgerKey{}).(*ledger)
	return found
}

var errNoLedger = errors.New("a deed is noted outside of a transaction of the store")

// record notes a deed in the transaction of what was done: one is not there without the other. It is written
// when the transaction ends, so that nobody waits for the log while others work.
func (s *Store) record(tx *gorm.DB, d Deed) error {
	notes := ledgerOf(tx)
	if notes == nil {
		return errNoLedger
	}
	notes.deeds = append(notes.deeds, d)
	return nil
}

type auditRow struct {
	Number    int64 `gorm:"primaryKey;autoIncrement:false"`
	At        int64
	ActorID   int64
	ActorName string
	Role      string
	Address   string
	Request   string
	Deed      string
	EntryID   int64
	Revision  int
	Subject   string
	Detail    string
	Seal      string
	Before    string
	Hash      string
}

// TableName is the table, for gorm.
func (auditRow) TableName() string { return "audit" }

func (r auditRow) record() audit.Record {
	return audit.Record{
		Number: r.Number, At: fromMicro(r.At), ActorID: r.ActorID, ActorName: r.ActorName, Role: r.Role, Address: r.Address, Request: r.Request,
		Deed: r.Deed, EntryID: r.EntryID, Revision: r.Revision, Subject: r.Subject, Detail: r.Detail, Seal: r.Seal, Before: r.Before, Hash: r.Hash,
	}
}

func rowOfRecord(r audit.Record) auditRow {
	return auditRow{
		Number: r.Number, At: r.At.UnixMicro(), ActorID: r.ActorID, ActorName: r.ActorName, Role: r.Role, Address: r.Address, Request: r.Request,
		Deed: r.Deed, EntryID: r.EntryID, Revision: r.Revision, Subject: r.Subject, Detail: r.Detail, Seal: r.Seal, Before: r.Before, Hash: r.Hash,
	}
}

type auditHead struct {
	ID     int64
	Number int64
	Hash   string
}

// TableName is the table, for gorm.
func (auditHead) TableName() string { return "audit_head" }

// oneHead is the number of the row that whoever adds to the log holds.
const oneHead = 1

// mostDetail is the bytes that a record says of a thing.
const mostDetail = 2000

// enter writes the deeds of a transaction into the log, at its end: from the head on, which one transaction
// holds at a time, to its commit.
func (s *Store) enter(tx *gorm.DB, notes *ledger) error {
	if len(notes.deeds) == 0 {
		return notes.refuseSilence()
	}
	text := held(tx, "SELECT id, number, hash FROM audit_head WHERE id = ?", "audit_head")
	head, err := rowOf(tx, func(h *auditHead) []any { return []any{&h.ID, &h.Number, &h.Hash} }, text, oneHead)
	if err != nil {
		return fmt.Errorf("find the end of the audit log: %w", err)
	}
	origin, asked := originOf(tx.Statement.Context)
	rows := make([]auditRow, len(notes.deeds))
	sign := false
	for i, d := range notes.deeds {
		r := audit.Record{
			Number: head.Number + 1, At: s.now(), Deed: d.Name, EntryID: d.EntryID, Revision: d.Revision, Subject: shortened(d.Subject), Detail: shortened(d.Detail),
			Seal: d.Seal, Before: head.Hash, ActorName: "the program itself",
		}
		if asked {
			origin.signedBy(&r)
		}
		r.Hash = r.Sum()
		rows[i], sign = rowOfRecord(r), sign || d.Signed
		head.Number, head.Hash = r.Number, r.Hash
	}
	if err := insert(tx, rows); err != nil {
		return fmt.Errorf("write the audit log: %w", err)
	}
	moved := tx.Model(&auditHead{}).Where("id = ?", oneHead).Updates(map[string]any{"number": head.Number, "hash": head.Hash})
	if err := updatedOne(moved); err != nil {
		return fmt.Errorf("note the end of the audit log: %w", err)
	}
	if !sign {
		return nil
	}
	_, err = s.signHead(tx, head)
	return err
}

// shortened is a text as the log holds it: one line of a bounded length.
func shortened(said string) string {
	said = oneLine(said)
	if len(said) <= mostDetail {
		return said
	}
	return strings.ToValidUTF8(said[:mostDetail], "") + " …"
}

// accountWord is how the log names an account: by a number that says nothing to whoever may not look it up.
func accountWord(id int64) string { return "account " + strconv.FormatInt(id, 10) }

func siteWord(id int64) string { return "site " + strconv.FormatInt(id, 10) }

// counted says how many there are of a thing.
func counted(n int, one string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + one + "s"
}
