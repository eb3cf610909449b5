// This file owns which process writes to an upload at the moment.

package uploads

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"green500/store/blobs"
)

// uploadDesk is what one process knows of uploads beside the database: who writes to which piece, and
// how far reading is.
type uploadDesk struct {
	mutex   sync.Mutex
	writers map[string]*pieceWriter
	reading map[string]*readProgress
	arrived chan struct{} // of one place: taken if something is to be read
}

type pieceWriter struct {
	stop context.CancelFunc
	done chan struct{}
}

type readProgress struct {
	read  atomic.Int64
	total int64
}

const releaseTime = 10 * time.Second

// hold makes the caller the only one who writes to a piece. The previous writer is made to break off:
// most likely their connection is dead, and they have not noticed. The context ends when the next one
// wants to write. It returns ErrBusy if the other does not break off.
func (d *uploadDesk) hold(ctx context.Context, id string) (context.Context, func(), error) {
	held, stop := context.WithCancel(ctx)
	mine := &pieceWriter{stop, make(chan struct{})}
	timer := time.NewTimer(releaseTime)
	defer timer.Stop()
	for {
		before := d.enter(id, mine)
		if before == nil {
			break
		}
		before.stop()
		select {
		case <-before.done:
		case <-timer.C:
			stop()
			return nil, nil, blobs.ErrBusy
		case <-ctx.Done():
			stop()
			return nil, nil, ctx.Err()
		}
	}
	return held, func() {
		d.mutex.Lock()
		delete(d.writers, id)
		d.mutex.Unlock()
		stop()
		close(mine.done)
	}, nil
}

func (d *uploadDesk) enter(id string, mine *pieceWriter) *pieceWriter {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if before := d.writers[id]; before != nil {
		return before
	}
	d.writers[id] = mine
	return nil
}

func (d *uploadDesk) wake() {
	select {
	case d.arrived <- struct{}{}:
	default: // it is known already
	}
}

func (d *uploadDesk) begin(id string, total int64) (progress *readProgress, done func()) {
	progress = &readProgress{total: total}
	d.mutex.Lock()
	d.reading[id] = progress
	d.mutex.Unlock()
	return progress, func() {
		d.mutex.Lock()
		delete(d.reading, id)
		d.mutex.Unlock()
	}
}

func (d *uploadDesk) readOf(id string) (read, total int64) {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	progress := d.reading[id]
	if progress == nil {
		return 0, 0
	}
	return min(progress.read.Load(), progress.total), progress.total
}
