package logwarnings

import (
	"fmt"
	"math"

	"green500/validation/forensics"
	"green500/validation/power"
)

// What a log looks like that is written only if the value changes.
const (
	// fewestChanges is how many readings show it.
	fewestChanges = 20
	// mostRepeated is in which part of the readings it repeats the one before at most.
	mostRepeated = 0.02
	// smallChanges is which part of the changes is of one count, or two: at an even pace some values would be read twice.
	smallChanges = 0.2
	// longHeld is how many usual intervals the longest one takes.
	longHeld = 5
)

// onChange says of an instrument that it may be written only when its value changes, and what its mean is if each reading holds until
// the next one; empty if not.
func (l *Log) onChange(one forensics.Instrument) string {
	t := one.Trace
	if t.Quantity != power.Power || one.Count < fewestChanges || float64(one.Repeats) > mostRepeated*float64(one.Count) ||
		one.LongestStep < longHeld*one.MedianStep || one.Resolution == 0 || t.Len() > min(mostLookedThrough, l.most()) {
		return ""
	}
	at, value := t.Columns()
	small, held, over := 0, 0.0, 0.0
	for i := 1; i < len(at); i++ {
		if change := value[i] - value[i-1]; change != 0 && max(change, -change) <= 2*one.Resolution {
			small++
		}
		length := float64(at[i] - at[i-1])
		held, over = held+float64(value[i-1])*length, over+length
	}
	if float64(small) < smallChanges*float64(len(at)-1) || over <= 0 {
		return ""
	}
	mean := power.Reading{Value: int64(math.Round(held / over))}.Watts()
	return fmt.Sprintf("no value follows itself and the intervals differ, as in a log that is written only when the value changes: if each reading holds until the next one, the mean is %s", Watts(mean))
}
