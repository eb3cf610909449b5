package jsonlog

import (
	"slices"
	"strings"

	"green500/validation/tracefile/internal/columnname"
)

// knownRecord is a record of a program whose members do not say what their numbers are: it is recognised by members that no others have
// together.
type knownRecord struct {
	members []string
	ending  string // of the names of all readings
	means   columnname.Meaning
	value   string // of the whole machine
}

var knownRecords = []knownRecord{
	// Scaphandre (https://hubblo-org.github.io/scaphandre-documentation/references/exporter-json.html) writes microwatts.
	{[]string{"host.consumption", "host.timestamp"}, "consumption", columnname.Meaning{Unit: "uW", Certain: true}, "host.consumption"},
	// The power meter of HPE's iLO, whose averages are of the interval of a record.
	{[]string{"Average", "Peak", "CpuWatts", "PunCap", "Time"}, "Average", columnname.Meaning{Unit: "W", Stated: "average", Certain: true}, "Average"},
}

// isKnownRecord reports whether members are those of a known record, which is one itself whatever lists lie in it: Scaphandre gives each
// socket a time of its own beside that of the host.
func isKnownRecord(members []string) bool {
	return slices.ContainsFunc(knownRecords, func(known knownRecord) bool {
		return !slices.ContainsFunc(known.members, func(member string) bool { return !slices.Contains(members, member) })
	})
}

func (t *jsonTable) resolveKnown() {
	for _, known := range knownRecords {
		if !t.has(known.members...) {
			continue
		}
		for i, path := range t.paths {
			if t.Numeric[i] && (path == known.ending || strings.HasSuffix(path, "."+known.ending)) {
				t.Means[i] = known.means
			}
		}
		t.Table.Value = t.index[known.value]
	}
}

func (t *jsonTable) has(members ...string) bool {
	return !slices.ContainsFunc(members, func(member string) bool {
		_, met := t.index[member]
		return !met
	})
}
