// Package hpl reads the output of High-Performance Linpack: the results, and the start and end of the core phase.
package hpl

import (
	"fmt"
	"strings"
	"time"

	"green500/validation/power"
)

// Output is what an output of HPL holds.
type Output struct {
	// program and version, such as "HPLinpack 2.3" or "HPL-NVIDIA 24.3.0"; empty if no banner states it
	Variant string
	Results []Result // in the order of the file, one at least
	Orders  []int    // N of the parameters, and those that the program says it changed them to
	Blocks  []int    // NB of the parameters
	Rows    []int    // P of the parameters
	Columns []int    // Q of the parameters

	file string
}

// Result is a line of the table of results with what belongs to it.
type Result struct {
	Variant  string        // T/V, the encoded variant, such as "WC02C2C4"
	N        int           // order of the matrix that was solved
	NB       int           // block size
	P, Q     int           // process grid
	Time     time.Duration // of the solution
	GFlops   power.GFlops
	Each     power.GFlops // of one process, which some programs print behind the rate; 0 if it is not printed
	Checked  bool         // a residual was printed
	Residual float64      // the largest one printed; 0 if none was, or none that is finite
	Passed   bool         // every residual printed is marked PASSED

	epochs [2]time.Time // start and end that are exact; zero if the output has none

	// Start and End are what the clock of the head node showed, as 2006-01-02T15:04:05 without a
	// zone; HPL 2.0 and older print none, and HPL for GPUs prints seconds since 1970 instead.
	Start, End string
	HasTimes   bool
	OddDate    string // a time whose day of the week is not that of its date, as it is printed; empty if there is none
	Line       int    // of the result, from 1

	file string
}

const maxOffered = 8

// Pick returns the result a run names, counted from 1; 0 is the only one. Whether it passed its
// residual check is for the rules to say. Every error is a *power.InputError.
func (o *Output) Pick(index int) (Result, error) {
	switch {
	case index == 0 && len(o.Results) > 1:
		return Result{}, o.choose(fmt.Sprintf("the output contains %d results", len(o.Results)))
	case index < 0 || index > len(o.Results):
		return Result{},
			o.choose(fmt.Sprintf("result %d is requested, but the output contains %d", index, len(o.Results)))
	}
	return o.Results[max(index, 1)-1], nil
}

// Fastest is the highest rate of the results that are marked PASSED; 0 if none is.
func (o *Output) Fastest() power.GFlops {
	var fastest power.GFlops
	for _, r := range o.Results {
		if r.Passed {
			fastest = max(fastest, r.GFlops)
		}
	}
	return fastest
}

// Rate returns the rate by the formula that HPL prints it by; 0 if it printed a time of 0.00.
func (r Result) Rate() power.GFlops {
	if r.Time <= 0 || r.GFlops <= 0 {
		return 0
	}
	return power.SolveRate(r.N, r.Time)
}

func (o *Output) choose(problem string) *power.InputError {
	var offers []string
	for i, r := range o.Results {
		if i == maxOffered {
			offers = append(offers, "and so on")
			break
		}
		offers = append(offers, fmt.Sprintf("%d (line %d, N=%d, %g GFlops)", i+1, r.Line, r.N, float64(r.GFlops)))
	}
	return &power.InputError{File: o.file, Field: "run.result", Problem: problem,
		Remedy: "write the number of the one that counts: " + strings.Join(offers, ", ")}
}
