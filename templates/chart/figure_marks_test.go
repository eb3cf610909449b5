package chart

import (
	"bytes"
	"image/png"
	"math"
	"slices"
	"strings"
	"testing"

	"green500/templates/pagetest"
)

func lists() Figure {
	half := 2.0
	return Figure{
		ID: "a", Says: "It grows", Title: "Growth", Note: "A note.", Source: "Source: lists.", Kind: Courses,
		Stages: []string{"1", "2", "3"}, Breaks: []int{2}, Y: Axis{Name: "y"},
		Series: []Series{
			{Name: "best", Points: []FigurePoint{{Stage: 0, Y: 9, Half: &half}, {Stage: 1, Y: 10}, {Stage: 2, Y: 10}}},
			{Name: "median", Points: []FigurePoint{{Stage: 0, Y: 9}, {Stage: 1, Y: 10}, {Stage: 2, Y: 10}}},
		},
	}
}

// TestABreakIsMarked: a break has room of its own with a mark, in drawings and in live charts, and no line crosses it.
func TestABreakIsMarked(t *testing.T) {
	d := drawn(lists())
	if got := d.slotNames(); !slices.Equal(got, []string{"1", "2", "", "3"}) {
		t.Errorf("the stages are %q", got)
	}
	breaks, runs := 0, 0
	for _, m := range d.marks() {
		if m.class == "break" {
			breaks++
		}
		if m.class == "line" && len(m.points) == 2 && m.points[0].Y == m.points[1].Y && m.points[0].X < d.stageAt(1) &&
			m.points[1].X > d.stageAt(1) {
			runs++
		}
	}
	if breaks != 1 || runs != 0 || len(d.runs(d.Series[0])) != 2 {
		t.Errorf("%d breaks, %d lines across, runs %v", breaks, runs, d.runs(d.Series[0]))
	}
	made, err := FiguresJSON([]Figure{lists()})
	if text := string(made); err != nil || !strings.Contains(text, `"breaks":[{"slot":2,"name":"break"}]`) ||
		!strings.Contains(text, `"value":[2,null]`) {
		t.Errorf("%v: %s", err, made)
	}
}

// TestLinesAreNamedAtTheirEnds: names instead of a legend, that do not cover each other.
func TestLinesAreNamedAtTheirEnds(t *testing.T) {
	d := drawn(lists())
	names := d.names()
	if len(names) != 2 || len(d.legend()) != 0 || math.Abs(names[0].y-names[1].y) < lineApart {
		t.Errorf("names %v, legend %v", names, d.legend())
	}
	long := lists()
	long.Series[0].Name = "a name that is too long to stand beside a line"
	if d := drawn(long); len(d.names()) != 0 || len(d.legend()) != 2 {
		t.Errorf("names %v, legend %v", d.names(), d.legend())
	}
}

func TestLinesOfEqualRatioEndInThePlot(t *testing.T) {
	d := drawn(Figure{Kind: Cloud, X: Axis{Log: true}, Y: Axis{Log: true}, Guides: []Guide{{10, "10"}, {1e9, "far"}},
		Series: []Series{{Points: []FigurePoint{{X: 15, Y: 150}, {X: 800, Y: 8000}}}}})
	guides := d.guides()
	if len(guides) != 1 {
		t.Fatalf("got %v", guides)
	}
	for _, v := range []float64{d.xAt(guides[0].fromX), d.xAt(guides[0].toX)} {
		if v < d.left-1e-9 || v > FigureWidth-d.right+1e-9 {
			t.Errorf("a line ends at %g", v)
		}
	}
}

// TestRanksRunDownwards: rank 1 is at the top, and no tick says 0.
func TestRanksRunDownwards(t *testing.T) {
	f := lists()
	f.Y.Down = true
	d := drawn(f)
	if d.yAt(1) >= d.yAt(10) || d.yTicks()[0].text == "0" {
		t.Errorf("rank 1 at %g, 10 at %g, ticks %v", d.yAt(1), d.yAt(10), d.yTicks())
	}
}

// TestAFigureIsAFile: SVG and PNG of every kind have the heading and source of the page, and nothing from elsewhere.
func TestAFigureIsAFile(t *testing.T) {
	for _, kind := range []FigureKind{Courses, Marks, Stacks, Cloud, Curves, Bars, Strips} {
		f := lists()
		f.Kind = kind
		if kind.quantities() || kind.lying() {
			f.Breaks = nil
		}
		if kind == Cloud {
			f.Bands = []RankBand{{0.5, 2.5}}
		}
		var out bytes.Buffer
		if err := f.WriteSVG(&out, "https://example.org"); err != nil {
			t.Fatal(err)
		}
		for _, want := range []string{">It grows<", "Source: lists. https://example.org", "<title"} {
			if !strings.Contains(out.String(), want) {
				t.Errorf("kind %d: no %q in %s", kind, want, out.String())
			}
		}
		if strings.Contains(out.String(), `fill=""`) || strings.Contains(out.String(), "NaN") {
			t.Errorf("kind %d: a shape has no colour or place: %s", kind, out.String())
		}
		out.Reset()
		if err := f.WritePNG(&out, ""); err != nil {
			t.Fatal(err)
		}
		if drawn, err := png.Decode(&out); err != nil || drawn.Bounds().Dx() != 2*int(FigureWidth+2*imageMargin) {
			t.Errorf("kind %d: %v", kind, err)
		}
	}
}

func TestAFigureLeadsToItsFiles(t *testing.T) {
	f := lists()
	f.CSV, f.SVG, f.PNG, f.Embed = "/a.csv", "/a.svg", "/a.png", `<a href="https://example.org">`
	var hrefs []string
	page := pagetest.Parse(t, ListFigure(f))
	for _, n := range pagetest.Elements(page, "a") {
		hrefs = append(hrefs, pagetest.Attribute(n, "href"))
	}
	if !slices.Equal(hrefs, []string{"/a.csv", "/a.svg", "/a.png"}) || len(pagetest.Elements(page, "pre")) != 1 {
		t.Errorf("it leads to %v", hrefs)
	}
}
