package main

import (
	"context"
	"fmt"
	"io"
	"net/url"

	"green500/cmd/green500/archivefile"
	"green500/handlers/archive"
	"green500/store"
)

// archiving writes the archive of a published list.
type archiving struct {
	storageFlags
	Edition string   `arg:"" help:"Edition whose list everybody can read, such as 2026-11."`
	Output  string   `short:"o" placeholder:"FILE" help:"File to write. Default: green500-EDITION-archive.zip."`
	Address *url.URL `required:"" env:"GREEN500_ADDRESS" help:"Public address of the server, which the archive names."`
	Licence string   `env:"GREEN500_LICENCE" placeholder:"URL" help:"Licence that you give the archive. Default: none is stated."`
}

// Run writes the archive.
func (a archiving) Run(ctx context.Context, out io.Writer) error {
	if err := a.mustExist(); err != nil {
		return err
	}
	return withStore(ctx, a.storageFlags, func(s *store.Store) error {
		name, err := archivefile.Write(ctx, archive.Maker{Store: s, Address: a.Address, Licence: a.Licence, Version: thisBuild().Version}, a.Edition, a.Output)
		if err == nil {
			_, err = fmt.Fprintf(out, "%s is written. Prove it with: green500 verify %s\n", name, name)
		}
		return err
	})
}
