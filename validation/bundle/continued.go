package bundle

import (
	"fmt"
	"slices"

	"green500/validation/power"
)

// filed are the traces of one series by the files that they stand in.
type filed map[string][]*power.Trace

// inTurn puts the traces of files that go on where the one before ends together, by instrument.
// Readings that overlap would count twice, so they are trouble with the field of the series.
func (f filed) inTurn(files []string, field string) ([]*power.Trace, *power.InputError) {
	traces := f[files[0]]
	for k, name := range files[1:] {
		traces = slices.Clone(traces)
		for _, next := range f[name] {
			at := slices.IndexFunc(traces, func(t *power.Trace) bool { return t.Instrument == next.Instrument })
			if at < 0 {
				traces = append(traces, next)
				continue
			}
			if slices.Contains(files[:k+1], name) || next.Span().Start.Before(traces[at].Span().End.Time) {
				return nil, &power.InputError{Field: fmt.Sprintf("%s.continued[%d]", field, k),
					Problem: fmt.Sprintf("the readings of %s do not go on where those of %s end", name, files[k]),
					Remedy:  "name the files in the order of time, each once; what two instruments read belongs to two series"}
			}
			traces[at] = traces[at].Join(next)
		}
	}
	return traces, nil
}

// fileField is the field of the i-th series that names a file of it.
func fileField(s *power.Series, i int, name string) string {
	if at := slices.Index(s.Continued, name); at >= 0 && s.File != name {
		return fmt.Sprintf("series[%d].continued[%d]", i, at)
	}
	return fmt.Sprintf("series[%d].file", i)
}
