package forensics

import (
	"math"
	"testing"
	"time"

	"green500/validation/power"
)

// TestCellsOfACorePhaseOfCenturies: an output whose year was altered has the longest duration that there is, and as
// many cells.
func TestCellsOfACorePhaseOfCenturies(t *testing.T) {
	start := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, core := range []time.Duration{math.MaxInt64, time.Hour, 100 * time.Nanosecond} {
		c := courses{core: power.NewSpan(start, start.Add(core)), step: core / fineOfCore, perCore: fineOfCore}
		if from, to := c.inCore(); from != fineOfCore || to != 2*fineOfCore {
			t.Errorf("a core phase of %s has the cells from %d to %d", core, from, to)
		}
	}
}
