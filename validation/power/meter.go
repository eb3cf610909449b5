package power

import (
	"math"
)

// Meter is a measuring device, or many of one kind.
type Meter struct {
	ID              string      `json:"id"`
	Make            string      `json:"make,omitempty"`
	Model           string      `json:"model,omitempty"`
	Specification   string      `json:"specification,omitempty" doc:"The maker's specification: a file of the bundle or an address"`
	Measures        Quantity    `json:"measures"`
	Count           int         `json:"count,omitempty" doc:"Number of such meters that measure equal fractions"`
	Accuracy        Accuracy    `json:"accuracy,omitzero"`
	Calibration     Calibration `json:"calibration,omitzero" doc:"When the meter was last calibrated, and how long the calibration is valid"`
	Current         string      `json:"current,omitempty" doc:"AC or DC"`
	SamplingHertz   float64     `json:"sampling_hz,omitempty" doc:"Internal sampling rate of the meter"`
	IntervalSeconds float64     `json:"reading_interval_s,omitempty"`
	Location        Location    `json:"location,omitempty" doc:"upstream, delivery or equivalent (A, B, C), or downstream"`
	Loss            *Loss       `json:"loss,omitempty" doc:"Conversion loss, if the meter is downstream"`
	Aggregation     string      `json:"aggregation,omitempty" doc:"How the readings of several meters were combined"`
}

// Calibration is what a certificate says of a meter.
type Calibration struct {
	Certificate string `json:"certificate,omitempty" doc:"The certificate: a file of the bundle or an address"`
	Calibrated  Date   `json:"calibrated,omitzero" doc:"Day of the calibration"`
	ValidUntil  Date   `json:"valid_until,omitzero" doc:"Last day that the calibration is valid"`
}

// Accuracy is what the maker promises.
type Accuracy struct {
	OfReadingPercent float64         `json:"of_reading_percent,omitempty"`
	OfRangePercent   float64         `json:"of_range_percent,omitempty"`
	RangeWatts       float64         `json:"range_w,omitempty"`
	Ranges           []AccuracyRange `json:"ranges,omitempty" doc:"Accuracy in each range of the meter, from the smallest to the largest; instead of the three fields above"`
	Kind             AccuracyKind    `json:"kind,omitempty" doc:"What the figures mean: hard_bound (no reading is further off), which is what data sheets usually mean and what counts if this is left out, one_standard_deviation or two_standard_deviations"`
	Transformers     float64         `json:"current_transformers_percent,omitempty" doc:"Error of current transformers in front of the meter, in percent of the reading; it adds to that of the meter"`
	Grade            string          `json:"grade,omitempty" doc:"Grade, if the meter has one: revenue (ANSI C12.20), spec (accepted by SPEC), or a class of the IEC, such as IEC 62053-22 0.5S"`
}

// AccuracyRange is what the maker promises for loads up to a limit.
type AccuracyRange struct {
	UpToWatts        float64 `json:"up_to_w" doc:"The largest load of the range"`
	OfReadingPercent float64 `json:"of_reading_percent,omitempty"`
	OfRangePercent   float64 `json:"of_range_percent,omitempty"`
	RangeWatts       float64 `json:"range_w,omitempty" doc:"Range that the error of range is a part of; up_to_w if not stated"`
}

// The grades of a meter besides the classes of the IEC.
const (
	Revenue = "revenue" // ANSI C12.20
	SPEC    = "spec"    // accepted by SPEC
)

// AccuracyKind says what the figures of an accuracy mean.
type AccuracyKind string

// The kinds of accuracy statements.
const (
	HardBound             AccuracyKind = "hard_bound" // also if none is stated
	OneStandardDeviation  AccuracyKind = "one_standard_deviation"
	TwoStandardDeviations AccuracyKind = "two_standard_deviations"
)

// Standard returns the standard uncertainty of an error that the accuracy states. Every error within a hard bound is as
// likely as the others (JCGM 100, 4.3.7).
func (k AccuracyKind) Standard(stated float64) float64 {
	switch k {
	case OneStandardDeviation:
		return stated
	case TwoStandardDeviations:
		return stated / 2
	}
	return stated / math.Sqrt(3)
}

// gradePercents are the errors of the grades, in percent of the reading. Revenue meters have at least class 0.5 of ANSI
// C12.20. SPEC accepts meters with an uncertainty of 1%. Classes of the IEC are named by their error.
var gradePercents = map[string]float64{
	Revenue: 0.5, SPEC: 1, "IEC 62053-21 0.5": 0.5, "IEC 62053-21 1": 1, "IEC 62053-22 0.1S": 0.1,
	"IEC 62053-22 0.2S": 0.2, "IEC 62053-22 0.5S": 0.5,
}

// Grades lists the grades a document may name: those above, and as good classes of IEC 62053-21 and 62053-22.
func Grades() []string {
	return []string{Revenue, SPEC, "IEC 62053-21 0.5", "IEC 62053-21 1", "IEC 62053-22 0.1S", "IEC 62053-22 0.2S",
		"IEC 62053-22 0.5S"}
}

// In returns what is promised of a load: the accuracy of the smallest range that holds it, and all of the accuracy if
// there are no ranges. A grade alone promises the error of its class. known is false if no range includes the load.
func (a Accuracy) In(load Watts) (promised Accuracy, known bool) {
	if len(a.Ranges) == 0 {
		if a.OfReadingPercent == 0 && a.OfRangePercent == 0 {
			a.OfReadingPercent = gradePercents[a.Grade]
		}
		return a, true
	}
	promised = Accuracy{Grade: a.Grade, Kind: a.Kind, Transformers: a.Transformers}
	for _, r := range a.Ranges {
		if load > 0 && float64(load) <= r.UpToWatts {
			promised.OfReadingPercent, promised.OfRangePercent, promised.RangeWatts = r.OfReadingPercent,
				r.OfRangePercent, r.RangeWatts
			if promised.RangeWatts == 0 {
				promised.RangeWatts = r.UpToWatts
			}
			return promised, true
		}
	}
	return promised, false
}

// At returns the relative error at a load, with that of current transformers, as a fraction, if one is promised.
func (a Accuracy) At(load Watts) (fraction float64, known bool) {
	promised, known := a.In(load)
	if !known {
		return 0, false
	}
	fraction = (promised.OfReadingPercent + promised.Transformers) / 100
	if promised.OfRangePercent == 0 {
		return fraction, promised.OfReadingPercent > 0
	}
	if promised.RangeWatts <= 0 || load <= 0 {
		return 0, false
	}
	return fraction + promised.OfRangePercent/100*promised.RangeWatts/float64(load), true
}

// Loss is the conversion loss between the point of measurement and the supply.
type Loss struct {
	FoundBy         string  `json:"found_by" doc:"manufacturer_model, one_psu_measured or simultaneous"`
	Factor          float64 `json:"factor" doc:"Supplied over measured power, at least 1"`
	Evidence        string  `json:"evidence,omitempty"`
	IntervalSeconds float64 `json:"interval_s,omitempty" doc:"Time between measurements of a simultaneous loss"`
}

// CalibrationNotice is how many days before its end a calibration is announced.
const CalibrationNotice = 60

// Ended reports whether the calibration had ended by a day.
func (c Calibration) Ended(today Date) bool {
	return !c.ValidUntil.IsZero() && c.ValidUntil.Before(today)
}

// EndsSoon reports whether the calibration still counts on a day, and ends within CalibrationNotice days of it.
func (c Calibration) EndsSoon(today Date) bool {
	return !c.ValidUntil.IsZero() && !c.Ended(today) && c.ValidUntil.Days(today) <= CalibrationNotice
}
