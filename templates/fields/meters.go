package fields

import (
	"green500/templates"
	"green500/validation/power"
)

// meterFields are what the data sheet of a meter states, and where the meter is.
func meterFields() []Field {
	downstream := When{Words: "If the meter is downstream of a power supply", Path: "meters[].location", Values: []string{string(power.Downstream)}}
	simultaneous := When{Words: "If the loss was measured during the run", Path: "meters[].loss.found_by", Values: []string{"simultaneous"}}
	ofRange := When{Words: "If the data sheet adds a percentage of the range"}
	calibrated := When{Words: "If the meter was calibrated"}
	loss, accuracy := []string{"conversion-loss"}, []string{"meter-accuracy"}
	return []Field{
		{Path: "meters[].id", Label: "Short name", Hint: "Series refer to this name; any word is fine.", Example: "pdu", Kind: KindText, Required: true},
		{Path: "meters[].make", Label: "Make", Hint: "Manufacturer of the device.", Example: "Example", Kind: KindText, Rules: []string{"meters-described"}},
		{Path: "meters[].model", Label: "Model", Hint: "As on its label or data sheet.", Example: "Rack PDU 22 kW", Kind: KindText, Rules: []string{"meters-described"}},
		{Path: "meters[].measures", Label: "Measures", Hint: "Power is watts at a time; energy is a counter inside the meter that only rises.", Kind: KindSelect, Options: options(string(power.Power), string(power.Energy)), Required: true},
		{Path: "meters[].location", Label: "Point of measurement", Hint: "Position in the power path: see the drawing above.", Kind: KindSelect, Options: pointOptions(), Rules: []string{"measuring-point"}},
		{Path: "meters[].accuracy.of_reading_percent", Label: "Accuracy, of reading", Hint: "From the data sheet: for “±(0.5% of reading + 0.1% of range)” enter 0.5 here, and 0.1 in the field for the range.", Example: "0.5", Kind: KindNumber, Unit: "%", Rules: accuracy},
		{Path: "meters[].current", Label: "Current", Hint: "Current that the meter measures: AC from the mains, DC behind a power supply.", Kind: KindSelect, Options: []templates.Option{{Value: "AC", Label: "AC"}, {Value: "DC", Label: "DC"}}, Rules: []string{"sampling-rate-energy"}},
		{Path: "meters[].sampling_hz", Label: "Internal sampling rate", Hint: "How often the meter samples voltage and current internally, not how often it is read. See the data sheet.", Example: "7200", Kind: KindNumber, Unit: "Hz", Rules: []string{"sampling-rate", "sampling-rate-energy"}},
		{Path: "meters[].aggregation", Label: "Aggregation of devices", Hint: "How the readings of several devices were combined. One sentence is enough, also for a single device.", Example: "summed at equal timestamps; all PDUs read in one sweep", Kind: KindTextArea, Wide: true, Rules: []string{"meters-synchronised"}},
		{Path: "meters[].reading_interval_s", Label: "Reading interval", Hint: "Time between readings in the log; compared with the log.", Example: "5", Kind: KindNumber, Unit: "s", Level: 1},
		{Path: "meters[].specification", Label: "Specification", Hint: "The data sheet: a file of this submission, or a web address.", Example: "pdu-datasheet.pdf", Kind: KindText, Suggest: "files", Level: 1},
		{Path: "meters[].loss.found_by", Label: "Source of the loss", Hint: "How the conversion loss between the meter and the supply is known. Higher levels require more of it to be measured.", Kind: KindSelect, Options: lossOptions(), Rules: loss, When: downstream},
		{Path: "meters[].loss.factor", Label: "Loss factor", Hint: "Supplied power over measured power, at least 1.", Example: "1.06", Kind: KindNumber, Rules: loss, When: downstream},
		{Path: "meters[].loss.evidence", Label: "Evidence of the loss", Hint: "The data sheet or the record of the measurement, a file of this submission.", Example: "psu.pdf", Kind: KindText, Suggest: "files", Rules: []string{"loss-evidence"}, When: downstream},
		{Path: "meters[].loss.interval_s", Label: "Loss interval", Hint: "Time between measurements of the loss.", Example: "60", Kind: KindNumber, Unit: "s", Rules: []string{"loss-interval"}, When: simultaneous},
		{Path: "meters[].accuracy.of_range_percent", Label: "Accuracy, of range", Hint: "The second part of “±(0.5% of reading + 0.1% of range)”.", Example: "0.1", Kind: KindNumber, Unit: "%", When: ofRange},
		{Path: "meters[].accuracy.range_w", Label: "Range", Hint: "Upper end of the range that was set during the run.", Example: "22000", Kind: KindNumber, Unit: "W", When: ofRange},
		{Path: "meters[].accuracy.ranges", Label: "Accuracy by range", Hint: "Replaces the three fields above. One range per line: its upper end in watts, percent of reading, and percent of range if the data sheet states one. The range that contains the power of the run counts.", Example: "1000: 0.5 + 0.1 of 1000; 22000: 0.2", Kind: KindTextArea, Wide: true, When: When{Words: "If each range of the meter has its own accuracy"}},
		{Path: "meters[].calibration.calibrated", Label: "Calibrated on", Hint: "The day on the certificate.", Example: "2025-03-31", Kind: KindText, When: calibrated},
		{Path: "meters[].calibration.valid_until", Label: "Calibration valid until", Hint: "The last valid day. The equipment library sends a mail before the end.", Example: "2027-03-31", Kind: KindText, When: calibrated},
		{Path: "meters[].calibration.certificate", Label: "Certificate", Hint: "The certificate of the calibration: a file of this submission, or a web address.", Example: "pdu-calibration.pdf", Kind: KindText, Suggest: "files", When: calibrated},
		{Path: "meters[].accuracy.grade", Label: "Grade", Hint: "A billing meter has revenue grade (ANSI C12.20), a meter on the SPEC list has spec grade; the IEC defines classes.", Kind: KindSelect, Options: options(power.Grades()...), When: When{Words: "If the meter has one"}},
		{Path: "meters[].accuracy.kind", Label: "The accuracy is", Hint: "What the data sheet means by its figures. Most mean a bound that no reading exceeds.", Kind: KindSelect,
			Options: []templates.Option{{Value: string(power.HardBound), Label: "a bound"}, {Value: string(power.OneStandardDeviation), Label: "one standard deviation"}, {Value: string(power.TwoStandardDeviations), Label: "two standard deviations"}},
			When:    When{Words: "If the data sheet states a standard deviation"}},
		{Path: "meters[].accuracy.current_transformers_percent", Label: "Current transformers", Hint: "Their error in percent of the reading. It adds to the error of the meter.", Example: "0.5", Kind: KindNumber, Unit: "%", Rules: accuracy, When: When{Words: "If the meter is connected through current transformers"}},
		{Path: "meters[].count", Label: "Identical meters", Hint: "Number of such devices that measure equal parts of the machine: their errors partly cancel.", Example: "9", Kind: KindWhole, When: When{Words: "If several identical devices share the load"}},
	}
}

func lossOptions() []templates.Option {
	return []templates.Option{
		{Value: "manufacturer_model", Label: "the manufacturer's data for the power supply"},
		{Value: "one_psu_measured", Label: "measuring one power supply of the system"},
		{Value: "simultaneous", Label: "measuring both sides during the run"},
	}
}
