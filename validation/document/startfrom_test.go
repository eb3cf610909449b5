package document_test

import (
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"green500/validation/document"
	"green500/validation/methodology"
	"green500/validation/power"
)

// pathsOf are all paths of the document, found by its types.
func pathsOf(t reflect.Type, path string) []string {
	switch {
	case t.Kind() == reflect.Pointer:
		return pathsOf(t.Elem(), path)
	case slices.Contains([]reflect.Type{reflect.TypeFor[power.Time](), reflect.TypeFor[power.Date](),
		reflect.TypeFor[[]string](), reflect.TypeFor[[]power.AccuracyRange]()}, t):
		return []string{path}
	case t.Kind() == reflect.Slice:
		return pathsOf(t.Elem(), path+"[]")
	case t.Kind() != reflect.Struct:
		return []string{path}
	}
	var paths []string
	for i := range t.NumField() {
		name, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
		paths = append(paths, pathsOf(t.Field(i).Type, strings.TrimPrefix(path+"."+name, "."))...)
	}
	return paths
}

func TestEveryPathIsKeptOrEmptied(t *testing.T) {
	want := pathsOf(reflect.TypeFor[power.Entry](), "")
	want = slices.DeleteFunc(want,
		func(path string) bool { return power.IsImportSetting(strings.TrimPrefix(path, "series[].")) })
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(document.Fates())); !slices.Equal(got, want) {
		t.Errorf("the table has\n%v, the document\n%v", got, want)
	}
}

func TestANewDocumentHoldsNothingOfTheOldRun(t *testing.T) {
	earlier, _, err := document.Decode("submission.yaml", readExample(t))
	if err != nil {
		t.Fatal(err)
	}
	before := document.Fields(earlier)
	anew, err := document.StartFrom(earlier, "2027-06", methodology.V20)
	if err != nil {
		t.Fatal(err)
	}
	after := document.Fields(anew)
	if after["edition"] != "2027-06" || after["methodology"] != "2.0" {
		t.Errorf("it is for %s by %s", after["edition"], after["methodology"])
	}
	for _, gone := range []string{"run.full_run.start", "run.output", "series[0].file", "idle[0].start",
		"environment.inlet_c"} {
		if before[gone] == "" || after[gone] != "" {
			t.Errorf("%s was %q and is %q", gone, before[gone], after[gone])
		}
	}
	for _, same := range []string{"system.name", "meters[0].accuracy.of_reading_percent", "series[3].where",
		"node_sets[0].nodes", "subsystems[1].name"} {
		if before[same] == "" || after[same] != before[same] {
			t.Errorf("%s was %q and is %q", same, before[same], after[same])
		}
	}
}

func TestALossMeasuredDuringTheRunIsOfTheRun(t *testing.T) {
	cases := map[string]float64{"simultaneous": 0, "one_psu_measured": 1.06, "manufacturer_model": 1.06}
	for found, want := range cases {
		earlier := &power.Entry{Meters: []power.Meter{{ID: "other"},
			{ID: "board", Loss: &power.Loss{FoundBy: found, Factor: 1.06, Evidence: "psu.csv"}}}}
		anew, err := document.StartFrom(earlier, "2027-06", methodology.V20)
		if err != nil {
			t.Fatal(err)
		}
		loss := anew.Meters[1].Loss
		if loss.FoundBy != found || loss.Factor != want || (loss.Evidence == "") != (want == 0) {
			t.Errorf("%s: got %+v", found, loss)
		}
	}
}
