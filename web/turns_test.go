package web

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"
)

// TestOnePersonHoldsAQuarterOfTheTurns: a person who asks most often keeps nobody else waiting.
func TestOnePersonHoldsAQuarterOfTheTurns(t *testing.T) {
	turns := newTurns(8)
	busy, taken := personMark+"1", make(chan struct{}, 100)
	for range 20 {
		go func() {
			if turns.take(t.Context(), busy) == nil {
				taken <- struct{}{}
			}
		}()
	}
	<-taken
	<-taken
	time.Sleep(50 * time.Millisecond)
	if len(taken) != 0 {
		t.Errorf("one person holds %d turns more than a quarter", len(taken))
	}
	for i := range 6 {
		if err := turns.take(t.Context(), fmt.Sprint(personMark, 2+i)); err != nil {
			t.Fatal(err)
		}
	}
	next := make(chan error, 1)
	go func() { next <- turns.take(t.Context(), personMark+"9") }()
	time.Sleep(50 * time.Millisecond)
	turns.end(personMark + "2")
	if err := <-next; err != nil {
		t.Error(err)
	}
	turns.end(busy)
	<-taken // the next one of the same person
}

// TestTurnsOfThoseWhoLeftGoOn: nobody who left holds a turn, or a place in the queue.
func TestTurnsOfThoseWhoLeftGoOn(t *testing.T) {
	turns := newTurns(2)
	if err := turns.take(t.Context(), "network a"); err != nil {
		t.Fatal(err)
	}
	for range 1000 {
		ctx, leave := context.WithCancel(t.Context())
		left := make(chan error, 1)
		go func() { left <- turns.take(ctx, "network a") }()
		leave()
		if err := <-left; !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
	}
	turns.end("network a")
	turns.mutex.Lock()
	defer turns.mutex.Unlock()
	if turns.free != 2 || len(turns.held)+len(turns.waits)+len(turns.waiting) > 0 {
		t.Errorf("%d of 2 turns are free; %v hold some, %v wait", turns.free, turns.held, turns.waits)
	}
}

// TestTooManyWaiting: what one person has waiting takes bounded room.
func TestTooManyWaiting(t *testing.T) {
	turns := newTurns(2)
	ctx, leave := context.WithCancel(t.Context())
	defer leave()
	refused := make(chan error, 2*mostWaiting)
	for range mostWaiting + 10 {
		go func() { refused <- turns.take(ctx, personMark+"1") }()
	}
	for range 10 {
		select {
		case err := <-refused:
			if err != nil && !errors.Is(err, errWaiting) {
				t.Error(err)
			}
		case <-time.After(5 * time.Second):
			t.Fatal("everybody waits")
		}
	}
}
