package archive

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"green500/validation/tracefile/internal/capture"
	"green500/validation/tracefile/internal/table"
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

// nameMachines adds the column of the stems, where several captures have the same and not all have.
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

// unnamed refuses captures of one time whose names name no machine: each would be a meter of a single
// reading.
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
