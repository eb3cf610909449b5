package chart

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"

	"green500/validation/power"
)

// later stands for the points of a series until all else is written: the library of JSON would look at each of their
// bytes once more.
type later struct{}

// laterNumber is a number that nothing else is written as.
const laterNumber = "-0e1"

// MarshalJSON holds the place.
func (later) MarshalJSON() ([]byte, error) { return []byte(laterNumber), nil }

// filled puts the points of each series, in their order, where their places are held.
func filled(text []byte, all [][]byte) ([]byte, error) {
	const name = `"data":`
	size := len(text)
	for _, points := range all {
		size += len(points)
	}
	whole := make([]byte, 0, size)
	for _, points := range all {
		before, after, found := bytes.Cut(text, []byte(name+laterNumber))
		if !found {
			return nil, fmt.Errorf("a chart of %d series has no place for one", len(all))
		}
		whole, text = append(append(append(whole, before...), name...), points...), after
	}
	return append(whole, text...), nil
}

// stepPoints are milliseconds with the mean, the lowest and the highest power in kilowatts. Where a value
// is followed by a gap or by nothing it is written once more at the end of its step, or the step would not
// be drawn; a gap is nulls. They are written as the library of JSON would, in a fraction of the time: a
// chart is little else.
type stepPoints []byte

func points(c Chart, curve power.Curve, l power.Line) (stepPoints, error) {
	for i, w := range l.Watts {
		if !math.IsNaN(w) && (math.IsInf(w, 0) || !finite(l.Min[i]) || !finite(l.Max[i])) {
			return nil, fmt.Errorf("step %d of %q is from %v to %v W", i, l.Name, l.Min[i], l.Max[i])
		}
	}
	const ofPoint = 64 // bytes, about
	p := append(make(stepPoints, 0, ofPoint*(len(l.Watts)+2)), '[')
	offset := c.Offset().Milliseconds()
	for i, w := range l.Watts {
		at, end := curve.At(i).UnixMilli()+offset, curve.At(i+1).UnixMilli()+offset
		if math.IsNaN(w) {
			p = append(strconv.AppendInt(append(p, '['), at, 10), ",null,null,null],"...)
			continue
		}
		p = p.add(at, w, l.Min[i], l.Max[i])
		if i+1 == len(l.Watts) || math.IsNaN(l.Watts[i+1]) {
			p = p.add(end, w, l.Min[i], l.Max[i])
		}
	}
	if last := len(p) - 1; p[last] == ',' {
		p = p[:last]
	}
	return append(p, ']'), nil
}

func finite(w float64) bool { return !math.IsNaN(w) && !math.IsInf(w, 0) }

func (p stepPoints) add(at int64, mean, low, high float64) stepPoints {
	p = strconv.AppendInt(append(p, '['), at, 10)
	for _, watts := range [...]float64{mean, low, high} {
		p = appendKilowatts(append(p, ','), watts)
	}
	return append(p, ']', ',')
}

// appendKilowatts writes watts as kilowatts to the milliwatt and no more, so that a drawing of 1500 steps stays small.
func appendKilowatts(to []byte, watts float64) []byte {
	const (
		places = 6
		exact  = 1e15 // a number of fewer digits is the only one of them that its float stands for
	)
	milliwatts := math.Round(watts * 1e3)
	if !(math.Abs(milliwatts) < exact) { // also what is not a number
		return appendLong(to, milliwatts/1e6)
	}
	if math.Signbit(milliwatts) {
		to = append(to, '-')
	}
	n := int64(math.Abs(milliwatts))
	to = strconv.AppendInt(to, n/1e6, 10)
	rest := n % 1e6
	if rest == 0 {
		return to
	}
	to = append(to, ".000000"...)
	for at := len(to) - 1; rest > 0; at, rest = at-1, rest/10 {
		to[at] = '0' + byte(rest%10)
	}
	for to[len(to)-1] == '0' {
		to = to[:len(to)-1]
	}
	return to
}

// appendLong writes what no machine draws.
func appendLong(to []byte, kilowatts float64) []byte {
	text, err := json.Marshal(kilowatts)
	if err != nil {
		return append(to, "null"...) // it is no number
	}
	return append(to, text...)
}
