package backup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"

	"green500/migrations"
	"green500/store/blobs"
	"green500/store/database"
	"green500/validation/power"
)

// backup is one run.
type backup struct {
	of     Installation
	from   blobs.Repository // of its blobs
	out    string
	state  string                // name of the folder of this run
	files  map[string]backupFile // of which each is on the disk
	copied int
}

// copyAll copies everything and returns the path of the database. The order is what makes it whole: a blob is
// kept before a row names it and is never removed, so the blobs come after the rows. What is on its way becomes
// a blob and goes, so it is copied before the rows, and what arrived since, after them.
func (b *backup) copyAll(ctx context.Context) (database string, err error) {
	if err := b.copyPieces(ctx); err != nil {
		return "", fmt.Errorf("copy the uploads that are on their way: %w", err)
	}
	database, err = b.copyDatabase(ctx)
	if err != nil {
		return "", fmt.Errorf("copy the database: %w", err)
	}
	if err := b.copyBlobs(ctx); err != nil {
		return "", fmt.Errorf("copy the blobs: %w", err)
	}
	if err := b.copyPieces(ctx); err != nil {
		return "", fmt.Errorf("copy the uploads that are on their way: %w", err)
	}
	return database, nil
}

// dumpName is the file of the rows of a PostgreSQL database.
const dumpName = "green500.dump"

// copyDatabase copies the rows as they were at one moment.
func (b *backup) copyDatabase(ctx context.Context) (string, error) {
	name, write := "green500.db", b.copySQLite
	if database.DialectOf(b.of.Database) == migrations.PostgreSQL {
		name, write = dumpName, b.dumpPostgres
	}
	to := filepath.Join(b.out, b.state, name)
	if err := write(ctx, to); err != nil {
		return "", err
	}
	file, err := os.OpenFile(to, os.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	if err := errors.Join(file.Sync(), file.Close(), os.Chmod(to, 0o600)); err != nil {
		return "", err
	}
	at := path.Join(b.state, name)
	b.files[at], err = sumFile(ctx, to)
	return at, err
}

// copySQLite has SQLite itself write what one transaction sees, while others write on.
func (b *backup) copySQLite(ctx context.Context, to string) error {
	escaped := (&url.URL{Path: filepath.ToSlash(filepath.Clean(b.of.Database))}).EscapedPath()
	pool, err := sql.Open("sqlite", "file:"+escaped+"?mode=rw&_pragma=busy_timeout(10000)")
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, "VACUUM INTO ?", to)
	return errors.Join(err, pool.Close())
}

// dumpPostgres has PostgreSQL's own program write what one transaction sees.
func (b *backup) dumpPostgres(ctx context.Context, to string) error {
	return postgresProgram(ctx, "pg_dump", b.of.Database, "--format=custom", "--no-owner", "--no-privileges", "--file="+to)
}

// postgresProgram runs one of PostgreSQL's programs on a database. The password goes by the environment, since
// everybody on the machine sees the arguments.
func postgresProgram(ctx context.Context, name, database string, arguments ...string) error {
	found, err := exec.LookPath(name)
	if err != nil {
		return &power.InputError{Problem: name + " is not on this machine", Remedy: "install PostgreSQL's client programs, of the version of the server or later"}
	}
	address, err := url.Parse(database)
	if err != nil {
		return errors.New("the postgres:// URL of the database cannot be read") // the password is in it
	}
	password, _ := address.User.Password()
	if address.User != nil {
		address.User = url.User(address.User.Username())
	}
	command := exec.CommandContext(ctx, found, append(arguments, "--dbname="+address.String())...)
	if password != "" {
		command.Env = append(command.Environ(), "PGPASSWORD="+password)
	}
	if said, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("%s: %w: %s", name, err, strings.TrimSpace(string(said)))
	}
	return nil
}

// copyBlobs copies the blobs that are not in the backup yet. One that is there is not read again: its name is
// its digest, and the manifest says how it has to look.
func (b *backup) copyBlobs(ctx context.Context) error {
	folders, err := filepath.Glob(filepath.Join(b.out, backupBlobs, "*"))
	if err != nil {
		return err
	}
	if err := b.from.EachStored(ctx, func(one blobs.Stored) error { return b.copyBlob(ctx, one) }); err != nil {
		return err
	}
	for _, folder := range append(folders, filepath.Join(b.out, backupBlobs)) {
		if err := blobs.SyncFolder(folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

func (b *backup) copyBlob(ctx context.Context, one blobs.Stored) error {
	name := path.Join(backupBlobs, one.Name)
	to := filepath.Join(b.out, filepath.FromSlash(name))
	if known, there := b.files[name]; there {
		if info, err := os.Stat(to); err == nil && info.Size() == known.Size {
			return nil
		}
	}
	content, err := b.from.OpenStored(ctx, one.Name)
	if again, old := one.Repacked(); old && errors.Is(err, fs.ErrNotExist) { // it was just stored again
		return b.copyBlob(ctx, again)
	}
	if err != nil {
		return err
	}
	copied, err := copyTo(ctx, content, to)
	if err := errors.Join(err, content.Close()); err != nil {
		return err
	}
	b.files[name] = copied
	b.copied++
	return nil
}

// copyPieces copies what is on its way, again where it grew.
func (b *backup) copyPieces(ctx context.Context) error {
	return b.from.Pieces().Each(ctx, func(id string) error {
		content, err := b.from.Pieces().Open(ctx, id)
		if err != nil {
			return err
		}
		name := path.Join(b.state, blobs.PieceFolder, id)
		copied, err := copyTo(ctx, io.NewSectionReader(content, 0, content.Size()), filepath.Join(b.out, filepath.FromSlash(name)))
		if err := errors.Join(err, content.Close()); errors.Is(err, blobs.ErrNotFound) { // it arrived whole, and is a blob now
			return nil
		} else if err != nil {
			return err
		}
		b.files[name] = copied
		return nil
	})
}
