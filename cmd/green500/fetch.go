package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"green500/cmd/green500/fetch"
)

type fetching struct {
	fetch.Flags `embed:""`
}

func (c fetching) Run(ctx context.Context, out io.Writer, now clock) error {
	show := progressOn(os.Stderr)
	result, err := fetch.Fetch(ctx, c.Flags, fetch.Environment{
		Now: now, Sleep: sleep, Scratch: scratch,
		Progress: func(done, pages, samples int) { show.now("%d of %d requests, %d readings", done, pages, samples) },
	})
	if ctx.Err() != nil {
		show.line("Interrupted; the same command continues.")
		return errInterrupted
	}
	if err != nil {
		return err
	}
	w := &writer{out: out}
	w.line("%s: %d readings of %d series", printable(result.Log), result.Samples, result.Series)
	w.line("%s: import settings, to be merged into submission.yaml", printable(result.Settings))
	w.line("%s: %d answers as they came, %d of them fetched before", printable(filepath.Join(c.Output, "evidence")), result.Pages, result.Resumed)
	if result.LeftOut > 0 {
		w.line("  noted: %d values are no numbers, and are left out", result.LeftOut)
	}
	if result.Resampled {
		w.line("  noted: the expression was resampled every %s; a selector gives the readings as they were stored", c.Step)
	}
	if result.Guessed != "" {
		w.line("  noted: the unit is guessed, %s Set --unit if it is another", printable(result.Guessed))
	}
	if len(result.Open) > 0 {
		w.line("  open: %s. Set it with --%s; the same command then fetches nothing again.", strings.Join(result.Open, ", "), result.Open[0])
	}
	return errors.Join(w.err, result.Problem)
}
