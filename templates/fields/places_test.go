package fields

import (
	"regexp"
	"testing"
	"time"
)

func TestEveryPlaceIsWhole(t *testing.T) {
	const countries = 249 // ISO 3166-1
	if got := len(places()); got != countries {
		t.Errorf("there are %d countries, want %d", got, countries)
	}
	seen := map[string]bool{}
	for _, p := range places() {
		if !regexp.MustCompile(`^[A-Z]{2}$`).MatchString(p.Code) || p.Name == "" || seen[p.Code] {
			t.Errorf("%+v", p)
		}
		seen[p.Code] = true
		for _, zone := range p.Zones {
			if _, err := time.LoadLocation(zone); err != nil {
				t.Error(err)
			}
		}
	}
}

func TestZonesOfTheCountryComeFirst(t *testing.T) {
	for code, want := range map[string]string{"US": "America/New_York", "JP": "Asia/Tokyo", "": "UTC",
		"no such": "UTC"} {
		zones := ZonesOf(code)
		if zones[0] != want {
			t.Errorf("%q begins with %s", code, zones[0])
		}
		const most = 300 // that a page carries
		if len(zones) > most {
			t.Errorf("%q has %d zones", code, len(zones))
		}
		seen := map[string]bool{}
		for _, zone := range zones {
			if seen[zone] {
				t.Errorf("%q has %s twice", code, zone)
			}
			seen[zone] = true
		}
	}
}
