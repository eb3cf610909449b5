package web

import (
	"context"
	"sync"
	"time"
)

const jobInterval = 10 * time.Second

// RunPeriodicJobs runs due jobs until the context ends. If several servers do so at once, one of them runs each job.
func RunPeriodicJobs(ctx context.Context, config Config) {
	tick := time.NewTicker(jobInterval)
	defer tick.Stop()
	for {
		if err := config.Store.Jobs.EnterPeriodic(ctx); err == nil {
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
		worked, err := config.Store.Jobs.RunPeriodic(ctx)
		if err != nil && ctx.Err() == nil {
			config.Log.WarnContext(ctx, "background job failed", "error", err)
		}
		if !worked {
			return
		}
	}
}

// receivers is how many uploads are taken in at a time: a large one must not keep the others waiting.
const receivers = 2

// ReceiveUploads takes in what arrived until the context ends. Several servers may do so at once.
func ReceiveUploads(ctx context.Context, config Config) {
	var group sync.WaitGroup
	for range receivers {
		group.Go(func() {
			for ctx.Err() == nil {
				receiveUploads(ctx, config)
				config.Store.Uploads.Arrived(ctx)
			}
		})
	}
	group.Wait()
}

// receiveUploads takes in what is there. What fails is left for later, when it is tried again.
func receiveUploads(ctx context.Context, config Config) {
	for ctx.Err() == nil {
		worked, err := config.Store.Uploads.ReceiveUpload(ctx, config.address().String())
		if err != nil {
			config.Log.ErrorContext(ctx, "an upload could not be received", "error", err)
		}
		if !worked {
			return
		}
	}
}
