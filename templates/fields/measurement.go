package fields

import (
	"green500/templates"
	"green500/validation/power"
)

// measurementSections ask what was measured, by which meters, in which files.
func measurementSections() []Section {
	return []Section{
		{ID: "node_sets", Title: "Node sets", Group: "node_sets", Item: "Node set", Name: "name", Least: 1, Tells: []string{"{measured} of {nodes} nodes measured", "{selection}"},
			Lead: "A set holds compute nodes that are identical. One set is enough where all are; where some have other parts, each kind is a set.", Fields: nodeSetFields()},
		{ID: "subsystems", Title: "Subsystems", Group: "subsystems", Item: "Subsystem", Name: "name", Least: 1, Tells: []string{"{treatment}", "{measured} of {units} units", "{power_w} W"},
			Lead: "The parts of the machine that draw power for the run: compute nodes, interconnect, head nodes, storage, cooling inside the machine. " +
				"Say of each whether a meter measured it or it was estimated.", Fields: subsystemFields()},
		{ID: "meters", Title: "Meters", Group: "meters", Item: "Meter", Name: "id", Least: 1, Tells: []string{"{make} {model}", "{measures}", "{location}"},
			Lead: "One for each kind of measuring device, not for each device: forty equal rack PDUs are one meter here.", Fields: meterFields()},
		{ID: "series", Title: "Series", Group: "series", Item: "Series", Name: "file", Least: 1, Tells: []string{"{covers.subsystem} {covers.node_set}", "{quantity} in {unit}", "meter {meter}"},
			Lead: "Where the readings are: which file, which column, and which part of the machine they are of. One series for each subsystem and node set.", Fields: seriesFields()},
		{ID: "idle", Title: "Idle power", Group: "idle", Item: "Idle measurement", Tells: []string{"{start} to {end}", "{power_w} W"},
			Lead: "What the machine draws when it is ready for work and has none: booted, not asleep. It need not be near the run. " +
				"Name a stretch of the same series, or a figure.", Fields: idleFields()},
	}
}

func nodeSetFields() []Field {
	return []Field{
		{Path: "node_sets[].name", Label: "Name of the set", Hint: "Series refer to it.", Example: "gpu", Kind: KindText, Required: true},
		{Path: "node_sets[].nodes", Label: "Nodes", Hint: "How many the set has, all of them.", Example: "36", Kind: KindWhole, Required: true},
		{Path: "node_sets[].measured", Label: "Nodes measured", Hint: "How many of them the meters saw; the rest is scaled up.", Example: "36", Kind: KindWhole, Rules: []string{"machine-fraction", "node-sets"}},
		{Path: "node_sets[].selection_method", Label: "Selection method", Hint: "At random, unless all are measured. Picking nodes that draw little is forbidden.", Kind: KindSelect,
			Options: options(power.SelectionMethods()...)},
		{Path: "node_sets[].selection", Label: "Explanation", Hint: "How the nodes were chosen, if it was in another way.", Example: "drawn by lot from the list of nodes", Kind: KindText, Suggest: "selections", Rules: []string{"random-selection"}},
		{Path: "node_sets[].nodes_per_chassis", Label: "Nodes in a chassis", Hint: "A chassis counts as all its nodes, so whole ones are measured. 1 where each node has its own power supplies.", Example: "4", Kind: KindWhole, When: When{Words: "Where nodes share power supplies"}},
		{Path: "node_sets[].memory_gb", Label: "Memory of a node", Hint: "In gigabytes, that of its accelerators included. The matrix of HPL is compared with it.", Example: "1024", Kind: KindNumber},
	}
}

func subsystemFields() []Field {
	estimated := When{Words: "Where it was estimated", Path: "subsystems[].treatment", Values: []string{string(power.Estimated)}}
	partly := When{Words: "Where only some of its equal units or feeds were measured"}
	founded := []string{"estimates-founded"}
	return []Field{
		{Path: "subsystems[].name", Label: "Name of the subsystem", Hint: "One of those the methodology names, or another part of the machine.", Example: "interconnect", Kind: KindText, Suggest: "known_subsystems", Required: true},
		{Path: "subsystems[].treatment", Label: "Its power was", Hint: "Measured by a meter below; estimated as an upper bound from data sheets; or left out.", Kind: KindSelect,
			Options: options(string(power.Measured), string(power.Estimated), string(power.LeftOut)), Required: true},
		{Path: "subsystems[].power_w", Label: "Estimate", Hint: "An upper bound: the maximum power of all its parts, added up.", Example: "1200", Kind: KindNumber, Unit: "W", Rules: []string{"subsystems-included", "interconnect-included"}, When: estimated},
		{Path: "subsystems[].basis", Label: "Estimate rests on", Hint: "The maker's specification, a file of this submission.", Example: "switch-datasheet.pdf", Kind: KindText, Suggest: "files", Rules: founded, When: estimated},
		{Path: "subsystems[].formula", Label: "Formula of the estimate", Hint: "How the figure comes about, so that a reviewer can follow it.", Example: "2 x 600 W maximum", Kind: KindText, Rules: founded, When: estimated},
		{Path: "subsystems[].measured_with", Label: "Measured with", Hint: "The subsystem whose meters see this one too.", Example: "compute", Kind: KindText, Suggest: "known_subsystems",
			When: When{Words: "If it is measured without a series of its own"}},
		{Path: "subsystems[].participates", Label: "The run uses it", Hint: "No for what the workload never touches, such as an archive.", Kind: KindSelect,
			Options: []templates.Option{{Value: "true", Label: "yes"}, {Value: "false", Label: "no"}}, When: When{Words: "Where the run does not use it"}},
		{Path: "subsystems[].units", Label: "Equal units or feeds", Hint: "How many it has; the measured ones stand for all.", Example: "4", Kind: KindWhole, When: partly},
		{Path: "subsystems[].measured", Label: "Units measured", Hint: "How many of them a meter saw.", Example: "2", Kind: KindWhole, When: partly},
	}
}

func seriesFields() []Field {
	energy := When{Words: "Where the quantity is energy", Path: "series[].quantity", Values: []string{string(power.Energy)}}
	long := When{Words: "Where rows of many devices stand under each other"}
	return []Field{
		{Path: "series[].file", Label: "File of readings", Hint: "The log as the meter or its software wrote it, unchanged.", Example: "pdus.csv", Kind: KindFile, Suggest: "files", Required: true},
		{Path: "series[].meter", Label: "Meter", Hint: "The short name of the meter above that took them.", Example: "pdu", Kind: KindText, Suggest: "meters", Required: true},
		{Path: "series[].covers.subsystem", Label: "Covers subsystem", Hint: "The part of the machine that these readings are of.", Example: "compute", Kind: KindText, Suggest: "subsystems", Required: true},
		{Path: "series[].covers.node_set", Label: "Covers node set", Hint: "The set whose nodes these readings are of.", Example: "gpu", Kind: KindText, Suggest: "node_sets", Level: 1, When: When{Words: "Where it covers compute nodes", Path: "series[].covers.subsystem", Values: []string{power.Compute}}},
		{Path: "series[].quantity", Label: "Quantity", Hint: "Power is watts at a time; energy is a counter that only rises.", Kind: KindSelect, Options: options(string(power.Power), string(power.Energy)), Required: true},
		{Path: "series[].unit", Label: "Unit", Hint: "Of the numbers in the file.", Kind: KindSelect, Options: unitOptions(), Required: true},
		{Path: "series[].value", Label: "Column of the readings", Hint: "Its name in the head of the file; * takes every column that fits, each as a device of its own.", Example: "power_w", Kind: KindText, Level: 1},
		{Path: "series[].time", Label: "Column of the time", Hint: "Its name in the head of the file; where left empty, the one that the log shows to be it.", Example: "timestamp", Kind: KindText, Level: 1},
		{Path: "series[].stamp", Label: "A timestamp marks", Hint: "Which end of the interval a reading is averaged over; the manual of the meter says so.", Kind: KindSelect,
			Options: []templates.Option{{Value: "begin", Label: "the begin of its interval"}, {Value: "middle", Label: "the middle of its interval"}, {Value: "end", Label: "the end of its interval"}}, Level: 1},
		{Path: "series[].timezone", Label: "Time zone of the file", Hint: "IANA name of the zone its times are in.", Kind: KindText, Suggest: "zones", When: When{Words: "Where its times have no zone, and not that of the output"}},
		{Path: "series[].instruments", Label: "Columns that tell devices apart", Hint: "Their names, with commas between.", Example: "rack, outlet", Kind: KindList, When: long},
		{Path: "series[].where", Label: "Rows to take", Hint: "By column, with semicolons between.", Example: "rack=245,246; outlet=3", Kind: KindList, When: long},
		{Path: "series[].continued", Label: "Goes on in", Hint: "Further files in the order of time, with commas between.", Example: "pdus-2.csv, pdus-3.csv", Kind: KindList, When: When{Words: "Where a log goes on in another file"}},
		{Path: "series[].counts", Label: "An energy reading counts", Hint: "Most meters count a total that goes on rising.", Kind: KindSelect,
			Options: []templates.Option{{Value: "total", Label: "a running total"}, {Value: "interval", Label: "the energy of its interval"}}, When: energy},
		{Path: "series[].wraps_at", Label: "The total starts anew at", Hint: "Where a counter overflows and begins at zero again, in the unit of the series.", Example: "65536", Kind: KindNumber, When: When{Words: "Where an energy counter overflows during the run"}},
		{Path: "series[].nodes", Label: "Nodes per device", Hint: "How many nodes each device of this series sees.", Example: "4", Kind: KindWhole, When: When{Words: "If devices see different numbers of nodes"}},
		{Path: "series[].feed_of", Label: "Feed of", Hint: "The rack or node that it feeds. Feeds of one are added before nodes are compared.", Example: "rack 12", Kind: KindText, When: When{Words: "If a rack or node has more than one feed"}},
		{Path: "series[].origin", Label: "Clock of the file began at", Hint: "When its time zero was; or the day of its first reading.", Kind: KindTime, When: When{Words: "Where its times count from a start, or tell no date"}},
		{Path: "series[].date_order", Label: "Order of dates", Hint: "Whether day, month or a year of two digits comes first.", Kind: KindSelect,
			Options: []templates.Option{{Value: "day-first", Label: "day first"}, {Value: "month-first", Label: "month first"}, {Value: "year-first", Label: "year first"}}, When: When{Words: "Where 03/04/2026 or 26/06/03 could be either"}},
		{Path: "series[].decimal", Label: "Decimal sign", Hint: "Whether point or comma comes before the decimals.", Kind: KindSelect,
			Options: []templates.Option{{Value: "point", Label: "point"}, {Value: "comma", Label: "comma"}}, When: When{Words: "Where 1,234 could be either"}},
	}
}

func idleFields() []Field {
	span := When{Words: "Where no figure is given", Path: "idle[].power_w", Values: []string{""}}
	rule := []string{"idle-power"}
	return []Field{
		{Path: "idle[].start", Label: "Idle stretch starts", Hint: "A quiet time that the same files hold readings of.", Kind: KindTime, Rules: rule, When: span},
		{Path: "idle[].end", Label: "Idle stretch ends", Hint: "Some minutes later.", Kind: KindTime, Rules: rule, When: span},
		{Path: "idle[].power_w", Label: "Or a figure", Hint: "The idle power of the whole machine, in place of a stretch.", Example: "72381", Kind: KindNumber, Unit: "W", Rules: rule, When: When{Words: "Where no stretch is given", Path: "idle[].start", Values: []string{""}}},
	}
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
