package power_test

import (
	"testing"

	"green500/validation/power"
)

// TestNearest: a slip of the fingers is understood, and another word is not taken for one.
func TestNearest(t *testing.T) {
	names := []string{"country", "columns", "power_from", "power_kw_from", "level", "q", "size"}
	for written, want := range map[string]string{
		"contry": "country", "Country": "country", "colums": "columns", "power_form": "power_from",
		"powerkw_from": "power_kw_from", "lvel": "level", "siez": "size",
		"utm_source": "", "x": "", "fbclid": "", "": "",
	} {
		if got := power.NearestName(written, names); got != want {
			t.Errorf("%q: got %q, want %q", written, got, want)
		}
	}
}

// TestRemedy: what is near is named, few are listed, many are referred to.
func TestRemedy(t *testing.T) {
	for written, want := range map[string]string{"gradd": `did you mean "graded"?`,
		"ours": "choose graded, green500 or top500"} {
		if got := power.NameRemedy(written, []string{"graded", "green500", "top500"}, "a list"); got != want {
			t.Errorf("%q: got %s, want %s", written, got, want)
		}
	}
	if got := power.NameRemedy("zzzzzz", make([]string, 100), "a value of /data"); got != "choose a value of /data" {
		t.Errorf("got %s", got)
	}
}
