// This file owns the rule of each kind of jobs, and what administrators see of jobs.

package jobs

import (
	"context"
	"fmt"
	"slices"
	"time"

	"green500/store/database"
	"green500/store/recorded"

	"gorm.io/gorm"
)

// Rule is what one kind of job does, how often, and when it is given up.
type Rule struct {
	Kind     JobKind
	Every    time.Duration               // between two times; 0 of what is about something, and done once
	Pause    time.Duration               // between two attempts, at most: the first is a minute, and it doubles
	Attempts int                         // after which it is given up; 0 is never
	Run      func(context.Context) error // of periodic jobs
}

// RuleOf returns the rule of a kind; it is empty if there is none.
func (s *Queue) RuleOf(kind string) Rule {
	at := slices.IndexFunc(s.rules, func(r Rule) bool { return string(r.Kind) == kind })
	if at < 0 {
		return Rule{}
	}
	return s.rules[at]
}

func (s *Queue) longestWait(kinds []string) (longest time.Duration) {
	for _, kind := range kinds {
		rule := s.RuleOf(kind)
		longest = max(longest, rule.Every, rule.Pause)
	}
	return longest
}

// GivesUp reports whether a job is given up after so many attempts.
func (r Rule) GivesUp(attempts int) bool { return r.Attempts > 0 && attempts >= r.Attempts }

// EnterPeriodic enters the periodic jobs, if they are not there yet, for the first time after its interval.
func (s *Queue) EnterPeriodic(ctx context.Context) error {
	entered, err := database.Pluck[string](s.db.Query(ctx).Model(&Row{}).Where("about = ''"), "kind")
	if err != nil {
		return err
	}
	missing := slices.DeleteFunc(slices.Clone(s.rules),
		func(r Rule) bool { return r.Run == nil || slices.Contains(entered, string(r.Kind)) })
	if len(missing) == 0 {
		return nil
	}
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		for _, rule := range missing {
			if err := s.Enqueue(tx, rule.Kind, "", s.db.Now().Add(rule.Every)); err != nil {
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
	Failure  string        // why the last attempt failed; empty if none did
	DoneAt   *time.Time    // when it was last done, for periodic jobs
}

func (s *Queue) job(row Row) Job {
	state := JobWaits
	switch {
	case row.GivenUp:
		state = JobGivenUp
	case row.Lease > s.db.Now().UnixMicro():
		state = JobRuns
	}
	return Job{
		ID: row.ID, Kind: JobKind(row.Kind), About: row.About, State: state, Every: s.RuleOf(row.Kind).Every,
		DueAt:    database.FromMicro(row.Due),
		Attempts: row.Attempts, Failure: row.Failure, DoneAt: database.FromMicroOrNil(row.Done),
	}
}

// List returns jobs, those first that were given up, then those that are due first, up to a limit.
func (s *Queue) List(ctx context.Context, limit int) ([]Job, error) {
	return database.Listed(s.db.Query(ctx).Order("given_up DESC, due_at, id").Limit(limit), s.job)
}

// JobCount is how many jobs of a kind are in a state.
type JobCount struct {
	Kind  JobKind
	State JobState
	Count int
	Due   time.Time // the earliest of them
}

// Counts counts the jobs by kind and state, those that there are.
func (s *Queue) Counts(ctx context.Context) ([]JobCount, error) {
	const state = "CASE WHEN given_up THEN 'given up' WHEN lease > ? THEN 'running' ELSE 'waiting' END"
	var rows []struct {
		Kind, State string
		Count       int
		Due         int64
	}
	counted := s.db.Query(ctx).Model(&Row{}).Select("kind, "+state+" AS state, count(*) AS count, min(due_at) AS due",
		s.db.Now().UnixMicro())
	if err := counted.Group("1, 2").Order("1, 2").Scan(&rows).Error; err != nil {
		return nil, err
	}
	counts := make([]JobCount, len(rows))
	for i, row := range rows {
		counts[i] = JobCount{Kind: JobKind(row.Kind), State: JobState(row.State), Count: row.Count,
			Due: database.FromMicro(row.Due)}
	}
	return counts, nil
}

// Restart starts again a job that was given up, and at once with one that waits after a failure. It returns a
// *review.Refusal for any other, and ErrNotFound.
func (s *Queue) Restart(ctx context.Context, id int64) error {
	return s.db.Transact(ctx, func(tx *gorm.DB) error {
		row, err := database.Take[Row](tx.Where("id = ?", id))
		if err != nil {
			return fmt.Errorf("job %d: %w", id, err)
		}
		if !row.GivenUp && row.Failure == "" || row.Lease > s.db.Now().UnixMicro() {
			return database.Refuse("Only a job that failed can be started again, and not while it runs.")
		}
		changed := tx.Model(&Row{}).Where("id = ? AND lease = ?", id, row.Lease).
			Updates(map[string]any{"given_up": false, "attempts": 0, "failure": "",
				"due_at": s.db.Now().UnixMicro(), "lease": 0})
		if err := database.UpdatedOne(changed); err != nil {
			return fmt.Errorf("start job %d again: %w", id, err)
		}
		return s.db.Record(tx, recorded.AuditEvent{Name: "start a job again", Subject: row.Kind, Detail: row.About})
	})
}
