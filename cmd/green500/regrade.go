package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"strings"
	"text/tabwriter"
	"time"
	"unicode"

	"green500/store"
	"green500/store/database"
	"green500/store/lists"
	"green500/validation/lists/rehearsal"
	"green500/validation/methodology"
	"green500/validation/power"
)

type regrade struct {
	storageFlags
	Methodology string `required:"" help:"Version of the methodology, such as 2.0."`
	Edition     string `help:"Only the submissions of this edition, such as 2026-11."`
	Format      string `default:"text" enum:"text,csv,json" help:"text, csv with one row per submission, or json with one line per submission."`
	All         bool   `help:"In text, show every submission, not only those that would change."`
}

func (r regrade) Run(ctx context.Context, out io.Writer) error {
	by, known := methodology.Parse(r.Methodology)
	if !known {
		return &power.InputError{Field: "--methodology",
			Problem: fmt.Sprintf("%q is not a version of the methodology", r.Methodology),
			Remedy:  fmt.Sprintf("choose one of %v", methodology.Editions())}
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
	err := s.Lists.Regrade(ctx, lists.Rehearsal{Methodology: by, Edition: r.Edition, Progress: meter.show},
		func(e rehearsal.Entry) error {
			meter.clear()
			return to.entry(e)
		})
	meter.clear()
	if errors.Is(err, database.ErrNotFound) {
		return &power.InputError{Field: "--edition", Problem: "there is no edition " + r.Edition,
			Remedy: "write year and month of a list, such as 2026-11"}
	}
	if err != nil {
		return err
	}
	return to.end()
}

// rarely is GOGC in percent: grading keeps next to nothing from one entry to the next.
const rarely = 400

// errStopped ends a rehearsal that was interrupted: half of one must not pass for a whole one.
var errStopped = errors.New("stopped before all submissions were graded")

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

type rehearsalReport struct {
	by    methodology.Edition
	all   bool
	tally rehearsal.Tally
	older int // verdicts by rules that are others now
	rows  []rehearsal.Entry
}

func (r *rehearsalReport) add(e rehearsal.Entry) error {
	r.tally.Add(e)
	if e.RulesChanged {
		r.older++
	}
	if r.all || e.Changed() {
		r.rows = append(r.rows, e)
	}
	return nil
}

func (r *rehearsalReport) print(out io.Writer) error {
	w := &writer{out: out}
	w.line("Rehearsal of methodology %s. %s", r.by, r.tally)
	w.line("%d would change in level, figures or rank. Nothing was changed.", r.tally.Changed)
	if r.older > 0 {
		w.line("%d were graded with rules of their methodology that have changed since.", r.older)
	}
	if len(r.rows) == 0 || w.err != nil {
		return w.err
	}
	w.line("")
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	rows := &writer{out: table}
	rows.line("LIST\tENTRY\tSYSTEM\tSTATE\tBY\tLEVEL\tGFLOPS/W\tRANK\tWHY")
	for _, e := range r.rows {
		rows.line("%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s", e.Edition, e.ID, printable(e.System), e.State.Word(), printable(
			string(e.Methodology)), thenNow(e, levelWord), thenNow(e, efficiencyWord), thenNow(e, rankWord), why(e))
	}
	if rows.err != nil {
		return rows.err
	}
	return table.Flush()
}

func thenNow(e rehearsal.Entry, word func(*rehearsal.Verdict) string) string {
	then, now := word(e.Then), word(e.Now)
	if then == now {
		return then
	}
	return then + " → " + now
}

const (
	notKnown = "–"
	percent  = 100 // of one
)

func levelWord(v *rehearsal.Verdict) string {
	switch {
	case v == nil:
		return "not graded"
	case v.Level == 0:
		return "none"
	}
	return v.Level.Short()
}

func efficiencyWord(v *rehearsal.Verdict) string {
	if v == nil || v.Efficiency == 0 {
		return notKnown
	}
	return fmt.Sprintf("%.3f", v.Efficiency)
}

func rankWord(v *rehearsal.Verdict) string {
	if v == nil || v.Rank == 0 {
		return notKnown
	}
	return fmt.Sprint(v.Rank)
}

func why(e rehearsal.Entry) string {
	var said []string
	if len(e.Failing) > 0 {
		said = append(said, "fails "+strings.Join(e.Failing, ", "))
	}
	if len(e.Cleared) > 0 {
		said = append(said, "no longer fails "+strings.Join(e.Cleared, ", "))
	}
	if e.Problem != "" {
		said = append(said, printable(e.Problem))
	}
	if part, known := e.EfficiencyChange(); known && part != 0 {
		said = append(said, fmt.Sprintf("%+.2f%% GFlops/W", part*percent))
	}
	return strings.Join(said, "; ")
}

// printable keeps what a stranger wrote from steering a terminal, and on one line.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return ' '
	}, text)
}
