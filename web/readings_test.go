package web_test

import (
	"encoding/csv"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"green500/validation"
	"green500/validation/lists/powersteps"
	"green500/validation/power"
)

// TestReadingsAreForWhoeverHoldsOrReviews: at every address of a listed entry, everybody else gets steps of the
// envelope, however narrow the window is that they ask for.
func TestReadingsAreForWhoeverHoldsOrReviews(t *testing.T) {
	h := open(t)
	text, _ := h.readAs(t, "public", "/entries/"+number(h.listed)+"/report.json")
	var report validation.Report
	must(t, json.Unmarshal([]byte(text), &report))
	begin := report.Spans.Core.Start.Add(61 * time.Second)
	query := "?series=0&from=" + begin.UTC().Format(time.RFC3339) + "&to=" +
		begin.Add(3*time.Second).UTC().Format(time.RFC3339)
	for visitor, all := range map[string]bool{"public": false, "stranger": false, "submitter": true, "reviewer": true,
		"editor": true, "admin": false} {
		for _, base := range []string{"/entries/", "/submissions/"} {
			if visitor == "public" && base == "/submissions/" {
				continue
			}
			at := base + number(h.listed)
			table, _ := h.readAs(t, visitor, at+"/chart.csv"+query)
			if finest := finestStep(t, table); (finest < powersteps.ShortestStep) != all {
				t.Errorf("%s gets steps of %v at %s", visitor, finest, at)
			}
			var figures validation.Claim
			text, _ := h.readAs(t, visitor, at+"/window.json"+query)
			must(t, json.Unmarshal([]byte(text), &figures))
			if narrow := figures.Span.Duration() == 3*time.Second; narrow != all || (figures.Step == 0) != all ||
				figures.Power == nil {
				t.Errorf("%s gets the figures of %v at %s: %s", visitor, figures.Span, at, figures.Why)
			}
			wantAsGraded(t, h, visitor, at, report)
			page, _ := h.readAs(t, visitor, at+query)
			if strings.Contains(page, `id="chart-steps"`) == all || strings.Contains(page, "/files/") != all {
				t.Errorf("the page %s does not tell %s what is shown, or leads to files", at, visitor)
			}
		}
		if visitor == "public" {
			continue
		}
		want := http.StatusForbidden
		if all {
			want = http.StatusOK
		}
		if status := h.visit(t, visitor, http.MethodGet,
			"/submissions/"+number(h.listed)+"/bundle.zip"); status != want {
			t.Errorf("%s gets %d for the bundle", visitor, status)
		}
	}
}

// finestStep is the shortest step of a curve as CSV.
func finestStep(t *testing.T, table string) time.Duration {
	t.Helper()
	rows, err := csv.NewReader(strings.NewReader(table)).ReadAll()
	must(t, err)
	finest := time.Hour
	for _, row := range rows[1:] {
		from, err := time.Parse(time.RFC3339Nano, row[0])
		must(t, err)
		to, err := time.Parse(time.RFC3339Nano, row[1])
		must(t, err)
		finest = min(finest, to.Sub(from))
	}
	return finest
}

// wantAsGraded demands the graded figures of the core phase, for everybody.
func wantAsGraded(t *testing.T, h *house, visitor, at string, report validation.Report) {
	t.Helper()
	core, figures := report.Spans.Core, validation.Claim{}
	text, _ := h.readAs(t, visitor, at+"/window.json?from="+asQuery(core.Start)+"&to="+asQuery(core.End))
	must(t, json.Unmarshal([]byte(text), &figures))
	if figures.Power == nil || *figures.Power != report.Numbers.CoreAverage.Value {
		t.Errorf("%s gets %+v for the core phase", visitor, figures)
	}
}

func asQuery(at power.Time) string {
	return strings.ReplaceAll(at.Format(time.RFC3339Nano), "+", "%2B")
}
