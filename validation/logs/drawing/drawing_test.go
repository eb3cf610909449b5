package drawing

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/png"
	"io"
	"math"
	"os"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"green500/validation/power"
)

// run is a picture of a run with a gap, as a machine of 200 kW would show it.
func run() *Picture {
	start := time.Date(2026, 6, 1, 10, 0, 0, 0, time.UTC)
	p := &Picture{
		Title: "Example <1> & Co", Note: "3,600 readings of 1 instrument", Start: start, Step: time.Second, Zone: "UTC",
		Width: 900, Height: 360,
		Core: power.NewSpan(start.Add(10*time.Minute), start.Add(50*time.Minute)),
		Run:  power.NewSpan(start.Add(8*time.Minute), start.Add(51*time.Minute)),
	}
	p.Step = time.Hour / time.Duration(PlotWidth(p.Width))
	for i := range PlotWidth(p.Width) {
		at := float64(i) / float64(PlotWidth(p.Width)) * 60
		mean := 60e3
		if at > 9.5 && at < 50 {
			mean = 195e3 - 1e3*at + 8e3*math.Sin(at*9)
		}
		if at > 55 && at < 57 {
			mean = math.NaN()
		}
		p.Cells = append(p.Cells, Cell{mean - 5e3, mean, mean + 6e3})
	}
	return p
}

func TestPNGIsAPicture(t *testing.T) {
	var out bytes.Buffer
	if err := PNG(&out, run()); err != nil {
		t.Fatal(err)
	}
	if name := os.Getenv("DRAWING"); name != "" {
		os.WriteFile(name, out.Bytes(), 0o600)
	}
	picture, err := png.Decode(&out)
	if err != nil || picture.Bounds().Dx() != 900 || picture.Bounds().Dy() != 360 {
		t.Fatalf("%v, %v", picture.Bounds(), err)
	}
	band, paperAt := picture.At(400, 300), picture.At(100, 100)
	if r, g, b, _ := band.RGBA(); r>>8 != 0xcf || g>>8 != 0xe6 || b>>8 != 0xda {
		t.Errorf("the core phase is drawn as %v", band)
	}
	if r, g, b, _ := paperAt.RGBA(); r>>8 != 0xff || g>>8 != 0xff || b>>8 != 0xff {
		t.Errorf("the paper is %v", paperAt)
	}
}

func TestSVGLeavesGapsOpen(t *testing.T) {
	var out bytes.Buffer
	if err := SVG(&out, run()); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if got := strings.Count(text, `stroke="`+meanLine+`"`); got != 2 {
		t.Errorf("the curve has %d stretches, want 2 around the gap", got)
	}
	for _, want := range []string{"<title id=\"title\">Example &lt;1&gt; &amp; Co</title>", "Gaps: 1.",
		"The core phase is from 10:10:00 to 10:50:00.", ">150<", ">kW<", ">10:30<", ">2026-06-01, UTC<"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing", want)
		}
	}
}

// Whatever is drawn, the SVG is well-formed and both writers end.
func TestAnyPicture(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := &Picture{
			Title: rapid.String().Draw(t, "title"), Zone: rapid.String().Draw(t, "zone"),
			Start:  time.Unix(rapid.Int64Range(0, 7e9).Draw(t, "start"), 0).UTC(),
			Step:   time.Duration(rapid.Int64Range(1, 1e15).Draw(t, "step")),
			Width:  rapid.IntRange(LeastWidth, 600).Draw(t, "width"),
			Height: rapid.IntRange(LeastHeight, 400).Draw(t, "height"),
		}
		for range rapid.IntRange(0, 50).Draw(t, "cells") {
			mean := rapid.Float64Range(-1e12, 1e12).Draw(t, "mean")
			if rapid.Bool().Draw(t, "gap") {
				mean = math.NaN()
			}
			p.Cells = append(p.Cells, Cell{mean, mean, mean})
		}
		p.Core = power.NewSpan(p.Start.Add(p.Step), p.Start.Add(3*p.Step))
		var out bytes.Buffer
		if err := SVG(&out, p); err != nil {
			t.Fatal(err)
		}
		in := xml.NewDecoder(&out)
		for {
			if _, err := in.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
		if err := PNG(io.Discard, p); err != nil {
			t.Fatal(err)
		}
	})
}

func TestTicksAreRound(t *testing.T) {
	for _, c := range []struct {
		largest, height float64
		step            float64
		unit            string
		decimals        int
	}{{195e3, 248, 50e3, "kW", 0}, {8.04, 248, 2, "W", 0}, {0.02, 248, 0.005, "mW", 0}, {22.6e6, 248, 5e6, "MW", 0},
		{0, 248, 0.2, "W", 1}, {3.5e3, 248, 1e3, "kW", 0}} {
		a := powerAxisFor(c.largest, c.height)
		if math.Abs(a.step-c.step) > 1e-9*c.step || a.unit != c.unit || a.decimals != c.decimals {
			t.Errorf("up to %v: %+v", c.largest, a)
		}
	}
	from := time.Date(2026, 6, 1, 10, 7, 3, 0, time.UTC)
	if got := firstTick(from, 15*time.Minute).Format(time.TimeOnly); got != "10:15:00" {
		t.Errorf("first tick at %s", got)
	}
}
