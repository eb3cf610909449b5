package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"

	"green500/cmd/green500/checkreport"
	"green500/cmd/green500/inputfile"
	"green500/cmd/green500/proposals"
	draftpage "green500/templates/draft"
	"green500/validation"
	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/rules"
)

type check struct {
	Path        string `arg:"" help:"A folder or zip with submission.yaml and its files, the document itself, or - for a zip on standard input."`
	Format      string `default:"text" enum:"text,json,html,junit,sarif" help:"text, json, or html: the evidence with its charts as one file, for a mail or a wiki; junit or sarif: the findings for Jenkins, GitLab or GitHub."`
	Server      string `env:"GREEN500_SERVER" help:"Address of a server that explains the rules, such as https://green500.example.org, for the links of junit and sarif."`
	Accept      bool   `help:"Take the import settings that the logs make plain for this run, and say which."`
	Methodology string `enum:",${methodologies}" default:"" help:"Grade under another methodology than the document states, one of ${methodologies}."`
	Level       int    `enum:"0,1,2,3" default:"0" help:"Compare with the requirements of this level instead of the claimed one."`
}

func (c check) Run(out io.Writer) error {
	folder, done, err := inputfile.OpenBundle(c.Path)
	if err != nil {
		return c.unreadable(out, nil, err)
	}
	defer done()
	written, wrong := bundle.ReadDocument(folder)
	if written == nil {
		return c.unreadable(out, nil, wrong)
	}
	return c.unreadable(out, written, c.grade(out, folder, written, wrong))
}

func (c check) grade(out io.Writer, folder fs.FS, written *bundle.Document, wrong error) error {
	if blanks := proposals.Draft(written); wrong == nil && len(blanks) > 0 {
		return c.draft(out, written, blanks)
	}
	read, accepted, err := proposals.Open(written, wrong, small, c.Accept)
	if err != nil {
		return err
	}
	defer func() { _ = read.Close() }() // nothing of it is needed any more
	c.accepted(out, accepted)
	if c.Level > 0 {
		read.Entry.ClaimedLevel = power.Level(c.Level)
	}
	report, err := read.Grade(methodology.Edition(c.Methodology))
	if err != nil {
		return err
	}
	if err := c.print(out, written, read, report); err != nil {
		return err
	}
	if c.Format == "text" {
		if err := printStudy(out, read.Entry, report); err != nil {
			return err
		}
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

func (c check) prose() bool { return c.Format == "text" }

// draft says of the draft of a plan what has to be filled in. That is a verdict: no level is granted yet.
func (c check) draft(out io.Writer, doc *bundle.Document, blanks power.InputErrors) error {
	if !c.prose() {
		return blanks
	}
	w := &writer{out: out}
	w.line("No level granted yet (claimed: %s): %s is the draft of a plan. Fill in %d fields:", doc.Entry.ClaimedLevel,
		doc.Name, len(blanks))
	w.line("")
	for _, blank := range blanks {
		w.line("  - %s", blank)
	}
	return w.verdict(true)
}

// accepted says which settings were taken that the document does not state: no server takes them.
func (c check) accepted(out io.Writer, accepted []proposals.Proposal) {
	if len(accepted) == 0 {
		return
	}
	if !c.prose() {
		out = os.Stderr
	}
	w := &writer{out: out}
	for _, one := range accepted {
		w.line("%s", printable(one.Accepted()))
	}
	w.line("Add these lines to the document: a server does not take them by itself.")
	w.line("")
}

func (c check) print(out io.Writer, written *bundle.Document, read *bundle.Bundle, report *validation.Report) error {
	switch c.Format {
	case "junit", "sarif":
		return c.pipeline(out, written, report, nil)
	case "html":
		return checkreport.WriteHTML(out, read, report, "Graded offline by green500 "+thisBuild().Version+".")
	case "json":
		text, err := report.JSON()
		if err != nil {
			return err
		}
		_, err = out.Write(text)
		return err
	}
	return printVerdict(out, report)
}

// foot says which program graded; JSON does not: its digest is of what was found, whoever found it.
func (c check) foot(out io.Writer, report *validation.Report) error {
	if !c.prose() {
		return nil
	}
	_, err := fmt.Fprintf(out, "\nGraded by green500 %s.\n%s\n", thisBuild().Version, report.Sentence())
	return err
}

// compare holds the verdict against that of an exported bundle, if level and methodology are the same.
func (c check) compare(out io.Writer, folder fs.FS, report *validation.Report) error {
	if !c.prose() || c.Methodology != "" || c.Level > 0 {
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

func (c check) unreadable(out io.Writer, written *bundle.Document, err error) error {
	var problems power.InputErrors
	var one *power.InputError
	switch {
	case c.Format != "junit" && c.Format != "sarif":
		return err
	case errors.As(err, &problems):
	case errors.As(err, &one):
		problems = power.InputErrors{one}
	default:
		return err
	}
	return errors.Join(err, c.pipeline(out, written, nil, problems))
}

func (c check) pipeline(out io.Writer, written *bundle.Document, report *validation.Report,
	problems power.InputErrors) error {
	found := checkreport.Checked{
		Version: thisBuild().Version, Server: strings.TrimRight(c.Server, "/"), Report: report, Problems: problems,
		Path: c.pathOf,
	}
	if written != nil {
		values := document.Fields(written.Entry)
		found.Document = written.Name
		found.Path = func(file string) string {
			if file != written.Name {
				file = path.Join(path.Dir(written.Name), file)
			}
			return c.pathOf(file)
		}
		found.Place = func(f rules.Finding) (string, int) {
			field := draftpage.RulePath(f.Rule, f.Message, values)
			return field, written.Places.Line(field)
		}
	}
	if c.Format == "junit" {
		return checkreport.JUnit(out, found)
	}
	return checkreport.SARIF(out, found)
}

// pathOf is where a file of the bundle is. A file of a zip, and one that is missing, is where the bundle is.
func (c check) pathOf(file string) string {
	folder := c.Path
	if inputfile.IsDocument(c.Path) {
		folder = filepath.Dir(c.Path)
	}
	name := filepath.Join(folder, filepath.FromSlash(file))
	if _, err := os.Stat(name); err != nil || file == "" {
		name = c.Path
	}
	return seen(name)
}

func seen(name string) string {
	if name == "-" {
		return "bundle.zip"
	}
	if here, err := os.Getwd(); err == nil && filepath.IsAbs(name) {
		if below, err := filepath.Rel(here, name); err == nil && filepath.IsLocal(below) {
			name = below
		}
	}
	return cmp.Or(filepath.ToSlash(filepath.Clean(name)), ".")
}
