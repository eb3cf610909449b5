// Package backup copies installations as they are stored: into the folder of a backup, back from it, and to another database or
// other blobs.
package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"green500/migrations"
	"green500/store/blobs"
	"green500/store/database"
	"green500/validation/power"
)

// Installation is where a database and its blobs are, to be copied as they lie: a backup before an upgrade
// has to be of the schema that is there, so nothing is opened as a store.Store.
type Installation struct {
	Database string // as in store.Config
	Blobs    blobs.Location
}

// BackedUp says what a backup holds, and what making it took.
type BackedUp struct {
	Files  int   // in all
	Bytes  int64 // of them
	Copied int   // blobs that an earlier backup in the same folder had not
}

// What lies in the folder of a backup: the manifest, blobs that every run adds to, and a folder of each run for
// what changes. The manifest is written last and names the folder of its run, so that a run that dies leaves
// the backup before it whole.
const (
	manifestName = "manifest.json"
	backupBlobs  = "blobs"
	stateFolder  = "state-*"
	manifestForm = 1 // raised when what is in it means something else
)

// abandonedRun is the age from which on nobody writes to the folder of a run any more.
const abandonedRun = 24 * time.Hour

// backupManifest is the text of manifest.json.
type backupManifest struct {
	Form     int                   `json:"form"`
	TakenAt  time.Time             `json:"taken_at"` // when the database was about to be read: all acknowledged before is in it
	Dialect  migrations.Dialect    `json:"database"`
	Database string                `json:"database_file"`
	State    string                `json:"state_folder"`
	Files    map[string]backupFile `json:"files"` // by path in the folder of the backup, with slashes
}

// backupFile is a file as it lies on the disk: a blob is kept compressed.
type backupFile struct {
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

// Backup copies an installation, which may be in use, into a folder that is empty or holds an earlier backup of
// it. Everything that was acknowledged before it began is in it. Blobs are copied, not linked: what the disk
// does to one file it does to all links of it. It returns a *power.InputError for a folder it cannot use.
func (i Installation) Backup(ctx context.Context, out string, now time.Time) (done BackedUp, err error) {
	from, err := i.Blobs.Repository()
	if err != nil {
		return BackedUp{}, err
	}
	earlier, err := backupHere(out, database.DialectOf(i.Database))
	if err != nil {
		return BackedUp{}, err
	}
	state, err := os.MkdirTemp(out, stateFolder)
	if err != nil {
		return BackedUp{}, fmt.Errorf("begin the backup: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(state))
		}
	}()
	b := &backup{of: i, from: from, out: out, state: filepath.Base(state), files: earlier.blobs()}
	manifest := backupManifest{Form: manifestForm, TakenAt: now.UTC(), Dialect: database.DialectOf(i.Database), State: b.state}
	if manifest.Database, err = b.copyAll(ctx); err != nil {
		return BackedUp{}, err
	}
	manifest.Files = b.files
	if err := manifest.write(out); err != nil {
		return BackedUp{}, fmt.Errorf("write the manifest of the backup: %w", err)
	}
	for _, file := range b.files {
		done.Bytes += file.Size
	}
	done.Files, done.Copied = len(b.files), b.copied
	return done, forgetStates(out, b.state, earlier.State, now)
}

// forgetStates removes the folder of the backup before this one, and what runs left that died on the way.
func forgetStates(out, ours, earlier string, now time.Time) error {
	states, err := filepath.Glob(filepath.Join(out, stateFolder))
	if err != nil {
		return err
	}
	for _, state := range states {
		info, err := os.Stat(state)
		if err != nil || filepath.Base(state) == ours {
			continue
		}
		if filepath.Base(state) == earlier || now.Sub(info.ModTime()) > abandonedRun { // else another run may be at work
			if err := os.RemoveAll(state); err != nil {
				return err
			}
		}
	}
	return nil
}

// backupHere is what a folder holds, which is made where there is none: the manifest is empty where there is no backup yet.
func backupHere(out string, dialect migrations.Dialect) (backupManifest, error) {
	if err := os.MkdirAll(out, 0o700); err != nil {
		return backupManifest{}, fmt.Errorf("make the folder of the backup: %w", err)
	}
	earlier, err := readManifest(out)
	if !errors.Is(err, fs.ErrNotExist) {
		if err == nil && earlier.Dialect != dialect {
			err = &power.InputError{File: out, Problem: "it holds the backup of a " + string(earlier.Dialect) + " database", Remedy: "name another folder"}
		}
		return earlier, err
	}
	entries, err := os.ReadDir(out)
	if err != nil {
		return backupManifest{}, fmt.Errorf("read the folder of the backup: %w", err)
	}
	for _, entry := range entries {
		ours, _ := filepath.Match(stateFolder, entry.Name()) // the pattern is right
		if !ours && entry.Name() != backupBlobs {
			return backupManifest{}, &power.InputError{File: out, Problem: "it holds something, and no backup", Remedy: "name an empty folder, or one that is not there yet"}
		}
	}
	return backupManifest{}, nil
}

// blobs are the files that the next backup need not copy.
func (m backupManifest) blobs() map[string]backupFile {
	kept := map[string]backupFile{}
	for path, file := range m.Files {
		if strings.HasPrefix(path, backupBlobs+"/") {
			kept[path] = file
		}
	}
	return kept
}

func readManifest(folder string) (backupManifest, error) {
	name := filepath.Join(folder, manifestName)
	text, err := os.ReadFile(name)
	if err != nil {
		return backupManifest{}, err
	}
	var manifest backupManifest
	bad := func(problem string) error {
		return &power.InputError{File: name, Problem: problem, Remedy: "name the folder of a backup as green500 backup wrote it"}
	}
	if err := json.Unmarshal(text, &manifest); err != nil {
		return backupManifest{}, bad("this is no manifest of a backup")
	}
	if manifest.Form != manifestForm {
		return backupManifest{}, bad(fmt.Sprintf("this program does not know manifests of the form %d", manifest.Form))
	}
	if _, there := manifest.Files[manifest.Database]; !there {
		return backupManifest{}, bad("it names no database")
	}
	if ours, _ := filepath.Match(stateFolder, manifest.State); !ours || strings.ContainsAny(manifest.State, `/\`) {
		return backupManifest{}, bad("it names another folder than that of a backup")
	}
	for path := range manifest.Files {
		if !filepath.IsLocal(filepath.FromSlash(path)) {
			return backupManifest{}, bad(fmt.Sprintf("it names %.80q, which lies elsewhere", path))
		}
	}
	return manifest, nil
}

// write replaces the manifest at one stroke.
func (m backupManifest) write(folder string) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	file, err := os.CreateTemp(filepath.Join(folder, m.State), "manifest-*")
	if err != nil {
		return err
	}
	_, err = file.Write(append(text, '\n'))
	if err := errors.Join(err, file.Sync(), file.Close()); err != nil {
		return err
	}
	if err := errors.Join(blobs.SyncFolder(filepath.Join(folder, m.State, blobs.PieceFolder)), blobs.SyncFolder(filepath.Join(folder, m.State))); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return errors.Join(os.Rename(file.Name(), filepath.Join(folder, manifestName)), blobs.SyncFolder(folder))
}

// copyFile copies a file, has it on the disk when it returns, and says what it copied.
func copyFile(ctx context.Context, from, to string) (backupFile, error) {
	source, err := os.Open(from)
	if err != nil {
		return backupFile{}, err
	}
	defer func() { _ = source.Close() }() // it was only read
	return copyTo(ctx, source, to)
}

// copyTo writes a file, has it on the disk when it returns, and says what it wrote.
func copyTo(ctx context.Context, source io.Reader, to string) (backupFile, error) {
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return backupFile{}, err
	}
	file, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return backupFile{}, err
	}
	sum := sha256.New()
	size, err := io.Copy(io.MultiWriter(file, sum), blobs.WithContext(ctx, source))
	if err == nil {
		err = file.Sync()
	}
	return backupFile{Size: size, SHA256: hex.EncodeToString(sum.Sum(nil))}, errors.Join(err, file.Close())
}

// sumFile reads a file to its end.
func sumFile(ctx context.Context, path string) (backupFile, error) {
	file, err := os.Open(path)
	if err != nil {
		return backupFile{}, err
	}
	sum := sha256.New()
	size, err := io.Copy(sum, blobs.WithContext(ctx, file))
	return backupFile{Size: size, SHA256: hex.EncodeToString(sum.Sum(nil))}, errors.Join(err, file.Close())
}
