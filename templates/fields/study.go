package fields

import (
	"fmt"

	"green500/templates"
	"green500/validation/model"
	"green500/validation/power"
)

// studySection is about runs that show the effect of the tunables.
func studySection() Section {
	return Section{
		ID: "study", Title: "Tunables study", Group: "study", Item: "Study run", Name: "settings", Tells: []string{"{role}", "N {order}", "{message_kilobytes} KB", "{duration_s} s at {power_w} W"},
		Lead: "Runs of the same work with other settings. They show what your settings save. None is required and none is graded; the page of the study draws them.", Fields: []Field{
			{Path: "study[].settings", Label: "Settings", Hint: "The settings of the run. Runs with the same text belong together, at several sizes or repeated.", Example: "GPU clock 1410 MHz", Kind: KindText, Level: 1},
			{Path: "study[].primitive", Label: "Primitive", Hint: "What ran. Each primitive has a baseline of its own.", Example: "put", Kind: KindText, When: When{Words: "If more than one kind of work was studied"}},
			{Path: "study[].role", Label: "Role", Hint: "All others are compared with the baseline: your everyday settings. Without one, the first run is the baseline.", Kind: KindSelect, Options: []templates.Option{
				{Value: power.StudyBaseline, Label: "baseline: everyday settings"}, {Value: power.StudySubmitted, Label: "as in the submitted run"},
			}},
			{Path: "study[].duration_s", Label: "Run time", Hint: "Duration of the run.", Example: "312.4", Kind: KindNumber, Unit: "s", Level: 1},
			{Path: "study[].power_w", Label: "Average power", Hint: "Average over the run time, of the same part of the machine in all runs: a node, a rack, or the whole machine.", Example: "2140", Kind: KindNumber, Unit: "W", Level: 1},
			{Path: "study[].readings", Label: "Readings", Hint: fmt.Sprintf("Number of readings in the average. A run with fewer than %d is marked.", model.FewReadings), Example: "312", Kind: KindWhole, Level: 1},
			{Path: "study[].clock_mhz", Label: "Clock", Hint: "Clock of the processors or accelerators. It determines how much a lower clock can save.", Example: "1410", Kind: KindNumber, Unit: "MHz", When: When{Words: "If the settings change it"}},
			{Path: "study[].order", Label: "Order", Hint: "N, the order of the matrix; the operations follow from it.", Example: "98304", Kind: KindWhole, When: When{Words: "If the run was HPL"}},
			{Path: "study[].work_tflop", Label: "Operations", Hint: "Floating-point operations of the run, in 10^12.", Example: "633500", Kind: KindNumber, Unit: "TFlop", When: When{Words: "If the run was another workload"}},
			{Path: "study[].message_kilobytes", Label: "Message", Hint: "Size of one message.", Example: "32", Kind: KindNumber, Unit: "KB", When: When{Words: "If data movement was studied"}},
			{Path: "study[].moved_megabytes", Label: "Data moved", Hint: "Total during the run.", Example: "5120", Kind: KindNumber, Unit: "MB", When: When{Words: "If data movement was studied"}},
		},
	}
}
