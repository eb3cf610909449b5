package published

import (
	_ "embed" // of the table of countries
	"strings"
	"sync"
)

// countryTable has a line for every country of ISO 3166-1: its alpha-2 code, the name it goes by here,
// and behind bars other names that lists write, such as "Korea, South", and "Saudia Arabia" of 2011.
//
//go:embed countries.txt
var countryTable string

// countries are the table by name in lower case, and by code.
type countries struct {
	codes map[string]string
	names map[string]string
}

var known = sync.OnceValue(func() countries {
	c := countries{codes: map[string]string{}, names: map[string]string{}}
	for one := range strings.Lines(countryTable) {
		code, written, _ := strings.Cut(strings.TrimSpace(one), "\t")
		for i, name := range strings.Split(written, "|") {
			if i == 0 {
				c.names[code] = name
			}
			c.codes[strings.ToLower(name)] = code
		}
	}
	return c
})

// CountryCode returns the ISO 3166-1 alpha-2 code of a country as lists write it.
func CountryCode(name string) (code string, ok bool) {
	code, ok = known().codes[strings.ToLower(strings.TrimSpace(name))]
	return code, ok
}

// CountryName returns the name of a country by its ISO 3166-1 alpha-2 code; empty where there is none.
func CountryName(code string) string { return known().names[code] }
