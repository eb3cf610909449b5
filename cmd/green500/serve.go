package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"green500/handlers"
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
	return p.openWith(ctx, store.Config{Now: now, Log: log})
}

// openWith is open with more settings; where things lie is filled in.
func (p place) openWith(ctx context.Context, config store.Config) (*store.Store, error) {
	const private = 0o700 // unpublished evidence is for the server alone
	if err := os.MkdirAll(p.Data, private); err != nil {
		return nil, fmt.Errorf("make data folder: %w", err)
	}
	blobs, err := store.OpenFolder(p.blobs())
	if err != nil {
		return nil, err
	}
	config.Database, config.Blobs = p.database(), blobs
	return store.Open(ctx, config)
}

// blobs is where the evidence is.
func (p place) blobs() string {
	if p.Blobs == "" {
		return filepath.Join(p.Data, "blobs")
	}
	return p.Blobs
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
	Addr      string   `default:"localhost:8080" env:"GREEN500_ADDR" help:"Address to listen at."`
	Address   *url.URL `env:"GREEN500_ADDRESS" help:"Address of the server as people reach it, such as https://green500.example.org; links in mails begin with it. Default: http:// and the address to listen at."`
	LogFormat string   `default:"text" enum:"text,json" env:"GREEN500_LOG_FORMAT" help:"text or json."`
	MaxUpload int64    `default:"4294967296" env:"GREEN500_MAX_UPLOAD" help:"Bytes one upload may hold."`
	Quota     int64    `default:"53687091200" env:"GREEN500_QUOTA" help:"Bytes that the unfinished uploads and the drafts of one person may hold; 0 is no limit."`
}

// address is how people reach the server.
func (l listening) address() *url.URL {
	if l.Address != nil {
		return l.Address
	}
	return &url.URL{Scheme: "http", Host: l.Addr}
}

// serve runs the server.
type serve struct {
	place
	listening
	mailing `embed:""`
	signingIn
	Secure  bool           `env:"GREEN500_SECURE" help:"Reached by HTTPS: cookies are sent by HTTPS only."`
	Proxied bool           `env:"GREEN500_PROXIED" help:"Behind a proxy of yours that sets X-Forwarded-For."`
	Proxies []netip.Prefix `env:"GREEN500_PROXIES" placeholder:"NETWORK" help:"With --proxied: networks of your proxies, such as 10.0.3.0/24; what others say in X-Forwarded-For is not believed. Default: this machine and private networks."`

	MetricsAddr string `env:"GREEN500_METRICS_ADDR" placeholder:"HOST:PORT" help:"Address at which Prometheus finds metrics, and you profiles; it asks nobody who they are, so keep it to this machine. Default: none."`

	Registration bool `default:"true" negatable:"" env:"GREEN500_REGISTRATION" help:"People may make accounts for themselves; with --no-registration administrators make them."`
}

// Run serves until the context ends.
func (s serve) Run(ctx context.Context) error {
	log, written := s.logger(os.Stderr)
	defer written()
	providers, err := s.providers()
	if err != nil {
		return err
	}
	opened, err := s.openWith(ctx, store.Config{Now: time.Now, Log: log, Notice: handlers.Notices(s.address())})
	if err != nil {
		return err
	}
	config := web.Config{Store: opened, Log: log, Now: time.Now, Address: s.address(), MaxUpload: s.MaxUpload, Quota: s.Quota, MailSent: s.sends(), Secure: s.Secure, Proxied: s.Proxied, Proxies: s.Proxies,
		Version: thisBuild().Version, Registration: s.Registration, Providers: providers}
	if s.MetricsAddr != "" {
		told := newMetrics(opened, log)
		config.Observe = told.observe
		if err := told.serve(ctx, s.MetricsAddr, log); err != nil {
			return errors.Join(err, opened.Close())
		}
	}
	stopMail, err := s.start(ctx, s.address(), opened, log)
	if err != nil {
		return errors.Join(err, opened.Close())
	}
	err = run(ctx, s.Addr, config, func(at net.Addr) { log.Info("serving", "address", at.String(), "data", s.Data) })
	stopMail()
	return errors.Join(err, opened.Close())
}

// run serves, takes in on the side what arrived, and clears away what expired.
func run(ctx context.Context, address string, config web.Config, ready func(net.Addr)) error {
	handler, err := web.New(config)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	var aside sync.WaitGroup
	defer aside.Wait()
	defer stop()
	aside.Go(func() { sweep(ctx, config) })
	aside.Go(func() { web.ReceiveUploads(ctx, config) })
	aside.Go(func() { holdLists(ctx, config) })
	return web.Serve(ctx, address, handler, config.Log, ready)
}

// holdLists has lists read, so that whoever comes first after a start does not wait for it.
func holdLists(ctx context.Context, config web.Config) {
	if err := config.Store.HoldLists(ctx); err != nil && ctx.Err() == nil {
		config.Log.WarnContext(ctx, "the first view of lists will read them", "error", err)
	}
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
			if err := config.Store.DeleteExpiredLinks(ctx); err != nil {
				config.Log.WarnContext(ctx, "expired links stay", "error", err)
			}
			if err := config.Store.ForgetSentMail(ctx); err != nil {
				config.Log.WarnContext(ctx, "mail that was sent stays", "error", err)
			}
			if _, err := config.Store.AnnounceCalibrations(ctx); err != nil {
				config.Log.WarnContext(ctx, "calibrations that end are not announced", "error", err)
			}
			if err := config.Store.RemindOfDeadlines(ctx); err != nil {
				config.Log.WarnContext(ctx, "nobody is reminded of deadlines", "error", err)
			}
			if err := config.Store.SweepUploads(ctx); err != nil {
				config.Log.WarnContext(ctx, "expired uploads stay", "error", err)
			}
		}
	}
}
