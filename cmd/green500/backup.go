package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"green500/cmd/green500/setup"
	"green500/store/backup"
	"green500/validation/power"
)

type age time.Duration

func (a *age) UnmarshalText(text []byte) error {
	const day = 24 * time.Hour
	wrong := fmt.Errorf("%q is not a time such as 30d or 12h", text)
	if number, inDays := strings.CutSuffix(string(text), "d"); inDays {
		days, err := strconv.Atoi(number)
		if err != nil || days < 0 {
			return wrong
		}
		*a = age(time.Duration(days) * day)
		return nil
	}
	duration, err := time.ParseDuration(string(text))
	if err != nil || duration < 0 {
		return wrong
	}
	*a = age(duration)
	return nil
}

type backupCommand struct {
	storageFlags
	Out       string   `arg:"" help:"Folder for the backups of this installation. Files that an earlier backup there has are not copied again."`
	Keep      int      `default:"7" help:"Number of backups that are kept in the folder, the newest first."`
	KeepFor   age      `default:"7d" placeholder:"TIME" help:"Backups that are younger than this are kept too, such as 30d. Default: 7d."`
	EncryptTo []string `placeholder:"KEY" help:"Encrypt the backup to this public key of age, as age-keygen prints it. The folder keeps the names and sizes of files readable. Can be repeated."`
	Verify    bool     `help:"Read every file of the backup again, and compare it with what was written."`
	TakeOver  bool     `help:"The folder has backups of an installation that this one replaces, as after a restore."`
}

func (b backupCommand) Run(ctx context.Context, out io.Writer) error {
	if err := b.mustExist(); err != nil {
		return err
	}
	return setup.DeniedFolder(b.run(ctx, out), b.Out)
}

func (b backupCommand) run(ctx context.Context, out io.Writer) error {
	from, err := filepath.Abs(b.Data)
	if err != nil {
		return err
	}
	to, err := filepath.Abs(b.Out)
	if err != nil {
		return err
	}
	if inside, err := filepath.Rel(from, to); err == nil && filepath.IsLocal(inside) {
		return &power.InputError{File: b.Out, Problem: "the folder is inside the data folder",
			Remedy: "name another folder, preferably on another disk"}
	}
	if b.Keep < 1 {
		return &power.InputError{Field: "--keep", Problem: "the backup itself is kept",
			Remedy: "name a number of at least 1"}
	}
	done, err := b.forBackup().Backup(ctx, backup.Making{Out: b.Out, Now: time.Now(), Keep: b.Keep,
		KeepFor: time.Duration(b.KeepFor), EncryptTo: b.EncryptTo, TakeOver: b.TakeOver, Verify: b.Verify})
	if done.Files == 0 {
		return err
	}
	return errors.Join(err, b.tell(out, done))
}

func (b backupCommand) tell(out io.Writer, done backup.BackedUp) error {
	words := fmt.Sprintf("Backed up %d files of %d bytes, %d blobs of them new. "+
		"Restore them with: green500 restore %s --data FOLDER\n", done.Files, done.Bytes, done.Copied, b.Out)
	if done.Verified {
		words += "Every file was read again and is what was written.\n"
	}
	if done.Repaired > 0 {
		words += fmt.Sprintf("Damaged files of earlier backups that were copied again: %d. Check the disk.\n",
			done.Repaired)
	}
	if done.Removed > 0 {
		words += fmt.Sprintf("Earlier backups removed: %d.\n", done.Removed)
	}
	if done.Unresolved != "" {
		words += "An earlier backup found: " + done.Unresolved +
			". No backup is removed until green500 backup --verify finds no error.\n"
	}
	if done.NotNoted != nil {
		words += "The installation does not know of this backup: " + done.NotNoted.Error() + "\n"
	}
	_, err := io.WriteString(out, words)
	return err
}
