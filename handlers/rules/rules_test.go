package rules

import (
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/labstack/echo/v4"

	rulespage "green500/templates/rules"
	"green500/validation/methodology"
	"green500/validation/rules"
)

// TestTheFilterOfRules takes what there is, and shows a draft of the methodology only if it is asked for.
func TestTheFilterOfRules(t *testing.T) {
	asked := func(query string) echo.Context {
		return echo.New().NewContext(httptest.NewRequestWithContext(t.Context(), "GET", "/rules?"+query, nil),
			httptest.NewRecorder())
	}
	for query, want := range map[string]rulespage.RuleFilter{
		"": {}, "edition=2.0&level=2&severity=must": {Edition: methodology.V20, Level: 2, Severity: rules.Must},
		"edition=9.9&level=4&severity=x": {}, "level=0": {}, "draft=1": {Drafts: true},
	} {
		if got := ruleFilter(asked(query)); got != want {
			t.Errorf("%q: %+v, want %+v", query, got, want)
		}
	}
	for _, edition := range methodology.Editions() {
		if got := slices.Contains(editionsAsked(asked("")), edition); got == edition.Draft() {
			t.Errorf("%s is shown unasked: %t", edition, got)
		}
		if !slices.Contains(editionsAsked(asked("edition=3.0")), edition) && methodology.Edition("3.0").Draft() ||
			!slices.Contains(editionsAsked(asked("draft=1")), edition) {
			t.Errorf("%s is not shown beside a draft that is asked for", edition)
		}
	}
}
