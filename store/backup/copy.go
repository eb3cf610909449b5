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
	"slices"
	"strings"

	"filippo.io/age"

	"green500/migrations"
	"green500/store/blobs"
	"green500/store/database"
	"green500/validation/power"
)

type backup struct {
	of     Installation
	from   blobs.Repository // of its blobs
	out    string
	state  string                // name of the folder of this run
	known  map[string]backupFile // blobs of earlier runs
	files  map[string]backupFile // of this run, of which each is on the disk
	copied int
	verify bool // earlier blobs are read and compared, not only measured
	tables int

	earlier  *folder
	repaired map[string]backupFile // blobs of earlier runs that were damaged, as they were copied again

	unrepaired *power.InputError // the last that is damaged and could not be copied again; nil for none
	rows       int64
	wanted     []string // digests of the files of submissions

	recipients []age.Recipient // empty if nothing is encrypted
}

func (b *backup) suffix() string {
	if len(b.recipients) > 0 {
		return encryptedSuffix
	}
	return ""
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

const dumpName = "green500.dump"

// copyDatabase copies the rows as they were at one moment. Rows that will be encrypted are never readable where the
// backup is.
func (b *backup) copyDatabase(ctx context.Context) (string, error) {
	name, write := "green500.db", b.copySQLite
	if database.DialectOf(b.of.Database) == migrations.PostgreSQL {
		name, write = dumpName, b.dumpPostgres
	}
	folder := filepath.Join(b.out, b.state)
	if len(b.recipients) > 0 {
		private, err := b.of.scratch()
		if err != nil {
			return "", err
		}
		defer func() { _ = os.RemoveAll(private) }() // it is a temporary folder
		folder = private
	}
	to := filepath.Join(folder, name)
	if err := write(ctx, to); err != nil {
		return "", err
	}
	at := path.Join(b.state, name+b.suffix())
	if len(b.recipients) > 0 {
		return at, b.put(ctx, at, to)
	}
	file, err := os.OpenFile(to, os.O_RDWR, 0)
	if err != nil {
		return "", err
	}
	if err := errors.Join(file.Sync(), file.Close(), os.Chmod(to, 0o600)); err != nil {
		return "", err
	}
	b.files[at], err = sumFile(ctx, to)
	return at, err
}

func (b *backup) put(ctx context.Context, name, from string) error {
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }() // it was only read
	b.files[name], err = copyTo(ctx, source, filepath.Join(b.out, filepath.FromSlash(name)), b.recipients)
	return err
}

func (i Installation) scratch() (string, error) {
	if i.Blobs.Scratch != "" {
		if err := os.MkdirAll(i.Blobs.Scratch, 0o700); err != nil {
			return "", err
		}
	}
	return os.MkdirTemp(i.Blobs.Scratch, "backup-*")
}

func (b *backup) copySQLite(ctx context.Context, to string) error {
	pool, err := sql.Open("sqlite", sqliteFile(b.of.Database))
	if err != nil {
		return err
	}
	_, err = pool.ExecContext(ctx, "VACUUM INTO ?", to)
	if err := errors.Join(err, pool.Close()); err != nil {
		return err
	}
	copied, err := sql.Open("sqlite", sqliteFile(to)+"&_pragma=query_only(1)")
	if err != nil {
		return err
	}
	return errors.Join(b.survey(ctx, copied), copied.Close())
}

func sqliteFile(name string) string {
	escaped := (&url.URL{Path: filepath.ToSlash(filepath.Clean(name))}).EscapedPath()
	return "file:" + escaped + "?mode=rw&_pragma=busy_timeout(10000)"
}

func (b *backup) dumpPostgres(ctx context.Context, to string) error {
	pool, err := sql.Open("pgx", b.of.Database)
	if err != nil {
		return errUnreadableURL
	}
	defer func() { _ = pool.Close() }() // it was only read
	snapshot, err := pool.BeginTx(ctx, b.of.snapshotOptions())
	if err != nil {
		return err
	}
	defer func() { _ = snapshot.Rollback() }() // it was only read
	var name string
	if err := snapshot.QueryRowContext(ctx, "SELECT pg_export_snapshot()").Scan(&name); err != nil {
		return err
	}
	if err := b.survey(ctx, snapshot); err != nil {
		return err
	}
	return postgresProgram(ctx, "pg_dump", b.of.Database, "--format=custom", "--no-owner", "--no-privileges",
		"--snapshot="+name, "--file="+to)
}

func (b *backup) survey(ctx context.Context, rows queryer) (err error) {
	dialect := database.DialectOf(b.of.Database)
	names, err := tablesOf(ctx, rows, dialect)
	if err != nil {
		return err
	}
	if b.tables, b.rows, err = countRows(ctx, rows, names); err != nil {
		return err
	}
	if slices.Contains(names, "revision_files") {
		b.wanted, err = listOf(ctx, rows, "SELECT DISTINCT digest FROM revision_files")
	}
	return err
}

func (b *backup) missing() (count int) {
	there := map[string]bool{}
	for name := range b.files {
		if inside, is := strings.CutPrefix(strings.TrimSuffix(name, b.suffix()), backupBlobs+"/"); is {
			if one, is := blobs.ParseStored(inside); is {
				there[one.Digest] = true
			}
		}
	}
	for _, digest := range b.wanted {
		if !there[digest] {
			count++
		}
	}
	return count
}

// postgresProgram runs one of PostgreSQL's programs on a database. The password goes by the environment, since
// everybody on the machine sees the arguments.
func postgresProgram(ctx context.Context, name, database string, arguments ...string) error {
	found, err := exec.LookPath(name)
	if err != nil {
		return &power.InputError{Problem: name + " is not on this machine",
			Remedy: "install PostgreSQL's client programs, of the version of the server or later"}
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
	err := b.from.EachStored(ctx, func(one blobs.Stored) error { return b.copyBlob(ctx, one) })
	if err := errors.Join(err, b.earlier.restate(b.repaired)); err != nil {
		return err
	}
	folders, err := filepath.Glob(filepath.Join(b.out, backupBlobs, "*"))
	if err != nil {
		return err
	}
	for _, folder := range append(folders, filepath.Join(b.out, backupBlobs)) {
		if err := blobs.SyncFolder(folder); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// copyBlob takes a blob over from an earlier run, or copies it. One that is damaged and cannot be copied again is left
// out: the backup goes on, and says so when it is made.
func (b *backup) copyBlob(ctx context.Context, one blobs.Stored) error {
	name := path.Join(backupBlobs, one.Name+b.suffix())
	to := filepath.Join(b.out, filepath.FromSlash(name))
	known, there := b.known[name]
	if !there {
		return b.copyNew(ctx, one, name, to)
	}
	sound, err := b.isSound(ctx, to, known)
	if err != nil {
		return err
	}
	if sound {
		b.files[name] = known
		return nil
	}
	err = b.copyNew(ctx, one, name, to)
	if ended := ctx.Err(); ended != nil {
		return ended
	}
	if err != nil {
		b.unrepaired = &power.InputError{File: to, Problem: "the backup is made without this file, which is damaged " +
			"and cannot be copied again: " + err.Error() + "; no earlier backup was removed", Remedy: checkDisk}
	} else if copied, written := b.files[name]; written {
		b.repaired[name] = copied
	}
	return nil
}

func (b *backup) copyNew(ctx context.Context, one blobs.Stored, name, to string) error {
	content, err := b.from.OpenStored(ctx, one.Name)
	if err != nil {
		return err
	}
	copied, err := copyTo(ctx, content, to, b.recipients)
	if err := errors.Join(err, content.Close()); err != nil {
		return err
	}
	b.files[name] = copied
	b.copied++
	return nil
}

func (b *backup) isNew(name string) bool {
	_, repaired := b.repaired[name]
	return repaired || b.known[name] != b.files[name]
}

// isSound reports whether a blob of an earlier run is what was written: by its length, or by its bytes if everything is
// verified. One that cannot be read is not. It fails only if the run is stopped.
func (b *backup) isSound(ctx context.Context, at string, known backupFile) (bool, error) {
	info, err := os.Stat(at)
	sound := err == nil && info.Size() == known.Size
	if sound && b.verify {
		found, err := sumFile(ctx, at)
		return err == nil && found.same(known), ctx.Err()
	}
	return sound, ctx.Err()
}

func (b *backup) copyPieces(ctx context.Context) error {
	return b.from.Pieces().Each(ctx, func(id string) error {
		content, err := b.from.Pieces().Open(ctx, id)
		if err != nil {
			return err
		}
		name := path.Join(b.state, blobs.PieceFolder, id+b.suffix())
		copied, err := copyTo(ctx, io.NewSectionReader(content, 0, content.Size()),
			filepath.Join(b.out, filepath.FromSlash(name)), b.recipients)
		// it arrived whole, and is a blob now
		if err := errors.Join(err, content.Close()); errors.Is(err, blobs.ErrNotFound) {
			return nil
		} else if err != nil {
			return err
		}
		b.files[name] = copied
		return nil
	})
}
