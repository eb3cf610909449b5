package web

import (
	"io"
	"net/http"
	"runtime"
	"sync"

	"github.com/labstack/echo/v4"

	"green500/handlers"
	"green500/store"
)

// How many answers are made at a time for each core: a page of a long list takes two megabytes until packed.
const (
	answersPerCore = 4
	slowPerCore    = 16 // of those that wait for something else, such as a turn of grading
	logsPerCore    = 2  // of pages for which a whole log is read
)

type concurrency struct {
	people             *store.Store
	answers, slow, log *turns
}

func newConcurrency(people *store.Store) *concurrency {
	cores := runtime.GOMAXPROCS(0)
	return &concurrency{people, newTurns(answersPerCore * cores), newTurns(slowPerCore * cores),
		newTurns(logsPerCore * cores)}
}

// of returns the turns of a request: answers that wait or take long have their own, so that no page waits.
func (l *concurrency) of(c echo.Context) *turns {
	switch c.Path() {
	case "/submissions/:id/verdict", "/submissions/:id/edit",
		"/submissions/:id/steps/:stage", // which wait for a turn of grading
		"/submissions/:id":              // which waits until the audit log holds that somebody looked
		return l.slow
	case "/submissions/:id/log", "/submissions/:id/steps/files": // for which whole logs are read
		return l.log
	}
	return l.answers
}

// limit has answers made a few at a time. To send an answer takes no turn: however slowly somebody reads, nobody waits
// for them. A request that brings something takes its turn when its page is drawn, so that nobody waits for those who
// send.
func (l *concurrency) limit(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		from, who := l.of(c), whoAsks(c)
		held := &heldAnswer{ResponseWriter: c.Response().Writer, most: mostHeld, scratch: l.people.Blobs().Scratch,
			end: func() {}}
		take := sync.OnceValue(func() error {
			// the server sees that a client left only after the whole request was read
			if body := c.Request().Body; body != nil {
				_, _ = io.CopyN(io.Discard, body, mostRest)
			}
			end, err := from.take(c.Request().Context(), who)
			if err == nil {
				held.end = sync.OnceFunc(end)
			}
			return err
		})
		if c.Request().Method == http.MethodGet {
			defer l.people.BeginRequest()()
			if err := take(); err != nil {
				return err
			}
		}
		c.Set(handlers.TurnKey, take)
		defer func() {
			held.end()
			_ = held.drop() // nothing in it is needed any more
			c.Set(handlers.TurnKey, nil)
			c.Response().Writer = held.ResponseWriter // where the page of an error goes
		}()
		c.Response().Writer = held
		if err := next(c); err != nil {
			return err // nothing is sent that was held back
		}
		return held.send()
	}
}

// mostRest bounds what is read of a body that nobody needs.
const mostRest = 64 << 10
