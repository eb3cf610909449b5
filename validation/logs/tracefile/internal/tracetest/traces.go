// Package tracetest has what the tests of several packages of logs need: traces as text, checks of errors and traces,
// Parquet files, and layouts to measure.
package tracetest

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	parquetgo "github.com/parquet-go/parquet-go"

	"green500/validation/power"
)

// Shown returns traces as lines of name, time and value.
func Shown(traces []*power.Trace) string {
	var b bytes.Buffer
	for _, one := range traces {
		for i := range one.Len() {
			r := one.Reading(i)
			b.WriteString(one.Instrument + " " + r.At.Format("2006-01-02T15:04:05.999999999Z") + " ")
			if one.Quantity == power.Power {
				b.WriteString(fixed(r.Value, 1e6) + " W\n")
			} else {
				b.WriteString(fixed(r.Value, 1e3) + " J\n")
			}
		}
	}
	return b.String()
}

// fixed returns a fixed-point value with all its decimals.
func fixed(value int64, per float64) string {
	return fmt.Sprintf("%.*f", int(math.Log10(per)), float64(value)/per)
}

// Berlin returns a time zone with summer time.
func Berlin(t testing.TB) *time.Location {
	t.Helper()
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	return zone
}

// DemandInput fails if an error is not a *power.InputError with a problem and a remedy.
func DemandInput(t *testing.T, err error) {
	t.Helper()
	var inputErr *power.InputError
	if !errors.As(err, &inputErr) {
		t.Fatalf("%T is not an error in the input: %v", err, err)
	}
	if inputErr.Problem == "" || inputErr.Remedy == "" {
		t.Fatalf("the problem or the remedy is missing: %+v", inputErr)
	}
}

// DemandSound fails if there are no traces, if one is empty, if two have the same name, or if times are not in order or
// outside the years that are accepted.
func DemandSound(t *testing.T, traces []*power.Trace) {
	t.Helper()
	if len(traces) == 0 {
		t.Fatal("neither traces nor an error")
	}
	names := map[string]bool{}
	for _, one := range traces {
		if one.Len() == 0 || names[one.Instrument] {
			t.Fatalf("meter %q is empty or there twice", one.Instrument)
		}
		names[one.Instrument] = true
		first, last := one.Reading(0).At, one.Reading(one.Len()-1).At
		if first.Year() < 1970 || last.Year() >= 2200 || last.Before(first) {
			t.Fatalf("times from %v to %v", first, last)
		}
	}
}

// Parquet returns rows as a Parquet file of the schema that their type declares.
func Parquet[T any](t testing.TB, rows []T, options ...parquetgo.WriterOption) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := parquetgo.Write(&b, rows, options...); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
