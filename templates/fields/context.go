package fields

import (
	"fmt"

	"green500/templates"
	"green500/validation/lab/model"
	"green500/validation/power"
)

func contextSections() []Section {
	return []Section{
		environmentSection(),
		{ID: "tunables", Title: "Tunables", Group: "tunables", Item: "Tunable",
			Name: "name", Tells: []string{"{value} in place of {default}"},
			Lead: "Settings that were changed for the run, such as clocks, power caps or fan speeds. " +
				"None is required. State the default and the value of each.", Fields: []Field{
				{Path: "tunables[].name", Label: "Name of the setting", Hint: "What was changed.", Example: "GPU clock",
					Kind: KindText, Level: 1},
				{Path: "tunables[].default", Label: "Default", Hint: "The value in everyday use, with its unit.",
					Example: "1980 MHz", Kind: KindText, Level: 1},
				{Path: "tunables[].value", Label: "Value in the run", Hint: "The value during the run, with its unit.",
					Example: "1410 MHz", Kind: KindText, Level: 1},
			}},
		{ID: "left_out", Title: "Left out of the logs", Group: "left_out", Item: "Part of a log",
			Name: "file", Tells: []string{"{instruments}"},
			Lead: "Meters that a log contains and that no series uses on purpose, " +
				"such as the racks of another machine. State the reason.", Fields: []Field{
				{Path: "left_out[].file", Label: "File", Hint: "The log that contains them.", Example: "pdus.csv",
					Kind: KindText, Suggest: "files", Level: 1},
				{Path: "left_out[].instruments", Label: "Meters", Hint: "Names of columns, or values such as " +
					"rack=309, separated by commas.", Example: "node033, node034", Kind: KindList, Level: 1},
				{Path: "left_out[].reason", Label: "Reason", Hint: "Why they are not part of the measurement.",
					Example: "racks of another machine", Kind: KindText, Level: 1},
			}},
		studySection(),
		{ID: "explained", Title: "Explanations", Group: "explained", Item: "Explanation",
			Name: "rule", Tells: []string{"{reason}"},
			Lead: "What you say of warnings and open requirements. Reviewers read it beside the finding; " +
				"it changes no verdict.", Fields: []Field{
				{Path: "explained[].rule", Label: "Rule", Hint: "Its name, as the findings show it.",
					Example: "node-power-plausible", Kind: KindText, Level: 1},
				{Path: "explained[].reason", Label: "Reason", Hint: "Why the measurement is right all the same.",
					Example: "Each node has eight accelerators of 1,200 W.", Kind: KindTextArea, Wide: true, Level: 1},
			}},
		{ID: "attachments", Title: "Attachments", Group: "attachments", Item: "Attachment",
			Name: "file", Tells: []string{"{kind}"},
			Lead: "Further files a reviewer should see: notes, data sheets, photographs. " +
				"You need not list files that a field above already names.", Fields: []Field{
				{Path: "attachments[].file", Label: "File", Hint: "One of the files of this submission.",
					Kind: KindFile, Suggest: "files", Required: true},
				{Path: "attachments[].kind", Label: "Kind", Hint: "The kind of document. Write node calibration for " +
					"a file of green500 calibrate, one for each node set: the power of the run is predicted from it.",
					Example: "data sheet", Kind: KindText, Level: 1},
			}},
	}
}

func environmentSection() Section {
	temperature := []string{"cooling-temperature"}
	return Section{ID: "environment", Title: "Environment", Lead: "How the machine was cooled. " +
		"Cold coolant and a cool room make a machine more efficient.", Fields: []Field{
		{Path: "environment.cooling", Label: "Cooling", Hint: "What removes the heat from the processors: " +
			"air through a heat sink, or liquid at a cold plate or around the boards.", Kind: KindSelect,
			Options: options("air", "liquid", "immersion", "hybrid"), Level: 1},
		{Path: "environment.measured_where", Label: "Temperatures measured at", Hint: "Where the temperatures " +
			"were measured.", Example: "facility loop, rack row 2", Kind: KindText, Level: 1,
			When: When{Words: "If a temperature is stated", Path: "environment.inlet_c", Given: true}},
		{Path: "environment.inlet_c", Label: "Inlet temperature",
			Hint:    "Temperature of the cooling medium at the inlet, at some time during the core phase.",
			Example: "32.0", Kind: KindNumber, Unit: "°C", Rules: temperature},
		{Path: "environment.outlet_c", Label: "Outlet temperature", Hint: "Temperature of the cooling medium at " +
			"the outlet.", Example: "41.5", Kind: KindNumber, Unit: "°C", Rules: temperature},
		{Path: "environment.humidity_percent", Label: "Humidity", Hint: "Relative humidity of the air in the room.",
			Example: "45", Kind: KindNumber, Unit: "%"},
		{Path: "environment.supply_deviation_percent", Label: "Supply voltage deviation", Hint: "Deviation from " +
			"the nominal value; at most 5% is recommended.", Example: "2", Kind: KindNumber, Unit: "%"},
		{Path: "environment.distortion_percent", Label: "Harmonic distortion", Hint: "Total harmonic distortion " +
			"of the supply; under 2% is recommended.", Example: "1.5", Kind: KindNumber, Unit: "%"},
		{Path: "environment.line_impedance_ohm", Label: "Line impedance", Hint: "Impedance of the supply line; " +
			"under 0.25 ohm is recommended.", Example: "0.1", Kind: KindNumber, Unit: "Ω"},
	}}
}

func studySection() Section {
	return Section{
		ID: "study", Title: "Tunables study", Group: "study", Item: "Study run", Name: "settings",
		Tells: []string{"{role}", "N {order}", "{message_kilobytes} KB", "{duration_s} s at {power_w} W"},
		Lead: "Runs of the same work with other settings. They show what your settings save. " +
			"None is required and none is graded; the page of the study draws them.", Fields: []Field{
			{Path: "study[].settings", Label: "Settings", Hint: "The settings of the run. " +
				"Runs with the same text belong together, at several sizes or repeated.", Example: "GPU clock 1410 MHz",
				Kind: KindText, Level: 1},
			{Path: "study[].primitive", Label: "Primitive", Hint: "What ran. Each primitive has a baseline of its own.",
				Example: "put", Kind: KindText, When: When{Words: "If more than one kind of work was studied"}},
			{Path: "study[].role", Label: "Role", Hint: "All others are compared with the baseline: your everyday " +
				"settings. Without one, the first run is the baseline.", Kind: KindSelect, Options: []templates.Option{
				{Value: power.StudyBaseline, Label: "baseline: everyday settings"},
				{Value: power.StudySubmitted, Label: "as in the submitted run"},
			}},
			{Path: "study[].duration_s", Label: "Run time", Hint: "Duration of the run.", Example: "312.4",
				Kind: KindNumber, Unit: "s", Level: 1},
			{Path: "study[].power_w", Label: "Average power", Hint: "Average over the run time, " +
				"of the same part of the machine in all runs: a node, a rack, or the whole machine.", Example: "2140",
				Kind: KindNumber, Unit: "W", Level: 1},
			{Path: "study[].readings", Label: "Readings", Hint: fmt.Sprintf("Number of readings in the average. "+
				"A run with fewer than %d is marked.", model.FewReadings), Example: "312", Kind: KindWhole, Level: 1},
			{Path: "study[].clock_mhz", Label: "Clock",
				Hint:    "Clock of the processors or accelerators. It determines how much a lower clock can save.",
				Example: "1410", Kind: KindNumber, Unit: "MHz", When: When{Words: "If the settings change it"}},
			{Path: "study[].order", Label: "Order", Hint: "N, the order of the matrix; the operations follow from it.",
				Example: "98304", Kind: KindWhole, When: When{Words: "If the run was HPL"}},
			{Path: "study[].work_tflop", Label: "Operations", Hint: "Floating-point operations of the run, in 10^12.",
				Example: "633500", Kind: KindNumber, Unit: "TFlop",
				When: When{Words: "If the run was another workload"}},
			{Path: "study[].message_kilobytes", Label: "Message", Hint: "Size of one message.", Example: "32",
				Kind: KindNumber, Unit: "KB", When: When{Words: "If data movement was studied"}},
			{Path: "study[].moved_megabytes", Label: "Data moved", Hint: "Total during the run.", Example: "5120",
				Kind: KindNumber, Unit: "MB", When: When{Words: "If data movement was studied"}},
		},
	}
}
