package web

import (
	"context"
	"net/http"
	"slices"
	"sync"

	"github.com/labstack/echo/v4"

	"green500/handlers"
)

// mostWaiting is how many requests of one person wait for a turn. A browser asks for a few at a time.
const mostWaiting = 256

// errWaiting is for those who ask for more.
var errWaiting = echo.NewHTTPError(http.StatusTooManyRequests, "Too many of your requests are waiting; send this again when some of them are answered.")

// turns lets so many answers be made at a time, in the order in which they were asked for. One person holds a part of the turns, and
// does not keep those behind them waiting for more.
type turns struct {
	mutex   sync.Mutex
	all     int
	free    int
	held    map[string]int // by person
	waits   map[string]int // likewise
	waiting []*waiter      // the first one first
}

// waiter is a request that waits for a turn.
type waiter struct {
	who   string
	ready chan struct{} // closed once it has one
}

func newTurns(all int) *turns {
	return &turns{all: all, free: all, held: map[string]int{}, waits: map[string]int{}}
}

// Who asks is a person, or a network of people who are not signed in.
const (
	personMark  = "person "
	networkMark = "network "
)

// whoAsks names the person of a request, or else their network.
func whoAsks(c echo.Context) string {
	if user, ok := handlers.Viewer(c); ok {
		return personMark + handlers.Text(user.ID)
	}
	return networkMark + handlers.Network(c.RealIP())
}

// share is how many turns somebody may hold: a person a quarter, and a network, which may be that of many, half of them.
func (t *turns) share(who string) int {
	if len(who) > len(personMark) && who[:len(personMark)] == personMark {
		return max(1, t.all/4)
	}
	return max(1, t.all/2)
}

// take waits for a turn. It fails as the context does, or with errWaiting.
func (t *turns) take(ctx context.Context, who string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	t.mutex.Lock()
	if t.free > 0 && t.held[who] < t.share(who) {
		t.free--
		t.held[who]++
		t.mutex.Unlock()
		return nil
	}
	if t.waits[who] >= mostWaiting {
		t.mutex.Unlock()
		return errWaiting
	}
	w := &waiter{who, make(chan struct{})}
	t.waiting = append(t.waiting, w)
	t.waits[who]++
	t.mutex.Unlock()
	select {
	case <-w.ready:
		return nil
	case <-ctx.Done():
	}
	t.leave(w)
	return ctx.Err()
}

// leave ends the waiting of a request that nobody waits for any more. A turn that it was given by then goes on to the next.
func (t *turns) leave(w *waiter) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	at := slices.Index(t.waiting, w)
	if at < 0 {
		t.pass(w.who)
		return
	}
	t.remove(at)
}

// remove takes a request out of the queue.
func (t *turns) remove(at int) {
	who := t.waiting[at].who
	t.waiting = slices.Delete(t.waiting, at, at+1)
	less(t.waits, who)
}

// less counts one down, and keeps no zero.
func less(counts map[string]int, who string) {
	if counts[who]--; counts[who] == 0 {
		delete(counts, who)
	}
}

// end gives a turn back.
func (t *turns) end(who string) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.pass(who)
}

// pass gives the turn of somebody to the first who may have one.
func (t *turns) pass(who string) {
	t.free++
	less(t.held, who)
	at := slices.IndexFunc(t.waiting, func(w *waiter) bool { return t.held[w.who] < t.share(w.who) })
	if at < 0 {
		return
	}
	next := t.waiting[at]
	t.remove(at)
	t.free--
	t.held[next.who]++
	close(next.ready)
}
