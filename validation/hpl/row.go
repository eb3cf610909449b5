package hpl

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"time"

	"green500/validation/power"
)

// rowCells is how many cells a row of the table has: T/V, N, NB, P, Q, Time, Gflops.
const rowCells = 7

// perDevice is the rate of one GPU, which NVIDIA adds to a row.
var perDevice = regexp.MustCompile(`\s*\([^()]*\)\s*$`)

// tag is the encoded variant: W for wall time, the mapping, the depth, and more in most variants.
// What a batch system puts before a line, as "0: ", may stand before it.
var tag = regexp.MustCompile(`(?:^|[:>\]])(W[RC]\d[0-9A-Za-z]*)$`)

// resultOf reads a row of the table of results; ok is false for any other line. A row is read
// from the right: what stands left of it varies.
func resultOf(line string) (r Result, ok bool) {
	if !strings.Contains(line, "WR") && !strings.Contains(line, "WC") {
		return r, false
	}
	each := perDevice.FindString(line)
	cells := strings.Fields(strings.TrimSuffix(line, each))
	if len(cells) < rowCells {
		return r, false
	}
	cells = cells[len(cells)-rowCells:]
	found := tag.FindStringSubmatch(cells[0])
	if found == nil {
		return r, false
	}
	r.Variant = found[1]
	for i, into := range []*int{&r.N, &r.NB, &r.P, &r.Q} {
		if *into, ok = positive(cells[i+1]); !ok {
			return r, false
		}
	}
	seconds, timed := decimal(cells[5])
	rate, rated := decimal(cells[6])
	if !timed || !rated || seconds >= maxSeconds {
		return r, false
	}
	if one, known := decimal(strings.Trim(each, " \t()")); known {
		r.Each = power.GFlops(one)
	}
	r.Time, r.GFlops = time.Duration(math.Round(seconds*1e9)), power.GFlops(rate)
	return r, true
}

// maxSeconds is a time no run takes, within what a time.Duration holds.
const maxSeconds = 1e9

// maxCount is beyond every N, NB, P and Q.
const maxCount = 1e9

func positive(text string) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && n > 0 && n < maxCount
}

// plain is how HPL writes a number; strconv would take NaN, Inf and 0x1p-2 as well.
var plain = regexp.MustCompile(`^\d+(\.\d*)?([eE][+-]?\d+)?$`)

// decimal reads a number that is finite and not negative.
func decimal(text string) (float64, bool) {
	if !plain.MatchString(text) {
		return 0, false
	}
	value, err := strconv.ParseFloat(text, 64)
	return value, err == nil
}
