package main

import (
	"cmp"
	"errors"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"green500/cmd/green500/checkreport"
	"green500/cmd/green500/inputfile"
	draftpage "green500/templates/draft"
	"green500/validation"
	"green500/validation/bundle"
	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/rules"
)

// unreadable writes the problems of a bundle that cannot be graded, if a format for pipelines is wanted, and returns err.
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

func (c check) pipeline(out io.Writer, written *bundle.Document, report *validation.Report, problems power.InputErrors) error {
	found := checkreport.Checked{
		Version: thisBuild().Version, Server: strings.TrimRight(c.Server, "/"), Report: report, Problems: problems, Path: c.pathOf,
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

// seen is a path from the working directory, where a pipeline has its repository, if it is below it.
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
