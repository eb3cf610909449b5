// This file owns whose turn it is to grade a draft.

package drafts

import (
	"context"
	"sync"

	"green500/store/submissions"
)

// gradingTurns lets one request at a time grade an entry, and limits how many entries have their readings read at once.
type gradingTurns struct {
	mutex sync.Mutex
	taken map[int64]chan struct{} // closed when the grading of an entry ends
	slots chan struct{}
}

// gradingTurn is the turn of one entry. One goroutine uses and ends it.
type gradingTurn struct {
	of      *gradingTurns
	entryID int64
	works   bool // it has a slot
}

// take waits for the turn of an entry; waited reports that it was not there at once. It fails if ctx ends before.
func (t *gradingTurns) take(ctx context.Context, entryID int64) (taken *gradingTurn, waited bool, err error) {
	for ; ; waited = true {
		busy := t.claim(entryID)
		if busy == nil {
			return &gradingTurn{of: t, entryID: entryID}, waited, nil
		}
		select {
		case <-busy:
		case <-ctx.Done():
			return nil, waited, ctx.Err()
		}
	}
}

// work waits until readings may be looked at, which is so until the turn ends. It returns errWaited if that was not so
// at once, and fails if ctx ends before. A verdict for which no readings are looked at waits for nobody.
func (t *gradingTurn) work(ctx context.Context) error {
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
		return submissions.ErrWaited
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *gradingTurn) end() {
	if t.works {
		<-t.of.slots
	}
	t.of.leave(t.entryID)
}

// claim takes an entry, or returns a channel that is closed once its holder is done.
func (t *gradingTurns) claim(entryID int64) (busy chan struct{}) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if busy, taken := t.taken[entryID]; taken {
		return busy
	}
	t.taken[entryID] = make(chan struct{})
	return nil
}

func (t *gradingTurns) leave(entryID int64) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	close(t.taken[entryID])
	delete(t.taken, entryID)
}
