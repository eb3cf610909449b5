package power

import "time"

// StudyRun is a run of the same work with some settings, as its site describes it. Nothing is graded by it.
type StudyRun struct {
	Primitive        string  `json:"primitive,omitempty" doc:"What ran: get, put, accumulate, strided put, or any name; each is compared with a baseline of its own"`
	Settings         string  `json:"settings" doc:"The settings, in words; runs with the same words belong to one variant"`
	Role             string  `json:"role,omitempty" doc:"baseline: the settings that others are compared with, by default those of the first run; submitted: the settings of the submitted run"`
	Order            int     `json:"order,omitempty" doc:"N, the order of the matrix, if HPL ran"`
	WorkTeraflop     float64 `json:"work_tflop,omitempty" doc:"Floating-point operations of the run, in 10^12, if it was not HPL"`
	MessageKilobytes float64 `json:"message_kilobytes,omitempty" doc:"Size of a message, if moving data was studied"`
	MovedMegabytes   float64 `json:"moved_megabytes,omitempty" doc:"Data moved during the run"`
	DurationSeconds  float64 `json:"duration_s,omitempty"`
	PowerWatts       float64 `json:"power_w,omitempty" doc:"Average over the run, of the same part of the machine in all runs"`
	Readings         int     `json:"readings,omitempty" doc:"Number of readings in the average; fewer than 10 are marked"`
	ClockMegahertz   float64 `json:"clock_mhz,omitempty" doc:"Clock of the processors or accelerators, if the settings change it"`
}

// The roles of a run of a study.
const (
	StudyBaseline  = "baseline"
	StudySubmitted = "submitted"
)

// Duration is how long the run took.
func (r StudyRun) Duration() time.Duration { return Seconds(r.DurationSeconds) }

// Operations is how many floating-point operations the run did; 0 if unknown.
func (r StudyRun) Operations() float64 {
	if r.WorkTeraflop > 0 || r.Order <= 0 {
		return r.WorkTeraflop * 1e12
	}
	return Operations(r.Order)
}
