package main

import (
	"archive/zip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"green500/validation"
	"green500/validation/bundle"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

// check grades a bundle without a server.
type check struct {
	Path        string `arg:"" help:"A folder or zip with submission.yaml and its files, or the document itself."`
	Format      string `default:"text" enum:"text,json" help:"text or json."`
	Methodology string `enum:",1.2,2.0" default:"" help:"Grade under 1.2 or 2.0 instead of the document's own."`
	Level       int    `enum:"0,1,2,3" default:"0" help:"Hold to this level instead of the claimed one."`
}

// Run prints the verdict. It returns errDenied where the level is not granted.
func (c check) Run(out io.Writer) error {
	folder, done, err := openBundle(c.Path)
	if err != nil {
		return err
	}
	defer done()
	read, err := bundle.Open(folder)
	if err != nil {
		return err
	}
	if c.Level > 0 {
		read.Entry.ClaimedLevel = power.Level(c.Level)
	}
	report, err := read.Grade(methodology.Edition(c.Methodology))
	if err != nil {
		return err
	}
	if err := c.print(out, report); err != nil {
		return err
	}
	if report.GrantedLevel < report.ClaimedLevel {
		return errDenied
	}
	return nil
}

func (c check) print(out io.Writer, report *validation.Report) error {
	if c.Format == "json" {
		text, err := report.JSON()
		if err != nil {
			return err
		}
		_, err = out.Write(text)
		return err
	}
	return printVerdict(out, report)
}

// openBundle opens a folder, a zip, or the folder around a document.
func openBundle(path string) (folder fs.FS, done func(), err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil, &power.InputError{File: path, Problem: "there is no such file or folder", Remedy: "name a folder or zip with submission.yaml"}
	case err != nil:
		return nil, nil, &power.InputError{File: path, Problem: "this cannot be read", Remedy: "check that you may read it"}
	case info.IsDir():
		return os.DirFS(path), func() {}, nil
	case slices.Contains(bundle.DocumentNames(), filepath.Base(path)):
		return os.DirFS(filepath.Dir(path)), func() {}, nil
	}
	archive, err := zip.OpenReader(path)
	if err != nil {
		return nil, nil, &power.InputError{File: path, Problem: "this is neither a folder nor a zip that can be read", Remedy: "name a folder or zip with submission.yaml"}
	}
	return archive, func() { _ = archive.Close() }, nil
}

// printVerdict writes the verdict for a terminal.
func printVerdict(out io.Writer, report *validation.Report) error {
	w := &writer{out: out}
	w.line("%s granted under methodology %s (claimed: %s)", report.GrantedLevel, report.Methodology, report.ClaimedLevel)
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
	printFindings(w, report)
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
		{"Rmax", n.Rmax}, {"core phase", n.CoreDuration}, {"core average", n.CoreAverage}, {"metered", n.MeteredCoreAverage},
		{"full-run average", n.FullRunAverage}, {"idle", n.Idle}, {"core energy", n.CoreEnergy}, {"efficiency", n.Efficiency},
	} {
		if row.number == nil {
			continue
		}
		half := ""
		if row.number.Uncertainty != nil {
			half = fmt.Sprintf(" ± %.3f", *row.number.Uncertainty)
		}
		w.line("  %-17s %16.3f%s %s", row.name, row.number.Value, half, row.number.Unit)
	}
}

// marks say outcomes with a sign and a word, never by colour alone.
var marks = map[rules.Outcome]string{rules.Fail: "✕ failed ", rules.Unknown: "? unknown", rules.Pass: "✓ passed ", rules.NotApplicable: "– not asked"}

func printFindings(w *writer, report *validation.Report) {
	count := map[rules.Outcome]int{}
	for _, outcome := range []rules.Outcome{rules.Fail, rules.Unknown} {
		for _, f := range report.Findings {
			if f.Outcome != outcome {
				continue
			}
			w.line("")
			w.line("%s  %s  (%s, %s, section %s, %s)", marks[outcome], f.Title, f.Rule, levels(f.Levels), f.Section, f.Severity)
			w.line("           %s", f.Message)
			w.line("           → %s", f.Remedy)
		}
	}
	for _, f := range report.Findings {
		count[f.Outcome]++
	}
	w.line("")
	w.line("%d findings: %d failed, %d unknown, %d passed, %d not asked. --format json shows all.", len(report.Findings),
		count[rules.Fail], count[rules.Unknown], count[rules.Pass], count[rules.NotApplicable])
}

func levels(all []power.Level) string {
	words := make([]string, len(all))
	for i, level := range all {
		words[i] = level.Short()
	}
	return strings.Join(words, " ")
}
