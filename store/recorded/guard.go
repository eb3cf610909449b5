// This file owns the rule that every change of the database is recorded, and its exceptions.

package recorded

import (
	"context"
	"errors"
	"fmt"

	"gorm.io/gorm"

	"green500/store/database"
)

// unrecorded is the one table of what changes without a record of its own in the audit log, and why. Every other
// table can only be changed in a transaction that records something: a change that does not is refused.
func unrecorded() map[string]string {
	return map[string]string{
		"audit":             "it is the log",
		"audit_head":        "it is the end of the log",
		"audit_checkpoints": "they prove the log",
		"sessions":          "they say who is signed in, not what anybody did",
		"outbox":            "mail is about what is recorded, and is taken, tried and forgotten by the program",
		"webhook_messages":  "they are about what is recorded, and are taken, tried and forgotten by the program",
		"jobs": "they are what is to be done, by the program and of itself; " +
			"what is done by them is recorded",
		"tallies":           "they count what was tried, and are forgotten within hours",
		"notices":           "they are about what is recorded",
		"looks":             "they say what is new to somebody; looks at evidence are recorded where it is given out",
		"loose_blobs":       "they say which bytes nothing refers to; that they are cleared away is recorded",
		"readings":          "they are made from evidence, and can be made again",
		"fingerprints":      "they are made from readings",
		"fingerprint_marks": "they are made from readings",
		"alike_readings":    "they are made from readings",
		"revision_findings": "they repeat what a report says",
		"signing_keys":      "the program makes and encrypts its key; that a key is replaced is recorded",
		"listings":          "they repeat lists, whose publishing, correction or import is recorded",
		"listing_choices":   "they count what is in lists",
		"list_figures":      "they sum up what is in lists",
		"systems":           "they are made from the lines of lists",
		"system_keys":       "they are made from the lines of lists",
		"public_state":      "it counts changes that are recorded",
	}
}

// routine is what the program changes by itself in other tables, without a record.
type routine string

// The routines; the reason of each is in routines.
const (
	RoutineVerdict routine = "verdict"
	RoutineArrival routine = "arrival"
	RoutineSweep   routine = "sweep"
	RoutineUse     routine = "use"
	RoutineNotice  routine = "notice"
)

func routines() map[routine]string {
	return map[routine]string{
		RoutineVerdict: "the verdict on a draft follows from what was typed and attached, which is recorded",
		RoutineArrival: "an upload is recorded when it begins, when it is put to a submission, " +
			"and when somebody drops it; not piece by piece",
		RoutineSweep:  "what has expired could not be used any more",
		RoutineUse:    "when a token, a passkey or an identity was used last says nothing of what was done with it",
		RoutineNotice: "that a calibration was announced keeps it from being announced twice",
	}
}

type routineKey struct{}

// WithRoutine returns a context in which the program changes something by itself, without a record.
func WithRoutine(ctx context.Context, r routine) context.Context {
	return context.WithValue(ctx, routineKey{}, r)
}

func inRoutine(ctx context.Context) bool {
	r, _ := ctx.Value(routineKey{}).(routine)
	_, known := routines()[r]
	return known
}

// isRepeated reports whether the change of a context is made again if a power cut loses it. A draft without its verdict
// is graded again.
func isRepeated(ctx context.Context) bool {
	r, _ := ctx.Value(routineKey{}).(routine)
	return r == RoutineVerdict
}

// Guard registers the checks that keep a change from being made without a record.
func Guard(db *database.DB) error {
	changes, exempt, shown := db.Gorm.Callback(), unrecorded(), shownToAll()
	before := func(tx *gorm.DB) { refuseOutside(tx, exempt, shown); database.RefuseLong(tx) }
	after := func(tx *gorm.DB) {
		noteChange(tx, exempt, shown)
		if LedgerOf(tx) == nil && tx.Error == nil {
			_ = tx.AddError(db.Flusher.Wait())
		}
	}
	return errors.Join(
		changes.Create().Before("gorm:create").Register("green500:inside", before),
		changes.Update().Before("gorm:update").Register("green500:inside", before),
		changes.Delete().Before("gorm:delete").Register("green500:inside", before),
		changes.Raw().Before("gorm:raw").Register("green500:inside", refuseRaw),
		changes.Query().After("gorm:query").Register("green500:found", func(tx *gorm.DB) {
			if errors.Is(tx.Error, gorm.ErrRecordNotFound) {
				tx.Error = database.ErrNoRow
			}
		}),
		changes.Create().After("gorm:create").Register("green500:noted", after),
		changes.Update().After("gorm:update").Register("green500:noted", after),
		changes.Delete().After("gorm:delete").Register("green500:noted", after),
	)
}

// refuseOutside keeps a statement from changing what has to be recorded if nothing can be, and what is shown to all
// if nobody counts the change.
func refuseOutside(tx *gorm.DB, exempt, shown map[string]string) {
	_, free := exempt[tx.Statement.Table]
	_, counts := shown[tx.Statement.Table]
	if LedgerOf(tx) != nil || !counts && (free || inRoutine(tx.Statement.Context)) {
		return
	}
	_ = tx.AddError(fmt.Errorf("a change of %s has to be recorded in the audit log: "+
		"make it in a transaction of the store", tx.Statement.Table))
}

// refuseRaw keeps changes from being made in words of which nobody knows what they change.
func refuseRaw(tx *gorm.DB) {
	_ = tx.AddError(errors.New("a change in SQL is not looked at: make it of a row, which is recorded and counted"))
}

func noteChange(tx *gorm.DB, exempt, shown map[string]string) {
	notes := LedgerOf(tx)
	if notes == nil || tx.Error != nil || tx.RowsAffected == 0 {
		return
	}
	if _, counts := shown[tx.Statement.Table]; counts {
		notes.shown = true
	}
	if _, free := exempt[tx.Statement.Table]; !free {
		notes.changed[tx.Statement.Table] = true
	}
}
