package celltext

import (
	"bytes"
	"strings"
	"testing"
)

func TestGroupedNumbers(t *testing.T) {
	for text, want := range map[string]float64{
		"3 275 000,0": 3275000, "3\u00a0275\u00a0000,5": 3275000.5, "3\u202f275\u202f000.5": 3275000.5,
		"1\u2009060": 1060, "1'060'000,0": 1060000, "1\u2019060\u2019000.25": 1060000.25,
		"1\xa0060\xa0000": 1060000, "-1 060,5": -1060.5, "\u22121 060,5": -1060.5, "\u22125.5": -5.5, "1\x92060": 1060,
		"12 345 678": 12345678, "1'060": 1060, "1 060,000": 1060,
	} {
		got, f := Notation{}.Number([]byte(text))
		if f != nil || got != want {
			t.Errorf("%q is %v, want %v: %v", text, got, want, f)
		}
		if number, unit := WithUnit([]byte(text + " kW")); string(number) != text || string(unit) != "kW" {
			t.Errorf("%q is cut into %q and %q", text+" kW", number, unit)
		}
	}
	for _, text := range []string{"1 06 000", "1060 000", "1 060'000", "1 0600", "1  060", "1 060 000 W", "1 060,0,0",
		"1,060 000", "1.5 060", "5 W 060", "2026 04"} {
		if got, f := (Notation{Known: true}).Number([]byte(text)); f == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
	if _, f := (Notation{Known: true}).Number([]byte("1 060,5")); f == nil {
		t.Error("a decimal comma is read where points are known to be written")
	}
	for text, want := range map[string][2]bool{"1 060,0": {true, false}, "1'060.0": {false, true},
		"1'060": {false, false}, "1 060,000": {true, false}} {
		if comma, point := Evidence([]byte(text)); comma != want[0] || point != want[1] {
			t.Errorf("%q shows %v, %v", text, comma, point)
		}
	}
}

// FuzzGrouped looks for numbers that the marks between their thousands change, and for marks that the reader changes in
// its text.
func FuzzGrouped(f *testing.F) {
	for _, text := range []string{"3 275 000,0", "-1'060'000.5", "\u22121\u202f060", "1\xa0060", "1 06 000",
		"1 060'000", "1 060 000 kW", "\u2212", "  j"} {
		f.Add([]byte(text), true)
	}
	f.Fuzz(func(t *testing.T, text []byte, known bool) {
		written := bytes.Clone(text)
		got, failed := Notation{Known: known}.Number(text)
		digits, _ := WithUnit(text)
		if _, grouped := withoutGroups(digits); grouped && !OnlyDigits(Unsigned(digits)[:1]) &&
			!bytes.HasPrefix(digits, minusSign) {
			t.Fatalf("%q begins without a digit", text)
		}
		if !bytes.Equal(text, written) {
			t.Fatalf("%q became %q", written, text)
		}
		bare, grouped := withoutGroups(text)
		if failed != nil || !grouped {
			return
		}
		plain := strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' || r == '-' || r == '+' || r == '.' || r == ',' {
				return r
			}
			return -1
		}, string(bare))
		if plain != string(bare) {
			t.Fatalf("%q is written as %q", text, bare)
		}
		if again, f := (Notation{Known: true, Comma: strings.Contains(plain, ",")}).Number(bare); f != nil ||
			again != got {
			t.Fatalf("%q is %v, and %q is %v: %v", text, got, bare, again, f)
		}
	})
}
