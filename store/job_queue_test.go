package store_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"green500/store"
	"green500/store/auditlog"
	"green500/store/jobs"
	"green500/store/storetest"
	"green500/store/uploads"
	"green500/validation/review"
)

// periodicJobs enters the periodic jobs, and returns them by kind.
func (r *room) periodicJobs() map[jobs.JobKind]jobs.Job {
	r.t.Helper()
	if err := r.Jobs.EnterPeriodicJobs(r.t.Context()); err != nil {
		r.t.Fatal(err)
	}
	all := map[jobs.JobKind]jobs.Job{}
	for _, job := range r.jobs() {
		all[job.Kind] = job
	}
	return all
}

func (r *room) jobs() []jobs.Job {
	r.t.Helper()
	all, err := r.Jobs.Jobs(r.t.Context(), 1000)
	if err != nil {
		r.t.Fatal(err)
	}
	return all
}

// doAll does what has come round and returns how much that was.
func (r *room) doAll() (count int) {
	r.t.Helper()
	for {
		worked, err := r.Jobs.RunPeriodicJob(r.t.Context())
		if err != nil {
			r.t.Fatal(err)
		}
		if !worked {
			return count
		}
		count++
	}
}

// beside opens another server on the same database and blobs.
func (r *room) beside() *store.Store {
	r.t.Helper()
	return storetest.Open(r.t, store.Config{Database: r.at, Blobs: r.blobs, Now: r.clock.Now})
}

// longestInterval is after how long all has come round.
const longestInterval = 24 * time.Hour

func TestWhatComesRoundIsDoneOnceInItsIntervalByAnyServer(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entered := len(r.periodicJobs())
		if did := r.doAll(); did != 0 {
			t.Fatalf("%d were done before their time", did)
		}
		other := r.beside()
		for round := range 3 {
			r.clock.advance(longestInterval)
			var mutex sync.Mutex
			var together sync.WaitGroup
			did := 0
			for _, server := range []*store.Store{r.Store, other, r.Store, other} {
				together.Go(func() {
					for {
						if err := server.Jobs.EnterPeriodicJobs(t.Context()); err != nil {
							t.Error(err)
						}
						worked, err := server.Jobs.RunPeriodicJob(t.Context())
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
			did += r.doAll() // of two who wanted the same, one may have gone without
			if did != entered {
				t.Errorf("in round %d %d of %d were done", round, did, entered)
			}
			for kind, job := range r.periodicJobs() {
				if job.State != jobs.JobWaits || job.DoneAt == nil || !job.DueAt.Equal(job.DoneAt.Add(job.Every)) || job.Attempts != 0 {
					t.Errorf("%s: %+v", kind, job)
				}
			}
		}
		if left := len(r.periodicJobs()); left != entered {
			t.Errorf("there are %d of %d", left, entered)
		}
	})
}

func TestADutyThatADeadServerHadPassesOn(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entered := len(r.periodicJobs())
		r.clock.advance(longestInterval)
		dead, err := store.TakeDuty(t.Context(), r.Store)
		if err != nil {
			t.Fatal(err)
		}
		if job := r.periodicJobs()[dead]; job.State != jobs.JobRuns || job.Attempts != 1 {
			t.Fatalf("taken: %+v", job)
		}
		if did := r.doAll(); did != entered-1 {
			t.Errorf("%d of the other %d were done", did, entered-1)
		}
		r.clock.advance(store.JobLease - time.Microsecond)
		if did := r.doAll(); did != 0 {
			t.Errorf("%d were taken from a server that may be at it", did)
		}
		r.clock.advance(time.Microsecond)
		if did := r.doAll(); did != 1 || r.periodicJobs()[dead].DoneAt == nil {
			t.Errorf("%d passed on: %+v", did, r.periodicJobs()[dead])
		}
	})
}

func TestAJobThatFailsIsTriedLongerApartAndGivenUp(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		u := r.send(r.begin(r.fresh(), "a.csv", aLog), aLog)
		if err := r.blobs.Pieces().Remove(t.Context(), u.ID); err != nil {
			t.Fatal(err) // so that it can never be read
		}
		var last time.Duration
		attempts := 0
		for r.jobs()[0].State != jobs.JobGivenUp {
			attempts++
			if worked, err := r.Uploads.ReceiveUpload(t.Context(), ourAddress); err == nil || !worked {
				t.Fatalf("attempt %d: %v, %v", attempts, worked, err)
			}
			job := r.jobs()[0]
			wait := job.DueAt.Sub(r.clock.Now().Truncate(time.Microsecond))
			if job.Attempts != attempts || job.Failure == "" || wait < last || attempts == 1 && wait != time.Minute || wait > 10*time.Minute {
				t.Fatalf("attempt %d waits %s, before %s: %+v", attempts, wait, last, job)
			}
			last = wait
			if worked, _ := r.Uploads.ReceiveUpload(t.Context(), ourAddress); worked {
				t.Fatal("it did not wait")
			}
			r.clock.advance(wait)
			if attempts > 1000 {
				t.Fatal("it is never given up")
			}
		}
		if worked, _ := r.Uploads.ReceiveUpload(t.Context(), ourAddress); worked {
			t.Error("what was given up was tried")
		}
		if told := r.look(u); told.State != uploads.Arrived || !strings.Contains(told.Message, "given up") {
			t.Errorf("the sender reads %+v", told)
		}
		counts, err := r.Jobs.JobCounts(t.Context())
		if err != nil || len(counts) != 1 || counts[0].Kind != jobs.ReadUpload || counts[0].State != jobs.JobGivenUp || counts[0].Count != 1 {
			t.Errorf("counted %+v, %v", counts, err)
		}
		r.startedAgain(u)
	})
}

// startedAgain has an administrator start the job of an upload again, whose bytes are back.
func (r *room) startedAgain(u uploads.Upload) {
	r.t.Helper()
	if _, err := r.blobs.Pieces().Append(r.t.Context(), u.ID, 0, strings.NewReader(aLog)); err != nil {
		r.t.Fatal(err)
	}
	id := r.jobs()[0].ID
	before := len(r.records(auditlog.AuditFilter{}))
	if err := r.Jobs.RestartJob(r.t.Context(), id); err != nil {
		r.t.Fatal(err)
	}
	if after := len(r.records(auditlog.AuditFilter{})); after != before+1 {
		r.t.Errorf("%d records say who started it again", after-before)
	}
	wantRefusal(r.t, r.Jobs.RestartJob(r.t.Context(), id), "failed")
	wantNotFound(r.t, r.Jobs.RestartJob(r.t.Context(), id+1))
	if got := r.receive(u); got.State != uploads.Kept {
		r.t.Errorf("it is %+v", got)
	}
	if left := r.jobs(); len(left) != 0 {
		r.t.Errorf("what is done is still there: %+v", left)
	}
}

// TestAPanicIsAFailureOfItsJobAlone: it must not take the server along, and then every other that takes the job over.
func TestAPanicIsAFailureOfItsJobAlone(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		r.periodicJobs()
		r.clock.advance(longestInterval)
		err := store.WorkOnDuty(t.Context(), r.Store, func() error { panic("out of the blue") })
		if err == nil || !strings.Contains(err.Error(), "out of the blue") {
			t.Errorf("got %v", err)
		}
		var failed []jobs.Job
		for _, job := range r.jobs() {
			if job.Failure != "" {
				failed = append(failed, job)
			}
		}
		if len(failed) != 1 || failed[0].State != jobs.JobWaits || !strings.Contains(failed[0].Failure, "out of the blue") {
			t.Errorf("failed: %+v", failed)
		}
	})
}

func TestWhoeverLostAJobHasNoSay(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entered := len(r.periodicJobs())
		r.clock.advance(longestInterval)
		err := store.WorkOnDuty(t.Context(), r.Store, func() error {
			r.clock.advance(store.JobLease) // it slept, and another took over
			if did := r.doAll(); did != entered {
				t.Errorf("the other did %d of %d", did, entered)
			}
			return errors.New("too late to say")
		})
		if err == nil {
			t.Error("the server that lost the job was not told")
		}
		for kind, job := range r.periodicJobs() {
			if job.Failure != "" || job.Attempts != 0 {
				t.Errorf("%s: %+v", kind, job)
			}
		}
	})
}

// TestAJobIsEnteredWithWhatMakesItNecessary or not at all.
func TestAJobIsEnteredWithWhatMakesItNecessary(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		entry := r.fresh()
		if _, err := r.Uploads.BeginUpload(t.Context(), r.user("stranger", review.Submitter), uploads.NewUpload{EntryID: entry.ID, Name: "empty"}, 0); err == nil {
			t.Fatal("a stranger may send to it")
		}
		if rows := r.jobs(); len(rows) != 0 {
			t.Errorf("what was refused left %+v", rows)
		}
		u := r.begin(entry, "a.csv", aLog)
		if rows := r.jobs(); len(rows) != 0 {
			t.Errorf("nothing has arrived, and there is %+v", rows)
		}
		u = r.send(u, aLog)
		if rows := r.jobs(); len(rows) != 1 || rows[0].About != u.ID || rows[0].Kind != jobs.ReadUpload {
			t.Errorf("there is %+v", rows)
		}
	})
}
