package celltext

import "testing"

func TestGroupedNumbers(t *testing.T) {
	for text, want := range map[string]float64{
		"3 275 000,0": 3275000, "3\u00a0275\u00a0000,5": 3275000.5, "3\u202f275\u202f000.5": 3275000.5, "1\u2009060": 1060, "1'060'000,0": 1060000, "1\u2019060\u2019000.25": 1060000.25,
		"1\xa0060\xa0000": 1060000, "-1 060,5": -1060.5, "\u22121 060,5": -1060.5, "\u22125.5": -5.5, "1\x92060": 1060, "12 345 678": 12345678, "1'060": 1060, "1 060,000": 1060,
	} {
		got, f := Notation{}.Number([]byte(text))
		if f != nil || got != want {
			t.Errorf("%q is %v, want %v: %v", text, got, want, f)
		}
		if number, unit := WithUnit([]byte(text + " kW")); string(number) != text || string(unit) != "kW" {
			t.Errorf("%q is cut into %q and %q", text+" kW", number, unit)
		}
	}
	for _, text := range []string{"1 06 000", "1060 000", "1 060'000", "1 0600", "1  060", "1 060 000 W", "1 060,0,0", "1,060 000", "1.5 060", "5 W 060", "2026 04"} {
		if got, f := (Notation{Known: true}).Number([]byte(text)); f == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
	if _, f := (Notation{Known: true}).Number([]byte("1 060,5")); f == nil {
		t.Error("a decimal comma is read where points are known to be written")
	}
	for text, want := range map[string][2]bool{"1 060,0": {true, false}, "1'060.0": {false, true}, "1'060": {false, false}, "1 060,000": {true, false}} {
		if comma, point := Evidence([]byte(text)); comma != want[0] || point != want[1] {
			t.Errorf("%q shows %v, %v", text, comma, point)
		}
	}
}
