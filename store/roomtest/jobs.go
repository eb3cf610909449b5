package roomtest

import (
	"green500/store"
	"green500/store/jobs"
	"green500/store/storetest"
)

// PeriodicJobs enters the periodic jobs, and returns them by kind.
func (r *Room) PeriodicJobs() map[jobs.JobKind]jobs.Job {
	r.T.Helper()
	if err := r.Jobs.EnterPeriodic(r.T.Context()); err != nil {
		r.T.Fatal(err)
	}
	all := map[jobs.JobKind]jobs.Job{}
	for _, job := range r.AllJobs() {
		all[job.Kind] = job
	}
	return all
}

// AllJobs are all that are to be done.
func (r *Room) AllJobs() []jobs.Job {
	r.T.Helper()
	all, err := r.Jobs.List(r.T.Context(), 1000)
	if err != nil {
		r.T.Fatal(err)
	}
	return all
}

// DoAll does what has come round and returns how much that was.
func (r *Room) DoAll() (count int) {
	r.T.Helper()
	for {
		worked, err := r.Jobs.RunPeriodic(r.T.Context())
		if err != nil {
			r.T.Fatal(err)
		}
		if !worked {
			return count
		}
		count++
	}
}

// Beside opens another server on the same database and blobs.
func (r *Room) Beside() *store.Store {
	r.T.Helper()
	return storetest.Open(r.T, store.Config{Database: r.At, Blobs: r.Blobs(), Now: r.Clock.Now})
}
