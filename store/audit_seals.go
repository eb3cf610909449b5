// This file owns the digests of submitted revisions in the audit log.

package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"gorm.io/gorm"
)

// What seals in the audit log: from then on a revision, or a list, must not change.
const (
	eventSubmit   = "submit"
	eventSeal     = "seal what was submitted before there was a log"
	eventPublish  = "publish edition"
	eventSealList = "seal a list that was published before there was a log"
)

// sealing is what a revision holds, part by part: where the seal does not fit any more, it tells which.
type sealing struct{ parts []string }

func (s *sealing) add(part string, content any) error {
	text, raw := content.([]byte)
	if !raw {
		var err error
		if text, err = json.Marshal(content); err != nil {
			return fmt.Errorf("seal the %s of a revision: %w", part, err)
		}
	}
	s.parts = append(s.parts, part+":"+digestOf(text))
	return nil
}

// detail is what the record of a seal says.
func (s *sealing) detail() string { return strings.Join(s.parts, " ") }

// seal is the digest over all parts.
func (s *sealing) seal() string {
	sum := sha256.Sum256([]byte(s.detail()))
	return hex.EncodeToString(sum[:])
}

// differs lists the parts that are not what a record says.
func (s *sealing) differs(detail string) []string {
	sealed := strings.Fields(detail)
	var names []string
	for _, part := range s.parts {
		if name, _, _ := strings.Cut(part, ":"); !slices.Contains(sealed, part) {
			names = append(names, name)
		}
	}
	return names
}

func sealingOf(r Revision) (*sealing, error) {
	var s sealing
	state := map[string]any{
		"entry": r.EntryID, "number": r.Number, "created": r.CreatedAt, "submitted": r.SubmittedAt,
		"rules": r.RulesDigest, "input": r.InputDigest, "report": r.ReportDigest,
	}
	for _, part := range []struct {
		name    string
		content any
	}{{"document", r.Document}, {"report", r.Report}, {"trouble", r.InputErrors}, {"files", r.Files}, {"series", r.Series}, {"digests", state}} {
		if err := s.add(part.name, part.content); err != nil {
			return nil, err
		}
	}
	return &s, nil
}

// sealRevision records that a revision does not change any more.
func (s *Store) sealRevision(tx *gorm.DB, event string, entryID int64, number int) error {
	revision, err := revisionOf(tx, entryID, number)
	if err != nil {
		return err
	}
	made, err := sealingOf(revision)
	if err != nil {
		return err
	}
	return s.record(tx, AuditEvent{Name: event, EntryID: entryID, Revision: number, Detail: made.detail(), Seal: made.seal()})
}

// fillSeals seals what was submitted and published before there was a log, once.
func (s *Store) fillSeals(ctx context.Context) error {
	var head auditHead
	if err := s.query(ctx).Where("id = ?", oneHead).Take(&head).Error; err != nil {
		return fmt.Errorf("find the end of the audit log: %w", found(err))
	}
	if head.Number > 0 {
		return nil
	}
	return s.transact(ctx, func(tx *gorm.DB) error {
		var rows []revisionRow
		if err := tx.Select("entry_id", "number").Where("submitted_at IS NOT NULL").Order("entry_id, number").Find(&rows).Error; err != nil {
			return fmt.Errorf("list what was submitted: %w", err)
		}
		for _, row := range rows {
			if err := s.sealRevision(tx, eventSeal, row.EntryID, row.Number); err != nil {
				return err
			}
		}
		var editions []editionRow
		if err := tx.Where("published_at IS NOT NULL").Order("id").Find(&editions).Error; err != nil {
			return fmt.Errorf("list what was published: %w", err)
		}
		for _, edition := range editions {
			if err := s.record(tx, AuditEvent{Name: eventSealList, Subject: edition.Name, Seal: edition.ListHash, Signed: true}); err != nil {
				return err
			}
		}
		return nil
	})
}
