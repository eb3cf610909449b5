package power

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

// Grades lists the grades a document may name: those above, and the classes of IEC 62053-21 and
// 62053-22 that are as good as them.
func Grades() []string {
	return []string{Revenue, SPEC, "IEC 62053-21 0.5", "IEC 62053-21 1", "IEC 62053-22 0.1S", "IEC 62053-22 0.2S", "IEC 62053-22 0.5S"}
}

// In returns what is promised of a load: the accuracy of the smallest range that holds it, and all of
// the accuracy where there are no ranges. known is false where no range includes the load.
func (a Accuracy) In(load Watts) (promised Accuracy, known bool) {
	if len(a.Ranges) == 0 {
		return a, true
	}
	promised = Accuracy{Grade: a.Grade}
	for _, r := range a.Ranges {
		if load > 0 && float64(load) <= r.UpToWatts {
			promised.OfReadingPercent, promised.OfRangePercent, promised.RangeWatts = r.OfReadingPercent, r.OfRangePercent, r.RangeWatts
			if promised.RangeWatts == 0 {
				promised.RangeWatts = r.UpToWatts
			}
			return promised, true
		}
	}
	return promised, false
}

// At returns the relative error at a load, as a fraction; known is false where nothing is promised.
func (a Accuracy) At(load Watts) (fraction float64, known bool) {
	promised, known := a.In(load)
	if !known {
		return 0, false
	}
	fraction = promised.OfReadingPercent / 100
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

// EndsSoon reports whether the calibration still counts on a day, and ends within CalibrationNotice
// days of it.
func (c Calibration) EndsSoon(today Date) bool {
	return !c.ValidUntil.IsZero() && !c.Ended(today) && c.ValidUntil.Days(today) <= CalibrationNotice
}
