package published_test

import (
	"os"
	"strings"
	"testing"

	"green500/validation/lists/published"
)

func TestCountriesByTheirNames(t *testing.T) {
	for name, want := range map[string]string{
		"Korea, South": "KR", "South Korea": "KR", "Slovak Republic": "SK", "Slovakia": "SK", "Czech Republic": "CZ",
		"Czechia":   "CZ",
		"Hong Kong": "HK", "Saudia Arabia": "SA", "Taiwan": "TW", "Turkey": "TR", "Türkiye": "TR",
		" united states ": "US", "United Kingdom": "GB",
		"Russia": "RU", "Vietnam": "VN", "Ivory Coast": "CI", "Niger": "NE", "Nigeria": "NG",
	} {
		if got, ok := published.CountryCode(name); !ok || got != want {
			t.Errorf("%q is %q", name, got)
		}
	}
	for _, name := range []string{"", "Atlantis", "Korea,", "Russia|Russian Federation"} {
		if got, ok := published.CountryCode(name); ok {
			t.Errorf("%q is %q", name, got)
		}
	}
	if got := published.CountryName("KR"); got != "South Korea" {
		t.Errorf("KR is %q", got)
	}
	if got := published.CountryName("XX"); got != "" {
		t.Errorf("XX is %q", got)
	}
}

// TestTableOfCountriesContradictsItselfNowhere: a code stands once, and a name too.
func TestTableOfCountriesContradictsItselfNowhere(t *testing.T) {
	table, err := os.ReadFile("countries.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for one := range strings.Lines(string(table)) {
		columns := strings.Split(strings.TrimSuffix(one, "\n"), "\t")
		code, names := columns[0], columns[1]
		if len(code) != 2 || strings.ToUpper(code) != code || seen[code] {
			t.Errorf("%q is no code of its own", code)
		}
		seen[code] = true
		for _, name := range strings.Split(names, "|") {
			if got, _ := published.CountryCode(name); got != code || seen[strings.ToLower(name)] ||
				strings.TrimSpace(name) != name || name == "" {
				t.Errorf("%q is %s, and stands under %s", name, got, code)
			}
			seen[strings.ToLower(name)] = true
		}
		if got, _ := published.CountryCode(published.CountryName(code)); got != code {
			t.Errorf("%s does not find itself again", code)
		}
	}
}
