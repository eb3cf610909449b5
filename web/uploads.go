package web

import (
	"context"
	"sync"
)

// receivers is how many uploads are taken in at a time: a large one must not keep the others waiting.
const receivers = 2

// ReceiveUploads takes in what arrived until the context ends. Several servers may do so at once.
func ReceiveUploads(ctx context.Context, config Config) {
	var group sync.WaitGroup
	for range receivers {
		group.Go(func() {
			for ctx.Err() == nil {
				receiveUploads(ctx, config)
				config.Store.ArrivedUploads(ctx)
			}
		})
	}
	group.Wait()
}

// receiveUploads takes in what is there. What fails is left for later, when it is tried again.
func receiveUploads(ctx context.Context, config Config) {
	for ctx.Err() == nil {
		worked, err := config.Store.ReceiveUpload(ctx, config.address().String())
		if err != nil {
			config.Log.ErrorContext(ctx, "an upload could not be received", "error", err)
		}
		if !worked {
			return
		}
	}
}
