package draft

import (
	"slices"
	"strings"
	"testing"

	"green500/templates/fields"
	"green500/templates/pagetest"
	"green500/validation/power"
)

func TestMetersStandAtTheirPoints(t *testing.T) {
	p := FormPage{Values: map[string]string{
		"meters[0].id": "pdu <west>", "meters[0].location": "delivery", "meters[1].location": "delivery",
		"meters[2].id": "bmc", "meters[2].location": "downstream", "meters[3].id": "lost",
	}}
	root := pagetest.Parse(t, pointsOfMeasurement(p))
	var drawn []string
	for _, n := range pagetest.Elements(root, "text") {
		if pagetest.Attribute(n, "class") == "points-names" {
			drawn = append(drawn, pagetest.TextOf(n))
		}
	}
	if want := []string{"pdu <west>, meter 2", "bmc"}; !slices.Equal(drawn, want) {
		t.Errorf("drawn are %q, want %q", drawn, want)
	}
	listed := pagetest.TextOf(pagetest.Elements(root, "ul")[0])
	for _, want := range []string{"Here: pdu <west>, meter 2", "Here: bmc", "No meter in this document."} {
		if !strings.Contains(listed, want) {
			t.Errorf("the list does not say %q", want)
		}
	}
}

func TestThePointsAreThoseOfTheDocument(t *testing.T) {
	var locations []power.Location
	for _, point := range fields.MeasuringPoints() {
		locations = append(locations, point.Location)
	}
	if want := []power.Location{power.Upstream, power.Delivery, power.Equivalent,
		power.Downstream}; !slices.Equal(locations, want) {
		t.Errorf("got %v, want %v", locations, want)
	}
	if len(powerBoxes()) != len(locations)+1 {
		t.Error("a point of measurement lies between each two parts")
	}
}

func TestTheDrawingHasRoomForItsNames(t *testing.T) {
	long := strings.Repeat("é", 100)
	for _, c := range []struct {
		names []string
		want  string
	}{{[]string{"a", "b"}, "a, b"}, {[]string{long, "b"}, "2 meters"},
		{[]string{long}, strings.Repeat("é", pointsLetters-1) + "…"}} {
		if got := inDrawing(c.names); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}
