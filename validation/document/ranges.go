package document

import (
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"green500/validation/power"
)

// The ranges of a meter are one field of a form: a range to a line or between semicolons, each its
// largest load, and what the maker promises up to it, of reading and of range, in percent.

const rangeExample = "1000: 0.5 + 0.1 of 1000"

var (
	rangesPath = regexp.MustCompile(`^meters\[\d+\]\.accuracy\.ranges$`)
	rangeText  = regexp.MustCompile(`^(\S+)\s*:\s*([^\s+]+)(?:\s*\+\s*(\S+)(?:\s+of\s+(\S+))?)?\s*$`)
)

func rangesText(ranges []power.AccuracyRange) string {
	figure := func(f float64) string { return scalarText(reflect.ValueOf(f)) }
	all := make([]string, len(ranges))
	for i, r := range ranges {
		all[i] = figure(r.UpToWatts) + ": " + figure(r.OfReadingPercent)
		if r.OfRangePercent != 0 || r.RangeWatts != 0 {
			all[i] += " + " + figure(r.OfRangePercent)
		}
		if r.RangeWatts != 0 {
			all[i] += " of " + figure(r.RangeWatts)
		}
	}
	return strings.Join(all, "; ")
}

func readRanges(text string) ([]power.AccuracyRange, error) {
	var ranges []power.AccuracyRange
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' }) {
		if one = strings.TrimSpace(one); one == "" {
			continue
		}
		read, err := readRange(one)
		if err != nil {
			return nil, err
		}
		if ranges = append(ranges, read); len(ranges) > maximumItems {
			return nil, fmt.Errorf("there are more than %d ranges", maximumItems)
		}
	}
	return ranges, nil
}

func readRange(text string) (power.AccuracyRange, error) {
	parts := rangeText.FindStringSubmatch(strings.ReplaceAll(strings.ReplaceAll(text, "%", " "), "W", " "))
	if parts == nil {
		return power.AccuracyRange{}, fmt.Errorf("%q is not a range", text)
	}
	var figures []float64
	for _, part := range parts[1:] {
		if part == "" {
			part = "0"
		}
		figure, err := strconv.ParseFloat(part, 64)
		if err != nil || !stated(figure) {
			return power.AccuracyRange{}, fmt.Errorf("%q in %q is not a plausible figure of a meter", part, text)
		}
		figures = append(figures, figure)
	}
	return power.AccuracyRange{UpToWatts: figures[0], OfReadingPercent: figures[1], OfRangePercent: figures[2],
		RangeWatts: figures[3]}, nil
}

func (c *checker) ranges(at string, accuracy power.Accuracy) {
	before := 0.0
	for i, r := range accuracy.Ranges {
		if r.UpToWatts <= before {
			c.problem(at+".ranges", fmt.Sprintf("range %d ends at %g W, so it includes no load", i+1, r.UpToWatts),
				"list the ranges from the smallest to the largest")
			return
		}
		before = r.UpToWatts
		if r.OfReadingPercent < 0 || r.OfRangePercent < 0 || r.RangeWatts < 0 {
			c.problem(at+".ranges", "the value is negative", "write the value of the data sheet, such as 0.5")
			return
		}
	}
	if len(accuracy.Ranges) > 0 &&
		(accuracy.OfReadingPercent != 0 || accuracy.OfRangePercent != 0 || accuracy.RangeWatts != 0) {
		c.problem(at+".ranges", "the accuracy is stated twice, once for all loads and once by range",
			"leave one of them out")
	}
}
