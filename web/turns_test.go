package web

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

// patience is how long a test waits for what must come.
const patience = 3 * time.Minute

// TestOnePersonHoldsAQuarterOfTheTurns: a person who asks most often keeps nobody else waiting.
func TestOnePersonHoldsAQuarterOfTheTurns(t *testing.T) {
	turns := newTurns(8)
	busy, taken := personMark+"1", make(chan func(), 100)
	for range 20 {
		go func() {
			if end, err := turns.take(t.Context(), busy); err == nil {
				taken <- end
			}
		}()
	}
	<-taken
	endOne := <-taken
	time.Sleep(50 * time.Millisecond)
	if len(taken) != 0 {
		t.Errorf("one person holds %d turns more than a quarter", len(taken))
	}
	var end func()
	for i := range 6 {
		var err error
		if end, err = turns.take(t.Context(), fmt.Sprint(personMark, 2+i)); err != nil {
			t.Fatal(err)
		}
	}
	next := make(chan error, 1)
	go func() {
		_, err := turns.take(t.Context(), personMark+"9")
		next <- err
	}()
	time.Sleep(50 * time.Millisecond)
	end()
	if err := <-next; err != nil {
		t.Error(err)
	}
	endOne()
	<-taken // the next one of the same person
}

// TestTurnsOfThoseWhoLeftGoOn: nobody who left holds a turn, or a place in the queue.
func TestTurnsOfThoseWhoLeftGoOn(t *testing.T) {
	turns := newTurns(2)
	end, err := turns.take(t.Context(), "network a")
	if err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		ctx, leave := context.WithCancel(t.Context())
		left := make(chan error, 1)
		go func() {
			_, err := turns.take(ctx, "network a")
			left <- err
		}()
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	end()
	if len(turns.held)+len(turns.askers) > 0 {
		t.Errorf("%d turns are held, by %v", len(turns.held), turns.askers)
	}
}

// TestTooManyWaiting: what one person has waiting takes bounded room.
func TestTooManyWaiting(t *testing.T) {
	turns := newTurns(2)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	refused := make(chan error, 2*mostWaiting)
	for range mostWaiting + 10 {
		go func() {
			_, err := turns.take(ctx, personMark+"1")
			refused <- err
		}()
	}
	for range 10 {
		select {
		case err := <-refused:
			if err != nil && !errors.Is(err, errWaiting) {
				t.Error(err)
			}
		case <-time.After(patience):
			t.Fatal("everybody waits")
		}
	}
}
