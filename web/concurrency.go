package web

import (
	"bytes"
	"net/http"
	"runtime"
	"sync"

	"github.com/labstack/echo/v4"

	"green500/store"
)

// answersPerCore is how many answers are made at a time for each core. A page of a long list takes two megabytes until it is packed:
// where hundreds ask at once it would be hundreds of them, and no page would be ready the sooner.
const answersPerCore = 4

// mostHeld is the longest answer that is made before any of it is sent. What is longer, such as a file, is sent as it is made.
const mostHeld = 512 << 10

// unlimitedRoutes is the one table of addresses to look at which takes no turn, and why.
func unlimitedRoutes() map[string]string {
	return map[string]string{
		"/submissions/:id/verdict": "waits for a turn of its own, that of grading",
		"/submissions/:id/edit":    "likewise",
		"/submissions/:id":         "waits until the audit log holds that somebody looked",
	}
}

// limitConcurrency has answers made a few at a time, in the order in which they were asked for. To send an answer takes no turn: however
// slowly somebody reads, nobody waits for them. Requests that bring something take none either: they wait for those who send.
func limitConcurrency(people *store.Store) echo.MiddlewareFunc {
	turns, free := make(chan struct{}, answersPerCore*runtime.GOMAXPROCS(0)), unlimitedRoutes()
	return func(next echo.HandlerFunc) echo.HandlerFunc {
		return func(c echo.Context) error {
			if c.Request().Method != http.MethodGet {
				return next(c)
			}
			if _, out := free[c.Path()]; out {
				return next(c)
			}
			answered := people.BeginRequest()
			defer answered()
			select {
			case turns <- struct{}{}:
			case <-c.Request().Context().Done():
				return c.Request().Context().Err()
			}
			to := c.Response().Writer
			held := &heldAnswer{ResponseWriter: to, end: sync.OnceFunc(func() { <-turns; answered() })}
			defer func() {
				held.end()
				c.Response().Writer = to // where the page of an error goes
			}()
			c.Response().Writer = held
			if err := next(c); err != nil {
				return err // nothing is sent that was held back
			}
			return held.send()
		}
	}
}

// heldAnswer holds an answer back until it is made, or too long.
type heldAnswer struct {
	http.ResponseWriter
	status  int
	text    bytes.Buffer
	sending bool
	end     func() // of the turn
}

// WriteHeader notes the status.
func (a *heldAnswer) WriteHeader(status int) {
	if a.sending {
		a.ResponseWriter.WriteHeader(status)
	} else if a.status == 0 {
		a.status = status
	}
}

// Write takes a part of the answer. It fails as the network does.
func (a *heldAnswer) Write(part []byte) (int, error) {
	if !a.sending && a.text.Len()+len(part) <= mostHeld {
		return a.text.Write(part)
	}
	if err := a.send(); err != nil {
		return 0, err
	}
	return a.ResponseWriter.Write(part)
}

// Flush sends what there is. What cannot be sent is told by the next part that is written.
func (a *heldAnswer) Flush() {
	if a.send() == nil {
		_ = http.NewResponseController(a.ResponseWriter).Flush()
	}
}

// Unwrap is where deadlines are set.
func (a *heldAnswer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// send ends the turn and sends what was held back; what follows goes through.
func (a *heldAnswer) send() error {
	if a.sending {
		return nil
	}
	a.sending = true
	a.end()
	if a.status != 0 {
		a.ResponseWriter.WriteHeader(a.status)
	}
	if a.text.Len() == 0 {
		return nil
	}
	_, err := a.ResponseWriter.Write(a.text.Bytes())
	a.text = bytes.Buffer{}
	return err
}
