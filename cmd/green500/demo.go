package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"time"

	"green500/cmd/green500/calling"
	"green500/cmd/green500/connect"
	"green500/cmd/green500/demodata"
	"green500/cmd/green500/observing"
	"green500/handlers/account"
	"green500/store"
	"green500/templates/fields"
	"green500/validation/power"
	"green500/validation/review"
	"green500/web"
)

type demo struct {
	Data      string `default:"green500-demo" env:"GREEN500_DATA" help:"Folder for database and evidence; created if missing."`
	listening `embed:""`
	Verbose   bool `help:"Log every request."`
	Public    bool `help:"Let other machines in, with --addr: anybody who reaches the demonstration can sign in as its administrator."`
}

const seededMark = "seeded"

func (d demo) Run(ctx context.Context, out io.Writer) error {
	if host, _, err := net.SplitHostPort(d.Addr); err == nil && !d.Public && !connect.Loopback(host) {
		return &power.InputError{Field: "--addr", Problem: d.Addr + " lets other machines in, " +
			"and everybody knows the passwords of the demonstration", Remedy: "use localhost, or add --public"}
	}
	at := storageFlags{Data: d.Data}
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))
	if d.Verbose {
		verbose, written := observing.NewLog(os.Stderr, d.LogFormat)
		defer written()
		log = verbose
	}
	if err := d.fill(ctx, at, log, out); err != nil {
		return err
	}
	listener, err := web.Listen(ctx, d.Addr)
	if err != nil {
		return err
	}
	if strings.HasSuffix(d.Addr, ":0") { // the system chose the port, which links and commands of pages name
		d.Addr = listener.Addr().String()
	}
	opened, leave, err := at.openToServe(ctx, store.Config{Now: time.Now, Log: log, Reserve: d.Reserve,
		Notice: account.Notices(d.address()), FieldName: fields.PlaceOf})
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	defer leave()
	d.Operator = cmp.Or(d.Operator, "the person who started this demonstration (its systems are invented)")
	d.Contact, d.Licence = cmp.Or(d.Contact, demodata.Address(review.Editor)),
		cmp.Or(d.Licence, "https://creativecommons.org/licenses/by/4.0/")
	config := d.config(opened, log, time.Now)
	config.Registration = true
	stopCalls := calling.Settings{}.Start(ctx, opened, time.Now, nil, log)
	err = run(ctx, listener, 0, config, func() { d.welcome(out) })
	stopCalls()
	return errors.Join(err, opened.Close())
}

// fill makes the sample entries once; a folder that was left half filled is not touched again.
func (d demo) fill(ctx context.Context, at storageFlags, log *slog.Logger, out io.Writer) error {
	mark := filepath.Join(d.Data, seededMark)
	if _, err := os.Stat(mark); err == nil {
		return nil
	}
	if held, err := os.ReadDir(d.Data); err == nil && len(held) > 0 {
		return &power.InputError{File: d.Data, Problem: "the folder contains something other than a complete " +
			"demonstration", Remedy: "delete it, or name another with --data"}
	} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read data folder: %w", err)
	}
	if _, err := fmt.Fprintln(out, "Creating sample editions, systems and submissions ..."); err != nil {
		return err
	}
	clock := &demodata.Clock{}
	opened, err := at.open(ctx, log, clock.Now)
	if err != nil {
		return err
	}
	if err := errors.Join(demodata.Fill(ctx, opened, clock), opened.Close()); err != nil {
		return fmt.Errorf("create the demonstration: %w", err)
	}
	const readable = 0o600
	return os.WriteFile(mark, []byte("The demonstration in this folder is complete.\n"), readable)
}

func (d demo) welcome(out io.Writer) {
	_, _ = fmt.Fprintf(out, "\n  http://%s\n\n  Data is in %s. Sign in with the password %s as\n\n", d.Addr, d.Data,
		demodata.Password)
	for _, role := range review.Roles() {
		_, _ = fmt.Fprintf(out, "    %-10s %s\n", role, demodata.Address(role))
	}
	_, _ = fmt.Fprintf(out, "    %-10s %s\n", review.Reviewer, demodata.SecondReviewer)
	_, _ = fmt.Fprintf(out, "\n  No mail is sent. The administrator can read all mail at http://%s/outbox.\n\n"+
		"  Press Ctrl-C to stop.\n", d.Addr)
}
