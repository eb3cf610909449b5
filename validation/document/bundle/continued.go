package bundle

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"green500/validation/logs/canonical"
	"green500/validation/power"
)

type filed map[string]*canonical.Readings

// inTurn puts the readings of files that go on where the one before ends together, by instrument. Readings that overlap
// would count twice, so they are an error of the field of the series. What is returned is not filed any more.
func (f filed) inTurn(s *power.Series, series int, scratch canonical.Scratch) (*canonical.Readings, error) {
	files := s.Files()
	if len(files) == 1 {
		only := f[files[0]]
		delete(f, files[0])
		return only, nil
	}
	f.nameAlike(s)
	if failure := cmp.Or(f.overlap(files, series), f.absentValue(files, series)); failure != nil {
		return nil, failure
	}
	quantity, _ := s.Unit.Quantity() // known, if files could be read by it
	writer := canonical.NewWriter(quantity, scratch)
	rank := map[string]int{}
	var notes []power.Note
	var choices []power.Choice
	for _, name := range files {
		notes, choices = append(notes, f[name].Notes...), append(choices, f[name].Choices...)
		for _, t := range f[name].Traces {
			if _, met := rank[t.Instrument]; !met {
				rank[t.Instrument] = len(rank)
			}
			if err := writer.AddTrace(t); err != nil {
				return nil, errors.Join(fmt.Errorf("append the readings of %s: %w", name, err), writer.Close())
			}
		}
	}
	joined, err := writer.Finish(func(a, b string) int { return cmp.Compare(rank[a], rank[b]) })
	if err != nil {
		return nil, fmt.Errorf("combine the readings of %v: %w", files, err)
	}
	joined.Notes, joined.Choices = notes, choices
	return joined, nil
}

// nameAlike gives the only instrument of each file one name, if the name is that of the column of its readings: files
// that go on may spell it otherwise, or have no line of names. As two instruments they would count twice.
func (f filed) nameAlike(s *power.Series) {
	files := s.Files()
	if len(s.Instruments) > 0 || slices.ContainsFunc(files, func(name string) bool {
		return len(f[name].Traces) != 1 || strings.Contains(f[name].Traces[0].Instrument, "=") // told by a key
	}) {
		return
	}
	for _, name := range files {
		f[name].Traces[0].Instrument = f[files[0]].Traces[0].Instrument
	}
}

func (f filed) overlap(files []string, series int) *power.InputError {
	ends := map[string]power.Time{}
	for k, name := range files {
		again := slices.Contains(files[:k], name)
		for _, t := range f[name].Traces {
			end, met := ends[t.Instrument]
			span := t.Span()
			if met && (again || span.Start.Before(end.Time)) {
				return &power.InputError{Field: fmt.Sprintf("series[%d].continued[%d]", series, k-1),
					Problem: fmt.Sprintf("the readings of %s do not continue those of %s", name, files[k-1]),
					Remedy: "name the files in order of time, each once; " +
						"readings of two instruments belong in two series"}
			}
			ends[t.Instrument] = span.End
		}
	}
	return nil
}

func (f filed) absentValue(files []string, series int) *power.InputError {
	inAll := map[[2]string]int{}
	for _, name := range files {
		for _, choice := range f[name].Choices {
			for _, value := range choice.Absent {
				one := [2]string{choice.Column, value}
				if inAll[one]++; inAll[one] == len(files) {
					return &power.InputError{Field: fmt.Sprintf("series[%d].where", series),
						Problem: fmt.Sprintf("no row of its files has %s = %s", choice.Column, value),
						Remedy:  "correct the value or leave it out"}
				}
			}
		}
	}
	return nil
}

func fileField(s *power.Series, i int, name string) string {
	if at := slices.Index(s.Continued, name); at >= 0 && s.File != name {
		return fmt.Sprintf("series[%d].continued[%d]", i, at)
	}
	return fmt.Sprintf("series[%d].file", i)
}
