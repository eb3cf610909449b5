package power

import "time"

// Inspection is what the readings of an instrument look like within a span: what a careful reviewer
// looks for in a log before trusting its average.
type Inspection struct {
	Window
	Update       time.Duration // usual time between changes of value; longer than the usual step where a meter repeats itself
	Gaps         int           // steps so long that readings are missing
	Lost         time.Duration // time that those steps take beyond one usual step each
	LongestGap   Span          // zero where there is none
	Repeats      int           // readings equal to the one before
	LongestRun   Span          // from first to last of the longest stretch of one value
	RunLength    int           // readings of that stretch
	Doubled      int           // readings with the timestamp of the one before
	FirstDoubled time.Time
	Resolution   int64   // greatest common divisor of the differences between readings; 0 where all are equal
	Before       Reading // the reading before the deepest fall
	After        Reading // the deepest fall itself; both zero where there is none
	Outliers     int     // power readings of more than twice, or less than half, of both neighbours
	FirstOutlier Reading
}
