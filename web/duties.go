package web

import (
	"context"
	"time"
)

// dutyLook is how often it is looked for what has come round.
const dutyLook = 10 * time.Second

// DoDuties does what comes round until the context ends. Several servers may do so at once: one of them does each.
func DoDuties(ctx context.Context, config Config) {
	tick := time.NewTicker(dutyLook)
	defer tick.Stop()
	for {
		if err := config.Store.EnterPeriodicJobs(ctx); err == nil {
			doDuties(ctx, config)
		} else if ctx.Err() == nil {
			config.Log.WarnContext(ctx, "what comes round waits", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

func doDuties(ctx context.Context, config Config) {
	for ctx.Err() == nil {
		worked, err := config.Store.RunPeriodicJob(ctx)
		if err != nil && ctx.Err() == nil {
			config.Log.WarnContext(ctx, "what comes round failed", "error", err)
		}
		if !worked {
			return
		}
	}
}
