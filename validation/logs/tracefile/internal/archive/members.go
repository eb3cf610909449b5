package archive

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"green500/validation/logs/tracefile/internal/capture"
	"green500/validation/logs/tracefile/internal/table"
)

const stemColumn = "name"

// dayName is a day in the name of a log that a new one follows each day.
var dayName = regexp.MustCompile(`(?:^|\D)((?:19|20)\d\d-?(?:0[1-9]|1[0-2])-?(?:0[1-9]|[12]\d|3[01]))(?:\D|$)`)

var logSuffixes = []string{".json", ".txt", ".log", ".csv", ".gz", ".zst", ".xz", ".bz2"}

// nameStem returns what a name holds besides its time: the machine, if it names one.
func nameStem(name string) string {
	for _, times := range []*regexp.Regexp{capture.DatedName, capture.EpochName, dayName} {
		if m := times.FindStringSubmatchIndex(name); m != nil {
			name = name[:m[2]] + name[slices.Max(m[2:]):] // from the first group to the end of the last
			break
		}
	}
	for slices.Contains(logSuffixes, path.Ext(name)) {
		name = strings.TrimSuffix(name, path.Ext(name))
	}
	return strings.Trim(name, "-_./ ")
}

// nameMachines adds the column of the stems, if several captures have the same and not all have.
func (a *Archive) nameMachines() {
	stems := map[string]bool{}
	for _, m := range a.members {
		stems[nameStem(m.Name)] = true
	}
	if a.stem = -1; a.table.Machine && len(stems) > 1 && len(stems) < len(a.members) {
		a.addColumn(stemColumn)
		a.stem = a.file + 1
	}
}

func (a *Archive) machineOf(m Member) string {
	if a.stem >= 0 {
		return nameStem(m.Name)
	}
	return m.Name
}

// unnamed refuses captures of one time whose names name no machine.
func (a *Archive) unnamed(spans map[string]timeRange) error {
	if !a.table.Machine || a.stem >= 0 {
		return nil
	}
	times := map[timeRange]bool{}
	for _, one := range spans {
		if one.first != one.last {
			return nil
		}
		times[one] = true
	}
	if len(times) == 1 {
		return nil
	}
	return a.Refuse(0, FileColumn, "holds captures of one time, and their names do not show which machine each is of",
		"name each by its machine and its time, as node1_2026-06-01T00:00:10Z.json, or set instruments of the series")
}

// OfMember reports whether a column is of the names of captures, which name no quantity whatever they say.
func OfMember(t *table.Table, i int) bool {
	return t.Machine && (t.Names[i] == FileColumn || t.Names[i] == stemColumn)
}

type timeRange struct{ first, last int64 }

func (s timeRange) compare(other timeRange) int {
	return cmp.Or(cmp.Compare(s.first, other.first), cmp.Compare(s.last, other.last))
}

func (s timeRange) overlaps(other timeRange) bool {
	return s.first < other.last && other.first < s.last
}

func (s timeRange) with(other timeRange) timeRange {
	return timeRange{min(s.first, other.first), max(s.last, other.last)}
}

// spans returns when each log measured, and stops if logs of two machines did at once.
func (a *Archive) spans(s *table.Selection, logs []Member) (map[string]timeRange, bool, error) {
	spans := map[string]timeRange{}
	var all []timeRange // of each machine
	var before string
	counters := a.table.Local && len(s.KeyAt) > 0 // captures of a moment have each other counters
	clash := func(one, other timeRange) bool { return one.overlaps(other) || one == other && !counters }
	for _, m := range logs {
		one, met, err := a.timeRangeOf(s, m)
		if err != nil {
			return nil, false, err
		}
		if !met {
			continue
		}
		spans[m.Name] = one
		machine := a.machineOf(m)
		n := len(all)
		if n > 0 && machine == before {
			all[n-1] = all[n-1].with(one)
			one, n = all[n-1], n-1
		} else {
			all = append(all, one)
		}
		before = machine
		// what captures are of the same time is recognised by all of them
		single := a.table.Machine && one.first == one.last
		if n > 0 && clash(one, all[n-1]) && !single {
			return spans, true, nil
		}
	}
	slices.SortFunc(all, timeRange.compare)
	for i := range all[:max(len(all)-1, 0)] {
		if clash(all[i], all[i+1]) {
			return spans, true, a.unnamed(spans)
		}
	}
	return spans, false, nil
}

// timeRangeOf reads the times of a log. A time that can't be read is an error when the readings are taken.
func (a *Archive) timeRangeOf(s *table.Selection, m Member) (span timeRange, met bool, err error) {
	err = a.with(m, func(p *memberSheet) error {
		if inputErr := s.Start(p.Columns()); inputErr != nil {
			return inputErr
		}
		return p.Each([]int{s.TimeAt}, func() error {
			at, f := p.Instant(s.TimeAt, s.Timing)
			if f != nil {
				return nil
			}
			if !met {
				span, met = timeRange{s.Begins + at, s.Begins + at}, true
			}
			span.first, span.last = min(span.first, s.Begins+at), max(span.last, s.Begins+at)
			return nil
		})
	})
	return span, met, err
}
