package fields

import (
	"green500/templates"
	"green500/validation/power"
)

// measurementSections are about what was measured, by which meters, in which files.
func measurementSections() []Section {
	return []Section{
		{ID: "node_sets", Title: "Node sets", Group: "node_sets", Item: "Node set", Name: "name", Least: 1, Tells: []string{"{measured} of {nodes} nodes measured", "{selection}"},
			Lead: "A set contains identical compute nodes. One set is enough if all nodes are identical; otherwise each kind of node is a set.", Fields: nodeSetFields()},
		{ID: "subsystems", Title: "Subsystems", Group: "subsystems", Item: "Subsystem", Name: "name", Least: 1, Tells: []string{"{treatment}", "{measured} of {units} units", "{power_w} W"},
			Lead: "The parts of the machine that draw power for the run: compute nodes, interconnect, head nodes, storage, cooling inside the machine. " +
				"State for each if a meter measured it or if it was estimated.", Fields: subsystemFields()},
		{ID: "meters", Title: "Meters", Group: "meters", Item: "Meter", Name: "id", Least: 1, Tells: []string{"{make} {model}", "{measures}", "{location}"},
			Lead: "One for each kind of measuring device, not for each device: forty identical rack PDUs are one meter here.", Fields: meterFields()},
		{ID: "series", Title: "Series", Group: "series", Item: "Series", Name: "file", Least: 1, Tells: []string{"{covers.subsystem} {covers.node_set}", "{quantity} in {unit}", "meter {meter}"},
			Lead: "The file and column of the readings, and the part of the machine that they cover. One series for each subsystem and node set.", Fields: seriesFields()},
		{ID: "idle", Title: "Idle power", Group: "idle", Item: "Idle measurement", Tells: []string{"{start} to {end}", "{power_w} W"},
			Lead: "The power of the machine when it is ready but has no work: booted, not asleep. The measurement need not be near the run. " +
				"State a time range of the same series, or a value.", Fields: idleFields()},
	}
}

func nodeSetFields() []Field {
	return []Field{
		{Path: "node_sets[].name", Label: "Name of the set", Hint: "Series refer to this name.", Example: "gpu", Kind: KindText, Required: true},
		{Path: "node_sets[].nodes", Label: "Nodes", Hint: "Number of nodes in the set.", Example: "36", Kind: KindWhole, Required: true},
		{Path: "node_sets[].measured", Label: "Nodes measured", Hint: "Number of nodes that the meters measured; the rest is extrapolated. If all are measured, it is filled in.", Example: "36", Kind: KindWhole, Rules: []string{"machine-fraction", "node-sets"}},
		{Path: "node_sets[].selection_method", Label: "Selection method", Hint: "At random, unless all are measured. Picking nodes that draw little is forbidden.", Kind: KindSelect,
			Options: options(power.SelectionMethods()...), Rules: []string{"random-selection"}},
		{Path: "node_sets[].selection", Label: "Explanation", Hint: "How the nodes were chosen.", Example: "drawn by lot from the list of nodes", Kind: KindText, Suggest: "selections", Rules: []string{"random-selection"},
			When: When{Words: "If it was in another way", Path: "node_sets[].selection_method", Values: []string{string(power.SelectOther)}}},
		{Path: "node_sets[].nodes_per_chassis", Label: "Nodes per chassis", Hint: "A chassis counts as all its nodes, so measure whole chassis. 1 if each node has its own power supplies.", Example: "4", Kind: KindWhole, When: When{Words: "If nodes share power supplies"}},
		{Path: "node_sets[].memory_gb", Label: "Memory of a node", Hint: "In gigabytes, that of its accelerators included. The matrix of HPL is compared with it.", Example: "1024", Kind: KindNumber},
		{Path: "node_sets[].memory_gb_s", Label: "Memory bandwidth of a node", Hint: "As the STREAM benchmark measures it. The energy models compute the balance of the machine from it.", Example: "820", Kind: KindNumber, Unit: "GB/s"},
	}
}

func subsystemFields() []Field {
	estimated := When{Words: "If estimated", Path: "subsystems[].treatment", Values: []string{string(power.Estimated)}}
	partly := When{Words: "If only some identical units or feeds were measured"}
	founded := []string{"estimates-founded"}
	return []Field{
		{Path: "subsystems[].name", Label: "Name of the subsystem", Hint: "A subsystem that the methodology names, or another part of the machine.", Example: "interconnect", Kind: KindText, Suggest: "known_subsystems", Required: true},
		{Path: "subsystems[].treatment", Label: "Power determined by", Hint: "Measured by a meter below, estimated as an upper bound from data sheets, or left out.", Kind: KindSelect,
			Options: options(string(power.Measured), string(power.Estimated), string(power.LeftOut)), Required: true},
		{Path: "subsystems[].power_w", Label: "Estimate", Hint: "An upper bound: the sum of the maximum power of all parts.", Example: "1200", Kind: KindNumber, Unit: "W", Rules: []string{"subsystems-included", "interconnect-included"}, When: estimated},
		{Path: "subsystems[].basis", Label: "Source of the estimate", Hint: "The manufacturer's specification, a file of this submission.", Example: "switch-datasheet.pdf", Kind: KindText, Suggest: "files", Rules: founded, When: estimated},
		{Path: "subsystems[].formula", Label: "Formula of the estimate", Hint: "The calculation, so that a reviewer can follow it.", Example: "2 x 600 W maximum", Kind: KindText, Rules: founded, When: estimated},
		{Path: "subsystems[].measured_with", Label: "Measured with", Hint: "The subsystem whose meters see this one too.", Example: "compute", Kind: KindText, Suggest: "known_subsystems",
			When: When{Words: "If it is measured without a series of its own"}},
		{Path: "subsystems[].participates", Label: "Used by the run", Hint: "No if the workload never uses it, such as an archive.", Kind: KindSelect,
			Options: []templates.Option{{Value: "true", Label: "yes"}, {Value: "false", Label: "no"}}, When: When{Words: "If the run does not use it"}},
		{Path: "subsystems[].units", Label: "Identical units or feeds", Hint: "Total number; the measured ones represent all.", Example: "4", Kind: KindWhole, When: partly},
		{Path: "subsystems[].measured", Label: "Units measured", Hint: "Number of units that a meter measured.", Example: "2", Kind: KindWhole, When: partly},
	}
}

func seriesFields() []Field {
	energy := When{Words: "If the quantity is energy", Path: "series[].quantity", Values: []string{string(power.Energy)}}
	long := When{Words: "If one log holds several meters"}
	return []Field{
		{Path: "series[].file", Label: "File of readings", Hint: "The log as the meter or its software wrote it, unchanged.", Example: "pdus.csv", Kind: KindFile, Suggest: "files", Required: true},
		{Path: "series[].meter", Label: "Meter", Hint: "The short name of the meter that took the readings.", Example: "pdu", Kind: KindText, Suggest: "meters", Required: true},
		{Path: "series[].covers.subsystem", Label: "Covers subsystem", Hint: "The part of the machine that these readings cover.", Example: "compute", Kind: KindText, Suggest: "subsystems", Required: true},
		{Path: "series[].covers.node_set", Label: "Covers node set", Hint: "The node set that these readings cover.", Example: "gpu", Kind: KindText, Suggest: "node_sets", Level: 1, When: When{Words: "If the series covers compute nodes", Path: "series[].covers.subsystem", Values: []string{power.Compute}}},
		{Path: "series[].quantity", Label: "Quantity", Hint: "Power is watts at a time; energy is a counter that only rises.", Kind: KindSelect, Options: options(string(power.Power), string(power.Energy)), Required: true},
		{Path: "series[].unit", Label: "Unit", Hint: "Unit of the numbers in the file.", Kind: KindSelect, Options: unitOptions(), Required: true},
		{Path: "series[].value", Label: "Readings column", Hint: "Column name in the header of the file; * takes every matching column, each as a separate device.", Example: "power_w", Kind: KindText, Level: 1},
		{Path: "series[].time", Label: "Time column", Hint: "Column name in the header of the file; if empty, the column is detected.", Example: "timestamp", Kind: KindText, Level: 1},
		{Path: "series[].stamp", Label: "A timestamp marks", Hint: "The point of the averaging interval of a reading; see the manual of the meter.", Kind: KindSelect,
			Options: []templates.Option{{Value: "begin", Label: "the beginning of its interval"}, {Value: "middle", Label: "the middle of its interval"}, {Value: "end", Label: "the end of its interval"}}, Level: 1},
		{Path: "series[].timezone", Label: "Time zone of the file", Hint: "IANA name of the time zone of the times in the file.", Kind: KindText, Suggest: "zones", When: When{Words: "If its times have no zone and the zone differs from that of the output"}},
		{Path: "series[].instruments", Label: "Device columns", Hint: "Names of the columns that identify the meter of a row, separated by commas.", Example: "rack, outlet", Kind: KindList, When: long},
		{Path: "series[].where", Label: "Rows to use", Hint: "Values by column, separated by semicolons.", Example: "rack=245,246; outlet=3", Kind: KindList, When: long},
		{Path: "series[].continued", Label: "Continued in", Hint: "Further files in time order, separated by commas.", Example: "pdus-2.csv, pdus-3.csv", Kind: KindList, When: When{Words: "If the log continues in another file"}},
		{Path: "series[].counts", Label: "An energy reading counts", Hint: "Most meters count a running total.", Kind: KindSelect,
			Options: []templates.Option{{Value: "total", Label: "a running total"}, {Value: "interval", Label: "the energy of its interval"}}, When: energy},
		{Path: "series[].wraps_at", Label: "Counter wraps at", Hint: "Value at which the counter wraps to zero, in the unit of the series.", Example: "65536", Kind: KindNumber, When: When{Words: "If an energy counter wraps during the run"}},
		{Path: "series[].nodes", Label: "Nodes per device", Hint: "How many nodes each device of this series sees.", Example: "4", Kind: KindWhole, When: When{Words: "If devices see different numbers of nodes"}},
		{Path: "series[].feed_of", Label: "Feed of", Hint: "The rack or node that it feeds. Feeds of one are added before nodes are compared.", Example: "rack 12", Kind: KindText, When: When{Words: "If a rack or node has more than one feed"}},
		{Path: "series[].origin", Label: "Start of the file's clock", Hint: "The instant of time zero, or the day of the first reading.", Kind: KindTime, When: When{Words: "If its times count from a start or have no date"}},
		{Path: "series[].time_format", Label: "Form of the times", Hint: "In the letters of strftime, such as %d for the day and %H for the hour.", Example: "%d.%m.%Y %H:%M:%S", Kind: KindText, When: When{Words: "If the times of the file are not read by themselves"}},
		{Path: "series[].time_unit", Label: "Unit of the times", Hint: "What the times count, since 1970 or since the start of the file's clock.", Kind: KindSelect, Options: timeUnitOptions(), When: When{Words: "If the times are numbers and nothing in the file states their unit"}},
		{Path: "series[].date_order", Label: "Order of dates", Hint: "Whether the day, the month or a two-digit year comes first.", Kind: KindSelect,
			Options: []templates.Option{{Value: "day-first", Label: "day first"}, {Value: "month-first", Label: "month first"}, {Value: "year-first", Label: "year first"}}, When: When{Words: "If dates are ambiguous, such as 03/04/2026 or 26/06/03"}},
		{Path: "series[].decimal", Label: "Decimal sign", Hint: "Whether a point or a comma precedes the decimals.", Kind: KindSelect,
			Options: []templates.Option{{Value: "point", Label: "point"}, {Value: "comma", Label: "comma"}}, When: When{Words: "If numbers are ambiguous, such as 1,234"}},
	}
}

func idleFields() []Field {
	span := When{Words: "If no value is given", Path: "idle[].power_w", Values: []string{""}}
	rule := []string{"idle-power"}
	return []Field{
		{Path: "idle[].start", Label: "Idle period starts", Hint: "An idle period that is covered by the same files.", Kind: KindTime, Rules: rule, When: span},
		{Path: "idle[].end", Label: "Idle period ends", Hint: "Some minutes later.", Kind: KindTime, Rules: rule, When: span},
		{Path: "idle[].power_w", Label: "Idle power", Hint: "The idle power of the whole machine, instead of a period.", Example: "72381", Kind: KindNumber, Unit: "W", Rules: rule, When: When{Words: "If no period is given", Path: "idle[].start", Values: []string{""}}},
	}
}

// timeUnitOptions are the units of times that are numbers.
func timeUnitOptions() []templates.Option {
	return []templates.Option{{Value: "s", Label: "seconds"}, {Value: "ms", Label: "milliseconds"}, {Value: "us", Label: "microseconds"}, {Value: "ns", Label: "nanoseconds"},
		{Value: "ps", Label: "picoseconds"}, {Value: "min", Label: "minutes"}, {Value: "h", Label: "hours"}, {Value: "spreadsheet-days", Label: "days since 1899-12-30, as spreadsheets count"}}
}

// unitOptions are the units of readings, those of power and those of energy apart.
func unitOptions() []templates.Option {
	var made []templates.Option
	for _, unit := range power.Units() {
		quantity, _ := power.Unit(unit).Quantity() // every unit of the table has one
		made = append(made, templates.Option{Value: unit, Label: unit, Group: string(quantity)})
	}
	return made
}
