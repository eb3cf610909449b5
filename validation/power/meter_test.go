package power_test

import (
	"testing"
	"time"

	"green500/validation/power"
)

// promised is the error of reading and of range at a load, formed while the test runs: a constant
// would be rounded otherwise.
func promised(reading, ofRange, rangeWatts, load float64) float64 {
	return reading/100 + ofRange/100*rangeWatts/load
}

func TestAccuracyByRange(t *testing.T) {
	meter := power.Accuracy{Ranges: []power.AccuracyRange{
		{UpToWatts: 1000, OfReadingPercent: 0.5, OfRangePercent: 0.1}, {UpToWatts: 4000, OfReadingPercent: 0.25,
			OfRangePercent: 0.5, RangeWatts: 2000}, {UpToWatts: 9000, OfReadingPercent: 2},
	}}
	cases := []struct {
		load  power.Watts
		want  float64
		known bool
	}{
		{500, promised(0.5, 0.1, 1000, 500), true}, {1000, promised(0.5, 0.1, 1000, 1000), true},
		{1000.001, promised(0.25, 0.5, 2000, 1000.001), true},
		{4000, promised(0.25, 0.5, 2000, 4000), true}, {9000, 2.0 / 100, true}, {9001, 0, false}, {0, 0, false},
		{-1, 0, false},
	}
	for _, c := range cases {
		if got, known := meter.At(c.load); got != c.want || known != c.known {
			t.Errorf("at %v W: got %v, %v; want %v, %v", c.load, got, known, c.want, c.known)
		}
	}
}

func TestAccuracyWithoutRangesIsAsItWas(t *testing.T) {
	cases := []struct {
		accuracy power.Accuracy
		load     power.Watts
		want     float64
		known    bool
	}{
		{power.Accuracy{}, 100, 0, false}, {power.Accuracy{OfReadingPercent: 1}, 0, 0.01, true},
		{power.Accuracy{OfReadingPercent: 1, OfRangePercent: 2, RangeWatts: 300}, 100, promised(1, 2, 300, 100), true},
		{power.Accuracy{OfRangePercent: 2}, 100, 0, false},
		{power.Accuracy{OfRangePercent: 2, RangeWatts: 300}, 0, 0, false},
	}
	for _, c := range cases {
		if got, known := c.accuracy.At(c.load); got != c.want || known != c.known {
			t.Errorf("%+v at %v W: got %v, %v; want %v, %v", c.accuracy, c.load, got, known, c.want, c.known)
		}
	}
}

func TestACalibrationEnds(t *testing.T) {
	day := func(month time.Month, of int) power.Date { return power.Date{Year: 2026, Month: month, Day: of} }
	calibration := power.Calibration{ValidUntil: day(12, 4)}
	cases := []struct {
		today       power.Date
		ended, soon bool
	}{{day(10, 4), false, false}, {day(10, 5), false, true}, {day(12, 4), false, true}, {day(12, 5), true, false}}
	for _, c := range cases {
		if ended, soon := calibration.Ended(c.today), calibration.EndsSoon(c.today); ended != c.ended ||
			soon != c.soon {
			t.Errorf("on %s: ended %v, soon %v", c.today, ended, soon)
		}
	}
	if none := (power.Calibration{}); none.Ended(day(1, 1)) || none.EndsSoon(day(1, 1)) {
		t.Error("a calibration that is not told ends")
	}
}

func TestDatesAsTheyAreWritten(t *testing.T) {
	for _, text := range []string{"2026-02-30", "2026-2-3", "", "tomorrow", "02.03.2026"} {
		var d power.Date
		if err := d.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is read as %s", text, d)
		}
	}
	var d power.Date
	if err := d.UnmarshalText([]byte("2026-12-31")); err != nil || d.String() != "2026-12-31" ||
		d.End() != time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC) {
		t.Errorf("got %s, %v", d, err)
	}
}
