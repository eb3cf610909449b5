package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"green500/store"
	"green500/store/secret"
	"green500/validation/power"
)

type keyCommand struct {
	List   keyList   `cmd:"" help:"List the public keys that receipts are checked with, the one that signs now first."`
	Rotate keyRotate `cmd:"" help:"Sign with a new key from now on. Earlier receipts are still checked with the public keys before."`
	Reset  keyReset  `cmd:"" help:"Use a new secret key and a new signing key, if the secret key was lost or seen by others. Stop all servers first."`
}

type keyList struct{ storageFlags }

func (k keyList) Run(ctx context.Context, out io.Writer) error {
	return k.onExisting(ctx, func(s *store.Store) error {
		keys, err := s.PublicKeys(ctx)
		if err != nil {
			return err
		}
		for _, key := range keys {
			if _, err := fmt.Fprintln(out, key); err != nil {
				return err
			}
		}
		return nil
	})
}

type keyRotate struct{ storageFlags }

func (k keyRotate) Run(ctx context.Context, out io.Writer) error {
	return k.onExisting(ctx, func(s *store.Store) error {
		public, err := s.ReplaceSigningKey(byCommand(ctx, "key rotate"))
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "Receipts are signed with a new key from now on. Its public key is %s\n", public)
		return err
	})
}

type keyReset struct {
	storageFlags
	Before string `name:"secret-key-before" placeholder:"@FILE" help:"The secret key so far, so that unsent mail stays readable. Without it, unsent mail is given up."`
}

func (k keyReset) Run(ctx context.Context, out io.Writer) error {
	if err := k.mustExist(); err != nil {
		return err
	}
	var before *secret.Key
	if k.Before != "" {
		var err error
		if before, err = secret.Of(k.Before)(false); err != nil {
			return err
		}
	}
	if opened, err := k.open(ctx, discardLog(), time.Now); err == nil {
		lost := opened.Locked() != nil
		if err := opened.Close(); err != nil {
			return err
		}
		if !lost {
			return &power.InputError{Field: "--secret-key",
				Problem: "this is the secret key of the installation already", Remedy: "move its file away and name " +
					"it with --secret-key-before, or name another file with --secret-key"}
		}
	}
	opened, err := k.openAs(ctx, store.Config{Now: time.Now, Log: discardLog()})
	if err != nil {
		return err
	}
	public, lost, err := opened.ReplaceSecret(byCommand(ctx, "key reset"), k.secret(), before)
	if err := errors.Join(err, opened.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "The installation is encrypted with a new secret key, and receipts are signed with a "+
		"new key. Its public key is %s\n%d unsent messages could not be read and were given up.\n", public, lost)
	return err
}
