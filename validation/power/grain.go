package power

import "math"

// grain sums up a few consecutive readings of a block for drawing: a span that holds too few blocks to be drawn in them
// holds a hundred thousand readings and more, of which nobody sees one.
type grain struct {
	first, last point
	longest     int64   // step
	within      float64 // energy between the first and the last, as a filling has it
	low, high   float64 // watts; of an energy total, of what it rose by inside
}

const (
	// grainReadings are so many that what is kept of a grain takes an eighth of its readings' room.
	grainReadings = 32
	// longestGrain is how many times the step of a grid a grain may take: where readings are sparse they are drawn as
	// they are.
	longestGrain = 3
)

// steepness returns the least and the most that an energy total rose by from reading to reading, in watts.
func steepness(at, value []int64) (low, high float64) {
	low, high = math.Inf(1), math.Inf(-1)
	for i := 1; i < len(at); i++ {
		if at[i] > at[i-1] {
			watts := risen(point{at[i-1], value[i-1]}, point{at[i], value[i]})
			low, high = min(low, watts), max(high, watts)
		}
	}
	return low, high
}
