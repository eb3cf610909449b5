// This file owns searching and exporting the audit log.

package store

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"gorm.io/gorm"

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
	if person := tidy(f.Person); person != "" && len(person) <= maxSearch {
		query = query.Where(`lower(actor_name) LIKE ? ESCAPE '\'`, containing(person))
	}
	if f.EntryID != 0 {
		query = query.Where("entry_id = ?", f.EntryID)
	}
	if f.Event != "" {
		query = query.Where("event = ?", text(f.Event))
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

// AuditRecords returns records of the audit log that a filter lets through, newest first, at most so many.
func (s *Store) AuditRecords(ctx context.Context, filter AuditFilter, limit int) ([]audit.Record, error) {
	return listed(filter.apply(s.query(ctx)).Order("number DESC").Limit(limit), auditRow.record)
}

// ByHand is who changed a draft last in a browser.
type ByHand struct {
	By string
	At time.Time
}

// ChangedByHand returns who changed a draft in a browser since a program last wrote its document; nil if nobody did.
func (s *Store) ChangedByHand(ctx context.Context, entryID int64) (*ByHand, error) {
	const mostLooked = 500 // a program that sent more files since is taken for a person
	query := s.query(ctx).Where("entry_id = ? AND event IN ?", entryID, []string{eventStart, eventWrite, eventAttach, eventDetach, eventUpload})
	rows, err := find[auditRow](query.Order("number DESC").Limit(mostLooked))
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		switch program := strings.HasSuffix(row.Role, byToken); {
		case !program && row.Event == eventAttach && row.Request == "":
			// An upload was read: the person who began it counts.
		case !program:
			return &ByHand{row.ActorName, fromMicro(row.Micro)}, nil
		case row.Event == eventWrite || row.Event == eventStart:
			return nil, nil
		}
	}
	return nil, nil
}

// AuditEvents returns the names of the events in the audit log.
func (s *Store) AuditEvents(ctx context.Context) ([]string, error) {
	return pluck[string](s.query(ctx).Model(&auditRow{}).Distinct().Order("event"), "event")
}

// ExportAudit gives every record of the audit log as a line, from the first on, and last its signed head. That
// it was exported is recorded first. It fails where the database or give does.
func (s *Store) ExportAudit(ctx context.Context, give func(line []byte) error) error {
	err := s.transact(ctx, func(tx *gorm.DB) error {
		return s.record(tx, AuditEvent{Name: "export the audit log", Signed: true})
	})
	if err != nil {
		return err
	}
	last, err := take[auditCheckpoint](s.query(ctx).Order("number DESC"))
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
	since := s.query(ctx).Model(&auditRow{}).Where("number > ? AND event IN ?", last.Number, []string{audit.EventErase, audit.EventForget})
	removed, err := countOf(since)
	if err != nil {
		return err
	}
	if removed > 0 {
		return errors.New("names or addresses were removed from the audit log while it was exported: export it again")
	}
	return give(last.Text)
}

// eachRecord visits the records of the audit log in their order, up to one, a batch at a time.
func (s *Store) eachRecord(ctx context.Context, last int64, visit func(audit.Record) error) error {
	upTo := func(after int64) *gorm.DB {
		return s.query(ctx).Where("number > ? AND number <= ?", after, last).Order("number")
	}
	return eachRow(upTo, func(row auditRow) (int64, error) { return row.Number, visit(row.record()) })
}

// eachRow visits rows by their number, a batch at a time; query are those behind one.
func eachRow[Row any](query func(after int64) *gorm.DB, visit func(Row) (number int64, err error)) error {
	after := int64(-1 << 62) // also what should not be there
	for {
		rows, err := find[Row](query(after).Limit(batch))
		if err != nil {
			return err
		}
		for _, row := range rows {
			if after, err = visit(row); err != nil {
				return err
			}
		}
		if len(rows) < batch {
			return nil
		}
	}
}

func (s *Store) byID(ctx context.Context) func(after int64) *gorm.DB {
	return func(after int64) *gorm.DB { return s.query(ctx).Where("id > ?", after).Order("id") }
}
