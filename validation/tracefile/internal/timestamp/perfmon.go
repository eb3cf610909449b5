package timestamp

import (
	"regexp"
	"strconv"
	"time"

	"green500/validation/tracefile/internal/columnname"
)

// PerfmonTime matches what Windows calls the column of the times of its performance counters: "(PDH-CSV 4.0)" from typeperf, and
// "(PDH-CSV 4.0) (Romance Standard Time)(-60)" from logman, with the minutes from the times to UTC. The month comes first in every
// language (https://learn.microsoft.com/windows/win32/perfctrs/performance-counters-portal).
var PerfmonTime = regexp.MustCompile(`^\(PDH-[CT]SV \d+\.\d+\)(?: \(.*\)\((-?\d{1,3})\))?$`)

func perfmonZone(name string) *time.Location {
	given := PerfmonTime.FindStringSubmatch(name)
	if given == nil {
		return nil
	}
	minutes, err := strconv.Atoi(given[1])
	if err != nil {
		return nil
	}
	return time.FixedZone("", -minutes*60)
}

// ZoneInName returns the zone of times without an offset that the name of their column states, nil if it states none.
func ZoneInName(name string) *time.Location {
	if columnname.SaysUTC(name) {
		return time.UTC
	}
	if given := zoneInBrackets.FindStringSubmatch(name); given != nil && columnname.Timely(name) {
		if zone, err := time.LoadLocation(given[1]); err == nil {
			return zone
		}
	}
	return perfmonZone(name)
}

var zoneInBrackets = regexp.MustCompile(`[(\[]([A-Z][A-Za-z]+/[A-Z][A-Za-z_/-]+)[)\]]$`)

// What turbostat calls its columns, and the command that logs it with times.
const (
	TurbostatTime  = "Time_Of_Day_Seconds"
	TurbostatWhole = "-"
	TurbostatLog   = "turbostat --quiet --enable Time_Of_Day_Seconds --interval 1"
)
