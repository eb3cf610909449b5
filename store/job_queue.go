// This file owns the queue of background jobs: taking, doing and settling one.

package store

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync/atomic"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"green500/migrations"
)

// jobRow is work that the program does by itself. It names what the work is about, and holds nothing of it: whoever
// does it reads how things are by then.
type jobRow struct {
	ID       int64
	Kind     string
	About    string
	Created  int64 `gorm:"column:created_at"`
	Due      int64 `gorm:"column:due_at"`
	Lease    int64
	Attempts int
	Failure  string
	GivenUp  bool
	Done     *int64 `gorm:"column:done_at"`
}

// TableName is the table, for gorm.
func (jobRow) TableName() string { return "jobs" }

const (
	jobLease = time.Minute // after which another server takes over what one has not finished
	jobRenew = jobLease / 4
)

// errLost says that another server has a job by now.
var errLost = errors.New("another server works on it")

// enqueue enters a job in the transaction of what makes it necessary; one that is there already stays as it is.
func (s *Store) enqueue(tx *gorm.DB, kind JobKind, about string, due time.Time) error {
	row := jobRow{Kind: string(kind), About: about, Created: s.now().UnixMicro(), Due: due.UnixMicro()}
	if err := afresh(tx).Clauses(clause.OnConflict{DoNothing: true}).Create(&row).Error; err != nil {
		return fmt.Errorf("enter a job to %s: %w", kind, err)
	}
	return nil
}

const jobIsDue = "NOT given_up AND (due_at <= @now OR due_at > @late) AND (lease <= @now OR lease > @lost) AND kind IN @kinds"

// takeJob takes the job of some kinds that is due longest, or returns ErrNotFound. Kinds that a newer version knows
// are left to that.
func (s *Store) takeJob(ctx context.Context, kinds []string) (jobRow, error) {
	now := s.now()
	due := map[string]any{
		"now": now.UnixMicro(), "late": tooFarAhead(now, longestWait(kinds)), "lost": tooFarAhead(now, jobLease), "kinds": kinds,
		"lease": now.Add(jobLease).UnixMicro(),
	}
	// Most looks find nothing, and shall not wait for whoever writes.
	if err := s.query(ctx).Model(&jobRow{}).Select("id").Where(jobIsDue, due).Take(new(int64)).Error; err != nil {
		return jobRow{}, fmt.Errorf("look for work: %w", found(err))
	}
	skip := ""
	if s.db.Dialect == migrations.PostgreSQL {
		skip = " FOR UPDATE SKIP LOCKED"
	}
	statement := "UPDATE jobs SET lease = @lease, attempts = attempts + 1 WHERE id = (SELECT id FROM jobs WHERE " + jobIsDue +
		" ORDER BY due_at, id LIMIT 1" + skip + ") AND " + jobIsDue + " RETURNING *"
	var rows []jobRow
	err := s.transact(ctx, func(tx *gorm.DB) error {
		rows = nil
		return tx.Raw(statement, due).Scan(&rows).Error
	})
	if err != nil {
		return jobRow{}, fmt.Errorf("take a job: %w", err)
	}
	if len(rows) == 0 {
		return jobRow{}, fmt.Errorf("take a job: %w", ErrNotFound)
	}
	return rows[0], nil
}

// workOn does a job that was taken, which nobody else gets meanwhile, and notes what became of it. It returns why it
// failed.
func (s *Store) workOn(ctx context.Context, job jobRow, work func(context.Context) error) error {
	working, lost := context.WithCancel(ctx)
	defer lost()
	lease := s.keepJob(working, lost, job)
	stepping, end := s.trace.Begin(working, job.Kind)
	failed := attemptJob(stepping, job, work)
	end(failure(failed))
	lost()
	job.Lease = lease()
	// What became of it is noted even where the server is being stopped.
	noting := context.WithoutCancel(ctx)
	if failed == nil {
		return s.finishJob(noting, job)
	}
	if ctx.Err() != nil {
		return s.settleJob(noting, job, map[string]any{"lease": 0, "attempts": gorm.Expr("attempts - 1")})
	}
	return errors.Join(fmt.Errorf("%s: %w", job.Kind, failed), s.failJob(noting, job, failed))
}

// attemptJob does the work. What panics in it has failed: it must not take the server along, and then the next one. A
// server that ended each time it tried is not asked again.
func attemptJob(ctx context.Context, job jobRow, work func(context.Context) error) (err error) {
	if most := ruleOf(job.Kind).attempts; most > 0 && job.Attempts > most {
		return errors.New("the server ended each time it was tried")
	}
	defer func() {
		if met := recover(); met != nil {
			err = fmt.Errorf("panic: %v\n%s", met, debug.Stack())
		}
	}()
	return work(ctx)
}

// keepJob renews the lease of a job while it is worked on, and ends the work where it was lost all the same. What it
// returns is asked after the context has ended, and tells the lease as it is then.
func (s *Store) keepJob(ctx context.Context, lost func(), job jobRow) func() int64 {
	var lease atomic.Int64
	lease.Store(job.Lease)
	done := make(chan struct{})
	go func() {
		defer close(done)
		tick := time.NewTicker(jobRenew)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
				job.Lease = lease.Load()
				until := s.now().Add(jobLease).UnixMicro()
				if err := s.settleJob(ctx, job, map[string]any{"lease": until}); err != nil {
					lost()
					return
				}
				lease.Store(until)
			}
		}
	}()
	return func() int64 {
		<-done
		return lease.Load()
	}
}

// finishJob notes that a job is done: it is gone, or comes round again.
func (s *Store) finishJob(ctx context.Context, job jobRow) error {
	rule := ruleOf(job.Kind)
	if rule.every > 0 {
		now := s.now()
		return s.settleJob(ctx, job, map[string]any{
			"lease": 0, "attempts": 0, "failure": "", "done_at": now.UnixMicro(), "due_at": now.Add(rule.every).UnixMicro(),
		})
	}
	err := s.transact(ctx, func(tx *gorm.DB) error {
		return tx.Where("id = ? AND lease = ?", job.ID, job.Lease).Delete(&jobRow{}).Error
	})
	if err != nil {
		return fmt.Errorf("note that a job is done: %w", err)
	}
	return nil
}

// failJob has a job tried again later, longer each time, until it is given up.
func (s *Store) failJob(ctx context.Context, job jobRow, failed error) error {
	rule, why := ruleOf(job.Kind), failed.Error()
	return s.settleJob(ctx, job, map[string]any{
		"lease": 0, "failure": text(why[:min(len(why), mostFailure)]), "given_up": rule.givesUp(job.Attempts),
		"due_at": s.now().Add(min(delay(job.Attempts), rule.pause)).UnixMicro(),
	})
}

// settleJob changes a job unless another has it by now, which is errLost.
func (s *Store) settleJob(ctx context.Context, job jobRow, changes map[string]any) error {
	err := s.transact(ctx, func(tx *gorm.DB) error {
		changed := tx.Model(&jobRow{}).Where("id = ? AND lease = ?", job.ID, job.Lease).Updates(changes)
		if changed.Error == nil && changed.RowsAffected == 0 {
			return errLost
		}
		return changed.Error
	})
	if err != nil {
		return fmt.Errorf("note what became of a job to %s: %w", job.Kind, err)
	}
	return nil
}
