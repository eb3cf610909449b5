package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"green500/cmd/green500/setup"
	"green500/store/inuse"
	"green500/store/secret"
	"green500/validation/power"
)

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
		return &power.InputError{Problem: "the copy would be in the place of the installation", Remedy: "name another database and another evidence store with --to-data, --to-database and --to-blobs"}
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
	_, err = fmt.Fprintf(out, "Copied %d rows of %d tables, %d blobs and %d unfinished uploads; each was read back and is identical. The installation was not changed.\nThe copy has the same secret key: copy it to %s, or name it with --secret-key.\nTo verify the content: green500 verify --data %s%s%s\n",
		done.Rows, done.Tables, done.Blobs, done.Pieces, filepath.Join(m.ToData, secret.FileName), m.ToData, databaseFlag(m.ToDatabase), blobsFlag(m.ToBlobs))
	return err
}
