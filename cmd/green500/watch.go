package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"green500/cmd/green500/fetch"
	"green500/cmd/green500/watch"
)

type watchCommand struct {
	watch.Flags `embed:""`
}

func (c watchCommand) Help() string {
	return "The file of sources names what to fetch, with the names of the flags of fetch:\n\n\t" +
		strings.ReplaceAll(watch.Example, "\n", "\n\t") +
		"\nWatch a trial first: it costs minutes, and a run that was measured wrongly costs hours."
}

// Run watches, and prints the verdict on the bundle. It returns errDenied if the level is not granted.
func (c watchCommand) Run(ctx context.Context, out io.Writer, now clock) error {
	show := progressOn(os.Stdout)
	env := watch.Environment{Now: now, Sleep: sleep, Scratch: small, Out: out}
	if show.terminal && c.Format == "text" {
		env.Out, env.Show = erasing{show}, func(line string) { show.now("%s", line) }
	}
	result, err := watch.Watch(ctx, c.Flags, env)
	if err != nil {
		return err
	}
	if c.Format == "json" {
		return c.deny(result)
	}
	w := &writer{out: env.Out}
	w.line("")
	w.line("%s: a bundle, to be graded with green500 check", printable(result.Folder))
	for _, note := range result.Notes {
		w.line("  noted: %s", printable(note))
	}
	if result.Reason != nil {
		w.line("It cannot be graded yet:")
		w.line("%s", result.Reason)
	}
	if w.err == nil && result.Report != nil {
		w.line("")
		w.err = printVerdict(env.Out, result.Report)
	}
	if w.err != nil {
		return w.err
	}
	return c.deny(result)
}

func (c watchCommand) deny(result *watch.Result) error {
	if result.Report == nil || result.Report.GrantedLevel < result.Report.ClaimedLevel {
		return errDenied
	}
	return nil
}

type erasing struct{ progress }

func (e erasing) Write(text []byte) (int, error) {
	if _, err := fmt.Fprint(e.out, eraseLine); err != nil {
		return 0, err
	}
	return e.out.Write(text)
}

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
	w.line("%s: %d answers as they came, %d of them fetched before", printable(filepath.Join(c.Output, "evidence")),
		result.Pages, result.Resumed)
	if result.LeftOut > 0 {
		w.line("  noted: %d values are no numbers, and are left out", result.LeftOut)
	}
	if result.Resampled {
		w.line("  noted: the expression was resampled every %s; a selector gives the readings as they were stored",
			c.Step)
	}
	if result.Guessed != "" {
		w.line("  noted: the unit is guessed, %s Set --unit if it is another", printable(result.Guessed))
	}
	if len(result.Open) > 0 {
		w.line("  open: %s. Set it with --%s; the same command then fetches nothing again.",
			strings.Join(result.Open, ", "), result.Open[0])
	}
	return errors.Join(w.err, result.Problem)
}
