package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"time"

	"green500/store"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rehearsal"
)

type regrade struct {
	storageFlags
	Methodology string `required:"" help:"Version of the methodology, such as 2.0."`
	Edition     string `help:"Only the entries of this edition, such as 2026-11."`
	Format      string `default:"text" enum:"text,csv,json" help:"text, csv with one row per entry, or json with one line per entry."`
	All         bool   `help:"In text, show every entry, not only those that would change."`
}

func (r regrade) Run(ctx context.Context, out io.Writer) error {
	by, known := methodology.Parse(r.Methodology)
	if !known {
		return &power.InputError{Field: "--methodology", Problem: fmt.Sprintf("%q is not a version of the methodology", r.Methodology),
			Remedy: fmt.Sprintf("choose one of %v", methodology.Editions())}
	}
	if err := r.mustExist(); err != nil {
		return err
	}
	debug.SetGCPercent(rarely)
	printer, err := r.printer(out, by)
	if err != nil {
		return err
	}
	err = withStore(ctx, r.storageFlags, func(s *store.Store) error { return r.rehearse(ctx, s, by, printer) })
	if ctx.Err() != nil {
		return errStopped
	}
	return err
}

func (r regrade) rehearse(ctx context.Context, s *store.Store, by methodology.Edition, to printer) error {
	meter := newMeter(os.Stderr, time.Now)
	err := s.Regrade(ctx, store.Rehearsal{Methodology: by, Edition: r.Edition, Progress: meter.show}, func(e rehearsal.Entry) error {
		meter.clear()
		return to.entry(e)
	})
	meter.clear()
	if errors.Is(err, store.ErrNotFound) {
		return &power.InputError{Field: "--edition", Problem: "there is no edition " + r.Edition, Remedy: "write year and month of a list, such as 2026-11"}
	}
	if err != nil {
		return err
	}
	return to.end()
}

// rarely is how much may be allocated, in percent of what is in use, before memory is cleared away.
// Grading keeps next to nothing from one entry to the next, so that clearing away at the usual 100
// would hold the cores up more than anything else.
const rarely = 400

// errStopped ends a rehearsal that was interrupted: half of one must not pass for a whole one.
var errStopped = errors.New("stopped before all entries were graded")

type printer struct {
	entry func(rehearsal.Entry) error
	end   func() error
}

func (r regrade) printer(out io.Writer, by methodology.Edition) (printer, error) {
	switch r.Format {
	case "csv":
		table, err := rehearsal.NewCSV(out)
		return printer{table.Write, table.Flush}, err
	case "json":
		lines := json.NewEncoder(out)
		lines.SetEscapeHTML(false)
		return printer{func(e rehearsal.Entry) error { return lines.Encode(e) }, func() error { return nil }}, nil
	}
	report := &rehearsalReport{by: by, all: r.All}
	return printer{report.add, func() error { return report.print(out) }}, nil
}

type meter struct {
	line     progress
	now      func() time.Time
	progress *rehearsal.Progress
	shown    bool
}

func newMeter(file *os.File, now func() time.Time) *meter {
	return &meter{line: progressOn(file), now: now, progress: rehearsal.Begin(now())}
}

func (m *meter) show(done, total int) {
	if now := m.now(); m.progress.Due(now) {
		m.shown = true
		m.line.now("%s", m.progress.Line(now, done, total))
	}
}

func (m *meter) clear() {
	if m.shown {
		m.shown = false
		m.line.now("")
	}
}
