package survey

import (
	"fmt"
	"slices"
	"time"

	"green500/validation/power"
	"green500/validation/tracefile"
)

// asShown is the series to read the log by. If the zone is not stated, times are shown unchanged: so is the origin, on
// whose day times of day begin.
func (s *Survey) asShown() *power.Series {
	if !s.ZoneOpen || s.Series.Origin.IsZero() {
		return &s.Series
	}
	series := s.Series
	_, offset := series.Origin.Zone()
	series.Origin = power.Time{Time: series.Origin.UTC().Add(time.Duration(offset) * time.Second)}
	return &series
}

// sayDay says of times of day on which day an origin lies by the clock of the log, where that is another one than it shows, and
// what to write to mean the one that it shows.
func (s *Survey) sayDay() {
	at := slices.IndexFunc(s.Reasons, func(r tracefile.Reason) bool { return r.Field == "origin" })
	if at < 0 || s.Series.Origin.IsZero() {
		return
	}
	shown, local := s.Series.Origin.Time, s.Series.Origin.In(s.zone)
	if shown.Format(time.DateOnly) == local.Format(time.DateOnly) {
		return
	}
	year, month, day := shown.Date()
	meant := time.Date(year, month, day, 0, 0, 0, 0, s.zone)
	s.Reasons[at].Why += fmt.Sprintf(" In %s that is %s, so the times begin on that day; to mean %s, write %s.",
		s.zone, local.Format(time.DateTime), shown.Format(time.DateOnly), meant.Format(time.RFC3339))
}
