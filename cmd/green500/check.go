package main

import (
	"fmt"
	"io"
	"io/fs"

	"green500/validation"
	"green500/validation/bundle"
	"green500/validation/methodology"
	"green500/validation/power"
)

// check grades a bundle without a server.
type check struct {
	Path        string `arg:"" help:"A folder or zip with submission.yaml and its files, or the document itself."`
	Format      string `default:"text" enum:"text,json" help:"text or json."`
	Methodology string `enum:",${methodologies}" default:"" help:"Grade under another methodology than the document states, one of ${methodologies}."`
	Level       int    `enum:"0,1,2,3" default:"0" help:"Compare with the requirements of this level instead of the claimed one."`
}

// Run prints the verdict. It returns errDenied where the level is not granted.
func (c check) Run(out io.Writer) error {
	folder, done, err := openBundle(c.Path)
	if err != nil {
		return err
	}
	defer done()
	read, err := bundle.Open(folder, small)
	if err != nil {
		return err
	}
	defer func() { _ = read.Close() }() // nothing of it is needed any more
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
	if err := c.compare(out, folder, report); err != nil {
		return err
	}
	if err := c.foot(out, report); err != nil {
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

// foot says which program graded, and ends with the sentence that a server shows. JSON has neither: its digest is of what was
// found, whichever program found it.
func (c check) foot(out io.Writer, report *validation.Report) error {
	if c.Format == "json" {
		return nil
	}
	_, err := fmt.Fprintf(out, "\nGraded by green500 %s.\n%s\n", thisBuild().Version, report.Sentence())
	return err
}

// compare says how the verdict compares with the one that an exported bundle holds. Another level
// or methodology, or JSON, is not compared.
func (c check) compare(out io.Writer, folder fs.FS, report *validation.Report) error {
	if c.Format == "json" || c.Methodology != "" || c.Level > 0 {
		return nil
	}
	carried, found, err := bundle.FindExportedReport(folder)
	if err != nil || !found {
		return err
	}
	text, err := report.JSON()
	if err != nil {
		return err
	}
	w := &writer{out: out}
	w.line("")
	w.line("%s", carried.Explain(report.Digests, text))
	return w.err
}
