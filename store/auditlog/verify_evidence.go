// This file owns the part of that proof that reads revisions and blobs.

package auditlog

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"gorm.io/gorm"

	"green500/store/blobs"
	"green500/store/database"
	"green500/store/lists"
	"green500/store/recorded"
	"green500/store/submissions"
	"green500/validation"
)

func (i *Inspector) revisions(ctx context.Context) error {
	keys, err := database.Find[submissions.RevisionRow](i.Store.db.Query(ctx).Select("entry_id", "number").
		Order("entry_id, number"))
	if err != nil {
		return err
	}
	for _, key := range keys {
		if err := i.revision(ctx, key); err != nil {
			return err
		}
		i.counted(int64(len(keys)))
	}
	there := i.Store.db.Query(ctx).Model(&submissions.RevisionRow{}).Select("1").
		Where("revisions.entry_id = audit.entry_id AND revisions.number = audit.revision")
	query := i.Store.db.Query(ctx).Select("number", "entry_id", "revision").Where("event = ?", submissions.EventSubmit)
	lost, err := database.Find[recorded.Row](query.Where("NOT EXISTS (?)", there).Order("number"))
	for _, row := range lost {
		i.report(fmt.Sprintf("%s was submitted (record %d), and is not there",
			lists.RevisionWord(row.EntryID, row.Revision), row.Number))
	}
	return err
}

func (i *Inspector) revision(ctx context.Context, key submissions.RevisionRow) error {
	name := lists.RevisionWord(key.EntryID, key.Number)
	revision, err := submissions.RevisionOf(i.Store.db.Query(ctx), key.EntryID, key.Number)
	if err != nil {
		if ctx.Err() != nil {
			return err
		}
		i.report(name + " cannot be read: " + err.Error())
		return nil
	}
	seals, err := lists.SealsOf(i.Store.db.Query(ctx), key.EntryID, key.Number)
	if err != nil {
		return err
	}
	if problem := lists.SealProblem(name, revision, seals); problem != "" {
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

func reportProblem(r submissions.Revision) string {
	if len(r.Report) == 0 {
		return ""
	}
	digest, err := validation.ReportDigest(r.Report)
	if err != nil || digest != r.ReportDigest {
		return "its report is not what its digest is of"
	}
	return ""
}

func (i *Inspector) originals(ctx context.Context) error {
	return i.blobs(ctx, &submissions.FileRow{}, func(ctx context.Context, digest string) error {
		return blobs.Verify(ctx, i.Store.db.Evidence, digest)
	}, func(tx *gorm.DB, digest string) (string, error) {
		var row submissions.FileRow
		err := tx.Where("digest = ?", digest).Order("entry_id, number, position").Take(&row).Error
		return fmt.Sprintf("file %s of %s", row.Name, lists.RevisionWord(row.EntryID, row.Number)), err
	})
}

func (i *Inspector) series(ctx context.Context) error {
	return i.blobs(ctx, &submissions.SeriesRow{}, func(ctx context.Context, digest string) error {
		return blobs.VerifyPlain(ctx, i.Store.db.Evidence, digest)
	}, func(tx *gorm.DB, digest string) (string, error) {
		var row submissions.SeriesRow
		err := tx.Where("digest = ?", digest).Order("entry_id, number, position").Take(&row).Error
		return fmt.Sprintf("readings of series %d of %s", row.Position, lists.RevisionWord(row.EntryID, row.Number)),
			err
	})
}

func (i *Inspector) blobs(ctx context.Context, table any, prove func(context.Context, string) error,
	nameOf func(*gorm.DB, string) (string, error)) error {
	all, err := database.Pluck[string](i.Store.db.Query(ctx).Model(table).Distinct().Order("digest"), "digest")
	if err != nil {
		return err
	}
	for digests := range slices.Chunk(all, database.Batch) {
		for at, err := range i.proveAll(ctx, digests, prove, int64(len(all))) {
			if err == nil {
				continue
			}
			name, failed := nameOf(i.Store.db.Query(ctx), digests[at])
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

func (i *Inspector) proveAll(ctx context.Context, digests []string, prove func(context.Context, string) error,
	total int64) []error {
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
	if database.IsNotFound(err) {
		return "its blob " + digest + " is missing"
	}
	return "its blob " + digest + " is damaged or was altered"
}
