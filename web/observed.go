package web

import (
	"net/http"
	"time"
)

// Observed describes a request that was answered, for metrics. It names nobody.
type Observed struct {
	Route    string // as the table of routes has it; see KeptRoute and NoRoute
	Method   string
	Status   int
	Took     time.Duration
	Received int64 // bytes of the body, as far as the request says them beforehand
}

const (
	// KeptRoute stands for whatever was answered from the kept pages.
	KeptRoute = "kept"
	// NoRoute stands for addresses that no route answers.
	NoRoute = "none"
)

// observe reports a request to the metrics; path is what the router made of its address.
func (c Config) observe(r *http.Request, path string, status int, took time.Duration) {
	if c.Observe == nil {
		return
	}
	if path == "" || path == "/*" {
		path = NoRoute
	}
	c.Observe(r.Context(), Observed{Route: path, Method: r.Method, Status: status, Took: took, Received: max(0, r.ContentLength)})
}

func (c Config) begun(answer http.Handler) http.Handler {
	if c.Begin == nil {
		return answer
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, end := c.Begin(r)
		defer end()
		answer.ServeHTTP(w, r.WithContext(ctx))
	})
}
