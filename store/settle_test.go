package store_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"green500/store"
	"green500/store/storetest"
	"green500/validation/review"
)

// TestNothingIsConfirmedBeforeTheDiskWasAskedForIt: whoever commits while the disk is asked for others waits until it is asked again.
func TestNothingIsConfirmedBeforeTheDiskWasAskedForIt(t *testing.T) {
	var committed, onDisk, asked atomic.Int64
	wait := store.Settling(func() error {
		asked.Add(1)
		onDisk.Store(committed.Load())
		return nil
	})
	const people, changes = 50, 40
	var group sync.WaitGroup
	for range people {
		group.Go(func() {
			for range changes {
				mine := committed.Add(1)
				if err := wait(); err != nil || onDisk.Load() < mine {
					t.Errorf("change %d was confirmed when %d were on the disk: %v", mine, onDisk.Load(), err)
				}
			}
		})
	}
	group.Wait()
	if asked.Load() == 0 || asked.Load() > people*changes {
		t.Errorf("the disk was asked %d times for %d changes", asked.Load(), people*changes)
	}
}

// TestThoseWhoComeWhileTheDiskIsAskedShareTheNextAnswer: however many they are.
func TestThoseWhoComeWhileTheDiskIsAskedShareTheNextAnswer(t *testing.T) {
	begun, answer := make(chan struct{}, 3), make(chan error)
	wait := store.Settling(func() error {
		begun <- struct{}{}
		return <-answer
	})
	failed := errors.New("the disk is gone")
	var first, others sync.WaitGroup
	first.Go(func() {
		if err := wait(); err != nil {
			t.Error(err)
		}
	})
	<-begun
	const many = 100
	entered := make(chan struct{}, many)
	for range many {
		others.Go(func() {
			entered <- struct{}{}
			if err := wait(); !errors.Is(err, failed) {
				t.Errorf("got %v", err)
			}
		})
	}
	for range many {
		<-entered
	}
	answer <- nil
	first.Wait()
	over := make(chan struct{})
	go func() {
		defer close(over)
		others.Wait()
	}()
	rounds := 0
	for waiting := true; waiting; {
		select {
		case <-begun:
			rounds++
		case answer <- failed:
		case <-over:
			waiting = false
		}
	}
	if rounds == 0 || rounds == many {
		t.Errorf("the disk was asked %d times for %d", rounds, many)
	}
}

// TestEveryChangeOfSQLiteIsOnTheDisk: in a transaction and outside of one.
func TestEveryChangeOfSQLiteIsOnTheDisk(t *testing.T) {
	s := storetest.Open(t, store.Config{Database: storetest.SQLite(t)})
	asked := store.CountSettlings(s)
	for name, change := range map[string]func() error{
		"a transaction": func() error {
			_, err := store.InsertUser(t.Context(), s, store.NewUser{Email: "a@example.org", Name: "A", Role: review.Submitter})
			return err
		},
		"a statement of its own": func() error {
			_, err := s.Sessions().DeleteExpired(t.Context())
			return err
		},
	} {
		before := asked.Load()
		if err := change(); err != nil || asked.Load() == before {
			t.Errorf("%s: the disk was not asked: %v", name, err)
		}
	}
}
