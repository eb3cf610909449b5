package backup

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"net/url"
	"path"
	"path/filepath"
	"strings"
	"time"

	"green500/migrations"
	"green500/store/database"
	"green500/validation/power"
)

// Identity tells installations apart: 32 hexadecimal digits.
type Identity string

// Name is short and tells installations apart for people.
func (i Identity) Name() string {
	const digits = 12
	return string(i[:min(digits, len(i))])
}

// identity reads the identifier of an installation. It fails for the database of a version before 1.0.
func (i Installation) identity(ctx context.Context) (own Identity, err error) {
	err = i.withPool(func(pool *sql.DB) error {
		if err := database.Check(ctx, pool); err != nil {
			return err
		}
		return pool.QueryRowContext(ctx, "SELECT identifier FROM installation").Scan(&own)
	})
	return own, err
}

func (i Installation) withPool(work func(*sql.DB) error) error {
	pool, err := openPool(i.Database)
	if err != nil {
		return err
	}
	return errors.Join(work(pool), pool.Close())
}

func openPool(at string) (*sql.DB, error) {
	if database.DialectOf(at) == migrations.SQLite {
		return sql.Open("sqlite", sqliteFile(at))
	}
	pool, err := sql.Open("pgx", at)
	if err != nil {
		return nil, errUnreadableURL
	}
	return pool, nil
}

func (i Installation) place() string {
	if database.DialectOf(i.Database) == migrations.SQLite {
		if absolute, err := filepath.Abs(i.Database); err == nil {
			return absolute
		}
		return i.Database
	}
	address, err := url.Parse(i.Database)
	if err != nil {
		return ""
	}
	return "the database " + path.Base(address.Path) + " at " + address.Host
}

// note has the installation know of a backup, and returns what an earlier one found that this one does not end: only a
// verification that finds nothing does, since a backup without one takes over what is damaged.
func (i Installation) note(ctx context.Context, m Making, verified bool, unsound *power.InputError) (
	unresolved string, err error) {
	err = i.withPool(func(pool *sql.DB) error {
		set, values := "backup_at = $1", []any{m.Now.UnixMicro()}
		switch {
		case unsound != nil:
			set += ", backup_failure = $2"
			values = append(values, (&power.InputError{File: unsound.File, Problem: unsound.Problem}).Error())
		case verified:
			set += ", backup_failure = ''"
		default:
			kept, err := listOf(ctx, pool, "SELECT backup_failure FROM installation")
			if err != nil {
				unresolved = "what earlier backups found cannot be read"
				return fmt.Errorf("read what earlier backups found: %w", err)
			}
			unresolved = strings.Join(kept, "")
		}
		if verified {
			set += ", backup_verified_at = $1"
		}
		if _, err := pool.ExecContext(ctx, "UPDATE installation SET "+set, values...); err != nil {
			return fmt.Errorf("note the backup: %w", err)
		}
		return nil
	})
	return unresolved, err
}

// becomeCopy gives a database that was restored an identifier of its own, and has it hold its mail: what waits in it
// was probably sent by the installation that it is of.
func becomeCopy(ctx context.Context, pool *sql.DB, now time.Time) (own Identity, err error) {
	const bytes = 16
	random := make([]byte, bytes)
	if _, err := rand.Read(random); err != nil {
		return "", err
	}
	own = Identity(hex.EncodeToString(random))
	const statement = "UPDATE installation " +
		"SET identifier = $1, mail_held_at = $2, backup_at = NULL, backup_verified_at = NULL, backup_failure = ''"
	if _, err := pool.ExecContext(ctx, statement, string(own), now.UnixMicro()); err != nil {
		return "", fmt.Errorf("have the copy hold its mail: %w", err)
	}
	return own, nil
}
