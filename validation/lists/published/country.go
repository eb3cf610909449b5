package published

import (
	"cmp"
	_ "embed" // of the table of countries
	"strings"
	"sync"
)

// countryTable has a line for every country of ISO 3166-1: its alpha-2 code; the name it goes by here,
// and behind bars other names that lists write, such as "Korea, South", and "Saudia Arabia" of 2011; its
// time zones, the largest first; and its name in forms if that is another one. Time zones and names in
// forms are of zone.tab and iso3166.tab of the IANA time zone database, which are in the public domain.
//
//go:embed countries.txt
var countryTable string

// Country is a country with its time zones.
type Country struct {
	Code     string // ISO 3166-1 alpha-2
	Name     string
	FormName string   // as forms offer it
	Zones    []string // the largest first
}

type countries struct {
	all          []Country
	codes, names map[string]string
}

var known = sync.OnceValue(func() countries {
	c := countries{codes: map[string]string{}, names: map[string]string{}}
	for line := range strings.Lines(countryTable) {
		code, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		written, rest, _ := strings.Cut(rest, "\t")
		zones, formName, _ := strings.Cut(rest, "\t")
		names := strings.Split(written, "|")
		for _, name := range names {
			c.codes[strings.ToLower(name)] = code
		}
		c.names[code] = names[0]
		c.all = append(c.all, Country{code, names[0], cmp.Or(formName, names[0]), strings.Fields(zones)})
	}
	return c
})

// Countries are all countries in the order of their codes. Nobody may change them.
func Countries() []Country { return known().all }

// CountryCode returns the ISO 3166-1 alpha-2 code of a country as lists write it.
func CountryCode(name string) (code string, ok bool) {
	code, ok = known().codes[strings.ToLower(strings.TrimSpace(name))]
	return code, ok
}

// CountryName returns the name of a country by its ISO 3166-1 alpha-2 code; empty if there is none.
func CountryName(code string) string { return known().names[code] }
