package backup

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"green500/migrations"
	"green500/store/database"
	"green500/validation/power"
)

// Identity tells installations apart: 32 hexadecimal digits. It is empty for an installation that no version with identifiers has
// started on, and for backups of those.
type Identity string

// Name is short and tells installations apart for people.
func (i Identity) Name() string {
	const digits = 12
	if i == "" {
		return "without an identifier"
	}
	return string(i[:min(digits, len(i))])
}

const installationTable = "installation"

// identity reads the identifier of an installation, whose database may be of an older version.
func (i Installation) identity(ctx context.Context) (own Identity, err error) {
	err = i.withPool(ctx, func(pool *sql.DB) error {
		found, err := listOf(ctx, pool, "SELECT identifier FROM installation")
		if err == nil && len(found) > 0 {
			own = Identity(found[0])
		}
		return err
	})
	return own, err
}

// withPool works on the database, unless it is of a version without the table of the installation.
func (i Installation) withPool(ctx context.Context, work func(*sql.DB) error) error {
	pool, err := openPool(i.Database)
	if err != nil {
		return err
	}
	names, err := tablesOf(ctx, pool, database.DialectOf(i.Database))
	if err == nil && slices.Contains(names, installationTable) {
		err = work(pool)
	}
	return errors.Join(err, pool.Close())
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

// place is where the database is, without a password.
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

// note has the installation know of a backup, and returns what an earlier one found that this one does not end: only a verification
// that finds nothing does, since a backup without one takes over what is damaged.
func (i Installation) note(ctx context.Context, m Making, verified bool, unsound *power.InputError) (unresolved string, err error) {
	err = i.withPool(ctx, func(pool *sql.DB) error {
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

// becomeCopy gives a database that was restored an identifier of its own, and has it hold its mail: what waits in it was probably
// sent by the installation that it is of.
func becomeCopy(ctx context.Context, pool *sql.DB, dialect migrations.Dialect, now time.Time) (own Identity, err error) {
	names, err := tablesOf(ctx, pool, dialect)
	if err != nil {
		return "", err
	}
	if !slices.Contains(names, installationTable) {
		if err := makeTable(ctx, pool, dialect); err != nil {
			return "", fmt.Errorf("have the copy hold its mail: %w", err)
		}
	}
	const bytes = 16
	random := make([]byte, bytes)
	if _, err := rand.Read(random); err != nil {
		return "", err
	}
	own = Identity(hex.EncodeToString(random))
	const statement = "UPDATE installation SET identifier = $1, mail_held_at = $2, backup_at = NULL, backup_verified_at = NULL, backup_failure = ''"
	if _, err := pool.ExecContext(ctx, statement, string(own), now.UnixMicro()); err != nil {
		return "", fmt.Errorf("have the copy hold its mail: %w", err)
	}
	return own, nil
}

// makeTable makes the table of the installation in a database from before there was one. The migration leaves it as it is.
func makeTable(ctx context.Context, pool *sql.DB, dialect migrations.Dialect) error {
	files, err := migrations.Files(dialect)
	if err != nil {
		return err
	}
	names, err := fs.Glob(files, "*_installation.sql")
	if err != nil || len(names) != 1 {
		return errors.Join(err, fmt.Errorf("%d migrations make the table", len(names)))
	}
	statements, err := fs.ReadFile(files, names[0])
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, string(statements))
	return err
}
