package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"green500/migrations"
	"green500/store/blobs"
	"green500/validation/power"
)

// What lies in the folder of a backup: the manifest of the newest generation, blobs that every run adds to, and a
// folder of each run for what changes, with a manifest of its own. The manifest is written last, so that a run that
// dies leaves the backup before it whole.
const (
	manifestName = "manifest.json"
	backupBlobs  = "blobs"
	stateFolder  = "state-*"
	manifestForm = 2 // raised if what is in it means something else
)

// Contents names what a backup holds.
type Contents struct {
	Installation Identity
	Host         string // name of the machine; empty if unknown
	Place        string // of the database, without a password; empty if unknown
	TakenAt      time.Time
	Dialect      migrations.Dialect
	Tables       int
	Rows         int64
	Files        int
	Bytes        int64 // of the files
	Encrypted    bool
}

type manifest struct {
	Form         int      `json:"form"`
	Installation Identity `json:"installation"`
	Host         string   `json:"host,omitempty"`
	Place        string   `json:"place,omitempty"`
	// when the database was about to be read: all acknowledged before is in it
	TakenAt     time.Time             `json:"taken_at"`
	Dialect     migrations.Dialect    `json:"database"`
	Database    string                `json:"database_file"`
	State       string                `json:"state_folder"`
	Tables      int                   `json:"tables"`
	Rows        int64                 `json:"rows"`
	EncryptedTo []string              `json:"encrypted_to,omitempty"`
	Files       map[string]backupFile `json:"files"` // by path in the folder of the backup, with slashes
}

type backupFile struct {
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
	Plain  int64  `json:"plain_size,omitempty"` // before it was encrypted
}

func (f backupFile) same(as backupFile) bool { return f.Size == as.Size && f.SHA256 == as.SHA256 }

func (m manifest) contents() Contents {
	c := Contents{Installation: m.Installation, Host: m.Host, Place: m.Place, TakenAt: m.TakenAt, Dialect: m.Dialect,
		Tables: m.Tables, Rows: m.Rows, Files: len(m.Files), Encrypted: m.encrypted()}
	for _, file := range m.Files {
		c.Bytes += file.Size
	}
	return c
}

func (m manifest) encrypted() bool { return len(m.EncryptedTo) > 0 }

func (m manifest) blobs() map[string]backupFile {
	kept := map[string]backupFile{}
	for path, file := range m.Files {
		if strings.HasPrefix(path, backupBlobs+"/") {
			kept[path] = file
		}
	}
	return kept
}

func (m manifest) names() []string {
	var names []string
	for name := range m.Files {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (m manifest) verify(ctx context.Context, from string, concerned func(name string) bool) error {
	for _, name := range m.names() {
		if !concerned(name) {
			continue
		}
		found, err := sumFile(ctx, filepath.Join(from, filepath.FromSlash(name)))
		if ended := ctx.Err(); ended != nil {
			return ended
		}
		if err := m.holds(from, name, found, err); err != nil {
			return err
		}
	}
	return nil
}

func (m manifest) holds(from, name string, found backupFile, err error) error {
	inputError := &power.InputError{File: filepath.Join(from, filepath.FromSlash(name)),
		Remedy: "restore another backup"}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		inputError.Problem = "this file of the backup is missing"
	case err != nil:
		inputError.Problem = "this file of the backup cannot be read: " + err.Error()
	case !found.same(m.Files[name]):
		inputError.Problem = "this file of the backup is not what was written"
	default:
		return nil
	}
	return inputError
}

func readManifest(folder string) (manifest, error) {
	name := filepath.Join(folder, manifestName)
	text, err := os.ReadFile(name)
	if err != nil {
		return manifest{}, err
	}
	var read manifest
	bad := func(problem string) error {
		return &power.InputError{File: name, Problem: problem,
			Remedy: "name the folder of a backup as green500 backup wrote it"}
	}
	if err := json.Unmarshal(text, &read); err != nil {
		return manifest{}, bad("this is no manifest of a backup")
	}
	if read.Form != manifestForm {
		return manifest{}, bad(fmt.Sprintf("this program does not know manifests of the form %d", read.Form))
	}
	if _, there := read.Files[read.Database]; !there {
		return manifest{}, bad("it names no database")
	}
	if ours, _ := filepath.Match(stateFolder, read.State); !ours || strings.ContainsAny(read.State, `/\`) {
		return manifest{}, bad("it names another folder than that of a backup")
	}
	for path := range read.Files {
		if !filepath.IsLocal(filepath.FromSlash(path)) {
			return manifest{}, bad(fmt.Sprintf("it names %.80q, which lies elsewhere", path))
		}
	}
	return read, nil
}

func (m manifest) text() ([]byte, error) {
	text, err := json.MarshalIndent(m, "", "  ")
	return append(text, '\n'), err
}

// rewrite replaces the manifest of an earlier generation at one stroke, and that of the newest if it is the newest.
func (m manifest) rewrite(folder string) error {
	text, err := m.text()
	if err != nil {
		return err
	}
	newest, err := readManifest(folder)
	if err != nil {
		return err
	}
	state := filepath.Join(folder, m.State)
	places := []string{state}
	if newest.State == m.State {
		places = append(places, folder)
	}
	for _, place := range places {
		changed := filepath.Join(state, "changed.json")
		if err := writeSynced(changed, text); err != nil {
			return err
		}
		if err := errors.Join(os.Rename(changed, filepath.Join(place, manifestName)),
			blobs.SyncFolder(place)); err != nil {
			return err
		}
	}
	return nil
}

// write writes the manifest of a generation, and replaces that of the newest at one stroke.
func (m manifest) write(folder string) error {
	text, err := m.text()
	if err != nil {
		return err
	}
	state := filepath.Join(folder, m.State)
	newest := filepath.Join(state, "newest.json")
	if err := errors.Join(writeSynced(filepath.Join(state, manifestName), text),
		writeSynced(newest, text)); err != nil {
		return err
	}
	if err := errors.Join(blobs.SyncFolder(filepath.Join(state, blobs.PieceFolder)),
		blobs.SyncFolder(state)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return errors.Join(os.Rename(newest, filepath.Join(folder, manifestName)), blobs.SyncFolder(folder))
}

func writeSynced(name string, text []byte) error {
	file, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(text)
	return errors.Join(err, file.Sync(), file.Close())
}
