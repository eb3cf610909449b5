package drawing

import (
	"bytes"
	"encoding/xml"
	"errors"
	"image/color"
	"image/png"
	"io"
	"slices"
	"strings"
	"testing"
)

func canvas() *Canvas {
	c := &Canvas{Width: 100, Height: 60, Title: "a < b", About: "two shapes"}
	c.Line([]Point{{10, 10}, {50, 50}}, "#ff0000", 2, 0)
	c.Line([]Point{{10, 55}, {90, 55}}, "#0000ff", 1, 4)
	c.Disc(Point{70, 30}, 10, "#00ff00", "#000000")
	c.Area([]Point{{0, 0}, {5, 0}, {5, 5}, {0, 5}}, "#123456")
	c.Text(Point{50, 20}, TextSize, Centred, "#000000", "words")
	return c
}

func TestACanvasAsPNG(t *testing.T) {
	var out bytes.Buffer
	if err := canvas().PNG(&out); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(&out)
	if err != nil || picture.Bounds().Dx() != 200 {
		t.Fatalf("%v, %v", picture, err)
	}
	for at, want := range map[[2]int]color.RGBA{{60, 60}: {0xff, 0, 0, 0xff}, {140, 60}: {0, 0xff, 0, 0xff},
		{4, 4}: {0x12, 0x34, 0x56, 0xff}, {180, 20}: {0xff, 0xff, 0xff, 0xff}} {
		if got := color.RGBAModel.Convert(picture.At(at[0], at[1])); got != want {
			t.Errorf("at %v is %v, want %v", at, got, want)
		}
	}
	if on, off := picture.At(24, 110), picture.At(32, 110); on == off { // a dash and the gap behind it
		t.Errorf("the dashed line is whole: %v", on)
	}
}

func TestACanvasAsSVG(t *testing.T) {
	var out bytes.Buffer
	if err := canvas().SVG(&out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	for _, want := range []string{`d="M10 10L50 50"`, `stroke-dasharray="4"`, `<circle cx="70" cy="30" r="10"`,
		"a &lt; b", `text-anchor="middle"`} {
		if !strings.Contains(text, want) {
			t.Errorf("no %s in %s", want, text)
		}
	}
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
	}
}

func TestTextIsWrapped(t *testing.T) {
	if got := Wrapped("one two three verylongword", 10, 50); !slices.Equal(got,
		[]string{"one two", "three", "verylongword"}) {
		t.Errorf("got %q", got)
	}
}
