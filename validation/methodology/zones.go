package methodology

import (
	_ "embed"
	"slices"
	"strings"
)

//go:embed zones.txt
var zones string

// ZonesOf returns the IANA names of the zones of a country of ISO 3166, which is a code of two letters;
// nil for one that the table does not hold.
func ZonesOf(country string) []string {
	for line := range strings.Lines(zones) {
		if words := strings.Fields(line); len(words) > 1 && strings.EqualFold(words[0], country) {
			return words[1:]
		}
	}
	return nil
}

// Universal reports whether a zone is universal time by one of its names.
func Universal(zone string) bool {
	return slices.Contains([]string{"UTC", "UCT", "Zulu", "Universal", "GMT", "Greenwich"}, strings.TrimPrefix(zone, "Etc/"))
}
