package plan

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode"

	"green500/validation/methodology"
)

// writer writes lines without spaces at their ends, and keeps the first error.
type writer struct {
	out io.Writer
	err error
}

func (w *writer) line(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintln(w.out, strings.TrimRight(fmt.Sprintf(format, args...), " "))
	}
}

// printable is text without what would control a terminal.
func printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return ' '
		}
		return r
	}, text)
}

// WriteJSON writes the plan for programs.
func (p *Plan) WriteJSON(out io.Writer) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(p)
}

// WriteText writes the plan for a terminal, and for paper: what every level asks, and for the one that is
// wanted the timeline and the checklist.
func (p *Plan) WriteText(out io.Writer) error {
	w, chosen := &writer{out: out}, p.Chosen()
	w.line("Plan for %s of methodology %s: about %s at the compute nodes%s", chosen.Level, chosen.Methodology, Kilowatts(p.Expected), idleWords(p))
	w.line("")
	printLevels(w, p)
	w.line("")
	printOutlook(w, p)
	for _, obstacle := range chosen.Obstacles {
		w.line("")
		w.line("%s cannot be reached: %s %s (%s)", chosen.Level, printable(obstacle.Problem), printable(obstacle.Change), obstacle.Rule)
	}
	w.line("")
	w.line("What the readings must be:")
	for _, words := range chosen.ReadingWords() {
		w.line("  %s", words)
	}
	w.line("")
	w.line("What to record when, from the start of the job:")
	for _, stretch := range p.Timeline {
		w.line("  %-11s %s to %s", stretch.Name, Offset(stretch.From), Offset(stretch.To))
		if !stretch.At.IsZero() {
			const layout = "2006-01-02 15:04:05 -07:00"
			w.line("  %-11s %s to %s", "", stretch.At.Start.Format(layout), stretch.At.End.Format(layout))
		}
	}
	for _, phase := range Phases() {
		w.line("")
		w.line("%s:", phase.Title())
		for _, task := range chosen.TasksOf(phase) {
			w.line("  [ ] %s (%s)", printable(task.Text), task.Section)
		}
	}
	return w.err
}

func idleWords(made *Plan) string {
	if made.Idle == 0 {
		return ""
	}
	return fmt.Sprintf(", %s idle", Kilowatts(made.Idle))
}

// printLevels writes what each level asks as a table.
func printLevels(w *writer, made *Plan) {
	if w.err != nil {
		return
	}
	table := tabwriter.NewWriter(w.out, 0, 0, 2, ' ', 0)
	rows := &writer{out: table}
	rows.line("LEVEL\tNODES\tMETERED\tREAD EVERY\tERROR\tIDLE\tUNCERTAINTY\tWITH THESE METERS")
	for i := range made.Levels {
		l := &made.Levels[i]
		rows.line("%s %s\t%d of %d\t%s\t%s\t%s\t%s\t%s\t%s", l.Methodology, l.Level, l.Nodes(), made.Nodes(), Kilowatts(l.Metered), Seconds(l.Interval), l.AccuracyWords(), l.IdleWords(), l.Uncertainty.Words(), reachWords(l))
	}
	if rows.err == nil {
		rows.err = table.Flush()
	}
	w.err = rows.err
}

func reachWords(l *Level) string {
	if l.Reachable() {
		return "can be reached"
	}
	return "cannot be reached: " + l.Obstacles[0].Rule
}

// printOutlook writes how well the figures will be known.
func printOutlook(w *writer, made *Plan) {
	u := made.Chosen().Uncertainty
	if u.Efficiency != nil && u.Low != nil {
		w.line("Expected: %.2f GFlops/W, %.2f to %.2f at %.0f%%", *u.Efficiency, *u.Low, *u.High, 100*methodology.Confidence)
	} else if u.Efficiency != nil {
		w.line("Expected: %.2f GFlops/W", *u.Efficiency)
	}
	for _, sentence := range made.Outlook.Sentences() {
		w.line("%s", printable(sentence))
	}
	for _, sentence := range u.Missing {
		w.line("The uncertainty is unknown: %s", printable(sentence))
	}
	if made.Goal != nil {
		w.line("%s", printable(made.Goal.Words()))
	}
}
