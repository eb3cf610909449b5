package tracefile

import (
	"slices"
	"strings"
)

// knownRecords are records of programs whose members do not say what their numbers are: they are told by
// members that no others have together. ending is that of the names of all readings.
var knownRecords = []struct {
	members []string
	ending  string
	means   meaning
	value   string // of the whole machine
}{
	// Scaphandre (https://hubblo-org.github.io/scaphandre-documentation/references/exporter-json.html) writes microwatts.
	{[]string{"host.consumption", "host.timestamp"}, "consumption", meaning{unit: "uW", certain: true}, "host.consumption"},
	// The power meter of HPE's iLO, whose averages are of the interval of a record.
	{[]string{"Average", "Peak", "CpuWatts", "PunCap", "Time"}, "Average", meaning{unit: "W", stated: "average", certain: true}, "Average"},
}

// tasmotaAnswer begins the names of the members that Tasmota answers to Status 8 or Status 10: a word that tells nothing of
// what is inside, where the telemetry that it sends by itself has the same members without it.
const tasmotaAnswer = "StatusSNS."

// settleKnown says of the columns of known records what they hold.
func (t *jsonTable) settleKnown() {
	for _, known := range knownRecords {
		if !t.has(known.members...) {
			continue
		}
		for i, path := range t.paths {
			if t.numeric[i] && (path == known.ending || strings.HasSuffix(path, "."+known.ending)) {
				t.means[i] = known.means
			}
		}
		t.table.value = t.index[known.value]
	}
}

func (t *jsonTable) has(members ...string) bool {
	return !slices.ContainsFunc(members, func(member string) bool {
		_, met := t.index[member]
		return !met
	})
}
