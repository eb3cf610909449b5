package draft

import (
	"strings"
	"testing"

	"golang.org/x/net/html"

	"green500/templates"
	"green500/templates/chart"
	"green500/templates/pagetest"
	"green500/validation"
	"green500/validation/logs/contents"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
	"green500/validation/review"
)

// logPage has everything a page on a file can have, and a name that must not be taken for tags.
func logPage() LogPage {
	first := tracefile.Proposal{Series: power.Series{Value: "node <b>power</b>", Unit: "kW"}}
	second := tracefile.Proposal{Series: power.Series{Value: "reading",
		Where: map[string][]string{"metric": {"energy"}}}}
	return LogPage{
		Page: pagetest.Page("/submissions/7/log", pagetest.Viewer(review.Submitter)), ID: "7", State: review.Draft,
		System: "Example-1", Token: "3", File: "a&b.csv", Files: []string{"a&b.csv", "c.csv"},
		Understanding: &tracefile.Understanding{Format: "delimited text", Packing: []string{"zstd", "tar"}, Rows: 2000,
			Series: []tracefile.Proposal{first, second, second},
			Columns: []tracefile.Column{{Name: "time", Role: tracefile.TimeRole, Examples: []string{"<script>"}},
				{Name: "node <b>power</b>", Role: tracefile.ReadingRole, Unit: "kW"}}},
		Chosen: contents.ChoiceOf(&first.Series),
		Reasons: []tracefile.Reason{
			{Field: "unit", Value: "kW", Confidence: tracefile.Guess, Why: "By the size of the numbers."},
			{Field: "stamp", Confidence: tracefile.Open, Why: "Nothing tells it."},
			{Field: "where", Value: "zone = package-0", Confidence: tracefile.Likely,
				Why: "It holds the readings of core-0."},
			{Field: "where", Value: "replica", Confidence: tracefile.Open,
				Why: "Replicas show different power by the same names."},
			{Field: "time", Value: "time", Confidence: tracefile.Likely, Why: "Every cell reads as one."},
			{Field: "interval", Value: "1s", Confidence: tracefile.Likely, Why: "All steps are so."},
		},
		Values: map[string]string{"series[0].value": "node <b>power</b>", "series[0].unit": "kW",
			"series[0].timezone": "UTC", "series[0].where": "zone=package-0", "series[0].wraps_at": "never",
			"name": "PDU"},
		Said: map[string]string{"series[0].timezone": "UTC"},
		Errors: templates.FieldErrors{"series[0].wraps_at": "This is not a number.", "name": "Taken.",
			"": "The entry moved."},
		Notice:      "This is read by the preset PDU.",
		Instruments: []Instrument{{"rack 1", []string{"10 readings", "1 gap"}}}, Count: 20,
		Rest: "19 more instruments, without anything to check", Together: "mean 1 kW",
		LeftOut: []string{"2 cells of power are empty, the first in line 3"},
		Chart: &chart.Chart{Curve: pagetest.Curve(), Whole: pagetest.Curve().Span(),
			Spans: validation.Spans{Core: pagetest.Curve().Span()}},
		Laid:    []string{"It fits."},
		Presets: []Preset{{ID: "4", Name: "PDU", Site: "Example Centre", Fits: true}, {ID: "5", Name: "Other"}},
		Sites:   []string{"Example Centre"}, Reads: "Series 1 of the document reads this file.",
	}
}

func TestAGuessIsToldFromWhatWasSaid(t *testing.T) {
	root := pagetest.Parse(t, Log(logPage()))
	shown, text := map[string]string{}, ""
	for node := range root.Descendants() {
		for _, a := range node.Attr {
			if a.Key == "name" && strings.HasPrefix(a.Val, "shown") {
				shown[a.Val] = pagetest.Attribute(node, "value")
			}
		}
		if node.Type == html.TextNode {
			text += " " + node.Data
		}
	}
	text = strings.Join(strings.Fields(text), " ")
	want := map[string]string{"shown": `{"value":"node \u003cb\u003epower\u003c/b\u003e"}`,
		"shown.series[0].value": "node <b>power</b>", "shown.series[0].unit": "kW",
		"shown.series[0].where": "zone=package-0", "shown.series[0].wraps_at": "never"}
	if len(shown) != len(want) {
		t.Errorf("shown as guesses are %v", shown)
	}
	for name, value := range want {
		if shown[name] != value {
			t.Errorf("%s is %q, want %q", name, shown[name], value)
		}
	}
	for _, sentence := range []string{"guessed By the size", "unknown Nothing tells", "likely time Every cell",
		"likely interval 1s All steps", "likely zone = package-0 It holds", "unknown replica Replicas show",
		"packed in zstd in tar", "reading where metric is energy", "shared with Example Centre", "20 instruments",
		"And 19 more instruments, without anything to check."} {
		if !strings.Contains(text, sentence) {
			t.Errorf("the page does not say %q", sentence)
		}
	}
	if strings.Count(text, "reading where metric is energy") != 1 {
		t.Error("the same choice is offered twice")
	}
}

func TestWhatIsWrongWithALogLeadsToItsField(t *testing.T) {
	p := logPage()
	got := p.problems()
	want := []formProblem{{"This is not a number.", "#f-series-0-wraps_at"}, {"Taken.", "#name"},
		{"The entry moved.", "#form"}}
	if len(got) != len(want) {
		t.Fatalf("got %v", got)
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("got %v, want %v", got[i], want[i])
		}
	}
}

func TestAChoiceIsReadAsItWasSent(t *testing.T) {
	for _, c := range []contents.Choice{{}, {Value: "a\"b<"},
		{Value: "x", Where: map[string][]string{"metric": {"p", "q"}}}} {
		if got := choiceText(ReadChoice(choiceText(c))); got != choiceText(c) {
			t.Errorf("got %s, want %s", got, choiceText(c))
		}
	}
	if got := ReadChoice("{broken"); got.Value != "" {
		t.Errorf("got %v", got)
	}
}
