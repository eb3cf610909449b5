// This file owns handing an upload from one writer to the next.

package uploads

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"gorm.io/gorm"

	"green500/store/blobs"
	"green500/store/database"
	"green500/store/jobs"
	"green500/store/recorded"
)

const (
	writerTerm  = 30 * time.Second       // after which a server that died no longer writes
	writerLook  = 500 * time.Millisecond // between two looks whether somebody else wants to go on
	writerDead  = 3 * writerLook         // after which a writer who did not see that somebody waits is taken for dead
	writerPause = 100 * time.Millisecond // between two tries to take over
)

// holdUpload makes the caller the only one who writes to an upload, at this server and at all others. The previous
// writer is made to break off, as by uploadDesk.hold. The context ends when the next one wants to write. It returns
// ErrBusy if the other does not break off or the next one came before this one could begin, and ErrNotFound if there is
// no such upload.
func (s *Uploads) holdUpload(ctx context.Context, id string) (held context.Context, release func(), err error) {
	held, leave, err := s.desk.hold(ctx, id)
	if err != nil {
		return nil, nil, err
	}
	writer := rand.Text()
	if err := s.becomeWriter(held, id, writer); err != nil {
		if held.Err() != nil { // which may have come too late to keep it from being entered
			s.releaseWriter(ctx, id, writer)
		}
		if held.Err() != nil && ctx.Err() == nil {
			err = errors.Join(blobs.ErrBusy, err)
		}
		leave()
		if blobs.NoRoom(err) { // then nobody can write at all, and a request for how much there is gets an answer
			return s.desk.hold(ctx, id)
		}
		return nil, nil, err
	}
	watched, stop := context.WithCancel(held)
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.renewWriter(watched, stop, id, writer)
	}()
	return watched, func() {
		stop()
		<-done
		s.releaseWriter(ctx, id, writer)
		leave()
	}, nil
}

// releaseWriter ends the term of a writer. If that fails, the next writer waits for the end of the term.
func (s *Uploads) releaseWriter(ctx context.Context, id, writer string) {
	_ = s.changeWriter(context.WithoutCancel(ctx), map[string]any{"writer": "", "heir": ""},
		"id = ? AND writer = ?", id, writer)
}

// becomeWriter waits until an upload has no writer, and enters a new one. A writer whose server was killed does not
// answer: who waits takes over soon, before the term ends. If that writer lives after all, the piece itself takes bytes
// of one of them only.
func (s *Uploads) becomeWriter(ctx context.Context, id, writer string) error {
	timer := time.NewTimer(releaseTime)
	defer timer.Stop()
	var asked bool
	var waited time.Duration // since the other writer was asked
	for {
		now := s.db.Now()
		free := "writer = '' OR writer_until <= ? OR writer_until > ?"
		values := []any{id, now.UnixMicro(), database.TooFarAhead(now, writerTerm)}
		if asked && waited > writerDead {
			free, values = free+" OR heir = ?", append(values, writer)
		}
		mine := map[string]any{"writer": writer, "writer_until": now.Add(writerTerm).UnixMicro(), "heir": ""}
		if err := s.changeWriter(ctx, mine, "id = ? AND ("+free+")", values...); !database.IsNotFound(err) {
			return err
		}
		if !asked {
			if err := s.changeWriter(ctx, map[string]any{"heir": writer}, "id = ?", id); err != nil {
				return err
			}
			asked = true
		}
		select {
		case <-time.After(writerPause):
			waited += writerPause
		case <-timer.C:
			return blobs.ErrBusy
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// changeWriter returns ErrNotFound if no upload fits the condition.
func (s *Uploads) changeWriter(ctx context.Context, changes map[string]any, condition string, values ...any) error {
	return s.db.Transact(recorded.WithRoutine(ctx, recorded.RoutineArrival), func(tx *gorm.DB) error {
		return database.UpdatedOne(tx.Model(&UploadRow{}).Where(condition, values...).Updates(changes))
	})
}

// renewWriter renews the term of a writer until the context ends, and stops them if somebody else wants to go on, or
// does already.
func (s *Uploads) renewWriter(ctx context.Context, stop func(), id, writer string) {
	tick := time.NewTicker(writerLook)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		row, err := uploadByID(s.db.Query(ctx), id)
		until := s.db.Now().Add(writerTerm)
		switch {
		case err == nil && row.Writer == writer && row.Heir == "":
			if database.FromMicro(row.WriterUntil).Sub(s.db.Now()) < writerTerm/2 {
				err = s.changeWriter(ctx, map[string]any{"writer_until": until.UnixMicro()},
					"id = ? AND writer = ?", id, writer)
			}
		case err == nil:
			err = jobs.ErrLost
		}
		// A database that is away for a moment is no reason to break off before the term ends.
		if errors.Is(err, jobs.ErrLost) || database.IsNotFound(err) {
			stop()
			return
		}
	}
}
