package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"green500/cmd/green500/mailing"
	"green500/cmd/green500/setup"
	"green500/store"
)

func (p storageFlags) AfterApply() error { return setup.WorkAsOwner(p.Data, os.Stderr) }

type initCommand struct {
	storageFlags
	Administrator setup.Administrator `embed:""`
}

func (i initCommand) Run(ctx context.Context, out io.Writer, now clock) error {
	password, err := setup.ReadPassword(ctx, os.Stdin, os.Stderr)
	if err != nil {
		return err
	}
	_, missing := os.Stat(i.Data)
	opened, err := i.openToWork(ctx, store.Config{Now: now, Log: discardLog()})
	if err != nil {
		return err
	}
	err = i.Administrator.Create(byCommand(ctx, "init"), opened, password)
	if err := errors.Join(err, opened.Close()); err != nil {
		return err
	}
	words := fmt.Sprintf("%s may sign in as admin. Start the server with: green500 serve --data %s%s\n", i.Administrator.Email, i.Data, databaseFlag(i.Database))
	if os.Geteuid() == 0 && errors.Is(missing, fs.ErrNotExist) {
		words += "The data folder belongs to root. If the server runs as another user, give it the folder: chown -R USER: " + i.Data + "\n"
	}
	_, err = io.WriteString(out, words)
	return err
}

type userRole struct {
	storageFlags
	To setup.Role `embed:""`
}

func (u userRole) Run(ctx context.Context, out io.Writer) error {
	return u.onAccounts(ctx, func(s *store.Store) error { return u.To.Set(byCommand(ctx, "user role"), s, out) })
}

type userPassword struct {
	storageFlags
	Of setup.Password `embed:""`
}

func (u userPassword) Run(ctx context.Context, out io.Writer) error {
	return u.onAccounts(ctx, func(s *store.Store) error { return u.Of.Set(byCommand(ctx, "user password"), s, out) })
}

type userErase struct {
	storageFlags
	Of setup.Erasure `embed:""`
}

func (u userErase) Run(ctx context.Context, out io.Writer) error {
	return u.onAccounts(ctx, func(s *store.Store) error { return u.Of.Erase(byCommand(ctx, "user erase"), s, out) })
}

func (p storageFlags) onAccounts(ctx context.Context, work func(*store.Store) error) error {
	if err := p.mustExist(); err != nil {
		return err
	}
	return withStore(ctx, p, work)
}

type mailCommand struct {
	Test    mailing.Test `cmd:"" help:"Send a test mail now, and show what the mail server answers."`
	Release mailRelease  `cmd:"" help:"Have a restored copy send its mail, if it replaces the installation that the backup was made of."`
}

type mailRelease struct {
	storageFlags
	Drop bool `help:"Delete the messages that waited when the backup was made: the installation that it is of has probably sent them."`
}

func (m mailRelease) Run(ctx context.Context, out io.Writer) error {
	if err := m.mustExist(); err != nil {
		return err
	}
	return withStore(ctx, m.storageFlags, func(s *store.Store) error {
		waiting, err := s.ReleaseMail(byCommand(ctx, "mail release"), m.Drop)
		if err != nil {
			return err
		}
		what := "are sent"
		if m.Drop {
			what = "were deleted"
		}
		_, err = fmt.Fprintf(out, "Mail is sent from now on. Messages from before the restore: %d, which %s.\n", waiting, what)
		return err
	})
}
