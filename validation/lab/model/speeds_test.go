package model

import "testing"

// TestSpeedsOfSimGridAreGigaflops, in each of its units.
func TestSpeedsOfSimGridAreGigaflops(t *testing.T) {
	for text, want := range map[string]float64{
		"2000000000": 2, "2000000000f": 2, "2000000kf": 2, "2000Mf": 2, "2Gf": 2, "2Tf": 2_000, "2Pf": 2_000_000,
		"2Ef": 2_000_000_000, "2000000000flops": 2, "2000000kiloflops": 2, "2000megaflops": 2,
		"2gigaflops": 2, "2teraflops": 2_000, "2petaflops": 2_000_000, "2exaflops": 2_000_000_000,
		" 1.5Gf ": 1.5, "0": 0,
	} {
		if got, known := speedOf(text); !known || float64(got) < want*(1-1e-12) || float64(got) > want*(1+1e-12) {
			t.Errorf("%q is %v, %t, want %v", text, got, known, want)
		}
	}
	for _, text := range []string{"", "Gf", "2W", "-1Gf", "2 Gf x"} {
		if got, known := speedOf(text); known {
			t.Errorf("%q is %v", text, got)
		}
	}
}
