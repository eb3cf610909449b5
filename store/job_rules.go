// This file owns the table of background jobs, and what administrators see of them.

package store

import (
	"context"
	"fmt"
	"slices"
	"time"

	"gorm.io/gorm"
)

type jobRule struct {
	kind     JobKind
	every    time.Duration                       // between two times; 0 of what is about something, and done once
	pause    time.Duration                       // between two attempts, at most: the first is a minute, and it doubles
	attempts int                                 // after which it is given up; 0 is never
	run      func(*Store, context.Context) error // of periodic jobs
}

// jobRules is the one table of what the program does by itself. An upload is tried for two days: a disk may be full
// over a weekend. What comes round is never given up, since nobody would miss it.
func jobRules() []jobRule {
	const often, seldom, longPause = time.Hour, 24 * time.Hour, 10 * time.Minute
	return []jobRule{
		{kind: ReadUpload, pause: longPause, attempts: 300},
		{kind: ForgetSessions, every: often, pause: often, run: func(s *Store, ctx context.Context) error {
			_, err := s.Sessions().DeleteExpired(ctx)
			return err
		}},
		{kind: ForgetLinks, every: often, pause: often, run: (*Store).DeleteExpiredLinks},
		{kind: ForgetMail, every: often, pause: often, run: (*Store).ForgetSentMail},
		{kind: ForgetCalls, every: often, pause: often, run: func(s *Store, ctx context.Context) error { return s.Webhooks().Forget(ctx) }},
		{kind: ForgetTallies, every: often, pause: often, run: (*Store).forgetTallies},
		{kind: ForgetAddresses, every: seldom, pause: often, run: (*Store).forgetAddresses},
		{kind: TellCalibrations, every: often, pause: longPause, run: func(s *Store, ctx context.Context) error {
			_, err := s.AnnounceCalibrations(ctx)
			return err
		}},
		{kind: TellDeadlines, every: often, pause: longPause, run: (*Store).RemindOfDeadlines},
		{kind: FingerprintLogs, every: longPause, pause: often, run: (*Store).fingerprintLogs},
		{kind: ClearUploads, every: often, pause: often, run: (*Store).SweepUploads},
		{kind: ClearBlobs, every: seldom, pause: often, run: (*Store).ClearBlobs},
	}
}

func ruleOf(kind string) jobRule {
	rules := jobRules()
	at := slices.IndexFunc(rules, func(r jobRule) bool { return string(r.kind) == kind })
	if at < 0 {
		return jobRule{}
	}
	return rules[at]
}

func longestWait(kinds []string) (longest time.Duration) {
	for _, kind := range kinds {
		rule := ruleOf(kind)
		longest = max(longest, rule.every, rule.pause)
	}
	return longest
}

func (r jobRule) givesUp(attempts int) bool { return r.attempts > 0 && attempts >= r.attempts }

// EnterPeriodicJobs enters the periodic jobs, where they are not there yet, for the first time after its interval.
func (s *Store) EnterPeriodicJobs(ctx context.Context) error {
	entered, err := pluck[string](s.query(ctx).Model(&jobRow{}).Where("about = ''"), "kind")
	if err != nil {
		return err
	}
	missing := slices.DeleteFunc(jobRules(), func(r jobRule) bool { return r.run == nil || slices.Contains(entered, string(r.kind)) })
	if len(missing) == 0 {
		return nil
	}
	return s.transact(ctx, func(tx *gorm.DB) error {
		for _, rule := range missing {
			if err := s.enqueue(tx, rule.kind, "", s.now().Add(rule.every)); err != nil {
				return err
			}
		}
		return nil
	})
}

// JobState is how far a job is.
type JobState string

// The states of jobs.
const (
	JobWaits   JobState = "waiting"
	JobRuns    JobState = "running"
	JobGivenUp JobState = "given up"
)

// Job is work that the program does by itself, as those who run it see it.
type Job struct {
	ID       int64
	Kind     JobKind
	About    string // the id of an upload; empty for periodic jobs
	State    JobState
	Every    time.Duration // between two times; 0 of what is done once
	DueAt    time.Time     // when it is tried next
	Attempts int           // begun since it was entered, was last done or was started again
	Failure  string        // why the last attempt failed; empty where none did
	DoneAt   *time.Time    // when it was last done, for periodic jobs
}

func (s *Store) job(row jobRow) Job {
	state := JobWaits
	switch {
	case row.GivenUp:
		state = JobGivenUp
	case row.Lease > s.now().UnixMicro():
		state = JobRuns
	}
	return Job{
		ID: row.ID, Kind: JobKind(row.Kind), About: row.About, State: state, Every: ruleOf(row.Kind).every, DueAt: fromMicro(row.Due),
		Attempts: row.Attempts, Failure: row.Failure, DoneAt: fromMicroOrNil(row.Done),
	}
}

// Jobs returns jobs, those first that were given up, then those that are due first, up to a limit.
func (s *Store) Jobs(ctx context.Context, limit int) ([]Job, error) {
	return listed(s.query(ctx).Order("given_up DESC, due_at, id").Limit(limit), s.job)
}

// JobCount is how many jobs of a kind are in a state.
type JobCount struct {
	Kind  JobKind
	State JobState
	Count int
	Due   time.Time // the earliest of them
}

// JobCounts counts the jobs by kind and state, those that there are.
func (s *Store) JobCounts(ctx context.Context) ([]JobCount, error) {
	const state = "CASE WHEN given_up THEN 'given up' WHEN lease > ? THEN 'running' ELSE 'waiting' END"
	var rows []struct {
		Kind, State string
		Count       int
		Due         int64
	}
	counted := s.query(ctx).Model(&jobRow{}).Select("kind, "+state+" AS state, count(*) AS count, min(due_at) AS due", s.now().UnixMicro())
	if err := counted.Group("1, 2").Order("1, 2").Scan(&rows).Error; err != nil {
		return nil, err
	}
	counts := make([]JobCount, len(rows))
	for i, row := range rows {
		counts[i] = JobCount{Kind: JobKind(row.Kind), State: JobState(row.State), Count: row.Count, Due: fromMicro(row.Due)}
	}
	return counts, nil
}

// RestartJob starts again a job that was given up, and at once with one that waits after a failure. It returns a
// *review.Refusal for any other, and ErrNotFound.
func (s *Store) RestartJob(ctx context.Context, id int64) error {
	return s.transact(ctx, func(tx *gorm.DB) error {
		row, err := take[jobRow](tx.Where("id = ?", id))
		if err != nil {
			return fmt.Errorf("job %d: %w", id, err)
		}
		if !row.GivenUp && row.Failure == "" || row.Lease > s.now().UnixMicro() {
			return refuse("Only a job that failed can be started again, and not while it runs.")
		}
		changed := tx.Model(&jobRow{}).Where("id = ? AND lease = ?", id, row.Lease).
			Updates(map[string]any{"given_up": false, "attempts": 0, "failure": "", "due_at": s.now().UnixMicro(), "lease": 0})
		if err := updatedOne(changed); err != nil {
			return fmt.Errorf("start job %d again: %w", id, err)
		}
		return s.record(tx, AuditEvent{Name: "start a job again", Subject: row.Kind, Detail: row.About})
	})
}
