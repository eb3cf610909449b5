package hpl

import (
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"green500/validation/power"
)

// gridCells is how many cells begin a row of the table: T/V, N, NB, P, Q. Time and Gflops follow, with the time of the
// processors between them in HPL for GPUs.
const gridCells = 5

// perDevice is the rate of one GPU, which NVIDIA adds to a row.
var perDevice = regexp.MustCompile(`\s*\([^()]*\)\s*$`)

// tag is the encoded variant: W for wall time, the mapping, the depth, and more in most variants.
// What a batch system puts before a line, as "0: ", may stand before it.
var tag = regexp.MustCompile(`(?:^|[:>\]])(W[RC]\d[0-9A-Za-z]*)$`)

var headingLine = regexp.MustCompile(`T/V\s+N\s+NB\s+P\s+Q\s+(Time.*)$`)

type measured []string

func headingOf(line string) (m measured, ok bool) {
	found := headingLine.FindStringSubmatch(line)
	if found == nil {
		return nil, false
	}
	for _, name := range strings.Fields(perDevice.ReplaceAllString(found[1], "")) {
		m = append(m, strings.ToLower(name))
	}
	return m, slices.Contains(m, "time") && slices.Contains(m, "gflops")
}

func resultOf(line string, columns measured) (r Result, ok bool) {
	if !strings.Contains(line, "WR") && !strings.Contains(line, "WC") {
		return r, false
	}
	each := perDevice.FindString(line)
	cells := strings.Fields(strings.TrimSuffix(line, each))
	at, variant := variantIn(cells)
	if at < 0 {
		return r, false
	}
	r.Variant, cells = variant, cells[at:]
	for i, into := range []*int{&r.N, &r.NB, &r.P, &r.Q} {
		if *into, ok = positive(cells[i+1]); !ok {
			return r, false
		}
	}
	if ok = r.measured(cells[gridCells:], columns); !ok {
		return r, false
	}
	if one, known := decimal(strings.Trim(each, " \t()")); known {
		r.Each = power.GFlops(one)
	}
	return r, true
}

func variantIn(cells []string) (at int, variant string) {
	for i := len(cells) - gridCells - 1; i >= 0; i-- {
		if found := tag.FindStringSubmatch(cells[i]); found != nil {
			return i, found[1]
		}
	}
	return -1, ""
}

func (r *Result) measured(cells []string, columns measured) bool {
	if len(cells) != len(columns) { // no heading names them
		columns = measured{"time", "cpu", "gflops"}
	}
	if len(cells) == 2 && len(columns) == 3 {
		columns = measured{"time", "gflops"}
	}
	if len(cells) != len(columns) {
		return false
	}
	for i, cell := range cells {
		value, ok := decimal(cell)
		if !ok || value >= maxSeconds && columns[i] == "time" {
			return false
		}
		switch columns[i] {
		case "time":
			r.Time = time.Duration(math.Round(value * 1e9))
		case "gflops":
			r.GFlops = power.GFlops(value)
		}
	}
	return true
}

// maxSeconds is a time no run takes, within what a time.Duration holds.
const maxSeconds = 1e9

const maxCount = 1e9

func positive(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n > 0 && n < maxCount
}

// plain is how HPL writes a number; strconv would take NaN, Inf and 0x1p-2 as well.
var plain = regexp.MustCompile(`^\d+(\.\d*)?([eE][+-]?\d+)?$`)

func decimal(text string) (float64, bool) {
	if !plain.MatchString(text) {
		return 0, false
	}
	value, err := strconv.ParseFloat(text, 64)
	return value, err == nil
}

// cutShort reports whether the last line of an output, which has no end, is a row that was cut off: its rate is not
// that of its order and time.
func (r Result) cutShort() bool {
	rate := r.Rate()
	return rate > 0 && math.Abs(float64(r.GFlops/rate)-1) > cutRate
}

// cutRate is how far a rate may be from that of order and time: a time of two digits is rounded by as much.
const cutRate = 0.05
