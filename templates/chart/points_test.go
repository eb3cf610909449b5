package chart

import (
	"encoding/json"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/templates/pagetest"
	"green500/validation/power"
)

// TestPointsAreWrittenAsTheLibraryWouldWriteThem: to the last byte, whatever the readings are.
func TestPointsAreWrittenAsTheLibraryWouldWriteThem(t *testing.T) {
	kilowatts := func(watts float64) float64 { return math.Round(watts*1e3) / 1e6 }
	c := chart()
	rapid.Check(t, func(t *rapid.T) {
		watts := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-1e6, 1e6), rapid.Float64Range(-1e-2, 1e-2),
			rapid.Map(rapid.Int64Range(-1e17, 1e17), func(n int64) float64 { return float64(n) / 1e3 }),
			rapid.SampledFrom([]float64{0, math.Copysign(0, -1), math.NaN(), 1, 1e3, 1e11, 1e12, 1e24, 0.0005, -0.0004}))
		l := power.Line{}
		for range rapid.IntRange(0, 6).Draw(t, "steps") {
			l.Watts = append(l.Watts, watts.Draw(t, "watts"))
			l.Min, l.Max = append(l.Min, watts.Filter(func(w float64) bool { return w == w }).Draw(t, "min")), append(l.Max, watts.Filter(func(w float64) bool { return w == w }).Draw(t, "max"))
		}
		curve := power.Curve{Borders: pagetest.Borders(len(l.Watts), 1234567*time.Microsecond), Lines: []power.Line{l}}
		want := make([][4]any, 0, len(l.Watts))
		for i, w := range l.Watts {
			if math.IsNaN(w) {
				want = append(want, [4]any{c.millis(curve.At(i)), nil, nil, nil})
				continue
			}
			want = append(want, [4]any{c.millis(curve.At(i)), kilowatts(w), kilowatts(l.Min[i]), kilowatts(l.Max[i])})
			if i+1 == len(l.Watts) || math.IsNaN(l.Watts[i+1]) {
				want = append(want, [4]any{c.millis(curve.At(i + 1)), kilowatts(w), kilowatts(l.Min[i]), kilowatts(l.Max[i])})
			}
		}
		text, err := json.Marshal(want)
		if err != nil {
			t.Skip("the library has no words for it")
		}
		if got, err := points(c, curve, l); err != nil || string(got) != string(text) {
			t.Fatalf("got  %s, %v\nwant %s", got, err, text)
		}
	})
}

// TestWhatIsNoNumberIsNotDrawn: a chart that would lie is not sent.
func TestWhatIsNoNumberIsNotDrawn(t *testing.T) {
	c := chart()
	c.Curve.Lines[0].Max[0] = math.Inf(1)
	if text, err := c.JSON(); err == nil {
		t.Errorf("%s", text)
	}
}

// TestAnyNameLeavesThePointsInTheirPlaces: also one that looks like what holds a place.
func TestAnyNameLeavesThePointsInTheirPlaces(t *testing.T) {
	c := chart()
	for i := range c.Curve.Lines {
		c.Curve.Lines[i].Name = `"data":` + laterNumber
	}
	c.Panes = []Pane{{ID: "0", Name: `"data":` + laterNumber, Curve: c.Curve}}
	text, err := c.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var read struct {
		Series []struct {
			ID   string
			Data json.RawMessage
		}
	}
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	for i, l := range append(c.lines(), c.Panes[0].line()) {
		if want, err := points(c, c.Curve, l); err != nil || string(read.Series[i].Data) != string(want) {
			t.Errorf("%s: %s, want %s, %v", read.Series[i].ID, read.Series[i].Data, want, err)
		}
	}
}
