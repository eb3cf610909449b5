package fields

import (
	"green500/templates"
	"green500/validation/power"
)

// meterFields ask of a meter what its data sheet says, and where it sits.
func meterFields() []Field {
	downstream := When{Words: "Where the meter sits downstream of a power supply", Path: "meters[].location", Values: []string{string(power.Downstream)}}
	simultaneous := When{Words: "Where the loss was measured during the run", Path: "meters[].loss.found_by", Values: []string{"simultaneous"}}
	ofRange := When{Words: "Where the data sheet adds a part of the range"}
	calibrated := When{Words: "Where the meter was calibrated"}
	loss, accuracy := []string{"conversion-loss"}, []string{"meter-accuracy"}
	return []Field{
		{Path: "meters[].id", Label: "Short name", Hint: "Series refer to it; any word will do.", Example: "pdu", Kind: KindText, Required: true},
		{Path: "meters[].make", Label: "Make", Hint: "Who made the device.", Example: "Example", Kind: KindText, Rules: []string{"meters-described"}},
		{Path: "meters[].model", Label: "Model", Hint: "As its label or data sheet says.", Example: "Rack PDU 22 kW", Kind: KindText, Rules: []string{"meters-described"}},
		{Path: "meters[].measures", Label: "Measures", Hint: "Power is watts at a time; energy is a counter inside the meter that only rises.", Kind: KindSelect, Options: options(string(power.Power), string(power.Energy)), Required: true},
		{Path: "meters[].location", Label: "Point of measurement", Hint: "Where in the path of power it sits: see the drawing above.", Kind: KindSelect, Options: pointOptions(), Rules: []string{"measuring-point"}},
		{Path: "meters[].accuracy.of_reading_percent", Label: "Accuracy, of reading", Hint: "From the data sheet: a line such as “±(0.5% of reading + 0.1% of range)” is 0.5 here, and 0.1 in the field for the range.", Example: "0.5", Kind: KindNumber, Unit: "%", Rules: accuracy},
		{Path: "meters[].current", Label: "Current", Hint: "What flows through the meter: AC from the mains, DC behind a power supply.", Kind: KindSelect, Options: []templates.Option{{Value: "AC", Label: "AC"}, {Value: "DC", Label: "DC"}}, Rules: []string{"sampling-rate-energy"}},
		{Path: "meters[].sampling_hz", Label: "Samples inside", Hint: "How often the meter looks at voltage and current inside, not how often it is read. From the data sheet.", Example: "7200", Kind: KindNumber, Unit: "Hz", Rules: []string{"sampling-rate", "sampling-rate-energy"}},
		{Path: "meters[].aggregation", Label: "How readings of several devices were put together", Hint: "In words; one sentence is enough, also where there is one device.", Example: "summed at equal timestamps; all PDUs read in one sweep", Kind: KindTextArea, Wide: true, Rules: []string{"meters-synchronised"}},
		{Path: "meters[].reading_interval_s", Label: "Reading interval", Hint: "How often a reading is written to the log; held against the log.", Example: "5", Kind: KindNumber, Unit: "s", Level: 1},
		{Path: "meters[].specification", Label: "Specification", Hint: "The data sheet: a file of this submission, or a web address.", Example: "pdu-datasheet.pdf", Kind: KindText, Suggest: "files", Level: 1},
		{Path: "meters[].loss.found_by", Label: "Conversion loss found by", Hint: "How the loss between the meter and the supply is known; the higher the level, the more of it has to be measured.", Kind: KindSelect, Options: lossOptions(), Rules: loss, When: downstream},
		{Path: "meters[].loss.factor", Label: "Loss factor", Hint: "Supplied power over measured power, at least 1.", Example: "1.06", Kind: KindNumber, Rules: loss, When: downstream},
		{Path: "meters[].loss.evidence", Label: "Evidence of the loss", Hint: "The data sheet or the record of the measurement, a file of this submission.", Example: "psu.pdf", Kind: KindText, Suggest: "files", Rules: []string{"loss-evidence"}, When: downstream},
		{Path: "meters[].loss.interval_s", Label: "Loss measured every", Hint: "How far apart measurements of the loss were.", Example: "60", Kind: KindNumber, Unit: "s", Rules: []string{"loss-interval"}, When: simultaneous},
		{Path: "meters[].accuracy.of_range_percent", Label: "Accuracy, of range", Hint: "The second part of “±(0.5% of reading + 0.1% of range)”.", Example: "0.1", Kind: KindNumber, Unit: "%", When: ofRange},
		{Path: "meters[].accuracy.range_w", Label: "Range", Hint: "The upper end of the range that was set during the run.", Example: "22000", Kind: KindNumber, Unit: "W", When: ofRange},
		{Path: "meters[].accuracy.ranges", Label: "Accuracy by range", Hint: "In place of the three fields above. One range to a line: its upper end in watts, percent of reading, and percent of range where the data sheet adds some. The range that holds the power of the run counts.", Example: "1000: 0.5 + 0.1 of 1000; 22000: 0.2", Kind: KindTextArea, Wide: true, When: When{Words: "Where each range of the meter has an accuracy of its own"}},
		{Path: "meters[].calibration.calibrated", Label: "Calibrated on", Hint: "The day on the certificate.", Example: "2025-03-31", Kind: KindText, When: calibrated},
		{Path: "meters[].calibration.valid_until", Label: "Calibration valid until", Hint: "The last day that it counts. The cabinet announces the end by mail.", Example: "2027-03-31", Kind: KindText, When: calibrated},
		{Path: "meters[].calibration.certificate", Label: "Certificate", Hint: "The certificate of the calibration: a file of this submission, or a web address.", Example: "pdu-calibration.pdf", Kind: KindText, Suggest: "files", When: calibrated},
		{Path: "meters[].accuracy.grade", Label: "Grade", Hint: "A billing meter is of revenue grade (ANSI C12.20), one on the list of SPEC of spec grade; the IEC has classes.", Kind: KindSelect, Options: options(power.Grades()...), When: When{Words: "Where the meter has one"}},
		{Path: "meters[].accuracy.kind", Label: "The accuracy is", Hint: "What the data sheet means by its figures. Most mean a bound that no reading exceeds.", Kind: KindSelect,
			Options: []templates.Option{{Value: string(power.HardBound), Label: "a bound"}, {Value: string(power.OneStandardDeviation), Label: "one standard deviation"}, {Value: string(power.TwoStandardDeviations), Label: "two standard deviations"}},
			When:    When{Words: "If the data sheet states a standard deviation"}},
		{Path: "meters[].accuracy.current_transformers_percent", Label: "Current transformers", Hint: "Their error in percent of the reading. It adds to the error of the meter.", Example: "0.5", Kind: KindNumber, Unit: "%", Rules: accuracy, When: When{Words: "If the meter is connected through current transformers"}},
		{Path: "meters[].count", Label: "Equal meters", Hint: "How many such devices measure equal parts of the machine: then their errors partly cancel.", Example: "9", Kind: KindWhole, When: When{Words: "Where several equal devices share the load"}},
	}
}

func lossOptions() []templates.Option {
	return []templates.Option{
		{Value: "manufacturer_model", Label: "the maker's figures for the power supply"},
		{Value: "one_psu_measured", Label: "measuring one power supply of the system"},
		{Value: "simultaneous", Label: "measuring both sides during the run"},
	}
}
