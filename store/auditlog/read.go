// This file owns searching and exporting the audit log.

package auditlog

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

	"green500/store/database"
	"green500/store/recorded"
	"green500/store/reviews"
	"green500/validation/review/audit"
)

// maxSearch bounds what is looked for; nothing that is kept is longer.
const maxSearch = 1000

// AuditFilter says which records of the audit log to show; what is zero filters nothing.
type AuditFilter struct {
	Person  string // part of the name
	EntryID int64
	Event   string
	From    time.Time
	Until   time.Time // before
	Before  int64     // number of a record
}

func (f AuditFilter) apply(query *gorm.DB) *gorm.DB {
	if person := database.Tidy(f.Person); person != "" && len(person) <= maxSearch {
		query = query.Where(`lower(actor_name) LIKE ? ESCAPE '\'`, reviews.Containing(person))
	}
	if f.EntryID != 0 {
		query = query.Where("entry_id = ?", f.EntryID)
	}
	if f.Event != "" {
		query = query.Where("event = ?", database.Text(f.Event))
	}
	if !f.From.IsZero() {
		query = query.Where("at >= ?", f.From.UnixMicro())
	}
	if !f.Until.IsZero() {
		query = query.Where("at < ?", f.Until.UnixMicro())
	}
	if f.Before > 0 {
		query = query.Where("number < ?", f.Before)
	}
	return query
}

// Records returns records of the audit log that a filter lets through, newest first, at most so many.
func (s *AuditLog) Records(ctx context.Context, filter AuditFilter, limit int) ([]audit.Record, error) {
	return database.Listed(filter.apply(s.db.Query(ctx)).Order("number DESC").Limit(limit), recorded.Row.Content)
}

// ByHand is who changed a draft last in a browser.
type ByHand struct {
	By string
	At time.Time
}

// ChangedByHand returns who changed a draft in a browser since a program last wrote its document; nil if nobody did.
func (s *AuditLog) ChangedByHand(ctx context.Context, entryID int64) (*ByHand, error) {
	const mostLooked = 500 // a program that sent more files since is taken for a person
	query := s.db.Query(ctx).Where("entry_id = ? AND event IN ?", entryID, []string{recorded.EventStart,
		recorded.EventWrite, recorded.EventAttach, recorded.EventDetach, recorded.EventUpload})
	rows, err := database.Find[recorded.Row](query.Order("number DESC").Limit(mostLooked))
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		switch program := strings.HasSuffix(row.Role, recorded.ByToken); {
		case !program && row.Event == recorded.EventAttach && row.Request == "":
			// An upload was read: the person who began it counts.
		case !program:
			return &ByHand{row.ActorName, database.FromMicro(row.Micro)}, nil
		case row.Event == recorded.EventWrite || row.Event == recorded.EventStart:
			return nil, nil
		}
	}
	return nil, nil
}

// EventNames returns the names of the events in the audit log.
func (s *AuditLog) EventNames(ctx context.Context) ([]string, error) {
	return database.Pluck[string](s.db.Query(ctx).Model(&recorded.Row{}).Distinct().Order("event"), "event")
}

// Export gives every record of the audit log as a line, from the first on, and last its signed head. That
// it was exported is recorded first. It fails if the database or give does.
func (s *AuditLog) Export(ctx context.Context, give func(line []byte) error) error {
	err := s.db.Transact(ctx, func(tx *gorm.DB) error {
		return s.db.Record(tx, recorded.AuditEvent{Name: "export the audit log", Signed: true})
	})
	if err != nil {
		return err
	}
	last, err := database.Take[recorded.Checkpoint](s.db.Query(ctx).Order("number DESC"))
	if err != nil {
		return fmt.Errorf("find the signed head of the audit log: %w", err)
	}
	err = s.eachRecord(ctx, last.Number, func(r audit.Record) error {
		line, err := r.Line()
		if err != nil {
			return err
		}
		return give(line)
	})
	if err != nil {
		return err
	}
	since := s.db.Query(ctx).Model(&recorded.Row{}).Where("number > ? AND event IN ?", last.Number,
		[]string{audit.EventErase, audit.EventForget})
	removed, err := database.CountOf(since)
	if err != nil {
		return err
	}
	if removed > 0 {
		return errors.New("names or addresses were removed from the audit log while it was exported: export it again")
	}
	return give(last.Text)
}

// eachRecord visits the records of the audit log in their order, up to one, a batch at a time.
func (s *AuditLog) eachRecord(ctx context.Context, last int64, visit func(audit.Record) error) error {
	upTo := func(after int64) *gorm.DB {
		return s.db.Query(ctx).Where("number > ? AND number <= ?", after, last).Order("number")
	}
	return eachRow(upTo, func(row recorded.Row) (int64, error) { return row.Number, visit(row.Content()) })
}

// eachRow visits rows by their number, a batch at a time; query are those behind one.
func eachRow[Row any](query func(after int64) *gorm.DB, visit func(Row) (number int64, err error)) error {
	after := int64(-1 << 62) // also what should not be there
	for {
		rows, err := database.Find[Row](query(after).Limit(database.Batch))
		if err != nil {
			return err
		}
		for _, row := range rows {
			if after, err = visit(row); err != nil {
				return err
			}
		}
		if len(rows) < database.Batch {
			return nil
		}
	}
}

func (s *AuditLog) byID(ctx context.Context) func(after int64) *gorm.DB {
	return func(after int64) *gorm.DB { return s.db.Query(ctx).Where("id > ?", after).Order("id") }
}
