package main

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// wire is the network between two processes, which can be cut, refuse and be slow.
type wire struct {
	listener net.Listener
	to       string
	refuses  atomic.Bool
	silent   atomic.Bool  // holds what it was given
	delay    atomic.Int64 // nanoseconds before each piece that travels
	budget   atomic.Int64 // bytes after which every connection breaks; below zero there is no bound
	mutex    sync.Mutex
	open     map[net.Conn]bool
}

// newWire lays a wire to an address, which is taken away when the test ends.
func newWire(t *testing.T, to string) *wire {
	t.Helper()
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	must(t, err)
	w := &wire{listener: listener, to: to, open: map[net.Conn]bool{}}
	w.budget.Store(-1)
	var carrying sync.WaitGroup
	carrying.Go(func() {
		for {
			from, err := listener.Accept()
			if err != nil {
				return
			}
			carrying.Go(func() { w.connect(from) })
		}
	})
	t.Cleanup(func() { _ = listener.Close(); w.silent.Store(false); w.cut(); carrying.Wait() })
	return w
}

func (w *wire) address() string { return w.listener.Addr().String() }

// connect carries bytes both ways until either side ends or the wire breaks.
func (w *wire) connect(from net.Conn) {
	defer func() { _ = from.Close() }()
	if w.refuses.Load() {
		return
	}
	to, err := new(net.Dialer).DialContext(context.Background(), "tcp", w.to)
	if err != nil {
		return
	}
	defer func() { _ = to.Close() }()
	w.mutex.Lock()
	w.open[from], w.open[to] = true, true
	w.mutex.Unlock()
	ended := make(chan struct{}, 2)
	for _, way := range [][2]net.Conn{{from, to}, {to, from}} {
		go func() {
			w.carry(way[0], way[1])
			ended <- struct{}{}
		}()
	}
	<-ended
	_, _ = from.Close(), to.Close()
	<-ended
	w.mutex.Lock()
	delete(w.open, from)
	delete(w.open, to)
	w.mutex.Unlock()
}

// carry moves bytes one way. A wire that breaks does so in the middle of what it carries.
func (w *wire) carry(from, to net.Conn) {
	piece := make([]byte, 32<<10)
	for {
		n, err := from.Read(piece)
		if pause := time.Duration(w.delay.Load()); pause > 0 {
			time.Sleep(pause)
		}
		for w.silent.Load() {
			time.Sleep(time.Millisecond)
		}
		if w.budget.Load() >= 0 && w.budget.Add(int64(-n)) < 0 {
			_, _ = to.Write(piece[:n/2])
			return
		}
		if _, failed := to.Write(piece[:n]); failed != nil || err != nil && !errors.Is(err, io.EOF) || err != nil {
			return
		}
	}
}

// cut ends every connection there is.
func (w *wire) cut() {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	for one := range w.open {
		_ = one.Close()
	}
}

// heal has the wire carry everything at once again. What broke stays broken.
func (w *wire) heal() {
	broke := w.budget.Swap(-1) >= 0
	mute := w.silent.Swap(false)
	if w.refuses.Swap(false) || broke || mute || w.delay.Swap(0) > 0 {
		w.cut() // whoever waits on it finds out now
	}
}

// cuts are the ways in which a wire fails, until it is healed.
func (w *wire) cuts() map[string]func(chance *rand.Rand) {
	const mostBytes, longest = 20_000, 60 * time.Millisecond
	return map[string]func(*rand.Rand){
		"cut":        func(*rand.Rand) { w.cut() },
		"mid-flight": func(chance *rand.Rand) { w.budget.Store(chance.Int64N(mostBytes)) },
		"refused":    func(*rand.Rand) { w.refuses.Store(true); w.cut() },
		"silent":     func(*rand.Rand) { w.silent.Store(true) },
		"slow":       func(chance *rand.Rand) { w.delay.Store(chance.Int64N(int64(longest))) },
	}
}
