package document

import (
	"fmt"

	"green500/validation/power"
)

// study refuses what no run can be. A run that lacks something is no error: nothing is graded by it, and the page of
// the study says what it lacks.
func (c *checker) study(runs []power.StudyRun) {
	for i, run := range runs {
		at := fmt.Sprintf("study[%d].", i)
		c.optional(at+"role", run.Role, power.StudyBaseline, power.StudySubmitted)
		for _, figure := range []struct {
			field string
			value float64
		}{
			{"order", float64(run.Order)}, {"work_tflop", run.WorkTeraflop}, {"message_kilobytes", run.MessageKilobytes}, {"moved_megabytes", run.MovedMegabytes},
			{"duration_s", run.DurationSeconds}, {"power_w", run.PowerWatts}, {"readings", float64(run.Readings)}, {"clock_mhz", run.ClockMegahertz},
		} {
			if figure.value < 0 {
				c.problem(at+figure.field, "the figure is negative", "write the figure of the run, or leave it out")
			}
		}
	}
}
