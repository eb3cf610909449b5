package proposals

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"green500/validation/document"
	"green500/validation/document/bundle"
	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// ofParts proposes places of columns for a rotated log: only one of its parts has the line of names.
func ofParts(doc *bundle.Document, s *power.Series, i int, problems power.InputErrors,
	scratch canonical.Scratch) ([]Proposal, error) {
	whole, nameless := partsOf(s, problems)
	if len(whole) == 0 || len(nameless) == 0 || len(s.Instruments) > 0 || len(s.Where) > 0 {
		return nil, nil
	}
	named, err := columnsOf(doc, s, whole[0], scratch)
	if err != nil {
		return nil, err
	}
	for _, name := range nameless {
		columns, err := columnsOf(doc, s, name, scratch)
		if err != nil || !areNameless(columns) || !alike(named, columns) {
			return nil, err
		}
	}
	var all []Proposal
	for at, column := range named {
		for _, p := range placesOf(s, column.Name, at) {
			p.Path, p.Log, p.parts, p.Plain = fmt.Sprintf("series[%d].%s", i, p.Field), nameless[0], nameless,
				oneName(s.Files())
			p.Why = fmt.Sprintf("It has no line with the names of its columns, "+
				"which are of the same kinds as those of %s, where %s is column %d.", whole[0], p.Stated, at+1)
			all = append(all, p)
		}
	}
	return all, nil
}

func partsOf(s *power.Series, problems power.InputErrors) (whole, nameless []string) {
	for _, name := range s.Files() {
		lacks := func(p *power.InputError) bool { return p.File == name && (p.Field == "value" || p.Field == "time") }
		if slices.ContainsFunc(problems, lacks) {
			nameless = append(nameless, name)
		} else {
			whole = append(whole, name)
		}
	}
	return whole, nameless
}

func placesOf(s *power.Series, name string, at int) (all []Proposal) {
	if s.Time == name {
		all = append(all,
			Proposal{Field: "time", Stated: name, settings: tracefile.ImportSettings{Time: placeName(at)}})
	}
	if s.Value == name {
		all = append(all,
			Proposal{Field: "value", Stated: name, settings: tracefile.ImportSettings{Value: placeName(at)}})
	}
	for i := range all {
		all[i].YAML = isolated(all[i].Field, all[i].settings)
	}
	return all
}

func placeName(at int) string { return fmt.Sprintf("column %d", at+1) }

// oneName reports whether files have the same name but for digits, as node.csv.1 and node.csv.2, or power.log and
// power.log.1.
func oneName(files []string) bool {
	masked := func(name string) string { return strings.TrimRight(power.MaskDigits(name), ".-_#") }
	return !slices.ContainsFunc(files, func(name string) bool { return masked(name) != masked(files[0]) })
}

func columnsOf(doc *bundle.Document, s *power.Series, name string,
	scratch canonical.Scratch) ([]tracefile.Column, error) {
	opened, err := doc.Folder.Open(name)
	if err != nil {
		return nil, nil // which was said before
	}
	defer func() { _ = opened.Close() }() // it was only read
	zone, _ := document.Zone(doc.Entry.ZoneOf(s))
	understood, err := tracefile.Understand(tracefile.Input{Name: name, Stream: io.Reader(opened)},
		tracefile.ImportSettings{}, zone, scratch)
	if path := (*fs.PathError)(nil); errors.As(err, &path) {
		return nil, err
	}
	if err != nil {
		return nil, nil
	}
	return understood.Columns, nil
}

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
