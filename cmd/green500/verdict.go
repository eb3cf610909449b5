package main

import (
	"fmt"
	"io"
	"strings"

	"green500/validation"
	"green500/validation/power"
	"green500/validation/rules"
)

func printVerdict(out io.Writer, report *validation.Report) error {
	w := &writer{out: out}
	w.line("%s granted under methodology %s (claimed: %s)", report.GrantedLevel, report.Methodology,
		report.ClaimedLevel)
	w.line("")
	printNumbers(w, report)
	w.line("")
	for _, aspect := range report.Aspects {
		missing := ""
		if aspect.FirstFailingRule != "" {
			missing = fmt.Sprintf("  %s needs %s", aspect.Level+1, aspect.FirstFailingRule)
		}
		w.line("  %-3s %-22s %-9s%s", aspect.ID, aspect.Title, aspect.Level, missing)
	}
	printWayUp(w, report)
	printFindings(w, report)
	printLeftOut(w, report)
	return w.err
}

// writer keeps the first error, so that every line need not ask for it.
type writer struct {
	out io.Writer
	err error
}

func (w *writer) line(format string, args ...any) {
	if w.err == nil {
		_, w.err = fmt.Fprintln(w.out, strings.TrimRight(fmt.Sprintf(format, args...), " "))
	}
}

func printNumbers(w *writer, report *validation.Report) {
	n := report.Numbers
	for _, row := range []struct {
		name   string
		number *validation.Number
	}{
		{"Rmax", n.Rmax}, {"core phase", n.CoreDuration}, {"core average", n.CoreAverage},
		{"metered", n.MeteredCoreAverage},
		{"full-run average", n.FullRunAverage}, {"idle", n.Idle}, {"core energy", n.CoreEnergy},
		{"efficiency", n.Efficiency},
	} {
		if row.number == nil {
			continue
		}
		w.line("  %-17s %16.3f%s %s", row.name, row.number.Value, power.PlusMinus(row.number.Uncertainty, 3),
			row.number.Unit)
	}
	printInterval(w, report)
}

func printInterval(w *writer, report *validation.Report) {
	w.line("")
	if interval := report.Uncertainty.Efficiency; interval != nil && report.Numbers.Efficiency != nil {
		w.line("  %.2f GFlops/W, %.2f to %.2f at %.0f%%", report.Numbers.Efficiency.Value, interval.Low, interval.High,
			100*interval.Confidence)
		return
	}
	w.line("  No interval can be stated. %s", strings.Join(report.Uncertainty.Missing, " "))
}

func printWayUp(w *writer, report *validation.Report) {
	if len(report.WayUp) == 0 {
		return
	}
	next := report.WayUp[0]
	w.line("")
	w.line("Missing for %s:", next.Level)
	for _, need := range next.Needs {
		w.line("  - %s", need.Text)
	}
}

func printLeftOut(w *writer, report *validation.Report) {
	if len(report.Forensics.LeftOut) == 0 {
		return
	}
	w.line("")
	w.line("Left out of the readings, or noticed while reading them:")
	for _, note := range report.Forensics.LeftOut {
		w.line("  - %s", note)
	}
}

// marks say outcomes with a sign and a word, never by colour alone.
var marks = map[rules.Outcome]string{rules.Fail: "✕ failed", rules.Unknown: "? unknown"}

var higherMarks = map[rules.Outcome]string{rules.Fail: "– not met", rules.Unknown: "– unknown"}

// printFindings writes what is not met, worst first: of the claimed level, of higher ones, then warnings.
func printFindings(w *writer, report *validation.Report) {
	points := report.Points()
	printPoints(w, fmt.Sprintf("Not met for the claimed %s:", report.ClaimedLevel), marks, points,
		func(p validation.Point) bool { return !p.Warning() })
	for level := report.ClaimedLevel + 1; int(level) <= len(power.Levels()); level++ {
		var higher []validation.Point
		for _, f := range report.Findings {
			if f.Severity == rules.Must && f.Outcome.Open() && f.Levels[0] == level {
				higher = append(higher, validation.Point{Finding: f})
			}
		}
		printPoints(w, fmt.Sprintf("Not met for %s:", level), higherMarks, higher,
			func(validation.Point) bool { return true })
	}
	printPoints(w, "Warnings (they do not affect the level):", marks, points, validation.Point.Warning)
	w.line("")
	w.line("Findings: %s. green500 check --format json shows all.",
		validation.Tally(report.Findings, report.ClaimedLevel))
}

func printPoints(w *writer, heading string, marks map[rules.Outcome]string, points []validation.Point,
	about func(validation.Point) bool) {
	for _, p := range points {
		if !about(p) {
			continue
		}
		if heading != "" {
			w.line("")
			w.line("%s", heading)
			heading = ""
		}
		w.line("  %-9s  %s %s (%s, section %s)", marks[p.Outcome], p.Message, p.Remedy, p.Rule, p.Section)
		if p.Changes != "" {
			w.line("  %-9s  %s", "", p.Changes)
		}
		if p.Explained != "" {
			w.line("  %-9s  The submitter says: %s", "", p.Explained)
		}
	}
}
