package templates

import "green500/validation/power"

// measurementSections ask what was measured, by which meters, in which files.
func measurementSections() []Section {
	return []Section{
		{ID: "node_sets", Title: "Node sets", Group: "node_sets", Item: "Node set", Least: 1,
			Lead: "Sets of identical compute nodes, and how many of each were measured.", Fields: []Field{
				{Path: "node_sets[].name", Label: "Name", Kind: KindText, Required: true},
				{Path: "node_sets[].nodes", Label: "Nodes", Kind: KindNumber, Required: true},
				{Path: "node_sets[].measured", Label: "Nodes measured", Kind: KindNumber, Required: true},
				{Path: "node_sets[].selection", Label: "Chosen how", Hint: "all, random, whole racks, or in words", Kind: KindText},
				{Path: "node_sets[].nodes_per_chassis", Label: "Nodes in a chassis", Hint: "That share its power supplies; 1 where each has its own", Kind: KindNumber},
			}},
		{ID: "subsystems", Title: "Subsystems", Group: "subsystems", Item: "Subsystem", Least: 1,
			Lead:   "Everything that takes part in the run. An estimate is an upper bound and rests on a specification.",
			Fields: subsystemFields()},
		{ID: "meters", Title: "Meters", Group: "meters", Item: "Meter", Least: 1,
			Lead: "One for each kind of measuring device.", Fields: meterFields()},
		{ID: "series", Title: "Series", Group: "series", Item: "Series", Least: 1,
			Lead: "Readings: which file and column, and which part of the machine they measure.", Fields: seriesFields()},
		{ID: "idle", Title: "Idle power", Group: "idle", Item: "Idle measurement",
			Lead: "Ready for work, not asleep: a stretch of the same series, or a figure.", Fields: []Field{
				{Path: "idle[].start", Label: "Starts", Hint: timeHint, Kind: KindTime},
				{Path: "idle[].end", Label: "Ends", Hint: timeHint, Kind: KindTime},
				{Path: "idle[].power_w", Label: "Or a figure", Kind: KindNumber, Unit: "W"},
			}},
	}
}

func subsystemFields() []Field {
	treatments := options(string(power.Measured), string(power.Estimated), string(power.LeftOut))
	return []Field{
		{Path: "subsystems[].name", Label: "Name", Kind: KindText, Suggest: "known_subsystems", Required: true},
		{Path: "subsystems[].treatment", Label: "Power was", Kind: KindSelect, Options: treatments, Required: true},
		{Path: "subsystems[].participates", Label: "The run uses it", Kind: KindSelect, Options: []Option{{"true", "yes"}, {"false", "no"}}},
		{Path: "subsystems[].units", Label: "Equal units or feeds", Hint: "Where not all were measured", Kind: KindNumber},
		{Path: "subsystems[].measured", Label: "Units measured", Kind: KindNumber},
		{Path: "subsystems[].power_w", Label: "Estimate", Kind: KindNumber, Unit: "W"},
		{Path: "subsystems[].basis", Label: "Estimate rests on", Hint: "A specification among the files", Kind: KindText, Suggest: "files"},
		{Path: "subsystems[].formula", Label: "Formula of the estimate", Hint: "As 2 x 600 W maximum", Kind: KindText},
	}
}

func meterFields() []Field {
	quantities := options(string(power.Power), string(power.Energy))
	return []Field{
		{Path: "meters[].id", Label: "Short name", Hint: "Series refer to it", Kind: KindText, Required: true},
		{Path: "meters[].make", Label: "Make", Kind: KindText},
		{Path: "meters[].model", Label: "Model", Kind: KindText},
		{Path: "meters[].specification", Label: "Specification", Hint: "A file of the submission, or an address", Kind: KindText, Suggest: "files"},
		{Path: "meters[].measures", Label: "Measures", Kind: KindSelect, Options: quantities, Required: true},
		{Path: "meters[].count", Label: "Equal meters", Hint: "How many measure equal fractions", Kind: KindNumber},
		{Path: "meters[].current", Label: "Current", Kind: KindSelect, Options: []Option{{"AC", "AC"}, {"DC", "DC"}}},
		{Path: "meters[].accuracy.of_reading_percent", Label: "Accuracy, of reading", Kind: KindNumber, Unit: "%"},
		{Path: "meters[].accuracy.of_range_percent", Label: "Accuracy, of range", Kind: KindNumber, Unit: "%"},
		{Path: "meters[].accuracy.range_w", Label: "Range", Kind: KindNumber, Unit: "W"},
		{Path: "meters[].accuracy.grade", Label: "Grade", Hint: "revenue: ANSI C12.20; spec: accepted by SPEC", Kind: KindSelect, Options: options(power.Grades()...)},
		{Path: "meters[].sampling_hz", Label: "Samples inside", Kind: KindNumber, Unit: "Hz"},
		{Path: "meters[].reading_interval_s", Label: "Reading interval", Kind: KindNumber, Unit: "s"},
		{Path: "meters[].location", Label: "Point of measurement", Kind: KindSelect, Options: []Option{
			{string(power.Upstream), "A: upstream"}, {string(power.Delivery), "B: at delivery"},
			{string(power.Equivalent), "C: equivalent"}, {string(power.Downstream), "downstream"}}},
		{Path: "meters[].loss.found_by", Label: "Conversion loss found by", Hint: "Where the meter is downstream", Kind: KindSelect, Options: options("manufacturer_model", "one_psu_measured", "simultaneous")},
		{Path: "meters[].loss.factor", Label: "Loss factor", Hint: "Supplied over measured power, at least 1", Kind: KindNumber},
		{Path: "meters[].loss.evidence", Label: "Evidence of the loss", Kind: KindText, Suggest: "files"},
		{Path: "meters[].loss.interval_s", Label: "Loss measured every", Hint: "Where it was measured simultaneously", Kind: KindNumber, Unit: "s"},
		{Path: "meters[].aggregation", Label: "How readings of several meters were put together", Kind: KindTextArea, Wide: true},
	}
}

func seriesFields() []Field {
	quantities := options(string(power.Power), string(power.Energy))
	return []Field{
		{Path: "series[].file", Label: "File", Kind: KindText, Suggest: "files", Required: true},
		{Path: "series[].continued", Label: "Goes on in", Hint: "Further files, in the order of time", Kind: KindList},
		{Path: "series[].meter", Label: "Meter", Kind: KindText, Suggest: "meters", Required: true},
		{Path: "series[].time", Label: "Column of the time", Hint: "The first where not told", Kind: KindText},
		{Path: "series[].value", Label: "Column of the readings", Kind: KindText},
		{Path: "series[].quantity", Label: "Quantity", Hint: "Energy is a running total", Kind: KindSelect, Options: quantities, Required: true},
		{Path: "series[].unit", Label: "Unit", Kind: KindSelect, Options: unitOptions(), Required: true},
		{Path: "series[].stamp", Label: "A timestamp lies at", Hint: "Of the interval it stands for", Kind: KindSelect, Options: []Option{{"begin", "its begin"}, {"middle", "its middle"}, {"end", "its end"}}},
		{Path: "series[].timezone", Label: "Time zone of the file", Hint: "IANA name, where neither the times nor the run tell", Kind: KindText},
		{Path: "series[].covers.subsystem", Label: "Covers subsystem", Kind: KindText, Suggest: "subsystems", Required: true},
		{Path: "series[].covers.node_set", Label: "Covers node set", Kind: KindText, Suggest: "node_sets"},
		{Path: "series[].instruments", Label: "Columns that tell instruments apart", Hint: "As rack, num", Kind: KindList},
		{Path: "series[].origin", Label: "Clock of the file began at", Hint: "Where its times count from a start, or tell no date", Kind: KindTime},
		{Path: "series[].date_order", Label: "Order of dates", Hint: "Where 03/04/2026 could be either", Kind: KindSelect, Options: []Option{{"day-first", "day first"}, {"month-first", "month first"}}},
		{Path: "series[].decimal", Label: "Decimal sign", Hint: "Where 1,234 could be either", Kind: KindSelect, Options: []Option{{"point", "point"}, {"comma", "comma"}}},
		{Path: "series[].counts", Label: "An energy reading counts", Kind: KindSelect, Options: []Option{{"total", "a running total"}, {"interval", "its own interval"}}},
		{Path: "series[].wraps_at", Label: "The total starts anew at", Hint: "In the unit of the series", Kind: KindNumber},
		{Path: "series[].where", Label: "Rows to take", Hint: "By column, as rack=245,246; row=3", Kind: KindList},
	}
}

func unitOptions() []Option {
	var made []Option
	for _, unit := range power.Units() {
		made = append(made, Option{unit, unit})
	}
	return made
}
