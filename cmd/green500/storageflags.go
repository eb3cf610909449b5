package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	account "os/user"
	"path/filepath"
	"strings"
	"time"

	"green500/migrations"
	"green500/store"
	"green500/store/backup"
	"green500/store/blobs"
	"green500/store/database"
	"green500/store/inuse"
	"green500/store/recorded"
	"green500/store/secret"
	"green500/validation/power"
)

type storageFlags struct {
	Data       string `default:"${data}" env:"GREEN500_DATA" help:"Folder for database and evidence."`
	Database   string `env:"GREEN500_DATABASE" help:"Path of an SQLite file, or a postgres:// URL. Default: green500.db in the data folder."`
	Blobs      string `env:"GREEN500_BLOBS" help:"Folder for evidence, or an S3 bucket: s3://BUCKET/PREFIX?endpoint=URL&region=NAME. Default: blobs in the data folder."`
	Secret     string `name:"secret-key" env:"GREEN500_SECRET_KEY" placeholder:"@FILE" help:"Key that the signing keys and unsent mail are encrypted with: @ and the name of its file, or in the environment its 64 hexadecimal digits. Default: secret.key in the data folder, which is made for an SQLite database. Keep a copy apart from backups."`
	bucketKeys `embed:""`
}

// bucketKeys open a bucket. They are best given by the environment: everybody on a machine sees flags.
type bucketKeys struct {
	AccessKey string `name:"s3-access-key" env:"GREEN500_S3_ACCESS_KEY" help:"Access key of the bucket of --blobs; preferably set in the environment."`
	SecretKey string `name:"s3-secret-key" env:"GREEN500_S3_SECRET_KEY" help:"Secret key of the bucket of --blobs; preferably set in the environment."`
}

func (p storageFlags) open(ctx context.Context, log *slog.Logger, now func() time.Time) (*store.Store, error) {
	return p.openWith(ctx, store.Config{Now: now, Log: log})
}

func (p storageFlags) openWith(ctx context.Context, config store.Config) (*store.Store, error) {
	config.Secret = p.secret()
	return p.openAs(ctx, config)
}

func (p storageFlags) openAs(ctx context.Context, config store.Config) (*store.Store, error) {
	if err := makePrivate(p.Data); err != nil {
		return nil, err
	}
	blobs, err := p.blobs().Open(ctx)
	if err != nil {
		return nil, err
	}
	config.Database, config.Blobs = p.database(), blobs
	return store.Open(ctx, config)
}

// makePrivate makes a folder if it is missing: unpublished evidence is for the server alone.
func makePrivate(folder string) error {
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return fmt.Errorf("make data folder: %w", err)
	}
	return nil
}

func discardLog() *slog.Logger { return slog.New(slog.DiscardHandler) }

func (p storageFlags) blobs() blobs.Location {
	return location(cmp.Or(p.Blobs, filepath.Join(p.Data, "blobs")), p.bucketKeys, p.Data)
}

// location is where blobs are, with what does not fit into memory on the way in a folder of this machine.
func location(at string, with bucketKeys, data string) blobs.Location {
	return blobs.Location{At: at, AccessKey: with.AccessKey, SecretKey: with.SecretKey,
		Scratch: filepath.Join(data, blobs.ScratchFolder)}
}

func (p storageFlags) database() string {
	if p.Database == "" {
		return filepath.Join(p.Data, "green500.db")
	}
	return p.Database
}

// secret is where the key is. Servers on PostgreSQL share theirs: their folder may be temporary.
func (p storageFlags) secret() secret.Source {
	if p.Secret != "" {
		return secret.Of(p.Secret)
	}
	inFolder := secret.InFolder(p.Data)
	if database.DialectOf(p.database()) == migrations.SQLite {
		return inFolder
	}
	return func(mayMake bool) (*secret.Key, error) {
		key, err := inFolder(false)
		if mayMake && errors.Is(err, secret.ErrMissing) {
			err = fmt.Errorf("%w: %w", secret.ErrMissing, &power.InputError{
				Field: "--secret-key", Problem: "servers on PostgreSQL share a secret key, and none is set",
				Remedy: "make a file with openssl rand -hex 32, keep a copy apart from backups, " +
					"and name the file with --secret-key @FILE",
			})
		}
		return key, err
	}
}

func (p storageFlags) openToWork(ctx context.Context, config store.Config) (*store.Store, error) {
	opened, err := p.openWith(ctx, config)
	if err == nil && opened.Locked() != nil {
		return nil, errors.Join(opened.Locked(), opened.Close())
	}
	return opened, err
}

// openToServe is openToWork, known to others (migrate-store) until leave, before the schema is changed.
func (p storageFlags) openToServe(ctx context.Context, config store.Config) (
	opened *store.Store, leave func(), err error) {
	folders := []string{p.Data}
	if !strings.Contains(p.database(), "://") {
		folders = append(folders, filepath.Dir(p.database()))
	}
	for _, folder := range folders {
		if err := makePrivate(folder); err != nil {
			return nil, nil, err
		}
	}
	if leave, err = inuse.Serve(ctx, p.database(), config.Log); err != nil {
		return nil, nil, err
	}
	if opened, err = p.openToWork(ctx, config); err != nil {
		leave()
		return nil, nil, err
	}
	return opened, leave, nil
}

func (p storageFlags) forBackup() backup.Installation {
	return backup.Installation{Database: p.database(), Blobs: p.blobs()}
}

// mustExist refuses to open, and so make, an installation: in an empty one nothing would change.
func (p storageFlags) mustExist() error {
	if strings.Contains(p.Database, "://") {
		return nil
	}
	path := p.database()
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return &power.InputError{File: path, Problem: "there is no database",
			Remedy: "name the data folder of a server with --data"}
	} else if err != nil {
		return &power.InputError{File: path, Problem: "this cannot be read", Remedy: "check that you may read it"}
	}
	return nil
}

func (p storageFlags) onExisting(ctx context.Context, work func(*store.Store) error) error {
	if err := p.mustExist(); err != nil {
		return err
	}
	return withStore(ctx, p, work)
}

func withStore(ctx context.Context, at storageFlags, work func(*store.Store) error) error {
	opened, err := at.open(ctx, discardLog(), time.Now)
	if err != nil {
		return err
	}
	return errors.Join(work(opened), opened.Close())
}

func byCommand(ctx context.Context, command string) context.Context {
	name := "the command line"
	if who, err := account.Current(); err == nil && who.Username != "" {
		name += ", " + who.Username
	}
	return recorded.WithOrigin(ctx, recorded.Origin{Command: command, Actor: recorded.Actor{Name: name}})
}
