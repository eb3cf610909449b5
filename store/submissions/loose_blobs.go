// This file owns blobs that nothing refers to, until they are cleared away.

package submissions

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"

	"green500/store/blobs"
	"green500/store/database"
	"green500/store/recorded"
)

// LooseGrace is how long a blob that nothing refers to is kept: longer than anything takes from keeping bytes until
// something refers to them.
const LooseGrace = 7 * 24 * time.Hour

// ErrCleared says that bytes are being cleared away, or were since they were kept: they have to be sent again.
var ErrCleared = errors.New("cleared away")

type looseRow struct {
	Digest    string `gorm:"primaryKey"`
	Size      int64
	Since     int64
	Condemned *int64 `gorm:"column:condemned_at"`
	Cleared   *int64 `gorm:"column:cleared_at"`
}

func (looseRow) TableName() string { return "loose_blobs" }

const isReferred = "(EXISTS (SELECT 1 FROM revision_files WHERE digest = loose_blobs.digest) OR EXISTS (SELECT 1 " +
	"FROM revision_series WHERE digest = loose_blobs.digest) " +
	"OR EXISTS (SELECT 1 FROM readings WHERE digest = loose_blobs.digest))"

// claimBlobs is called in the transaction that comes to refer to blobs, before it does. It returns ErrCleared if one is
// being cleared away or was. A blob without a row is safe: one that is entered from now on has all of looseGrace.
func claimBlobs(tx *gorm.DB, digests []string) error {
	for some := range slices.Chunk(digests, database.Batch) {
		rows, err := database.Find[looseRow](tx.Where("digest IN ?", some))
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			continue
		}
		// Another server that condemns waits here, or was first and is seen below.
		if err := tx.Where("digest IN ? AND condemned_at IS NULL", some).Delete(&looseRow{}).Error; err != nil {
			return err
		}
		rows = nil
		if err := tx.Where("digest IN ?", some).Find(&rows).Error; err != nil {
			return err
		}
		for _, row := range rows {
			if err := row.revive(tx); err != nil {
				return err
			}
		}
	}
	return nil
}

// revive lets a blob that was cleared away be referred to if it was stored again since: once cleared_at is set, nobody
// removes its bytes.
func (r looseRow) revive(tx *gorm.DB) error {
	notes := recorded.LedgerOf(tx)
	if r.Cleared == nil || notes == nil {
		return fmt.Errorf("blob %s: %w", r.Digest, ErrCleared)
	}
	content, err := notes.Blobs.Open(tx.Statement.Context, r.Digest)
	if database.IsNotFound(err) {
		return fmt.Errorf("blob %s: %w", r.Digest, ErrCleared)
	}
	if err == nil {
		err = content.Close()
	}
	if err != nil {
		return err
	}
	return tx.Where("digest = ?", r.Digest).Delete(&looseRow{}).Error
}

// ClearBlobs clears away the blobs that nothing has referred to for looseGrace, and enters those that nothing refers to
// now. Any number of servers may do so at once, while others keep the same bytes: what refers to a blob claims it
// first. It fails if the database or the blobs do, and goes on the next time.
func (s *Submissions) ClearBlobs(ctx context.Context) error {
	evidence, can := blobs.Untraced(s.db.Evidence).(blobs.Clearable)
	if !can {
		return nil
	}
	for _, step := range []func(context.Context, blobs.Clearable) error{s.forgetReadings, s.enterLoose, s.condemnLoose,
		s.removeLoose, s.forgetLoose} {
		if err := step(ctx, evidence); err != nil {
			return err
		}
	}
	return nil
}

// forgetReadings forgets readings of files that no revision has: they can be taken again.
func (s *Submissions) forgetReadings(ctx context.Context, _ blobs.Clearable) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		old := tx.Where("created_at <= ?", s.db.Now().Add(-LooseGrace).UnixMicro())
		return old.Where("NOT EXISTS (SELECT 1 FROM revision_series WHERE digest = readings.digest)").
			Delete(&readingsRow{}).Error
	})
}

func (s *Submissions) enterLoose(ctx context.Context, evidence blobs.Clearable) error {
	var some []looseRow
	enter := func() error {
		defer func() { some = some[:0] }()
		return s.enterUnreferred(ctx, some)
	}
	err := evidence.EachStored(ctx, func(one blobs.Stored) error {
		some = append(some, looseRow{Digest: one.Digest, Size: one.Size, Since: s.db.Now().UnixMicro()})
		if len(some) < database.Batch {
			return nil
		}
		return enter()
	})
	return errors.Join(err, enter())
}

func (s *Submissions) enterUnreferred(ctx context.Context, rows []looseRow) error {
	if len(rows) == 0 {
		return nil
	}
	digests := database.Convert(rows, func(r looseRow) string { return r.Digest })
	var referred []string
	query := s.db.Query(ctx).Raw("SELECT digest FROM revision_files WHERE digest IN ? UNION SELECT digest "+
		"FROM revision_series WHERE digest IN ? UNION SELECT digest FROM readings WHERE digest IN ?",
		digests, digests, digests)
	if err := query.Scan(&referred).Error; err != nil {
		return err
	}
	rows = slices.DeleteFunc(rows, func(r looseRow) bool { return slices.Contains(referred, r.Digest) })
	if len(rows) == 0 {
		return nil
	}
	return s.db.Transact(ctx, func(tx *gorm.DB) error { return database.UnlessThere(tx).Create(&rows).Error })
}

func (s *Submissions) condemnLoose(ctx context.Context, _ blobs.Clearable) error {
	now := s.db.Now()
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		const over = "condemned_at IS NULL AND since <= ? AND "
		due := now.Add(-LooseGrace).UnixMicro()
		if err := tx.Where(over+isReferred, due).Delete(&looseRow{}).Error; err != nil {
			return err
		}
		return tx.Model(&looseRow{}).Where(over+"NOT "+isReferred, due).Update("condemned_at", now.UnixMicro()).Error
	})
}

func (s *Submissions) removeLoose(ctx context.Context, blobs blobs.Clearable) error {
	for {
		rows, err := database.Find[looseRow](s.db.Query(ctx).Where("condemned_at IS NOT NULL AND cleared_at IS NULL").
			Order("digest").Limit(database.Batch))
		if err != nil {
			return err
		}
		if len(rows) == 0 {
			return nil
		}
		for _, row := range rows {
			if err := blobs.RemoveBlob(ctx, row.Digest); err != nil {
				return err
			}
		}
		digests := database.Convert(rows, func(r looseRow) string { return r.Digest })
		err = s.db.Change(ctx, recorded.AuditEvent{Name: "delete unused files",
			Detail: database.Counted(len(rows), "file") + " that nothing referred to"}, func(tx *gorm.DB) error {
			return tx.Model(&looseRow{}).Where("digest IN ? AND condemned_at IS NOT NULL AND cleared_at IS NULL",
				digests).Update("cleared_at", s.db.Now().UnixMicro()).Error
		})
		if err != nil {
			return fmt.Errorf("note that blobs are cleared away: %w", err)
		}
	}
}

// forgetLoose forgets what was cleared away so long ago that nothing can be on its way that was kept before.
func (s *Submissions) forgetLoose(ctx context.Context, _ blobs.Clearable) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		return tx.Where("cleared_at <= ?", s.db.Now().Add(-LooseGrace).UnixMicro()).Delete(&looseRow{}).Error
	})
}
