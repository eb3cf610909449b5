// Package inuse has the locks of servers and commands on an installation: a server holds a shared lock while it runs,
// and a command that must be alone an exclusive one. A lock ends with its process. For SQLite it is on a file beside
// the database; for PostgreSQL it is an advisory lock of a connection of its own.
package inuse

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver "pgx"

	"green500/migrations"
	"green500/store/database"
	"green500/validation/power"
)

// lockSuffix ends the name of the lock beside an SQLite database.
const lockSuffix = ".lock"

// advisoryKey is the number of the lock in a PostgreSQL database. Locks of other databases of the server do not count.
const advisoryKey = 0x67726e353030 // "grn500"

// Serve holds the lock of a server until the returned function is called. It returns a *power.InputError while a
// command is alone with the database. If the connection to PostgreSQL is lost, the lock is taken again as soon as
// possible.
func Serve(ctx context.Context, at string, log *slog.Logger) (end func(), err error) {
	busy := &power.InputError{File: shown(at), Problem: "green500 migrate-store is copying this installation",
		Remedy: "start the server when it has ended"}
	if database.DialectOf(at) == migrations.SQLite {
		return holdFile(at, Shared, busy)
	}
	first, err := holdAdvisory(ctx, at, "SELECT pg_try_advisory_lock_shared($1)", busy)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var holding sync.WaitGroup
	holding.Go(func() { keepAdvisory(ctx, at, first, log) })
	return func() { cancel(); holding.Wait() }, nil
}

// Alone holds the lock of a command that must be alone with a database, until the returned function is called. It
// returns a *power.InputError while a server runs on it.
func Alone(ctx context.Context, at string) (end func(), err error) {
	busy := &power.InputError{File: shown(at), Problem: "a server is running on this installation",
		Remedy: "stop it first: what it takes in during the copy would be lost"}
	if database.DialectOf(at) == migrations.SQLite {
		return holdFile(at, Exclusive, busy)
	}
	held, err := holdAdvisory(ctx, at, "SELECT pg_try_advisory_lock($1)", busy)
	if err != nil {
		return nil, err
	}
	return held.end, nil
}

// shown is the name of a database for people; the URL of PostgreSQL may contain a password.
func shown(at string) string {
	if database.DialectOf(at) == migrations.SQLite {
		return at
	}
	return "the database"
}

func holdFile(at string, kind LockKind, busy error) (end func(), err error) {
	lock, err := HoldFile(at+lockSuffix, kind)
	switch {
	case errors.Is(err, ErrHeld):
		return nil, busy
	case errors.Is(err, errors.ErrUnsupported), errors.Is(err, os.ErrPermission), errors.Is(err, os.ErrNotExist):
		// nobody can tell; who opens the database says what is wrong
		return func() {}, nil
	case err != nil:
		return nil, err
	}
	return func() { _ = lock.Release() }, nil
}

// advisory is a connection that holds a lock.
type advisory struct {
	pool *sql.DB
	conn *sql.Conn
}

// unlockTime is how long giving the lock back may take. A server that does not answer gives it up with the connection.
const unlockTime = time.Second

// end gives the lock back and closes the connection. PostgreSQL notices some time later that a connection is closed:
// until then it would keep the lock.
func (a advisory) end() {
	ctx, cancel := context.WithTimeout(context.Background(), unlockTime)
	defer cancel()
	_, err := a.conn.ExecContext(ctx, "SELECT pg_advisory_unlock_all()")
	_ = errors.Join(err, a.conn.Close(), a.pool.Close())
}

func holdAdvisory(ctx context.Context, at, query string, busy error) (advisory, error) {
	pool, err := sql.Open("pgx", at)
	if err != nil {
		return advisory{}, errors.New("the postgres:// URL of the database cannot be read") // the password is in it
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return advisory{}, errors.Join(fmt.Errorf("lock the database: %w", err), pool.Close())
	}
	held := advisory{pool, conn}
	var got bool
	if err := conn.QueryRowContext(ctx, query, int64(advisoryKey)).Scan(&got); err != nil {
		held.end()
		return advisory{}, fmt.Errorf("lock the database: %w", err)
	}
	if !got {
		held.end()
		return advisory{}, busy
	}
	return held, nil
}

// lockInterval is the time between two looks at whether the lock is still held.
const lockInterval = 10 * time.Second

// keepAdvisory holds a lock until the context ends, by a new connection if the one before was lost.
func keepAdvisory(ctx context.Context, at string, held advisory, log *slog.Logger) {
	ticker := time.NewTicker(lockInterval)
	defer ticker.Stop()
	alive := true
	for {
		select {
		case <-ctx.Done():
			if alive {
				held.end()
			}
			return
		case <-ticker.C:
		}
		if alive && held.conn.PingContext(ctx) == nil {
			continue
		}
		if alive {
			held.end()
		}
		again, err := holdAdvisory(ctx, at, "SELECT pg_try_advisory_lock_shared($1)",
			errors.New("green500 migrate-store is copying the installation"))
		if held, alive = again, err == nil; !alive && ctx.Err() == nil {
			log.WarnContext(ctx, "other commands cannot see that this server runs", "error", err)
		}
	}
}
