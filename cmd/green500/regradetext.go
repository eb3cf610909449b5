package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode"

	"green500/validation/methodology"
	"green500/validation/rehearsal"
)

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
		rows.line("%s\t%d\t%s\t%s\t%s\t%s\t%s\t%s\t%s", e.Edition, e.ID, printable(e.System), e.State.Word(), printable(string(e.Methodology)),
			thenNow(e, levelWord), thenNow(e, efficiencyWord), thenNow(e, rankWord), why(e))
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

// why names the rules that decide, or says why the entry cannot be graded.
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
