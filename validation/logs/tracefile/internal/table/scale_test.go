package table

import "testing"

// TestShortScalesAreThousands: as dashboards write 1.31 K for 1310.
func TestShortScalesAreThousands(t *testing.T) {
	for sign, want := range map[string]float64{"K": 1_000, "k": 1_000, "M": 1_000_000, "Mil": 1_000_000,
		"Mio": 1_000_000, "G": 1_000_000_000, "B": 1_000_000_000, "Bil": 1_000_000_000, "T": 1_000_000_000_000,
		"Tri": 1_000_000_000_000} {
		if shortScale[sign] != want {
			t.Errorf("%s is %v, want %v", sign, shortScale[sign], want)
		}
	}
	if len(shortScale) != 10 {
		t.Errorf("nobody says what some of %v are", shortScale)
	}
}
