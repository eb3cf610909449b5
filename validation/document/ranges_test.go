package document_test

import (
	"errors"
	"maps"
	"reflect"
	"strings"
	"testing"

	"green500/validation/document"
	"green500/validation/power"
)

func TestRangesAreOneFieldOfTheForm(t *testing.T) {
	cases := map[string][]power.AccuracyRange{
		"1000: 0.5":       {{UpToWatts: 1000, OfReadingPercent: 0.5}},
		"1000: 0.5 + 0.1": {{UpToWatts: 1000, OfReadingPercent: 0.5, OfRangePercent: 0.1}},
		"1000: 0.5 + 0.1 of 1200; 22000: 0.25": {{UpToWatts: 1000, OfReadingPercent: 0.5, OfRangePercent: 0.1,
			RangeWatts: 1200}, {UpToWatts: 22000, OfReadingPercent: 0.25}},
		"1000: 0 + 0 of 1200": {{UpToWatts: 1000, RangeWatts: 1200}},
	}
	for text, want := range cases {
		entry, err := document.FromFields(map[string]string{"meters[0].accuracy.ranges": text})
		if err != nil || !reflect.DeepEqual(entry.Meters[0].Accuracy.Ranges, want) {
			t.Errorf("%q reads as %v, %v; want %v", text, entry.Meters, err, want)
		}
		if again := document.Fields(entry)["meters[0].accuracy.ranges"]; again != text {
			t.Errorf("%q is written as %q", text, again)
		}
	}
}

func TestRangesAsPeopleWriteThem(t *testing.T) {
	for _, text := range []string{"1000 W: 0.5 % + 0.1 % of 1200 W\n22000W: 0.25%\n",
		" 1000:0.5+0.1 of 1200 ;; 22000 :0.25"} {
		entry, err := document.FromFields(map[string]string{"meters[0].accuracy.ranges": text})
		want := []power.AccuracyRange{{UpToWatts: 1000, OfReadingPercent: 0.5, OfRangePercent: 0.1, RangeWatts: 1200},
			{UpToWatts: 22000, OfReadingPercent: 0.25}}
		if err != nil || !reflect.DeepEqual(entry.Meters[0].Accuracy.Ranges, want) {
			t.Errorf("%q reads as %v, %v", text, entry.Meters, err)
		}
	}
}

func TestRangesThatAreNone(t *testing.T) {
	for _, text := range []string{"half a percent", "1000", "1000: x", "NaN: 1", "1000: 1 + Inf", "1000: 1 of 5",
		"1e30: 1", strings.Repeat("1:1;", 501)} {
		_, err := document.FromFields(map[string]string{"meters[0].accuracy.ranges": text})
		wantProblem(t, text, err, "meters[0].accuracy.ranges")
	}
}

func TestCheckOfAMeter(t *testing.T) {
	cases := []struct {
		fields map[string]string
		wrong  string
	}{
		{map[string]string{"accuracy.ranges": "1000: 0.5; 2000: 0.2"}, ""},
		{map[string]string{"accuracy.ranges": "1000: 0.5; 1000: 0.2"}, "meters[0].accuracy.ranges"},
		{map[string]string{"accuracy.ranges": "0: 0.5"}, "meters[0].accuracy.ranges"},
		{map[string]string{"accuracy.ranges": "1000: -0.5"}, "meters[0].accuracy.ranges"},
		{map[string]string{"accuracy.ranges": "1000: 0.5", "accuracy.of_reading_percent": "1"},
			"meters[0].accuracy.ranges"},
		{map[string]string{"calibration.calibrated": "2025-02-28", "calibration.valid_until": "2025-02-28"}, ""},
		{map[string]string{"calibration.calibrated": "2025-03-01", "calibration.valid_until": "2025-02-28"},
			"meters[0].calibration.valid_until"},
		{map[string]string{"calibration.valid_until": "2025-02-29"}, "meters[0].calibration.valid_until"},
		{map[string]string{"calibration.valid_until": "28.02.2025"}, "meters[0].calibration.valid_until"},
	}
	for _, c := range cases {
		fields := map[string]string{"meters[0].id": "pdu", "meters[0].measures": "power"}
		for path, value := range maps.All(c.fields) {
			fields["meters[0]."+path] = value
		}
		_, err := document.PartFromFields(document.Meter, fields)
		wantProblem(t, strings.Join(values(c.fields), ", "), err, c.wrong)
	}
}

func values(fields map[string]string) []string {
	var all []string
	for path, value := range fields {
		all = append(all, path+" = "+value)
	}
	return all
}

// wantTrouble holds an error to the field it is about; none if that is empty.
func wantProblem(t *testing.T, what string, err error, field string) {
	t.Helper()
	var problems power.InputErrors
	errors.As(err, &problems)
	switch {
	case field == "" && err != nil:
		t.Errorf("%s: %v", what, err)
	case field != "" && (len(problems) == 0 || problems[0].Field != field):
		t.Errorf("%.60s: got %v, want trouble with %s", what, err, field)
	}
}
