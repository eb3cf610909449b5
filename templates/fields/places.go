package fields

import (
	"cmp"
	"slices"
	"sync"

	"green500/templates"
	"green500/validation/published"
)

// places are all countries in the order of their names in forms. Nobody may change them.
var places = sync.OnceValue(func() []published.Country {
	return slices.SortedFunc(slices.Values(published.Countries()), func(a, b published.Country) int { return cmp.Compare(a.FormName, b.FormName) })
})

func countryOptions() []templates.Option {
	var made []templates.Option
	for _, country := range places() {
		made = append(made, templates.Option{Value: country.Code, Label: country.FormName + " (" + country.Code + ")"})
	}
	return made
}

// ZonesOf are the time zones to suggest to a site: first those of its country, then the main one of
// every other.
func ZonesOf(code string) []string {
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
