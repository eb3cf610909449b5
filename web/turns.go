package web

import (
	"context"
	"net/http"
	"strings"
	"sync"

	"github.com/labstack/echo/v4"

	"green500/handlers"
)

// mostWaiting is how many requests of one person wait for a turn. A browser asks for a few at a time.
const mostWaiting = 256

var errWaiting = echo.NewHTTPError(http.StatusTooManyRequests,
	"Too many of your requests are waiting; send this again when some of them are answered.")

// turns lets so many answers be made at a time, in the order in which they were asked for. One person holds a part of
// the turns, and does not keep those behind them waiting for more: who holds their part does not wait with the others.
type turns struct {
	held   chan struct{}
	mutex  sync.Mutex
	askers map[string]*asker // who hold turns, or wait for some
}

type asker struct {
	held     chan struct{}
	requests int // with a turn, or waiting
}

func newTurns(all int) *turns {
	return &turns{held: make(chan struct{}, all), askers: map[string]*asker{}}
}

const personMark = "person "

func whoAsks(c echo.Context) string {
	if user, ok := handlers.Viewer(c); ok {
		return personMark + handlers.Text(user.ID)
	}
	return "network " + handlers.Network(c.RealIP())
}

// join counts a request of somebody. A person holds a quarter of the turns, and a network, which may be that of many,
// half of them.
func (t *turns) join(who string) (*asker, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	a := t.askers[who]
	if a == nil {
		part := 2
		if strings.HasPrefix(who, personMark) {
			part = 4
		}
		a = &asker{held: make(chan struct{}, max(1, cap(t.held)/part))}
		t.askers[who] = a
	}
	if a.requests >= cap(a.held)+mostWaiting {
		return nil, errWaiting
	}
	a.requests++
	return a, nil
}

// take waits for a turn, which the returned function gives back. It fails as the context does, or with errWaiting.
func (t *turns) take(ctx context.Context, who string) (end func(), err error) {
	a, err := t.join(who)
	if err != nil {
		return nil, err
	}
	var taken []chan struct{}
	end = func() {
		for _, held := range taken {
			<-held
		}
		t.mutex.Lock()
		defer t.mutex.Unlock()
		if a.requests--; a.requests == 0 {
			delete(t.askers, who)
		}
	}
	for _, held := range []chan struct{}{a.held, t.held} {
		select {
		case held <- struct{}{}:
			taken = append(taken, held)
		case <-ctx.Done():
		}
		if ctx.Err() != nil {
			end()
			return nil, ctx.Err()
		}
	}
	return end, nil
}
