package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"green500/cmd/green500/setup"
	"green500/store/backup"
	"green500/store/inuse"
	"green500/store/secret"
	"green500/validation/power"
)

type restoreCommand struct {
	Backup     string `arg:"" help:"Folder that green500 backup wrote."`
	Data       string `help:"Folder for database and evidence, which is empty or does not exist. Required, except with --list."`
	List       bool   `help:"List the backups in the folder, and restore none."`
	At         string `placeholder:"TIME" help:"Restore the newest backup that was made at this time or before, such as 2026-11-20T12:00:00Z. Default: the newest of all."`
	Identity   string `placeholder:"FILE" help:"File with the private key of age, for an encrypted backup."`
	Database   string `placeholder:"URL" help:"postgres:// URL of an empty database, for a backup of PostgreSQL."`
	Blobs      string `placeholder:"URL" help:"Empty s3:// bucket and prefix for the evidence. Default: blobs in the data folder."`
	bucketKeys `embed:""`
}

func (r restoreCommand) Run(ctx context.Context, out io.Writer) error {
	if r.List {
		return r.list(out)
	}
	if r.Data == "" {
		return &power.InputError{Field: "--data", Problem: "no folder is named to restore to",
			Remedy: "name an empty folder, or one that does not exist"}
	}
	at, err := r.time()
	if err != nil {
		return err
	}
	done, err := backup.Restore(ctx, backup.Restoring{
		From: r.Backup, At: at, Identity: r.Identity, Data: r.Data, Database: r.Database,
		Blobs: location(r.Blobs, r.bucketKeys, r.Data), Now: time.Now(),
		Begin: func(c backup.Contents) error {
			_, err := fmt.Fprintf(out, "Restoring %s\n", describe(c))
			return err
		},
	})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "Restored %d files of %d bytes; each is identical to the backup. "+
		"To verify the content: green500 verify --data %s%s%s\n"+
		"The copy has %d rows in %d tables, and the new identifier %s. "+
		"It sends no mail until you release it: green500 mail release --data %s%s%s\n"+
		"A backup does not contain the secret key: copy it to %s, or name it with --secret-key. "+
		"If it is lost: green500 key reset\n", done.Files, done.Bytes, r.Data,
		databaseFlag(r.Database), blobsFlag(r.Blobs), done.Rows, done.Tables, done.Own.Name(), r.Data,
		databaseFlag(r.Database), blobsFlag(r.Blobs), filepath.Join(r.Data, secret.FileName))
	return err
}

func (r restoreCommand) time() (time.Time, error) {
	if r.At == "" {
		return time.Time{}, nil
	}
	at, err := time.Parse(time.RFC3339, r.At)
	if err != nil {
		return time.Time{}, &power.InputError{Field: "--at",
			Problem: fmt.Sprintf("%q is not a time with its zone", r.At), Remedy: "write it as 2026-11-20T12:00:00Z"}
	}
	return at, nil
}

func (r restoreCommand) list(out io.Writer) error {
	all, err := backup.Generations(r.Backup)
	if err != nil {
		return err
	}
	for _, one := range all {
		if _, err := fmt.Fprintln(out, describe(one)); err != nil {
			return err
		}
	}
	return nil
}

func describe(c backup.Contents) string {
	words := fmt.Sprintf("the backup of %s, installation %s: %d rows in %d tables, %d files of %d bytes",
		c.TakenAt.UTC().Format(time.RFC3339), c.Name(), c.Rows, c.Tables, c.Files, c.Bytes)
	if c.Encrypted {
		words += ", encrypted"
	}
	return words
}

// databaseFlag is the flag of a database as it is typed; a password in it is left for the user to fill in.
func databaseFlag(value string) string {
	if value == "" {
		return ""
	}
	return " --database …"
}

func blobsFlag(value string) string {
	if value == "" {
		return ""
	}
	return " --blobs '" + value + "'"
}

type migrateStore struct {
	storageFlags
	ToData     string `required:"" placeholder:"FOLDER" help:"Data folder of the copy, which is created if missing."`
	ToDatabase string `placeholder:"URL" help:"postgres:// URL of an empty database, or path of an SQLite file that does not exist. Default: green500.db in the data folder of the copy."`
	ToBlobs    string `placeholder:"PLACE" help:"Empty folder or s3:// bucket and prefix for the evidence, opened with the same keys. Default: blobs in the data folder of the copy."`
}

func (m migrateStore) Run(ctx context.Context, out io.Writer) error {
	if err := m.mustExist(); err != nil {
		return err
	}
	target := storageFlags{Data: m.ToData, Database: m.ToDatabase, Blobs: m.ToBlobs, bucketKeys: m.bucketKeys}
	if target.blobs().At == m.blobs().At || target.database() == m.database() {
		return &power.InputError{Problem: "the copy would be in the place of the installation",
			Remedy: "name another database and another evidence store with --to-data, --to-database and --to-blobs"}
	}
	end, err := inuse.Alone(ctx, m.database())
	if err != nil {
		return err
	}
	defer end()
	if err := makePrivate(target.Data); err != nil {
		return setup.DeniedFolder(err, target.Data)
	}
	at := progressOn(os.Stderr)
	done, err := m.forBackup().MoveTo(ctx, target.forBackup(), at.counting())
	at.now("")
	if err != nil {
		return setup.DeniedFolder(err, target.Data)
	}
	_, err = fmt.Fprintf(out, "Copied %d rows of %d tables, %d blobs and %d unfinished uploads; each was read back "+
		"and is identical. The installation was not changed.\nThe copy has the same secret key: copy it to %s, "+
		"or name it with --secret-key.\nTo verify the content: green500 verify --data %s%s%s\n",
		done.Rows, done.Tables, done.Blobs, done.Pieces, filepath.Join(m.ToData, secret.FileName), m.ToData,
		databaseFlag(m.ToDatabase), blobsFlag(m.ToBlobs))
	return err
}
