package chart

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"green500/templates"
)

// The drawing of a figure, in its own units.
const (
	FigureWidth  = 720.0
	figureHeight = 300.0
	figureLeft   = 64.0
	figureRight  = 16.0
	figureTop    = 28.0
	figureBottom = 48.0
	figureTicks  = 6 // about so many on an axis
)

// scale is an axis as it is drawn.
type scale struct {
	Low, High float64
	Step      float64 // between ticks, where it is not logarithmic
	Log       bool
	Down      bool // the least is at the end
}

// scaleOf holds every value: from zero, or from ratios of 1, 2 and 5 where it is logarithmic.
func scaleOf(axis Axis, values []float64) scale {
	of := ascending(axis.Log, values)
	of.Down = axis.Down
	return of
}

func ascending(log bool, values []float64) scale {
	low, high := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		if !math.IsNaN(v) && !math.IsInf(v, 0) && (!log || v > 0) {
			low, high = min(low, v), max(high, v)
		}
	}
	switch {
	case low > high:
		return scale{High: 1, Step: 1}
	case log:
		return scale{Low: roundRatio(low, false), High: roundRatio(high, true), Log: true}
	}
	step := NiceCeiling(max(high, 0) / figureTicks)
	if step == 0 {
		return scale{High: 1, Step: 1}
	}
	return scale{High: math.Ceil(high/step-1e-9) * step, Step: step}
}

// roundRatio is the next of 1, 2 and 5 times a power of ten below a value, or above it.
func roundRatio(v float64, above bool) float64 {
	decade := math.Pow(10, math.Floor(math.Log10(v)))
	ratios := []float64{0.5, 1, 2, 5, 10, 20}
	if above {
		at := slices.IndexFunc(ratios, func(r float64) bool { return r*decade > v })
		return ratios[at] * decade
	}
	slices.Reverse(ratios)
	at := slices.IndexFunc(ratios, func(r float64) bool { return r*decade < v })
	return ratios[at] * decade
}

// part is where a value lies between the ends of the axis, from 0 to 1.
func (s scale) part(v float64) float64 {
	switch {
	case s.Log:
		return math.Log(max(v, s.Low)/s.Low) / math.Log(s.High/s.Low)
	case s.Down:
		return 1 - (v-s.Low)/(s.High-s.Low)
	}
	return (v - s.Low) / (s.High - s.Low)
}

// ticks are the values that are written at the axis.
func (s scale) ticks() []float64 {
	var ticks []float64
	if !s.Log {
		for i := 0.0; s.Low+i*s.Step <= s.High*(1+1e-9); i++ {
			ticks = append(ticks, s.Low+i*s.Step)
		}
		if s.Down { // nothing has rank 0
			return ticks[1:]
		}
		return ticks
	}
	ratios := []float64{1, 2, 5}
	if math.Log10(s.High/s.Low) > figureTicks/2 {
		ratios = []float64{1}
	}
	for decade := math.Floor(math.Log10(s.Low)); decade <= math.Ceil(math.Log10(s.High)); decade++ {
		for _, ratio := range ratios {
			if v := ratio * math.Pow(10, decade); v >= s.Low*(1-1e-9) && v <= s.High*(1+1e-9) {
				ticks = append(ticks, v)
			}
		}
	}
	return ticks
}

// AxisNumber is a number as an axis has it: no more digits than it needs.
func AxisNumber(v float64) string {
	text := strconv.FormatFloat(v, 'g', 4, 64)
	if strings.Contains(text, "e") || math.Abs(v) >= 1e4 {
		return templates.Digits(v, 0)
	}
	return text
}
