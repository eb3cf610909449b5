package fields

import (
	"fmt"

	"green500/templates"
	"green500/validation/model"
	"green500/validation/power"
)

// studySection asks for runs that show what the tunables do.
func studySection() Section {
	return Section{
		ID: "study", Title: "Tunables study", Group: "study", Item: "Study run", Name: "settings", Tells: []string{"{role}", "N {order}", "{message_kilobytes} KB", "{duration_s} s at {power_w} W"},
		Lead: "Runs of the same work under other settings, beside the one that is submitted. They show readers what your settings save. None is asked, and nothing is graded by them; the page of the study draws them.", Fields: []Field{
			{Path: "study[].settings", Label: "Settings", Hint: "What was set. Runs with the same words belong together, at several sizes or again.", Example: "GPU clock 1410 MHz", Kind: KindText, Level: 1},
			{Path: "study[].role", Label: "Role", Hint: "All others are held against the baseline: your everyday settings. Without one it is the first run's.", Kind: KindSelect, Options: []templates.Option{
				{Value: power.StudyBaseline, Label: "baseline: everyday settings"}, {Value: power.StudySubmitted, Label: "as in the run that is submitted"},
			}},
			{Path: "study[].duration_s", Label: "Run time", Hint: "How long the work took.", Example: "312.4", Kind: KindNumber, Unit: "s", Level: 1},
			{Path: "study[].power_w", Label: "Average power", Hint: "Over that time, of the same part of the machine in all runs: a node, a rack, or all of it.", Example: "2140", Kind: KindNumber, Unit: "W", Level: 1},
			{Path: "study[].readings", Label: "Readings", Hint: fmt.Sprintf("How many readings the average is formed from. A run with fewer than %d is marked.", model.FewReadings), Example: "312", Kind: KindWhole, Level: 1},
			{Path: "study[].clock_mhz", Label: "Clock", Hint: "Of what computes. It tells how much a lower clock can save.", Example: "1410", Kind: KindNumber, Unit: "MHz", When: When{Words: "Where the settings change it"}},
			{Path: "study[].order", Label: "Order", Hint: "N, the order of the matrix; the operations follow from it.", Example: "98304", Kind: KindWhole, When: When{Words: "Where it was HPL"}},
			{Path: "study[].work_tflop", Label: "Operations", Hint: "Floating-point operations of the run, in 10^12.", Example: "633500", Kind: KindNumber, Unit: "TFlop", When: When{Words: "Where it was another workload"}},
			{Path: "study[].message_kilobytes", Label: "Message", Hint: "Size of one message.", Example: "32", Kind: KindNumber, Unit: "KB", When: When{Words: "Where moving data was studied"}},
			{Path: "study[].moved_megabytes", Label: "Data moved", Hint: "During the run, all together.", Example: "5120", Kind: KindNumber, Unit: "MB", When: When{Words: "Where moving data was studied"}},
		},
	}
}
