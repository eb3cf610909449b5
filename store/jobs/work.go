// This file owns taking a background job, doing it and recording the outcome.

package jobs

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"

	"gorm.io/gorm"

	"green500/migrations"
	"green500/store/database"
	"green500/store/outbox"
)

// RunPeriodic does what has come round and has waited longest; worked is false if nothing has. It fails if the work
// does, which is tried again, or the database.
func (s *Queue) RunPeriodic(ctx context.Context) (worked bool, err error) {
	var kinds []string
	for _, rule := range s.rules {
		if rule.Run != nil {
			kinds = append(kinds, string(rule.Kind))
		}
	}
	job, err := s.Take(ctx, kinds)
	if database.IsNotFound(err) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, s.WorkOn(ctx, job, func(ctx context.Context) error { return s.RuleOf(job.Kind).Run(ctx) })
}

const jobIsDue = "NOT given_up AND (due_at <= @now OR due_at > @late) AND (lease <= @now OR lease > @lost) AND " +
	"kind IN @kinds"

// nextSender finds whose upload is read next: of the people who wait, the one whose last upload was read longest ago.
// Nobody who sends a thousand files keeps others waiting for more than one of them.
const nextSender = "SELECT user_id FROM uploads WHERE id IN (SELECT about FROM jobs WHERE " + jobIsDue +
	") GROUP BY user_id" + " ORDER BY coalesce((SELECT max(read.updated_at) FROM uploads AS read " +
	"WHERE read.user_id = uploads.user_id AND read.state IN ('kept', 'refused')), 0), min(created_at) LIMIT 1"

// Take takes the job of some kinds that is due longest, or returns ErrNotFound. Kinds that a newer version knows
// are left to that.
func (s *Queue) Take(ctx context.Context, kinds []string) (Row, error) {
	now := s.db.Now()
	due := map[string]any{
		"now": now.UnixMicro(), "late": database.TooFarAhead(now, s.longestWait(kinds)),
		"lost": database.TooFarAhead(now, jobLease), "kinds": kinds,
		"lease": now.Add(jobLease).UnixMicro(),
	}
	// Most looks find nothing, and must not wait for writers.
	if err := s.db.Query(ctx).Model(&Row{}).Select("id").Where(jobIsDue, due).Take(new(int64)).Error; err != nil {
		return Row{}, fmt.Errorf("look for work: %w", err)
	}
	var senders []int64
	due["user"] = int64(0)
	if slices.Equal(kinds, []string{string(ReadUpload)}) {
		if err := s.db.Query(ctx).Raw(nextSender, due).Scan(&senders).Error; err != nil {
			return Row{}, err
		}
		if len(senders) > 0 {
			due["user"] = senders[0]
		}
	}
	skip := ""
	if s.db.Connection.Dialect == migrations.PostgreSQL {
		skip = " FOR UPDATE SKIP LOCKED"
	}
	statement := "UPDATE jobs SET lease = @lease, attempts = attempts + 1 WHERE id = (SELECT id FROM jobs WHERE " +
		jobIsDue + " ORDER BY CASE WHEN about IN (SELECT id FROM uploads WHERE user_id = @user " +
		"AND state = 'arrived') THEN 0 ELSE 1 END, due_at, id LIMIT 1" + skip + ") AND " + jobIsDue + " RETURNING *"
	var rows []Row
	err := s.db.Transact(ctx, func(tx *gorm.DB) error {
		rows = nil
		return tx.Raw(statement, due).Scan(&rows).Error
	})
	if err != nil {
		return Row{}, fmt.Errorf("take a job: %w", err)
	}
	if len(rows) == 0 {
		return Row{}, fmt.Errorf("take a job: %w", database.ErrNotFound)
	}
	return rows[0], nil
}

// WorkOn does a job that was taken, which nobody else gets at the same time, and notes what became of it. It returns
// why it failed.
func (s *Queue) WorkOn(ctx context.Context, job Row, work func(context.Context) error) error {
	working, lost := context.WithCancel(ctx)
	defer lost()
	lease := s.keepJob(working, lost, job)
	stepping, end := s.db.Trace.Begin(working, job.Kind)
	failed := attemptJob(stepping, job, s.RuleOf(job.Kind).Attempts, work)
	end(database.Failure(failed))
	lost()
	job.Lease = lease()
	// What became of it is noted even if the server is being stopped.
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
func attemptJob(ctx context.Context, job Row, most int, work func(context.Context) error) (err error) {
	if most > 0 && job.Attempts > most {
		return errors.New("the server ended each time it was tried")
	}
	defer func() {
		if met := recover(); met != nil {
			err = fmt.Errorf("panic: %v\n%s", met, debug.Stack())
		}
	}()
	return work(ctx)
}

// keepJob renews the lease of a job while it is worked on, and ends the work if it was lost all the same. What it
// returns is called after the context has ended, and returns the lease as it is then.
func (s *Queue) keepJob(ctx context.Context, lost func(), job Row) func() int64 {
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
				until := s.db.Now().Add(jobLease).UnixMicro()
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

func (s *Queue) finishJob(ctx context.Context, job Row) error {
	rule := s.RuleOf(job.Kind)
	if rule.Every > 0 {
		now := s.db.Now()
		return s.settleJob(ctx, job, map[string]any{
			"lease": 0, "attempts": 0, "failure": "", "done_at": now.UnixMicro(),
			"due_at": now.Add(rule.Every).UnixMicro(),
		})
	}
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		return tx.Where("id = ? AND lease = ?", job.ID, job.Lease).Delete(&Row{}).Error
	})
}

func (s *Queue) failJob(ctx context.Context, job Row, failed error) error {
	rule, why := s.RuleOf(job.Kind), failed.Error()
	return s.settleJob(ctx, job, map[string]any{
		"lease": 0, "failure": database.Text(why[:min(len(why), outbox.MostFailure)]),
		"given_up": rule.GivesUp(job.Attempts),
		"due_at":   s.db.Now().Add(min(database.RetryDelay(job.Attempts), rule.Pause)).UnixMicro(),
	})
}

// settleJob changes a job unless another has it by now, which is errLost.
func (s *Queue) settleJob(ctx context.Context, job Row, changes map[string]any) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		return database.MetOne(tx.Model(&Row{}).Where("id = ? AND lease = ?", job.ID, job.Lease).Updates(changes),
			ErrLost)
	})
}
