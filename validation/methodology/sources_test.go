package methodology_test

import (
	"regexp"
	"strings"
	"testing"

	"green500/validation/methodology"
)

// TestEveryAcceleratorHasASource: a year of what was published, or that the figure is assumed.
func TestEveryAcceleratorHasASource(t *testing.T) {
	year := regexp.MustCompile(`\b20[12]\d\b`)
	for _, a := range methodology.Accelerators() {
		if !year.MatchString(a.Source) && !strings.Contains(a.Source, "assumed") {
			t.Errorf("%s: %q names no year", a.Name, a.Source)
		}
	}
}
