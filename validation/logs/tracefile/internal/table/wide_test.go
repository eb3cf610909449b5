package table

import "testing"

func TestFits(t *testing.T) {
	for _, c := range []struct {
		name, pattern string
		want          bool
	}{
		{"node1_watts", "node*_watts", true},
		{"node_watts", "node*_watts", true},
		{"node1_watt", "node*_watts", false},
		{"anode1_watts", "node*_watts", false},
		{"a", "*", true},
		{"aba", "a*a", true},
		{"a", "a*a", false},
		{"axbxc", "a*b*c", true},
		{"axcxb", "a*b*c", false},
		{"a", "a", true},
	} {
		if got := Fits(c.name, c.pattern); got != c.want {
			t.Errorf("%q fits %q: %t, want %t", c.name, c.pattern, got, c.want)
		}
	}
}
