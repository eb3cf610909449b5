package web

import (
	"context"
	"net/http"
	"time"
)

// closeOnShutdown makes clients of a server that is about to stop take another connection next, which a proxy makes to another
// server.
func closeOnShutdown(stopping <-chan struct{}, next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-stopping:
			w.Header().Set("Connection", "close")
		default:
		}
		next.ServeHTTP(w, r)
	})
}

// Drained is a context that ends so long after another: a server goes on answering, while those who ask whether it is
// ready hear that it is not.
func Drained(ctx context.Context, drain time.Duration) (context.Context, context.CancelFunc) {
	longer, stop := context.WithCancel(context.WithoutCancel(ctx))
	context.AfterFunc(ctx, func() {
		timer := time.AfterFunc(drain, stop)
		context.AfterFunc(longer, func() { timer.Stop() })
	})
	return longer, stop
}
