// This file owns opening a store.

package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"green500/validation"
	"hash/maphash"
	"log/slog"
	"runtime"
	"time"

	"green500/store/blobs"
	"green500/store/database"
	"green500/store/secret"
	"green500/validation/power/cache"
)

// Open connects to the database and brings its schema up to date. It fails where the database
// cannot be reached, or was made by a newer version of the program or one before 1.0.
func Open(ctx context.Context, config Config) (*Store, error) {
	if config.Now == nil {
		config.Now = time.Now
	}
	if config.Log == nil {
		config.Log = slog.New(slog.DiscardHandler)
	}
	db, err := database.Open(ctx, config.Database, config.Log)
	if err != nil {
		return nil, err
	}
	if err := guard(db); err != nil {
		return nil, errors.Join(err, db.Pool.Close())
	}
	opened := &Store{
		sealedKinds: sealedKinds(),
		db:          db,
		blobs:       config.Blobs,
		clock:       config.Now,
		notice:      config.Notice,
		fieldName:   config.FieldName,
		reserve:     config.Reserve,
		trace:       config.Trace,
		transferred: &transferred{},
		hashing:     make(chan struct{}, runtime.GOMAXPROCS(0)),
		grading:     &gradingTurns{taken: map[int64]chan struct{}{}, slots: make(chan struct{}, max(1, runtime.GOMAXPROCS(0)-1))}, // a core is left to those who type
		desk:        &uploadDesk{writers: map[string]*pieceWriter{}, reading: map[string]*readProgress{}, arrived: make(chan struct{}, 1)},
		recentLooks: &recentLooks{at: map[look]time.Time{}},
		verdicts:    cache.New[[sha256.Size]byte, verdictKept](verdictRoom),
		reports:     &reportCache{cache.New[reportKey, *validation.Report](reportRoom), maphash.MakeSeed()},
	}
	if config.Trace != nil {
		opened.blobs = blobs.Traced(config.Blobs, config.Trace)
		if err := db.TraceStatements(config.Trace); err != nil {
			return nil, errors.Join(err, db.Pool.Close())
		}
	}
	opened.locked = secret.ErrMissing
	if config.Secret != nil {
		if err := opened.unlock(ctx, config.Secret); err != nil {
			return nil, errors.Join(err, db.Pool.Close())
		}
	}
	return opened, nil
}
