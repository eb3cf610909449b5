package fields

import (
	"slices"

	"green500/templates"
	"green500/validation/power"
)

func measurementSections() []Section {
	return []Section{
		{ID: "node_sets", Title: "Node sets", Group: "node_sets", Item: "Node set", Name: "name",
			Least: 1, Tells: []string{"{measured} of {nodes} nodes measured", "{selection}"},
			Lead: "A set contains identical compute nodes. One set is enough if all nodes are identical; " +
				"otherwise each kind of node is a set.", Fields: nodeSetFields()},
		{ID: "subsystems", Title: "Subsystems", Group: "subsystems", Item: "Subsystem", Name: "name", Least: 1,
			Tells: []string{"{treatment}", "{measured} of {units} units", "{power_w} W"},
			Lead: "The parts of the machine that draw power for the run: compute nodes, interconnect, head nodes, " +
				"storage, cooling inside the machine. " +
				"State for each if a meter measured it or if it was estimated.", Fields: subsystemFields()},
		{ID: "meters", Title: "Meters", Group: "meters", Item: "Meter", Name: "id",
			Least: 1, Tells: []string{"{make} {model}", "{measures}", "{location}"},
			Lead: "One for each kind of measuring device, not for each device: " +
				"forty identical rack PDUs are one meter here.", Fields: meterFields()},
		{ID: "series", Title: "Series", Group: "series", Item: "Series", Name: "file",
			Least: 1, Tells: []string{"{covers.subsystem} {covers.node_set}", "{quantity} in {unit}", "meter {meter}"},
			Lead: "The file and column of the readings, and the part of the machine that they cover. " +
				"One series for each subsystem and node set.", Fields: seriesFields()},
		{ID: "idle", Title: "Idle power", Group: "idle", Item: "Idle measurement",
			Tells: []string{"{start} to {end}", "{power_w} W"},
			Lead: "The power of the machine when it is ready but has no work: booted, not asleep. " +
				"The measurement need not be near the run. " +
				"State a time range of the same series, or a value.", Fields: idleFields()},
	}
}

func nodeSetFields() []Field {
	return []Field{
		{Path: "node_sets[].name", Label: "Name of the set", Hint: "Series refer to this name.", Example: "gpu",
			Kind: KindText, Required: true},
		{Path: "node_sets[].nodes", Label: "Nodes", Hint: "Number of nodes in the set.", Example: "36", Kind: KindWhole,
			Required: true},
		{Path: "node_sets[].measured", Label: "Nodes measured", Hint: "Number of nodes that the meters measured; " +
			"the rest is extrapolated. If all are measured, it is filled in.", Example: "36", Kind: KindWhole,
			Rules: []string{"machine-fraction", "node-sets"}},
		{Path: "node_sets[].selection_method", Label: "Selection method",
			Hint: "At random, unless all are measured. Picking nodes that draw little is forbidden.", Kind: KindSelect,
			Options: options(power.SelectionMethods()...), Rules: []string{"random-selection"}},
		{Path: "node_sets[].selection", Label: "Explanation", Hint: "How the nodes were chosen.",
			Example: "drawn by lot from the list of nodes", Kind: KindText,
			Suggest: "selections", Rules: []string{"random-selection"},
			When: When{Words: "If it was in another way", Path: "node_sets[].selection_method",
				Values: []string{string(power.SelectOther)}}},
		{Path: "node_sets[].nodes_per_chassis", Label: "Nodes per chassis", Hint: "A chassis counts as all its " +
			"nodes, so measure whole chassis. 1 if each node has its own power supplies.", Example: "4",
			Kind: KindWhole, When: When{Words: "If nodes share power supplies"}},
		{Path: "node_sets[].memory_gb", Label: "Memory of a node", Hint: "In gigabytes, that of its accelerators " +
			"included. The matrix of HPL is compared with it.", Example: "1024", Kind: KindNumber},
		{Path: "node_sets[].memory_gb_s", Label: "Memory bandwidth of a node", Hint: "As the STREAM benchmark " +
			"measures it. The energy models compute the balance of the machine from it.", Example: "820",
			Kind: KindNumber, Unit: "GB/s"},
	}
}

func subsystemFields() []Field {
	estimated := When{Words: "If estimated", Path: "subsystems[].treatment", Values: []string{string(power.Estimated)}}
	partly := When{Words: "If only some identical units or feeds were measured"}
	founded := []string{"estimates-founded"}
	return []Field{
		{Path: "subsystems[].name", Label: "Name of the subsystem",
			Hint: "A subsystem that the methodology names, or another part of the machine.", Example: "interconnect",
			Kind: KindText, Suggest: "known_subsystems", Required: true},
		{Path: "subsystems[].treatment", Label: "Power determined by", Hint: "Measured by a meter below, " +
			"estimated as an upper bound from data sheets, or left out.", Kind: KindSelect,
			Options: options(string(power.Measured), string(power.Estimated), string(power.LeftOut)), Required: true},
		{Path: "subsystems[].power_w", Label: "Estimate",
			Hint: "An upper bound: the sum of the maximum power of all parts.", Example: "1200", Kind: KindNumber,
			Unit: "W", Rules: []string{"subsystems-included", "interconnect-included"}, When: estimated},
		{Path: "subsystems[].basis", Label: "Source of the estimate",
			Hint: "The manufacturer's specification, a file of this submission.", Example: "switch-datasheet.pdf",
			Kind: KindText, Suggest: "files", Rules: founded, When: estimated},
		{Path: "subsystems[].formula", Label: "Formula of the estimate", Hint: "The calculation, so that a reviewer " +
			"can follow it.", Example: "2 x 600 W maximum", Kind: KindText, Rules: founded, When: estimated},
		{Path: "subsystems[].measured_with", Label: "Measured with", Hint: "The subsystem whose meters also measure " +
			"this one.", Example: "compute", Kind: KindText, Suggest: "known_subsystems",
			When: When{Words: "If it is measured without a series of its own"}},
		{Path: "subsystems[].participates", Label: "Used by the run",
			Hint: "No if the workload never uses it, such as an archive.", Kind: KindSelect,
			Options: []templates.Option{{Value: "true", Label: "yes"}, {Value: "false", Label: "no"}},
			When:    When{Words: "If the run does not use it"}},
		{Path: "subsystems[].units", Label: "Identical units or feeds",
			Hint: "Total number; the measured ones represent all.", Example: "4", Kind: KindWhole, When: partly},
		{Path: "subsystems[].measured", Label: "Units measured", Hint: "Number of units that a meter measured.",
			Example: "2", Kind: KindWhole, When: partly},
	}
}

func seriesFields() []Field { return slices.Concat(assignmentFields(), importFields()) }

func assignmentFields() []Field {
	return []Field{
		{Path: "series[].file", Label: "File of readings", Hint: "The log as the meter or its software wrote it, " +
			"unchanged.", Example: "pdus.csv", Kind: KindFile, Suggest: "files", Required: true},
		{Path: "series[].meter", Label: "Meter", Hint: "The short name of the meter that took the readings.",
			Example: "pdu", Kind: KindText, Suggest: "meters", Required: true},
		{Path: "series[].covers.subsystem", Label: "Covers subsystem", Hint: "The part of the machine that these " +
			"readings cover.", Example: "compute", Kind: KindText, Suggest: "subsystems", Required: true},
		{Path: "series[].covers.node_set", Label: "Covers node set", Hint: "The node set that these readings cover.",
			Example: "gpu", Kind: KindText, Suggest: "node_sets", Level: 1, When: When{Words: "If the series covers " +
				"compute nodes", Path: "series[].covers.subsystem", Values: []string{power.Compute}}},
		{Path: "series[].quantity", Label: "Quantity",
			Hint: "Power is watts at a time; energy is a counter that only rises.", Kind: KindSelect,
			Options: options(string(power.Power), string(power.Energy)), Required: true},
		{Path: "series[].unit", Label: "Unit", Hint: "Unit of the numbers in the file.", Kind: KindSelect,
			Options: unitOptions(), Required: true},
	}
}

func importFields() []Field {
	energy := When{Words: "If the quantity is energy", Path: "series[].quantity",
		Values: []string{string(power.Energy)}}
	long := When{Words: "If one log holds several meters"}
	return []Field{
		{Path: "series[].value", Label: "Readings column", Hint: "Column name in the header of the file; " +
			"* takes every matching column, each as a separate device.", Example: "power_w", Kind: KindText, Level: 1},
		{Path: "series[].time", Label: "Time column", Hint: "Column name in the header of the file; " +
			"if empty, the column is detected.", Example: "timestamp", Kind: KindText, Level: 1},
		{Path: "series[].stamp", Label: "A timestamp marks",
			Hint: "The point of the averaging interval of a reading; see the manual of the meter.", Kind: KindSelect,
			Options: []templates.Option{{Value: "begin", Label: "the beginning of its interval"}, {Value: "middle",
				Label: "the middle of its interval"}, {Value: "end", Label: "the end of its interval"}}, Level: 1},
		{Path: "series[].timezone", Label: "Time zone of the file",
			Hint: "IANA name of the time zone of the times in the file.", Kind: KindText, Suggest: "zones",
			When: When{Words: "If its times have no zone and the zone differs from that of the output"}},
		{Path: "series[].instruments", Label: "Meter columns", Hint: "Names of the columns that identify the meter " +
			"of a row, separated by commas.", Example: "rack, outlet", Kind: KindList, When: long},
		{Path: "series[].where", Label: "Rows to use", Hint: "Values by column, separated by semicolons.",
			Example: "rack=245,246; outlet=3", Kind: KindList, When: long},
		{Path: "series[].continued", Label: "Continued in", Hint: "Further files in time order, separated by commas.",
			Example: "pdus-2.csv, pdus-3.csv", Kind: KindList,
			When: When{Words: "If the log continues in another file"}},
		{Path: "series[].counts", Label: "An energy reading counts", Hint: "Most meters count a running total.",
			Kind: KindSelect,
			Options: []templates.Option{{Value: "total", Label: "a running total"},
				{Value: "interval", Label: "the energy of its interval"}}, When: energy},
		{Path: "series[].wraps_at", Label: "Counter wraps at",
			Hint: "Value at which the counter wraps to zero, in the unit of the series.", Example: "65536",
			Kind: KindNumber, When: When{Words: "If an energy counter wraps during the run"}},
		{Path: "series[].nodes", Label: "Nodes per device", Hint: "Number of nodes that each meter of this series " +
			"measures.", Example: "4", Kind: KindWhole, When: When{Words: "If devices see different numbers of nodes"}},
		{Path: "series[].feed_of", Label: "Feed of",
			Hint:    "The rack or node that it feeds. Feeds of one are added before nodes are compared.",
			Example: "rack 12", Kind: KindText, When: When{Words: "If a rack or node has more than one feed"}},
		{Path: "series[].origin", Label: "Start of the file's clock", Hint: "The instant of time zero, or the day of " +
			"the first reading.", Kind: KindTime, When: When{Words: "If its times count from a start or have no date"}},
		{Path: "series[].time_format", Label: "Form of the times",
			Hint:    "In the letters of strftime, such as %d for the day and %H for the hour.",
			Example: "%d.%m.%Y %H:%M:%S", Kind: KindText, When: When{Words: "If the time format is not detected"}},
		{Path: "series[].time_unit", Label: "Unit of the times", Hint: "What the times count, " +
			"since 1970 or since the start of the file's clock.", Kind: KindSelect, Options: []templates.Option{
			{Value: "s", Label: "seconds"}, {Value: "ms", Label: "milliseconds"}, {Value: "us", Label: "microseconds"},
			{Value: "ns", Label: "nanoseconds"}, {Value: "ps", Label: "picoseconds"}, {Value: "min", Label: "minutes"},
			{Value: "h", Label: "hours"},
			{Value: "spreadsheet-days", Label: "days since 1899-12-30, as spreadsheets count"},
		}, When: When{Words: "If the times are numbers and nothing in the file states their unit"}},
		{Path: "series[].date_order", Label: "Order of dates",
			Hint: "Whether the day, the month or a two-digit year comes first.", Kind: KindSelect,
			Options: []templates.Option{{Value: "day-first", Label: "day first"},
				{Value: "month-first", Label: "month first"}, {Value: "year-first", Label: "year first"}},
			When: When{Words: "If dates are ambiguous, such as 03/04/2026 or 26/06/03"}},
		{Path: "series[].decimal", Label: "Decimal sign", Hint: "Whether a point or a comma precedes the decimals.",
			Kind:    KindSelect,
			Options: []templates.Option{{Value: "point", Label: "point"}, {Value: "comma", Label: "comma"}},
			When:    When{Words: "If numbers are ambiguous, such as 1,234"}},
	}
}

func idleFields() []Field {
	span := When{Words: "If no value is given", Path: "idle[].power_w", Values: []string{""}}
	rule := []string{"idle-power"}
	return []Field{
		{Path: "idle[].start", Label: "Idle period starts", Hint: "An idle period that is covered by the same files.",
			Kind: KindTime, Rules: rule, When: span},
		{Path: "idle[].end", Label: "Idle period ends", Hint: "Some minutes later.", Kind: KindTime,
			Rules: rule, When: span},
		{Path: "idle[].power_w", Label: "Idle power", Hint: "The idle power of the whole machine, instead of a period.",
			Example: "72381", Kind: KindNumber, Unit: "W", Rules: rule,
			When: When{Words: "If no period is given", Path: "idle[].start", Values: []string{""}}},
	}
}

func unitOptions() []templates.Option {
	var made []templates.Option
	for _, unit := range power.Units() {
		quantity, _ := power.Unit(unit).Quantity() // every unit of the table has one
		made = append(made, templates.Option{Value: unit, Label: unit, Group: string(quantity)})
	}
	return made
}

func meterFields() []Field { return slices.Concat(deviceFields(), lossFields(), accuracyFields()) }

func deviceFields() []Field {
	return []Field{
		{Path: "meters[].id", Label: "Short name", Hint: "Series refer to this name; any word is fine.", Example: "pdu",
			Kind: KindText, Required: true},
		{Path: "meters[].make", Label: "Make", Hint: "Manufacturer of the device.", Example: "Example", Kind: KindText,
			Rules: []string{"meters-described"}},
		{Path: "meters[].model", Label: "Model", Hint: "As on its label or data sheet.", Example: "Rack PDU 22 kW",
			Kind: KindText, Rules: []string{"meters-described"}},
		{Path: "meters[].measures", Label: "Measures",
			Hint: "Power is watts at a time; energy is a counter inside the meter that only rises.", Kind: KindSelect,
			Options: options(string(power.Power), string(power.Energy)), Required: true},
		{Path: "meters[].location", Label: "Point of measurement", Hint: "Position in the power path: " +
			"see the drawing above.", Kind: KindSelect, Options: pointOptions(), Rules: []string{"measuring-point"}},
		{Path: "meters[].accuracy.of_reading_percent", Label: "Accuracy, of reading", Hint: "From the data sheet: " +
			"for “±(0.5% of reading + 0.1% of range)” enter 0.5 here, and 0.1 in the field for the range.",
			Example: "0.5", Kind: KindNumber, Unit: "%", Rules: []string{"meter-accuracy"}},
		{Path: "meters[].current", Label: "Current",
			Hint: "Current that the meter measures: AC from the mains, DC behind a power supply.", Kind: KindSelect,
			Options: []templates.Option{{Value: "AC", Label: "AC"}, {Value: "DC", Label: "DC"}},
			Rules:   []string{"sampling-rate-energy"}},
		{Path: "meters[].sampling_hz", Label: "Internal sampling rate", Hint: "How often the meter samples voltage " +
			"and current internally, not how often it is read. See the data sheet.", Example: "7200", Kind: KindNumber,
			Unit: "Hz", Rules: []string{"sampling-rate", "sampling-rate-energy"}},
		{Path: "meters[].aggregation", Label: "Aggregation of devices",
			Hint: "How the readings of several devices were combined. One sentence is enough, " +
				"also for a single device.", Example: "summed at equal timestamps; all PDUs read in one sweep",
			Kind: KindTextArea, Wide: true, Rules: []string{"meters-synchronised"}},
		{Path: "meters[].reading_interval_s", Label: "Reading interval", Hint: "Time between readings in the log; " +
			"compared with the log.", Example: "5", Kind: KindNumber, Unit: "s", Level: 1},
		{Path: "meters[].specification", Label: "Specification", Hint: "The data sheet: a file of this submission, " +
			"or a web address.", Example: "pdu-datasheet.pdf", Kind: KindText, Suggest: "files", Level: 1},
	}
}

func lossFields() []Field {
	downstream := When{Words: "If the meter is downstream of a power supply", Path: "meters[].location",
		Values: []string{string(power.Downstream)}}
	simultaneous := When{Words: "If the loss was measured during the run", Path: "meters[].loss.found_by",
		Values: []string{"simultaneous"}}
	loss := []string{"conversion-loss"}
	return []Field{
		{Path: "meters[].loss.found_by", Label: "Source of the loss",
			Hint: "How the conversion loss between the meter and the supply is known. " +
				"Higher levels require more of it to be measured.", Kind: KindSelect, Options: []templates.Option{
				{Value: "manufacturer_model", Label: "the manufacturer's data for the power supply"},
				{Value: "one_psu_measured", Label: "measuring one power supply of the system"},
				{Value: "simultaneous", Label: "measuring both sides during the run"},
			}, Rules: loss, When: downstream},
		{Path: "meters[].loss.factor", Label: "Loss factor", Hint: "Supplied power over measured power, at least 1.",
			Example: "1.06", Kind: KindNumber, Rules: loss, When: downstream},
		{Path: "meters[].loss.evidence", Label: "Evidence of the loss",
			Hint: "The data sheet or the record of the measurement, a file of this submission.", Example: "psu.pdf",
			Kind: KindText, Suggest: "files", Rules: []string{"loss-evidence"}, When: downstream},
		{Path: "meters[].loss.interval_s", Label: "Loss interval", Hint: "Time between measurements of the loss.",
			Example: "60", Kind: KindNumber, Unit: "s", Rules: []string{"loss-interval"}, When: simultaneous},
	}
}

func accuracyFields() []Field {
	ofRange := When{Words: "If the data sheet adds a percentage of the range"}
	calibrated := When{Words: "If the meter was calibrated"}
	return []Field{
		{Path: "meters[].accuracy.of_range_percent", Label: "Accuracy, of range",
			Hint: "The second part of “±(0.5% of reading + 0.1% of range)”.", Example: "0.1", Kind: KindNumber,
			Unit: "%", When: ofRange},
		{Path: "meters[].accuracy.range_w", Label: "Range", Hint: "Upper end of the range that was set during the run.",
			Example: "22000", Kind: KindNumber, Unit: "W", When: ofRange},
		{Path: "meters[].accuracy.ranges",
			Label: "Accuracy by range",
			Hint: "Replaces the three fields above. One range per line: its upper end in watts, percent of reading, " +
				"and percent of range if the data sheet states one. " +
				"The range that contains the power of the run counts.", Example: "1000: 0.5 + 0.1 of 1000; 22000: 0.2",
			Kind: KindTextArea, Wide: true, When: When{Words: "If each range of the meter has its own accuracy"}},
		{Path: "meters[].calibration.calibrated", Label: "Calibrated on", Hint: "The day on the certificate.",
			Example: "2025-03-31", Kind: KindText, When: calibrated},
		{Path: "meters[].calibration.valid_until", Label: "Calibration valid until", Hint: "The last valid day. The " +
			"equipment library sends a mail before the end.", Example: "2027-03-31", Kind: KindText, When: calibrated},
		{Path: "meters[].calibration.certificate", Label: "Certificate",
			Hint:    "The certificate of the calibration: a file of this submission, or a web address.",
			Example: "pdu-calibration.pdf", Kind: KindText, Suggest: "files", When: calibrated},
		{Path: "meters[].accuracy.grade", Label: "Grade", Hint: "A billing meter has revenue grade (ANSI C12.20), " +
			"a meter on the SPEC list has spec grade; the IEC defines classes.", Kind: KindSelect,
			Options: options(power.Grades()...), When: When{Words: "If the meter has one"}},
		{Path: "meters[].accuracy.kind", Label: "The accuracy is", Hint: "What the data sheet means by its figures. " +
			"Most mean a bound that no reading exceeds.", Kind: KindSelect,
			Options: []templates.Option{{Value: string(power.HardBound), Label: "a bound"},
				{Value: string(power.OneStandardDeviation), Label: "one standard deviation"},
				{Value: string(power.TwoStandardDeviations), Label: "two standard deviations"}},
			When: When{Words: "If the data sheet states a standard deviation"}},
		{Path: "meters[].accuracy.current_transformers_percent", Label: "Current transformers", Hint: "Their error " +
			"in percent of the reading. It adds to the error of the meter.", Example: "0.5", Kind: KindNumber,
			Unit: "%", Rules: []string{"meter-accuracy"},
			When: When{Words: "If the meter is connected through current transformers"}},
		{Path: "meters[].count", Label: "Identical meters",
			Hint:    "Number of such devices that measure equal parts of the machine: their errors partly cancel.",
			Example: "9", Kind: KindWhole, When: When{Words: "If several identical devices share the load"}},
	}
}
