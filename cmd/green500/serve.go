package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"time"

	"green500/store"
	"green500/web"
)

// place is where an installation keeps what it holds.
type place struct {
	Data     string `default:"${data}" env:"GREEN500_DATA" help:"Folder for database and evidence."`
	Database string `env:"GREEN500_DATABASE" help:"Path of an SQLite file, or a postgres:// URL. Default: green500.db in the data folder."`
	Blobs    string `env:"GREEN500_BLOBS" help:"Folder for evidence. Default: blobs in the data folder."`
}

// open opens the store of the installation, which it makes where there is none.
func (p place) open(ctx context.Context, log *slog.Logger, now func() time.Time) (*store.Store, error) {
	const private = 0o700 // unpublished evidence is for the server alone
	if err := os.MkdirAll(p.Data, private); err != nil {
		return nil, fmt.Errorf("make data folder: %w", err)
	}
	folder := p.Blobs
	if folder == "" {
		folder = filepath.Join(p.Data, "blobs")
	}
	blobs, err := store.OpenFolder(folder)
	if err != nil {
		return nil, err
	}
	return store.Open(ctx, store.Config{Database: p.database(), Blobs: blobs, Now: now, Log: log})
}

// database is where the database is.
func (p place) database() string {
	if p.Database == "" {
		return filepath.Join(p.Data, "green500.db")
	}
	return p.Database
}

// listening is how a server is reached.
type listening struct {
	Addr      string `default:"localhost:8080" env:"GREEN500_ADDR" help:"Address to listen at."`
	LogFormat string `default:"text" enum:"text,json" env:"GREEN500_LOG_FORMAT" help:"text or json."`
	MaxUpload int64  `default:"4294967296" env:"GREEN500_MAX_UPLOAD" help:"Bytes one upload may hold."`
}

func (l listening) logger(out io.Writer) *slog.Logger {
	if l.LogFormat == "json" {
		return slog.New(slog.NewJSONHandler(out, nil))
	}
	return slog.New(slog.NewTextHandler(out, nil))
}

// serve runs the server.
type serve struct {
	place
	listening
	Secure  bool `env:"GREEN500_SECURE" help:"Reached by HTTPS: cookies are sent by HTTPS only."`
	Proxied bool `env:"GREEN500_PROXIED" help:"Behind a proxy of yours that sets X-Forwarded-For."`
}

// Run serves until the context ends.
func (s serve) Run(ctx context.Context) error {
	log := s.logger(os.Stderr)
	opened, err := s.open(ctx, log, time.Now)
	if err != nil {
		return err
	}
	config := web.Config{Store: opened, Log: log, Now: time.Now, MaxUpload: s.MaxUpload, Secure: s.Secure, Proxied: s.Proxied}
	err = run(ctx, s.Addr, config, func(at net.Addr) { log.Info("serving", "address", at.String(), "data", s.Data) })
	return errors.Join(err, opened.Close())
}

// run serves, and clears away expired sessions on the side.
func run(ctx context.Context, address string, config web.Config, ready func(net.Addr)) error {
	handler, err := web.New(config)
	if err != nil {
		return err
	}
	go sweep(ctx, config)
	return web.Serve(ctx, address, handler, config.Log, ready)
}

const sweepInterval = time.Hour

func sweep(ctx context.Context, config web.Config) {
	ticker := time.NewTicker(sweepInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
			if _, err := config.Store.Sessions().DeleteExpired(ctx); err != nil {
				config.Log.WarnContext(ctx, "expired sessions stay", "error", err)
			}
		}
	}
}
