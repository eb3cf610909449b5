package proposals

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"green500/validation/bundle"
	"green500/validation/canonical"
	"green500/validation/document"
	"green500/validation/leftout"
	"green500/validation/power"
	"green500/validation/tracefile"
)

// ofParts proposes the place of a column instead of its name for a series whose files are the parts of a log that was rotated: only
// one of them has the line with the names. The places hold for all of them if all look alike.
func ofParts(doc *bundle.Document, s *power.Series, i int, problems power.InputErrors, scratch canonical.Scratch) ([]Proposal, error) {
	files := s.Files()
	refused := func(name string) bool {
		return slices.ContainsFunc(problems, func(p *power.InputError) bool { return p.File == name && (p.Field == "value" || p.Field == "time") })
	}
	at := slices.IndexFunc(files, func(name string) bool { return !refused(name) })
	if at < 0 || !slices.ContainsFunc(files, refused) || len(s.Instruments) > 0 || len(s.Where) > 0 {
		return nil, nil
	}
	named, err := columnsOf(doc, s, files[at], scratch)
	if err != nil {
		return nil, err
	}
	nameless := slices.DeleteFunc(slices.Clone(files), func(name string) bool { return !refused(name) })
	for _, name := range nameless {
		columns, err := columnsOf(doc, s, name, scratch)
		if err != nil || !areNameless(columns) || !alike(named, columns) {
			return nil, err
		}
	}
	why := fmt.Sprintf("It has no line with the names of its columns, which are of the same kinds as those of %s", files[at])
	var all []Proposal
	for _, one := range []struct{ field, name string }{{"time", s.Time}, {"value", s.Value}} {
		at := slices.IndexFunc(named, func(c tracefile.Column) bool { return c.Name == one.name })
		if at < 0 {
			continue
		}
		var settings tracefile.ImportSettings
		if place := placeName(at); one.field == "time" {
			settings.Time = place
		} else {
			settings.Value = place
		}
		all = append(all, Proposal{Path: fmt.Sprintf("series[%d].%s", i, one.field), Field: one.field, YAML: isolated(one.field, settings), Log: nameless[0], parts: nameless, Stated: one.name,
			Why: fmt.Sprintf("%s, where %s is column %d.", why, one.name, at+1), Plain: oneName(files), settings: settings})
	}
	return all, nil
}

// placeName is what a column is called by its place, from 0.
func placeName(at int) string { return fmt.Sprintf("column %d", at+1) }

// oneName reports whether files have the same name but for digits, as node.csv.1 and node.csv.2, or power.log and power.log.1.
func oneName(files []string) bool {
	masked := func(name string) string { return strings.TrimRight(leftout.MaskDigits(name), ".-_#") }
	return !slices.ContainsFunc(files, func(name string) bool { return masked(name) != masked(files[0]) })
}

// columnsOf are the columns of a file as its first rows show them; none if it cannot be understood.
func columnsOf(doc *bundle.Document, s *power.Series, name string, scratch canonical.Scratch) ([]tracefile.Column, error) {
	opened, err := doc.Folder.Open(name)
	if err != nil {
		return nil, nil // which was said before
	}
	defer func() { _ = opened.Close() }() // it was only read
	zone, _ := document.Zone(doc.Entry.ZoneOf(s))
	understood, err := tracefile.Understand(tracefile.Input{Name: name, Stream: io.Reader(opened)}, tracefile.ImportSettings{}, zone, scratch)
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return nil, err
	}
	if err != nil {
		return nil, nil
	}
	return understood.Columns, nil
}

// areNameless reports whether columns are called by their places, as those of a file without a line of names.
func areNameless(columns []tracefile.Column) bool {
	for at, c := range columns {
		if c.Name != placeName(at) {
			return false
		}
	}
	return len(columns) > 0
}

// alike reports whether the columns of two files are of the same kinds, one by one: times, numbers or words.
func alike(a, b []tracefile.Column) bool {
	isTime := func(c tracefile.Column) bool { return c.Role == tracefile.TimeRole }
	isNumber := func(c tracefile.Column) bool {
		return !slices.ContainsFunc(c.Examples, func(text string) bool {
			_, err := strconv.ParseFloat(text, 64)
			return err != nil
		})
	}
	if len(a) == 0 || len(a) != len(b) {
		return false
	}
	for i := range a {
		if isTime(a[i]) != isTime(b[i]) || isNumber(a[i]) != isNumber(b[i]) {
			return false
		}
	}
	return true
}
