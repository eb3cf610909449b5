package backup

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	_ "github.com/jackc/pgx/v5/stdlib" // registers the driver "pgx"

	"green500/migrations"
	"green500/store/blobs"
	"green500/store/database"
	"green500/validation/power"
)

// Restore makes an installation of a backup: a data folder that is empty or not there yet and, where the backup
// is of PostgreSQL, an empty database at the URL. The evidence goes into the data folder, or into an empty bucket where
// one is named, whichever it was in. Every file is held against the manifest before anything is
// written, and again as it is copied; where something fails, nothing is left. It returns a *power.InputError
// for a backup that is not whole and for a target that holds something.
func Restore(ctx context.Context, from, data, to string, blobs blobs.Location) (BackedUp, error) {
	manifest, err := readManifest(from)
	if errors.Is(err, fs.ErrNotExist) {
		err = &power.InputError{File: from, Problem: "there is no backup here", Remedy: "name the folder that green500 backup wrote"}
	}
	if err != nil {
		return BackedUp{}, err
	}
	if err := mayHold(ctx, manifest, data, to); err != nil {
		return BackedUp{}, err
	}
	done := BackedUp{Files: len(manifest.Files)}
	for _, name := range manifest.names() {
		found, err := sumFile(ctx, filepath.Join(from, filepath.FromSlash(name)))
		if err := manifest.holds(from, name, found, err); err != nil {
			return BackedUp{}, err
		}
		done.Bytes += found.Size
	}
	return done, manifest.restore(ctx, from, data, to, blobs)
}

// names are the paths of all files, in order.
func (m backupManifest) names() []string {
	var names []string
	for name := range m.Files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// holds compares what was read of a file with what the manifest says.
func (m backupManifest) holds(from, name string, found backupFile, err error) error {
	inputError := &power.InputError{File: filepath.Join(from, filepath.FromSlash(name)), Remedy: "restore another backup"}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		inputError.Problem = "this file of the backup is missing"
	case err != nil:
		return fmt.Errorf("read the backup: %w", err)
	case found != m.Files[name]:
		inputError.Problem = "this file of the backup is not what was written"
	default:
		return nil
	}
	return inputError
}

// mayHold refuses a target that holds something.
func mayHold(ctx context.Context, m backupManifest, data, to string) error {
	entries, err := os.ReadDir(data)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &power.InputError{File: data, Problem: "this is no folder that can be read", Remedy: "name one that is not there yet"}
	}
	if len(entries) > 0 {
		return &power.InputError{File: data, Problem: "this folder holds something already", Remedy: "name an empty folder, or one that is not there yet"}
	}
	given := database.DialectOf(to) == migrations.PostgreSQL
	switch wanted := m.Dialect == migrations.PostgreSQL; {
	case wanted && !given:
		return &power.InputError{Field: "--database", Problem: "the backup is of a PostgreSQL database", Remedy: "name the postgres:// URL of an empty one"}
	case !wanted && to != "":
		return &power.InputError{Field: "--database", Problem: "the backup is of an SQLite database, which is restored into the data folder", Remedy: "leave it out"}
	case !wanted:
		return nil
	}
	pool, err := sql.Open("pgx", to)
	if err != nil {
		return errors.New("the postgres:// URL of the database cannot be read") // the password is in it
	}
	var tables int
	err = pool.QueryRowContext(ctx, "SELECT count(*) FROM pg_catalog.pg_tables WHERE schemaname = current_schema()").Scan(&tables)
	if err := errors.Join(err, pool.Close()); err != nil {
		return fmt.Errorf("look into the database: %w", err)
	}
	if tables > 0 {
		return &power.InputError{Field: "--database", Problem: fmt.Sprintf("this database holds %d tables already", tables), Remedy: "make an empty one"}
	}
	return nil
}

// restore copies into a folder beside the target, which becomes the target when all of it is there.
func (m backupManifest) restore(ctx context.Context, from, data, to string, evidence blobs.Location) (err error) {
	data = filepath.Clean(data)
	if err := os.MkdirAll(filepath.Dir(data), 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	making, err := os.MkdirTemp(filepath.Dir(data), filepath.Base(data)+"-restoring-*")
	if err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(making))
		}
	}()
	toBucket, err := m.restoreToBucket(ctx, from, making, evidence)
	if err != nil {
		return err
	}
	for _, name := range m.names() {
		if evidence.Remote() && m.isEvidence(name) {
			continue
		}
		copied, err := copyFile(ctx, filepath.Join(from, filepath.FromSlash(name)), filepath.Join(making, filepath.FromSlash(m.place(name))))
		if err := m.holds(from, name, copied, err); err != nil {
			return err
		}
	}
	if err := syncAll(making); err != nil {
		return fmt.Errorf("keep what was restored: %w", err)
	}
	if m.Dialect == migrations.PostgreSQL {
		if err := loadPostgres(ctx, to, filepath.Join(making, dumpName)); err != nil {
			return err
		}
	}
	if err := os.Remove(data); err != nil && !errors.Is(err, fs.ErrNotExist) { // it is empty
		return fmt.Errorf("make the data folder: %w", err)
	}
	if err := os.Rename(making, data); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	return errors.Join(blobs.SyncFolder(filepath.Dir(data)), toBucket.finish(ctx))
}

// place is where a file of a backup lies in a data folder.
func (m backupManifest) place(name string) string {
	if rest, ours := strings.CutPrefix(name, m.State+"/"); ours {
		if strings.HasPrefix(rest, blobs.PieceFolder+"/") {
			return path.Join(backupBlobs, rest)
		}
		return rest
	}
	return name
}

// loadPostgres has the rows taken in by one transaction, and removes the file of them.
func loadPostgres(ctx context.Context, database, dump string) error {
	err := postgresProgram(ctx, "pg_restore", database, "--single-transaction", "--exit-on-error", "--no-owner", "--no-privileges", dump)
	if err != nil {
		return fmt.Errorf("restore the database: %w", err)
	}
	return os.Remove(dump)
}

// syncAll has every folder below one on the disk.
func syncAll(folder string) error {
	return filepath.WalkDir(folder, func(at string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		return blobs.SyncFolder(at)
	})
}
