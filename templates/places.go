package templates

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

// placesTable is a line for each country: its ISO 3166 code, its name, its time zones, the largest
// first. From the tables iso3166.tab and zone.tab of the IANA time zone database, which are in the
// public domain.
//
//go:embed places.tab
var placesTable string

// place is a country with its time zones.
type place struct {
	Code  string
	Name  string
	Zones []string
}

// places are all countries in the order of their names. Nobody may change them.
var places = sync.OnceValue(func() []place {
	var all []place
	for line := range strings.Lines(placesTable) {
		code, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		name, zones, _ := strings.Cut(rest, "\t")
		all = append(all, place{code, name, strings.Fields(zones)})
	}
	return all
})

func countryOptions() []Option {
	var made []Option
	for _, country := range places() {
		made = append(made, Option{Value: country.Code, Label: country.Name + " (" + country.Code + ")"})
	}
	return made
}

// zonesOf are the time zones to suggest to a site: first those of its country, then the main one of
// every other.
func zonesOf(code string) []string {
	var near, far []string
	for _, country := range places() {
		switch {
		case country.Code == code:
			near = country.Zones
		case len(country.Zones) > 0:
			far = append(far, country.Zones[0])
		}
	}
	return slices.Concat(near, []string{"UTC"}, far)
}
