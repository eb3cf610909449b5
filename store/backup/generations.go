package backup

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"green500/store/inuse"
	"green500/validation/power"
)

// folder is the folder of the backups of one installation, which one run writes to at a time.
type folder struct {
	path        string
	generations []manifest      // newest first
	lock        *inuse.FileLock // nil if the file system has none: then others may write, and no blob is removed
}

// openFolder opens the folder of a backup, which is made if it is missing. wanted states what will be written. It
// returns a *power.InputError if the folder holds something else, or the backups of another installation.
func openFolder(m Making, wanted manifest) (*folder, error) {
	if err := os.MkdirAll(m.Out, 0o700); err != nil {
		return nil, fmt.Errorf("make the folder of the backup: %w", err)
	}
	newest, err := readManifest(m.Out)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = mustBeEmpty(m.Out)
	case err == nil:
		err = mayContinue(m, newest, wanted)
	}
	if err != nil {
		return nil, err
	}
	opened := &folder{path: m.Out}
	if err := opened.hold(); err != nil {
		return nil, err
	}
	if opened.generations, err = generationsOf(m.Out); err != nil {
		return nil, errors.Join(err, opened.close())
	}
	return opened, nil
}

const lockName = "lock"

func (f *folder) hold() (err error) {
	f.lock, err = inuse.HoldFile(filepath.Join(f.path, lockName), inuse.Exclusive)
	switch {
	case errors.Is(err, inuse.ErrHeld):
		return &power.InputError{File: f.path, Problem: "another backup is being written here",
			Remedy: "run this again when it has ended"}
	case errors.Is(err, errors.ErrUnsupported): // as on some network file systems
		return nil
	}
	return err
}

func (f *folder) close() error {
	if f.lock == nil {
		return nil
	}
	return f.lock.Release()
}

func mustBeEmpty(out string) error {
	entries, err := os.ReadDir(out)
	if err != nil {
		return fmt.Errorf("read the folder of the backup: %w", err)
	}
	for _, entry := range entries {
		ours, _ := filepath.Match(stateFolder, entry.Name()) // the pattern is right
		if !ours && entry.Name() != backupBlobs && entry.Name() != lockName {
			return &power.InputError{File: out, Problem: "it holds something, and no backup",
				Remedy: "name an empty folder, or one that is not there yet"}
		}
	}
	return nil
}

func mayContinue(m Making, newest, wanted manifest) error {
	refused := func(problem, remedy string) error {
		return &power.InputError{File: m.Out, Problem: problem, Remedy: remedy}
	}
	switch {
	case newest.Dialect != wanted.Dialect:
		return refused("it holds the backup of a "+string(newest.Dialect)+" database", "name another folder")
	case newest.Installation != wanted.Installation && !m.TakeOver:
		return refused(fmt.Sprintf("it holds backups of the installation %s, and this is %s", newest.contents().Name(),
			wanted.Installation.Name()),
			"name another folder, or add --take-over if this installation replaces that one, as after a restore")
	case newest.encrypted() && !slices.Equal(slices.Sorted(slices.Values(newest.EncryptedTo)),
		slices.Sorted(slices.Values(wanted.EncryptedTo))):
		return refused("its backups are encrypted to other keys than those of --encrypt-to",
			"name the same keys, or another folder")
	case !newest.encrypted() && wanted.encrypted():
		return refused("its backups are not encrypted",
			"name another folder, and delete this one when it is no longer needed")
	}
	return nil
}

// Name names the installation of a backup and where it was.
func (c Contents) Name() string {
	name := c.Installation.Name()
	switch {
	case c.Place != "" && c.Host != "":
		name += " (" + c.Place + " on " + c.Host + ")"
	case c.Place != "":
		name += " (" + c.Place + ")"
	}
	return name
}

func generationsOf(path string) ([]manifest, error) {
	states, err := filepath.Glob(filepath.Join(path, stateFolder))
	if err != nil {
		return nil, err
	}
	var all []manifest
	for _, state := range states {
		one, err := readManifest(state)
		if errors.Is(err, fs.ErrNotExist) { // a run that died, or is at work
			continue
		}
		if err == nil && one.State != filepath.Base(state) {
			err = &power.InputError{File: filepath.Join(state, manifestName),
				Problem: "it is the manifest of another folder", Remedy: "move the file away"}
		}
		if err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	slices.SortStableFunc(all, func(a, b manifest) int { return b.TakenAt.Compare(a.TakenAt) })
	return all, nil
}

func (f *folder) blobs() map[string]backupFile {
	all := map[string]backupFile{}
	for _, one := range slices.Backward(f.generations) {
		maps.Copy(all, one.blobs())
	}
	return all
}

// restate has every generation state blobs as they were written again: one that is encrypted has other bytes each time.
func (f *folder) restate(repaired map[string]backupFile) error {
	for _, one := range f.generations {
		changed := false
		for name, file := range repaired {
			if was, there := one.Files[name]; there && was != file {
				one.Files[name], changed = file, true
			}
		}
		if !changed {
			continue
		}
		if err := one.rewrite(f.path); err != nil {
			return fmt.Errorf("state the repaired files in the backup of %s: %w", one.TakenAt.Format(time.RFC3339), err)
		}
	}
	return nil
}

func (f *folder) forget(m Making, made manifest) (removed int, err error) {
	kept, rest := f.divide(m, made)
	for _, one := range rest {
		if err := os.RemoveAll(filepath.Join(f.path, one.State)); err != nil {
			return removed, err
		}
		removed++
	}
	if err := f.forgetDead(m.Now); err != nil || f.lock == nil {
		return removed, err
	}
	named := map[string]bool{}
	for _, one := range kept {
		for name := range one.Files {
			named[name] = true
		}
	}
	files, err := filepath.Glob(filepath.Join(f.path, backupBlobs, "*", "*"))
	for _, file := range files {
		name, failed := filepath.Rel(f.path, file)
		if failed == nil && !named[filepath.ToSlash(name)] {
			err = errors.Join(err, os.Remove(file))
		}
	}
	return removed, err
}

func (f *folder) divide(m Making, made manifest) (kept, rest []manifest) {
	kept = []manifest{made}
	for at, one := range f.generations {
		if at+1 < m.Keep || m.Now.Sub(one.TakenAt) < m.KeepFor {
			kept = append(kept, one)
		} else {
			rest = append(rest, one)
		}
	}
	return kept, rest
}

// forgetDead removes what runs left that died on the way, once no other can be at work there.
func (f *folder) forgetDead(now time.Time) error {
	states, err := filepath.Glob(filepath.Join(f.path, stateFolder))
	if err != nil {
		return err
	}
	for _, state := range states {
		info, err := os.Stat(state)
		if err != nil || now.Sub(info.ModTime()) <= abandonedRun {
			continue
		}
		if _, err := os.Stat(filepath.Join(state, manifestName)); errors.Is(err, fs.ErrNotExist) {
			if err := os.RemoveAll(state); err != nil {
				return err
			}
		}
	}
	return nil
}

// Generations names the backups in a folder, newest first. It returns a *power.InputError if there is none.
func Generations(path string) ([]Contents, error) {
	if _, err := newestManifest(path); err != nil {
		return nil, err
	}
	all, err := generationsOf(path)
	if err != nil {
		return nil, err
	}
	contents := make([]Contents, len(all))
	for i, one := range all {
		contents[i] = one.contents()
	}
	return contents, nil
}

func newestManifest(path string) (manifest, error) {
	newest, err := readManifest(path)
	if errors.Is(err, fs.ErrNotExist) {
		err = &power.InputError{File: path, Problem: "there is no backup here",
			Remedy: "name the folder that green500 backup wrote"}
	}
	return newest, err
}

// generationAt is the newest that was made at a time or before; the newest of all for the zero time.
func generationAt(path string, at time.Time) (manifest, error) {
	newest, err := newestManifest(path)
	if err != nil || at.IsZero() || !newest.TakenAt.After(at) {
		return newest, err
	}
	all, err := generationsOf(path)
	if err != nil {
		return manifest{}, err
	}
	for _, one := range all {
		if !one.TakenAt.After(at) {
			return one, nil
		}
	}
	return manifest{}, &power.InputError{Field: "--at", Problem: "no backup here was made at " +
		at.Format(time.RFC3339) + " or before", Remedy: "list the backups with green500 restore " + path + " --list"}
}
