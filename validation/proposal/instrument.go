package proposal

import (
	"slices"
	"time"

	"green500/validation/leftout"
	"green500/validation/methodology"
	"green500/validation/survey"
)

// Instrument is what a log shows of the kind of instrument that wrote it.
type Instrument struct {
	Interval time.Duration // usual time between readings; 0 where it is not known
	count    int           // of columns
	columns  []string      // their names, without the digits that tell nodes and racks apart
}

// InstrumentOf returns what a log that was surveyed shows.
func InstrumentOf(s *survey.Survey) Instrument {
	shown := Instrument{count: len(s.Understanding.Columns)}
	for _, column := range s.Understanding.Columns {
		shown.columns = append(shown.columns, leftout.MaskDigits(column.Name))
	}
	slices.Sort(shown.columns)
	shown.columns = slices.Compact(shown.columns)
	var steps []time.Duration
	for _, one := range s.Instruments {
		if one.MedianStep > 0 {
			steps = append(steps, one.MedianStep)
		}
	}
	if len(steps) > 0 {
		slices.Sort(steps)
		shown.Interval = steps[len(steps)/2]
	}
	return shown
}

// IsLike reports whether two logs may be of one kind of instrument: they have the same columns and interval.
func (i Instrument) IsLike(other Instrument) bool {
	short, long := min(i.Interval, other.Interval), max(i.Interval, other.Interval)
	if short > 0 && long.Seconds() > methodology.DriftOfInterval*short.Seconds() {
		return false
	}
	if i.isNameless() || other.isNameless() { // as a part of a log that was rotated
		return i.count == other.count
	}
	return slices.Equal(i.columns, other.columns)
}

func (i Instrument) isNameless() bool { return slices.Equal(i.columns, []string{"column #"}) }
