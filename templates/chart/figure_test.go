package chart

import (
	"slices"
	"strings"
	"testing"

	"green500/templates/pagetest"
)

// What is not to be relied on is told by the drawing, by the chart's data, and nowhere else.
func TestADoubtIsDrawnHollow(t *testing.T) {
	figure := Figure{ID: "power", Kind: Courses, Stages: []string{"1", "2"},
		Series: []Series{{Name: "a", Points: []FigurePoint{{Stage: 0, Y: 1}, {Stage: 1, Y: 2, Doubt: true}}}}}
	var hollow []bool
	for _, n := range pagetest.Elements(pagetest.Parse(t, ListFigure(figure)), "circle") {
		hollow = append(hollow, slices.Contains(strings.Fields(pagetest.Attribute(n, "class")), "hollow"))
	}
	if !slices.Equal(hollow, []bool{false, true}) {
		t.Errorf("hollow are %v", hollow)
	}
	made, err := FiguresJSON([]Figure{figure})
	if err != nil {
		t.Fatal(err)
	}
	if text := string(made); strings.Count(text, `"doubt":true`) != 1 ||
		!strings.Contains(text, `{"name":"","value":[1,2],"doubt":true}`) {
		t.Errorf("the chart is drawn of %s", text)
	}
}
