package timestamp

import "testing"

func TestElapsed(t *testing.T) {
	for text, want := range map[string]int64{
		"0": 0, "0.100151130": 100_151_130, "12.5": 12_500_000_000, "1.0000000019": 1_000_000_001, "1000000000": 1e18,
		".5": 500_000_000,
		"":   -1, "-1": -1, "1e3": -1, "1.5x": -1, "1000000001": -1, "99999999999999999999": -1,
	} {
		got, f := Elapsed([]byte(text))
		if (want < 0) != (f != nil) || f == nil && got != want {
			t.Errorf("%q is %d, %v", text, got, f)
		}
	}
}
