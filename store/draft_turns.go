// This file owns whose turn it is to grade a draft.

package store

import (
	"context"
	"errors"
	"sync"
)

// turns let one at a time grade an entry, and readings be looked at for only so many entries at once.
type turns struct {
	mutex sync.Mutex
	taken map[int64]chan struct{} // closed when the grading of an entry ends
	slots chan struct{}
}

func newTurns(atOnce int) *turns {
	return &turns{taken: map[int64]chan struct{}{}, slots: make(chan struct{}, atOnce)}
}

// turn is that of an entry. One goroutine uses it, and ends it.
type turn struct {
	of      *turns
	entryID int64
	works   bool // it has a slot
}

// take waits for the turn of an entry; waited tells that it was not there at once. It fails where ctx ends before.
func (t *turns) take(ctx context.Context, entryID int64) (taken *turn, waited bool, err error) {
	for ; ; waited = true {
		busy := t.claim(entryID)
		if busy == nil {
			return &turn{of: t, entryID: entryID}, waited, nil
		}
		select {
		case <-busy:
		case <-ctx.Done():
			return nil, waited, ctx.Err()
		}
	}
}

// errWaited says that somebody may have typed on while a turn was waited for.
var errWaited = errors.New("there was a wait for the turn to look at readings")

// work waits until readings may be looked at, which is so until the turn ends. It returns errWaited where that was not so at
// once, and fails where ctx ends before. A verdict for which no readings are looked at waits for nobody.
func (t *turn) work(ctx context.Context) error {
	if t.works {
		return nil
	}
	select {
	case t.of.slots <- struct{}{}:
		t.works = true
		return nil
	default:
	}
	select {
	case t.of.slots <- struct{}{}:
		t.works = true
		return errWaited
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *turn) end() {
	if t.works {
		<-t.of.slots
	}
	t.of.leave(t.entryID)
}

// claim takes an entry, or returns what tells that whoever has it is done.
func (t *turns) claim(entryID int64) (busy chan struct{}) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if busy, taken := t.taken[entryID]; taken {
		return busy
	}
	t.taken[entryID] = make(chan struct{})
	return nil
}

func (t *turns) leave(entryID int64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	close(t.taken[entryID])
	delete(t.taken, entryID)
}
