// This file owns the part of that proof that reads revisions and blobs.

package store

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"

	"gorm.io/gorm"

	"green500/store/blobs"
	"green500/validation"
)

func (i *inspection) revisions(ctx context.Context) error {
	keys, err := find[revisionRow](i.store.query(ctx).Select("entry_id", "number").Order("entry_id, number"))
	if err != nil {
		return err
	}
	for _, key := range keys {
		if err := i.revision(ctx, key); err != nil {
			return err
		}
		i.counted(int64(len(keys)))
	}
	there := i.store.query(ctx).Model(&revisionRow{}).Select("1").Where("revisions.entry_id = audit.entry_id AND revisions.number = audit.revision")
	query := i.store.query(ctx).Select("number", "entry_id", "revision").Where("event = ?", eventSubmit)
	lost, err := find[auditRow](query.Where("NOT EXISTS (?)", there).Order("number"))
	for _, row := range lost {
		i.report(fmt.Sprintf("%s was submitted (record %d), and is not there", revisionWord(row.EntryID, row.Revision), row.Number))
	}
	return err
}

func (i *inspection) revision(ctx context.Context, key revisionRow) error {
	name := revisionWord(key.EntryID, key.Number)
	revision, err := revisionOf(i.store.query(ctx), key.EntryID, key.Number)
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		i.report(name + " cannot be read: " + err.Error())
		return nil
	}
	seals, err := sealsOf(i.store.query(ctx), key.EntryID, key.Number)
	if err != nil {
		return err
	}
	if problem := sealProblem(name, revision, seals); problem != "" {
		i.report(problem)
		return nil
	}
	if len(seals) == 0 && revision.SubmittedAt != nil {
		i.report(name + " states that it was submitted, but no record shows that")
	}
	if problem := reportProblem(revision); problem != "" {
		i.report(name + ": " + problem)
	}
	return nil
}

func reportProblem(r Revision) string {
	if len(r.Report) == 0 {
		return ""
	}
	digest, err := validation.ReportDigest(r.Report)
	if err != nil || digest != r.ReportDigest {
		return "its report is not what its digest is of"
	}
	return ""
}

// sealProblem holds a submitted revision against each record of it: one that came back is submitted again as it was.
func sealProblem(name string, revision Revision, seals []auditRow) string {
	now, err := sealingOf(revision)
	if err != nil {
		return name + " cannot be read: " + err.Error()
	}
	for _, seal := range seals {
		if seal.Seal == now.seal() {
			continue
		}
		parts := now.differs(seal.Detail)
		return fmt.Sprintf("%s is not what was submitted (record %d): its %s", name, seal.Number, cmp.Or(strings.Join(parts, ", its "), "seal"))
	}
	return ""
}

func revisionWord(entryID int64, number int) string {
	return fmt.Sprintf("revision %d of entry %d", number, entryID)
}

func (i *inspection) originals(ctx context.Context) error {
	return i.blobs(ctx, &fileRow{}, func(ctx context.Context, digest string) error {
		return blobs.Verify(ctx, i.store.blobs, digest)
	}, func(tx *gorm.DB, digest string) (string, error) {
		var row fileRow
		err := tx.Where("digest = ?", digest).Order("entry_id, number, position").Take(&row).Error
		return fmt.Sprintf("file %s of %s", row.Name, revisionWord(row.EntryID, row.Number)), err
	})
}

func (i *inspection) series(ctx context.Context) error {
	return i.blobs(ctx, &seriesRow{}, func(ctx context.Context, digest string) error {
		return blobs.VerifyPlain(ctx, i.store.blobs, digest)
	}, func(tx *gorm.DB, digest string) (string, error) {
		var row seriesRow
		err := tx.Where("digest = ?", digest).Order("entry_id, number, position").Take(&row).Error
		return fmt.Sprintf("readings of series %d of %s", row.Position, revisionWord(row.EntryID, row.Number)), err
	})
}

func (i *inspection) blobs(ctx context.Context, table any, prove func(context.Context, string) error, nameOf func(*gorm.DB, string) (string, error)) error {
	all, err := pluck[string](i.store.query(ctx).Model(table).Distinct().Order("digest"), "digest")
	if err != nil {
		return err
	}
	for digests := range slices.Chunk(all, batch) {
		for at, err := range i.proveAll(ctx, digests, prove, int64(len(all))) {
			if err == nil {
				continue
			}
			name, failed := nameOf(i.store.query(ctx), digests[at])
			if failed != nil {
				return fmt.Errorf("find what the blob %s belongs to: %w", digests[at], failed)
			}
			i.report(name + ": " + blobProblem(digests[at], err))
		}
		if err := ctx.Err(); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (i *inspection) proveAll(ctx context.Context, digests []string, prove func(context.Context, string) error, total int64) []error {
	errs := make([]error, len(digests))
	next := make(chan int)
	var mutex sync.Mutex
	var group sync.WaitGroup
	for range min(cmp.Or(i.Workers, runtime.GOMAXPROCS(0)), len(digests)) {
		group.Go(func() {
			for at := range next {
				errs[at] = prove(ctx, digests[at])
				mutex.Lock()
				i.counted(total)
				mutex.Unlock()
			}
		})
	}
	for at := range digests {
		next <- at
	}
	close(next)
	group.Wait()
	return errs
}

func blobProblem(digest string, err error) string {
	if isNotFound(err) {
		return "its blob " + digest + " is missing"
	}
	return "its blob " + digest + " is damaged or was altered"
}
