package web

import (
	"context"
	"time"
)

const jobInterval = 10 * time.Second

// RunPeriodicJobs runs due jobs until the context ends. If several servers do so at once, one of them runs each job.
func RunPeriodicJobs(ctx context.Context, config Config) {
	tick := time.NewTicker(jobInterval)
	defer tick.Stop()
	for {
		if err := config.Store.EnterPeriodicJobs(ctx); err == nil {
			runDueJobs(ctx, config)
		} else if ctx.Err() == nil {
			config.Log.WarnContext(ctx, "background jobs are waiting", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func runDueJobs(ctx context.Context, config Config) {
	for ctx.Err() == nil {
		worked, err := config.Store.RunPeriodicJob(ctx)
		if err != nil && ctx.Err() == nil {
			config.Log.WarnContext(ctx, "background job failed", "error", err)
		}
		if !worked {
			return
		}
	}
}
