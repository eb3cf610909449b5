package database_test

import (
	"errors"
	"sync"
	"sync/atomic"
	"testing"

	"green500/store/database"
)

// flusher waits for a disk.
func flusher(disk func() error) (wait func() error) { return (&database.Flusher{Flush: disk}).Wait }

// TestNothingIsConfirmedBeforeTheDiskWasAskedForIt: a commit while the disk syncs for others waits for the next sync.
func TestNothingIsConfirmedBeforeTheDiskWasAskedForIt(t *testing.T) {
	var committed, onDisk, asked atomic.Int64
	wait := flusher(func() error {
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
	wait := flusher(func() error {
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
