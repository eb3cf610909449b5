// Package hpl reads what High-Performance Linpack prints: results, and when the core phase began
// and ended.
package hpl

import (
	"fmt"
	"strings"
	"time"

	"green500/validation/power"
)

// Output is what an output of HPL holds.
type Output struct {
	Variant string   // program and version, such as "HPLinpack 2.3" or "HPL-NVIDIA 24.3.0"; empty where no banner tells
	Results []Result // in the order of the file, one at least
	Notes   []Note   // what a reviewer should know, in the order of the results

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
	Checked  bool    // a residual was printed
	Residual float64 // the largest one printed; 0 where none was, or none that is finite
	Passed   bool    // every residual printed is marked PASSED

	// Start and End are what the clock of the head node showed, as 2006-01-02T15:04:05 without a
	// zone; HPL 2.0 and older print none.
	Start, End string
	HasTimes   bool
	Line       int // of the result, from 1

	file string
}

// NoteKind says what a note is about.
type NoteKind string

// What a note may be about.
const (
	OtherOrder   NoteKind = "order"         // N of the result is not one of the parameter block
	TimesDiffer  NoteKind = "times"         // end - start is not the time of the result
	ClockChanged NoteKind = "clock_changed" // end - start is off by a whole hour
	RateDiffers  NoteKind = "rate"          // the rate is not what N and the time give
	NoTimes      NoteKind = "no_times"      // start and end are not printed
)

// Note is something about a result that a reviewer should know; it is no error.
type Note struct {
	Kind   NoteKind
	Result int    // from 1, as Pick counts
	Line   int    // of the result
	Text   string // a sentence
}

// maxResidual is the threshold of the benchmark's own check. HPL.dat may set another, so that a
// result marked PASSED may still not be valid.
const maxResidual = 16.0

// maxOffered bounds the results that an error lists.
const maxOffered = 8

// Pick returns the result a run names, counted from 1; 0 is the only one. A result that failed its
// residual check is refused. Every error is a *power.InputError.
func (o *Output) Pick(index int) (Result, error) {
	switch {
	case index == 0 && len(o.Results) > 1:
		return Result{}, o.choose(fmt.Sprintf("the output holds %d results", len(o.Results)))
	case index < 0 || index > len(o.Results):
		return Result{}, o.choose(fmt.Sprintf("result %d is asked for, and the output holds %d", index, len(o.Results)))
	}
	r := o.Results[max(index, 1)-1]
	if trouble := r.invalid(); trouble != nil {
		return Result{}, trouble
	}
	return r, nil
}

// choose is the trouble of not knowing which result counts.
func (o *Output) choose(problem string) *power.InputError {
	var offers []string
	for i, r := range o.Results {
		if i == maxOffered {
			offers = append(offers, "and so on")
			break
		}
		offers = append(offers, fmt.Sprintf("%d (line %d, N=%d, %g GFlops)", i+1, r.Line, r.N, float64(r.GFlops)))
	}
	return &power.InputError{File: o.file, Field: "run.result", Problem: problem, Remedy: "write the number of the one that counts: " + strings.Join(offers, ", ")}
}

// invalid is the trouble with a result that is no proof of a solution, or nil.
func (r Result) invalid() *power.InputError {
	problem := ""
	switch {
	case !r.Checked:
		problem = "the result has no residual check"
	case !r.Passed:
		problem = "the result failed its residual check"
	case r.Residual >= maxResidual:
		problem = fmt.Sprintf("the residual %g is not below %g", r.Residual, maxResidual)
	default:
		return nil
	}
	return &power.InputError{File: r.file, Line: r.Line, Problem: problem, Remedy: "submit a run whose residual check PASSED, or write the number of another result in run.result"}
}
