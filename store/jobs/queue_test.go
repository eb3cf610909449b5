package jobs_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"green500/store"
	"green500/store/auditlog"
	"green500/store/jobs"
	"green500/store/roomtest"
	"green500/store/uploads"
	"green500/validation/review"
)

// longestInterval is after how long all has come round.
const longestInterval = 24 * time.Hour

func TestWhatComesRoundIsDoneOnceInItsIntervalByAnyServer(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entered := len(r.PeriodicJobs())
		if did := r.DoAll(); did != 0 {
			t.Fatalf("%d were done before their time", did)
		}
		other := r.Beside()
		for round := range 3 {
			r.Clock.Advance(longestInterval)
			var mutex sync.Mutex
			var together sync.WaitGroup
			did := 0
			for _, server := range []*store.Store{r.Store, other, r.Store, other} {
				together.Go(func() {
					for {
						if err := server.Jobs.EnterPeriodic(t.Context()); err != nil {
							t.Error(err)
						}
						worked, err := server.Jobs.RunPeriodic(t.Context())
						if err != nil {
							t.Error(err)
						}
						if !worked || err != nil {
							return
						}
						mutex.Lock()
						did++
						mutex.Unlock()
					}
				})
			}
			together.Wait()
			did += r.DoAll() // of two who wanted the same, one may have gone without
			if did != entered {
				t.Errorf("in round %d %d of %d were done", round, did, entered)
			}
			for kind, job := range r.PeriodicJobs() {
				if job.State != jobs.JobWaits || job.DoneAt == nil || !job.DueAt.Equal(job.DoneAt.Add(job.Every)) ||
					job.Attempts != 0 {
					t.Errorf("%s: %+v", kind, job)
				}
			}
		}
		if left := len(r.PeriodicJobs()); left != entered {
			t.Errorf("there are %d of %d", left, entered)
		}
	})
}

// workOnDuty takes what has come round, and does something else.
func workOnDuty(t *testing.T, r *room, work func() error) error {
	t.Helper()
	job, err := r.Jobs.Take(t.Context(), r.Jobs.PeriodicKinds())
	if err != nil {
		t.Fatal(err)
	}
	return r.Jobs.WorkOn(t.Context(), job, func(context.Context) error { return work() })
}

func TestADutyThatADeadServerHadPassesOn(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entered := len(r.PeriodicJobs())
		r.Clock.Advance(longestInterval)
		dead, err := r.Jobs.Take(t.Context(), r.Jobs.PeriodicKinds())
		if err != nil {
			t.Fatal(err)
		}
		if job := r.PeriodicJobs()[jobs.JobKind(dead.Kind)]; job.State != jobs.JobRuns || job.Attempts != 1 {
			t.Fatalf("taken: %+v", job)
		}
		if did := r.DoAll(); did != entered-1 {
			t.Errorf("%d of the other %d were done", did, entered-1)
		}
		r.Clock.Advance(jobs.JobLease - time.Microsecond)
		if did := r.DoAll(); did != 0 {
			t.Errorf("%d were taken from a server that may be at it", did)
		}
		r.Clock.Advance(time.Microsecond)
		if did := r.DoAll(); did != 1 || r.PeriodicJobs()[jobs.JobKind(dead.Kind)].DoneAt == nil {
			t.Errorf("%d passed on: %+v", did, r.PeriodicJobs()[jobs.JobKind(dead.Kind)])
		}
	})
}

func TestAJobThatFailsIsTriedLongerApartAndGivenUp(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		u := r.Send(r.Begin(r.Fresh(), "a.csv", roomtest.ALog), roomtest.ALog)
		if err := r.Blobs().Pieces().Remove(t.Context(), u.ID); err != nil {
			t.Fatal(err) // so that it can never be read
		}
		var last time.Duration
		attempts := 0
		for r.AllJobs()[0].State != jobs.JobGivenUp {
			attempts++
			if worked, err := r.Uploads.ReceiveUpload(t.Context(), roomtest.OurAddress); err == nil || !worked {
				t.Fatalf("attempt %d: %v, %v", attempts, worked, err)
			}
			job := r.AllJobs()[0]
			wait := job.DueAt.Sub(r.Clock.Now().Truncate(time.Microsecond))
			if job.Attempts != attempts || job.Failure == "" || wait < last || attempts == 1 && wait != time.Minute ||
				wait > 10*time.Minute {
				t.Fatalf("attempt %d waits %s, before %s: %+v", attempts, wait, last, job)
			}
			last = wait
			if worked, _ := r.Uploads.ReceiveUpload(t.Context(), roomtest.OurAddress); worked {
				t.Fatal("it did not wait")
			}
			r.Clock.Advance(wait)
			if attempts > 1000 {
				t.Fatal("it is never given up")
			}
		}
		if worked, _ := r.Uploads.ReceiveUpload(t.Context(), roomtest.OurAddress); worked {
			t.Error("what was given up was tried")
		}
		if told := r.Look(u); told.State != uploads.Arrived || !strings.Contains(told.Message, "given up") {
			t.Errorf("the sender reads %+v", told)
		}
		counts, err := r.Jobs.Counts(t.Context())
		if err != nil || len(counts) != 1 || counts[0].Kind != jobs.ReadUpload || counts[0].State != jobs.JobGivenUp ||
			counts[0].Count != 1 {
			t.Errorf("counted %+v, %v", counts, err)
		}
		r.startedAgain(u)
	})
}

// startedAgain has an administrator start the job of an upload again, whose bytes are back.
func (r *room) startedAgain(u uploads.Upload) {
	r.T.Helper()
	if _, err := r.Blobs().Pieces().Append(r.T.Context(), u.ID, 0, strings.NewReader(roomtest.ALog)); err != nil {
		r.T.Fatal(err)
	}
	id := r.AllJobs()[0].ID
	before := len(r.Records(auditlog.AuditFilter{}))
	if err := r.Jobs.Restart(r.T.Context(), id); err != nil {
		r.T.Fatal(err)
	}
	if after := len(r.Records(auditlog.AuditFilter{})); after != before+1 {
		r.T.Errorf("%d records say who started it again", after-before)
	}
	roomtest.WantRefusal(r.T, r.Jobs.Restart(r.T.Context(), id), "failed")
	roomtest.WantNotFound(r.T, r.Jobs.Restart(r.T.Context(), id+1))
	if got := r.Receive(u); got.State != uploads.Kept {
		r.T.Errorf("it is %+v", got)
	}
	if left := r.AllJobs(); len(left) != 0 {
		r.T.Errorf("what is done is still there: %+v", left)
	}
}

// TestAPanicIsAFailureOfItsJobAlone: it must not take the server along, and then every other that takes the job over.
func TestAPanicIsAFailureOfItsJobAlone(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.PeriodicJobs()
		r.Clock.Advance(longestInterval)
		err := workOnDuty(t, r, func() error { panic("out of the blue") })
		if err == nil || !strings.Contains(err.Error(), "out of the blue") {
			t.Errorf("got %v", err)
		}
		var failed []jobs.Job
		for _, job := range r.AllJobs() {
			if job.Failure != "" {
				failed = append(failed, job)
			}
		}
		if len(failed) != 1 || failed[0].State != jobs.JobWaits ||
			!strings.Contains(failed[0].Failure, "out of the blue") {
			t.Errorf("failed: %+v", failed)
		}
	})
}

func TestWhoeverLostAJobHasNoSay(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entered := len(r.PeriodicJobs())
		r.Clock.Advance(longestInterval)
		err := workOnDuty(t, r, func() error {
			r.Clock.Advance(jobs.JobLease) // it slept, and another took over
			if did := r.DoAll(); did != entered {
				t.Errorf("the other did %d of %d", did, entered)
			}
			return errors.New("too late to say")
		})
		if err == nil {
			t.Error("the server that lost the job was not told")
		}
		for kind, job := range r.PeriodicJobs() {
			if job.Failure != "" || job.Attempts != 0 {
				t.Errorf("%s: %+v", kind, job)
			}
		}
	})
}

// TestAJobIsEnteredWithWhatMakesItNecessary or not at all.
func TestAJobIsEnteredWithWhatMakesItNecessary(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.Fresh()
		if _, err := r.Uploads.Begin(t.Context(), r.User("stranger", review.Submitter),
			uploads.NewUpload{EntryID: entry.ID, Name: "empty"}, 0); err == nil {
			t.Fatal("a stranger may send to it")
		}
		if rows := r.AllJobs(); len(rows) != 0 {
			t.Errorf("what was refused left %+v", rows)
		}
		u := r.Begin(entry, "a.csv", roomtest.ALog)
		if rows := r.AllJobs(); len(rows) != 0 {
			t.Errorf("nothing has arrived, and there is %+v", rows)
		}
		u = r.Send(u, roomtest.ALog)
		if rows := r.AllJobs(); len(rows) != 1 || rows[0].About != u.ID || rows[0].Kind != jobs.ReadUpload {
			t.Errorf("there is %+v", rows)
		}
	})
}
