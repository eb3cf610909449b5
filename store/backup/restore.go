package backup

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"

	"filippo.io/age"
	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver "pgx"

	"green500/migrations"
	"green500/store/blobs"
	"green500/store/database"
	"green500/validation/power"
)

// Restoring is how a backup is restored.
type Restoring struct {
	From     string         // folder of the backup
	At       time.Time      // the newest generation that was made then or before; zero for the newest of all
	Identity string         // file of the private key of age, for a backup that is encrypted
	Data     string         // data folder, which is empty or not there yet
	Database string         // URL of an empty PostgreSQL database; empty for SQLite
	Blobs    blobs.Location // empty bucket for the evidence; otherwise the data folder
	Now      time.Time
	Begin    func(Contents) error // is told what will be restored, before anything is written
}

// Restored says what was restored.
type Restored struct {
	Contents
	Own Identity // of the copy
}

// Restore makes an installation of a backup: a data folder that is empty or not there yet and, if the backup is of
// PostgreSQL, an empty database at the URL. The evidence goes into the data folder, or into an empty bucket if one is
// named, whichever it was in. Every file is held against the manifest before anything is written, and again as it is
// copied; if something fails, nothing is left. The copy gets an identifier of its own and holds its mail. It returns a
// *power.InputError for a backup that is not whole and for a target that holds something.
func Restore(ctx context.Context, r Restoring) (Restored, error) {
	manifest, err := generationAt(r.From, r.At)
	if err != nil {
		return Restored{}, err
	}
	identities, err := readIdentities(r.Identity)
	if err != nil {
		return Restored{}, err
	}
	if manifest.encrypted() && len(identities) == 0 {
		return Restored{}, &power.InputError{Field: "--identity", Problem: "the backup is encrypted",
			Remedy: "name the file of the private key of age"}
	}
	if err := mayHold(ctx, manifest, r.Data, r.Database); err != nil {
		return Restored{}, err
	}
	done := Restored{Contents: manifest.contents()}
	if r.Begin != nil {
		if err := r.Begin(done.Contents); err != nil {
			return Restored{}, err
		}
	}
	if err := manifest.verify(ctx, r.From, func(string) bool { return true }); err != nil {
		return Restored{}, err
	}
	w := &restoring{Restoring: r, manifest: manifest, identities: identities}
	if err := w.all(ctx); err != nil {
		return Restored{}, err
	}
	done.Tables, done.Rows, done.Own = w.tables, w.rows, w.own
	return done, nil
}

type restoring struct {
	Restoring
	manifest
	identities []age.Identity
	scratch    string // folder of this machine for what goes to a bucket
	loaded     bool   // the rows are in the PostgreSQL database
	tables     int
	rows       int64
	own        Identity
}

func mayHold(ctx context.Context, m manifest, data, to string) error {
	entries, err := os.ReadDir(data)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &power.InputError{File: data, Problem: "this is no folder that can be read",
			Remedy: "name one that is not there yet"}
	}
	if len(entries) > 0 {
		return &power.InputError{File: data, Problem: "this folder holds something already",
			Remedy: "name an empty folder, or one that is not there yet"}
	}
	given := database.DialectOf(to) == migrations.PostgreSQL
	switch wanted := m.Dialect == migrations.PostgreSQL; {
	case wanted && !given:
		return &power.InputError{Field: "--database", Problem: "the backup is of a PostgreSQL database",
			Remedy: "name the postgres:// URL of an empty one"}
	case !wanted && to != "":
		return &power.InputError{Field: "--database", Problem: "the backup is of an SQLite database, " +
			"which is restored into the data folder", Remedy: "leave it out"}
	case !wanted:
		return nil
	}
	pool, err := sql.Open("pgx", to)
	if err != nil {
		return errors.New("the postgres:// URL of the database cannot be read") // the password is in it
	}
	var tables int
	err = pool.QueryRowContext(ctx, "SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = current_schema()").
		Scan(&tables)
	if err := errors.Join(err, pool.Close()); err != nil {
		return fmt.Errorf("look into the database: %w", err)
	}
	if tables > 0 {
		return &power.InputError{Field: "--database",
			Problem: fmt.Sprintf("this database holds %d tables already", tables), Remedy: "make an empty one"}
	}
	return nil
}

// all copies into a folder beside the target, which becomes the target when all of it is there.
func (r *restoring) all(ctx context.Context) (err error) {
	data := filepath.Clean(r.Data)
	if err := os.MkdirAll(filepath.Dir(data), 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	making, err := os.MkdirTemp(filepath.Dir(data), filepath.Base(data)+"-restoring-*")
	if err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(making), r.unload(context.WithoutCancel(ctx)))
		}
	}()
	toBucket, err := r.toBucket(ctx, making)
	if err != nil {
		return err
	}
	for _, name := range r.names() {
		if r.Blobs.Remote() && r.isEvidence(name) {
			continue
		}
		if err := r.copyOne(ctx, name, filepath.Join(making, filepath.FromSlash(r.place(name)))); err != nil {
			return err
		}
	}
	if err := r.openDatabase(ctx, making); err != nil {
		return err
	}
	if err := syncAll(making); err != nil {
		return fmt.Errorf("keep what was restored: %w", err)
	}
	if err := sameOwner(data, making); err != nil {
		return fmt.Errorf("give the data folder to its owner: %w", err)
	}
	if err := os.Remove(data); err != nil && !errors.Is(err, fs.ErrNotExist) { // it is empty
		return fmt.Errorf("make the data folder: %w", err)
	}
	if err := os.Rename(making, data); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	making = data
	return errors.Join(blobs.SyncFolder(filepath.Dir(data)), toBucket.finish(ctx))
}

func (r *restoring) openFile(ctx context.Context, name string) (
	content io.Reader, file *os.File, sum hash.Hash, err error) {
	file, err = os.Open(filepath.Join(r.From, filepath.FromSlash(name)))
	if err != nil {
		return nil, nil, nil, err
	}
	sum = sha256.New()
	content = io.TeeReader(blobs.WithContext(ctx, file), sum)
	if r.encrypted() {
		content, err = age.Decrypt(content, r.identities...)
		if err != nil {
			err = errors.Join(&power.InputError{Field: "--identity", Problem: "the backup cannot be decrypted with " +
				"this key", Remedy: "name the private key of one that it is encrypted to"}, file.Close())
		}
	}
	return content, file, sum, err
}

func (r *restoring) copyOne(ctx context.Context, name, to string) error {
	content, file, sum, err := r.openFile(ctx, name)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // it was only read
	if _, err := copyTo(ctx, content, to, nil); err != nil {
		return err
	}
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return r.holds(r.From, name, backupFile{Size: info.Size(), SHA256: hex.EncodeToString(sum.Sum(nil))}, nil)
}

func (r *restoring) openDatabase(ctx context.Context, making string) error {
	at := filepath.Join(making, filepath.FromSlash(r.place(r.manifest.Database)))
	if r.Dialect == migrations.PostgreSQL {
		if err := r.loadPostgres(ctx, at); err != nil {
			return err
		}
		at = r.Restoring.Database
	}
	pool, err := openPool(at)
	if err != nil {
		return err
	}
	names, err := tablesOf(ctx, pool, r.Dialect)
	if err == nil {
		err = database.Check(ctx, pool)
	}
	if err == nil {
		r.tables, r.rows, err = countRows(ctx, pool, names)
	}
	if err == nil && (r.tables != r.manifest.Tables || r.rows != r.manifest.Rows) {
		err = fmt.Errorf("the restored database has %d rows in %d tables, and the backup states %d in %d", r.rows,
			r.tables, r.manifest.Rows, r.manifest.Tables)
	}
	if err == nil {
		r.own, err = becomeCopy(ctx, pool, r.Now)
	}
	return errors.Join(err, pool.Close())
}

func (r *restoring) unload(ctx context.Context) error {
	if !r.loaded {
		return nil
	}
	pool, err := openPool(r.Restoring.Database)
	if err != nil {
		return err
	}
	return errors.Join(clearSchema(ctx, pool), pool.Close())
}

func (m manifest) place(name string) string {
	if m.encrypted() {
		name = strings.TrimSuffix(name, encryptedSuffix)
	}
	if rest, ours := strings.CutPrefix(name, m.State+"/"); ours {
		if strings.HasPrefix(rest, blobs.PieceFolder+"/") {
			return path.Join(backupBlobs, rest)
		}
		return rest
	}
	return name
}

func (r *restoring) loadPostgres(ctx context.Context, dump string) error {
	err := postgresProgram(ctx, "pg_restore", r.Restoring.Database, "--single-transaction", "--exit-on-error",
		"--no-owner", "--no-privileges", dump)
	if err != nil {
		return fmt.Errorf("restore the database: %w", err)
	}
	r.loaded = true
	return os.Remove(dump)
}

func syncAll(folder string) error {
	return filepath.WalkDir(folder, func(at string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		return blobs.SyncFolder(at)
	})
}
