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

// WriteText writes the plan for a terminal and paper: what every level asks, and timeline and checklist of the chosen.
func (p *Plan) WriteText(out io.Writer) error {
	var text strings.Builder
	line := func(format string, args ...any) {
		text.WriteString(strings.TrimRight(fmt.Sprintf(format, args...), " ") + "\n")
	}
	chosen, idle := p.Chosen(), ""
	if p.Idle != 0 {
		idle = ", " + Kilowatts(p.Idle) + " idle"
	}
	line("Plan for %s of methodology %s: about %s at the compute nodes%s\n", chosen.Level, chosen.Methodology,
		Kilowatts(p.Expected), idle)
	p.writeLevels(&text)
	line("")
	p.writeOutlook(line)
	for _, obstacle := range chosen.Obstacles {
		line("\n%s cannot be reached: %s %s (%s)", chosen.Level, printable(obstacle.Problem),
			printable(obstacle.Change), obstacle.Rule)
	}
	line("\nWhat the readings must be:")
	for _, words := range chosen.ReadingWords() {
		line("  %s", words)
	}
	line("\nWhat to record when, from the start of the job:")
	for _, stretch := range p.Timeline {
		line("  %-11s %s to %s", stretch.Name, Offset(stretch.From), Offset(stretch.To))
		if !stretch.At.IsZero() {
			const layout = "2006-01-02 15:04:05 -07:00"
			line("  %-11s %s to %s", "", stretch.At.Start.Format(layout), stretch.At.End.Format(layout))
		}
	}
	for _, phase := range Phases() {
		line("\n%s:", phase.Title())
		for _, task := range chosen.TasksOf(phase) {
			line("  [ ] %s (%s)", printable(task.Text), task.Section)
		}
	}
	_, err := io.WriteString(out, text.String())
	return err
}

func (p *Plan) writeLevels(text *strings.Builder) {
	table := tabwriter.NewWriter(text, 0, 0, 2, ' ', 0)
	_, _ = fmt.Fprintln(table, "LEVEL\tNODES\tMETERED\tREAD EVERY\tERROR\tIDLE\tUNCERTAINTY\tWITH THESE METERS")
	for i := range p.Levels {
		l, reached := &p.Levels[i], "can be reached"
		if !l.Reachable() {
			reached = "cannot be reached: " + l.Obstacles[0].Rule
		}
		_, _ = fmt.Fprintf(table, "%s %s\t%d of %d\t%s\t%s\t%s\t%s\t%s\t%s\n", l.Methodology, l.Level, l.Nodes(),
			p.Nodes(), Kilowatts(l.Metered), Seconds(l.Interval), l.AccuracyWords(), l.IdleWords(),
			l.Uncertainty.Words(), reached)
	}
	_ = table.Flush() // into memory, which never fails
}

func (p *Plan) writeOutlook(line func(format string, args ...any)) {
	u := p.Chosen().Uncertainty
	if u.Efficiency != nil && u.Low != nil {
		line("Expected: %.2f GFlops/W, %.2f to %.2f at %.0f%%", *u.Efficiency, *u.Low, *u.High,
			100*methodology.Confidence)
	} else if u.Efficiency != nil {
		line("Expected: %.2f GFlops/W", *u.Efficiency)
	}
	for _, sentence := range p.Outlook.Sentences() {
		line("%s", printable(sentence))
	}
	for _, sentence := range u.Missing {
		line("The uncertainty is unknown: %s", printable(sentence))
	}
	if p.Goal != nil {
		line("%s", printable(p.Goal.Words()))
	}
}
