package table

import (
	"time"

	"green500/validation/power"
	"green500/validation/tracefile/internal/timestamp"
)

// begins returns when the times of a file that counts them from a start began, in nanoseconds since
// 1970: the series states it, else the file.
func (t *Table) begins(series *power.Series, zone *time.Location) (int64, *power.InputError) {
	if !series.Origin.IsZero() {
		if seconds := series.Origin.Unix(); seconds < timestamp.FirstSecond || seconds >= timestamp.LastSecond-timestamp.MaxElapsed {
			return 0, t.Refuse(0, "origin", "is outside the years 1970 to 2168", "correct origin")
		}
		return series.Origin.UnixNano(), nil
	}
	if t.Started == "" {
		return 0, t.Refuse(0, "origin", "the times of the file count from an unknown start", "set origin in the series, as 2024-09-27T11:16:15+02:00")
	}
	at, f := timestamp.NewClock(timestamp.Timing{Zone: zone}).Read([]byte(t.Started))
	if f != nil {
		field := f.Field
		if field == "" {
			field = "origin"
		}
		return 0, t.Refuse(0, field, f.Problem, f.Remedy)
	}
	return at, nil
}
