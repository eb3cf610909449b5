package main

import (
	"archive/zip"
	"cmp"
	"context"
	"fmt"
	"io"
	"net/url"

	"green500/handlers/archive"
	"green500/store"
	"green500/store/accounts"
	"green500/validation/lists/signedarchive"
)

type archiving struct {
	storageFlags
	Edition string   `arg:"" help:"Edition whose list everybody can read, such as 2026-11."`
	Output  string   `short:"o" placeholder:"FILE" help:"File to write. Default: green500-EDITION-archive.zip."`
	Address *url.URL `required:"" env:"GREEN500_ADDRESS" help:"Public address of the server, which the archive names."`
	Licence string   `env:"GREEN500_LICENCE" placeholder:"URL" help:"Licence that you give the archive. Default: none is stated."`
}

func (a archiving) Run(ctx context.Context, out io.Writer) error {
	return a.onExisting(ctx, func(s *store.Store) error {
		name, err := a.write(ctx, s)
		if err == nil {
			_, err = fmt.Fprintf(out, "%s is written. Prove it with: green500 verify %s\n", name, name)
		}
		return err
	})
}

// write writes the archive as everybody may read the list, and returns the name of the file, which appears whole or not
// at all.
func (a archiving) write(ctx context.Context, s *store.Store) (string, error) {
	name := cmp.Or(a.Output, "green500-"+a.Edition+"-archive.zip")
	maker := archive.Maker{Store: s, Address: a.Address, Licence: a.Licence, Version: thisBuild().Version}
	var failed error // in its own words
	err := replace(name, func(out io.Writer) error {
		failed = maker.Write(ctx, out, a.Edition, accounts.User{})
		return failed
	})
	return name, cmp.Or(failed, err)
}

func archiveProof(name string) (proof signedarchive.Proof, ok bool) {
	file, err := zip.OpenReader(name)
	if err != nil {
		return proof, false
	}
	defer func() { _ = file.Close() }() // it was only read
	if !signedarchive.Is(&file.Reader) {
		return proof, false
	}
	return signedarchive.Verify(&file.Reader), true
}
