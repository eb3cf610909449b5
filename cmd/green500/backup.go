package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"time"

	"green500/store/backup"
	"green500/store/secret"
	"green500/validation/power"
)

// backupCommand copies an installation, whether a server runs on it or not.
type backupCommand struct {
	storageFlags
	Out string `arg:"" help:"Folder for the backup. If it contains an earlier backup of the same installation, only new files are copied, and the database is replaced."`
}

// Run makes the backup and says what is in it.
func (b backupCommand) Run(ctx context.Context, out io.Writer) error {
	if err := b.mustExist(); err != nil {
		return err
	}
	data, err := filepath.Abs(b.Data)
	if err != nil {
		return err
	}
	to, err := filepath.Abs(b.Out)
	if err != nil {
		return err
	}
	if inside, err := filepath.Rel(data, to); err == nil && filepath.IsLocal(inside) {
		return &power.InputError{File: b.Out, Problem: "the folder is inside the data folder", Remedy: "name another folder, preferably on another disk"}
	}
	done, err := b.forBackup().Backup(ctx, b.Out, time.Now())
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "Backed up %d files of %d bytes, %d blobs of them new. Restore them with: green500 restore %s --data FOLDER\n", done.Files, done.Bytes, done.Copied, b.Out)
	return err
}

// restoreCommand makes an installation of a backup.
type restoreCommand struct {
	Backup     string `arg:"" help:"Folder that green500 backup wrote."`
	Data       string `required:"" help:"Folder for database and evidence, which is empty or does not exist."`
	Database   string `placeholder:"URL" help:"postgres:// URL of an empty database, for a backup of PostgreSQL."`
	Blobs      string `placeholder:"URL" help:"Empty s3:// bucket and prefix for the evidence. Default: blobs in the data folder."`
	bucketKeys `embed:""`
}

// Run restores it.
func (r restoreCommand) Run(ctx context.Context, out io.Writer) error {
	done, err := backup.Restore(ctx, r.Backup, r.Data, r.Database, location(r.Blobs, r.bucketKeys, r.Data))
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "Restored %d files of %d bytes; each is identical to the backup. To verify the content: green500 verify --data %s%s%s\n"+
		"A backup does not contain the secret key: copy it to %s, or name it with --secret-key. If it is lost: green500 key reset\n", done.Files, done.Bytes, r.Data,
		databaseFlag(r.Database), blobsFlag(r.Blobs), filepath.Join(r.Data, secret.FileName))
	return err
}
