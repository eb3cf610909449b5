// Package backup copies an installation: into the folder of a backup, back from it, and to another database or other
// blobs.
package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"filippo.io/age"

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

// Making is how a backup is made.
type Making struct {
	Out       string    // folder that is empty or holds backups of the same installation
	Now       time.Time // of the generation
	Keep      int       // how many of the newest generations are kept; the newest always is
	KeepFor   time.Duration
	EncryptTo []string // public keys of age; if empty, nothing is encrypted
	TakeOver  bool     // the folder holds backups of an installation that this one replaces
	Verify    bool     // read every file of the backup again, and compare it
}

// BackedUp says what a backup holds, and what making it took.
type BackedUp struct {
	Contents
	Copied   int  // blobs that an earlier backup in the same folder had not
	Repaired int  // blobs of earlier backups that were damaged, and copied again
	Removed  int  // generations that were removed
	Verified bool // every file was read again and is what was written

	// what an earlier backup found: no backup is removed until a verified one finds nothing; empty for nothing
	Unresolved string
	NotNoted   error // why the installation does not know of this backup; nil if it does
}

// abandonedRun is the age from which on nobody writes to the folder of a run any more.
const abandonedRun = 24 * time.Hour

// Backup copies an installation, which may be in use, into a folder that is empty or holds earlier backups of it.
// Everything that was acknowledged before it began is in it. Blobs are copied, not linked: what the disk does to one
// file it does to all links of it. It returns a *power.InputError for a folder it cannot use, for one of another
// installation, and, with the backup made and no earlier one removed, for evidence that is missing or a file that is
// not what was written.
func (i Installation) Backup(ctx context.Context, m Making) (done BackedUp, err error) {
	from, err := i.Blobs.Repository()
	if err != nil {
		return BackedUp{}, err
	}
	recipients, err := parseRecipients(m.EncryptTo)
	if err != nil {
		return BackedUp{}, err
	}
	own, err := i.identity(ctx)
	if err != nil {
		return BackedUp{}, err
	}
	folder, err := openFolder(m,
		manifest{Installation: own, Dialect: database.DialectOf(i.Database), EncryptedTo: m.EncryptTo})
	if err != nil {
		return BackedUp{}, err
	}
	defer func() { err = errors.Join(err, folder.close()) }()
	b := &backup{of: i, from: from, out: m.Out, known: folder.blobs(), earlier: folder, files: map[string]backupFile{},
		repaired: map[string]backupFile{},
		verify:   m.Verify, recipients: recipients}
	made, err := b.make(ctx, m.Now, own)
	if err != nil {
		return BackedUp{}, err
	}
	made.EncryptedTo = m.EncryptTo
	done = BackedUp{Contents: made.contents(), Copied: b.copied, Repaired: len(b.repaired)}
	if err := made.write(m.Out); err != nil {
		return BackedUp{}, errors.Join(fmt.Errorf("write the manifest of the backup: %w", err),
			os.RemoveAll(filepath.Join(m.Out, b.state)))
	}
	return i.finish(ctx, m, folder, made, b, done)
}

// finish verifies a backup that was made, notes it in the installation, and removes earlier generations if nothing is
// known to be damaged.
func (i Installation) finish(ctx context.Context, m Making, folder *folder, made manifest, b *backup,
	done BackedUp) (BackedUp, error) {
	unsound := missingEvidence(b.missing())
	if m.Verify {
		err := made.verify(ctx, m.Out, b.isNew)
		wrong, isWrong := errors.AsType[*power.InputError](err)
		if err != nil && !isWrong {
			return done, err
		}
		done.Verified = err == nil && b.unrepaired == nil
		if isWrong {
			wrong.Remedy = checkDisk
			unsound = wrong
		}
	}
	if b.unrepaired != nil {
		unsound = b.unrepaired
	}
	var err error
	done.Unresolved, done.NotNoted = i.note(ctx, m, done.Verified, unsound)
	switch {
	case unsound != nil:
		return done, unsound
	case done.Unresolved != "":
		return done, nil
	}
	done.Removed, err = folder.forget(m, made)
	return done, err
}

func missingEvidence(count int) *power.InputError {
	if count == 0 {
		return nil
	}
	return &power.InputError{Problem: fmt.Sprintf("the backup is made, "+
		"and %d files of submissions are missing in the evidence; no earlier backup was removed", count),
		Remedy: "see with green500 verify what they belong to, and restore them from an earlier backup"}
}

// make copies everything into the folder of a new run. If that fails, nothing of the run is left.
func (b *backup) make(ctx context.Context, now time.Time, own Identity) (made manifest, err error) {
	state, err := os.MkdirTemp(b.out, stateFolder)
	if err != nil {
		return manifest{}, fmt.Errorf("begin the backup: %w", err)
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(state))
		}
	}()
	b.state = filepath.Base(state)
	made = manifest{Form: manifestForm, TakenAt: now.UTC(), Dialect: database.DialectOf(b.of.Database), State: b.state,
		Installation: own, Place: b.of.place()}
	if host, err := os.Hostname(); err == nil {
		made.Host = host
	}
	if made.Database, err = b.copyAll(ctx); err != nil {
		return manifest{}, err
	}
	made.Files, made.Tables, made.Rows = b.files, b.tables, b.rows
	return made, nil
}

// makingSuffix ends the name of a file until all of it is written, so that one that is damaged is replaced and never
// written over.
const makingSuffix = ".making"

const checkDisk = "check the disk of the backup, and run green500 backup --verify again"

// copyTo writes a file, which is encrypted if there are recipients, has it on the disk when it returns, and says what
// it wrote.
func copyTo(ctx context.Context, source io.Reader, to string, recipients []age.Recipient) (backupFile, error) {
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return backupFile{}, err
	}
	making := to + makingSuffix
	file, err := os.OpenFile(making, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return backupFile{}, err
	}
	sum := sha256.New()
	counted := &counter{to: io.MultiWriter(file, sum)}
	size, err := encrypting(counted, blobs.WithContext(ctx, source), recipients)
	if err == nil {
		err = file.Sync()
	}
	err = errors.Join(err, file.Close())
	if err == nil {
		err = os.Rename(making, to)
	}
	if err != nil {
		return backupFile{}, errors.Join(err, os.Remove(making))
	}
	written := backupFile{Size: counted.bytes, SHA256: hex.EncodeToString(sum.Sum(nil))}
	if len(recipients) > 0 {
		written.Plain = size
	}
	return written, nil
}

func sumFile(ctx context.Context, path string) (backupFile, error) {
	file, err := os.Open(path)
	if err != nil {
		return backupFile{}, err
	}
	sum := sha256.New()
	size, err := io.Copy(sum, blobs.WithContext(ctx, file))
	return backupFile{Size: size, SHA256: hex.EncodeToString(sum.Sum(nil))}, errors.Join(err, file.Close())
}
