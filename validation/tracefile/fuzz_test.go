package tracefile

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"green500/validation/power"
	"green500/validation/tracefile/internal/parquet"
)

// demandInput fails where an error is not one a person can act on.
func demandInput(t *testing.T, err error) {
	t.Helper()
	var inputErr *power.InputError
	if !errors.As(err, &inputErr) {
		t.Fatalf("%T is no trouble with the input: %v", err, err)
	}
	if inputErr.Problem == "" || inputErr.Remedy == "" {
		t.Fatalf("says too little: %+v", inputErr)
	}
}

// demandSound fails where traces are not what Read promises.
func demandSound(t *testing.T, traces []*power.Trace) {
	t.Helper()
	if len(traces) == 0 {
		t.Fatal("neither traces nor an error")
	}
	names := map[string]bool{}
	for _, one := range traces {
		if one.Len() == 0 || names[one.Instrument] {
			t.Fatalf("instrument %q is empty or there twice", one.Instrument)
		}
		names[one.Instrument] = true
		first, last := one.Reading(0).At, one.Reading(one.Len()-1).At
		if first.Year() < 1970 || last.Year() >= 2200 || last.Before(first) {
			t.Fatalf("times from %v to %v", first, last)
		}
	}
}

func FuzzParquet(f *testing.F) {
	for _, file := range parquetSamples(f) {
		f.Add(file, "", "", true)
		file = withoutChecksums(f, file)
		f.Add(file, "", "", true)
		f.Add(file, "value", "instrument", false)
		f.Add(file[:len(file)/2], "value", "", false)
		f.Add(append(bytes.Clone(file[:len(file)/3]), file[len(file)/2:]...), "value", "", false)
	}
	f.Add([]byte("PAR1PAR1"), "", "", false)
	f.Add([]byte("PAR1\x15\x00\x00\x00\x00\x00\xff\xff\xff\x7fPAR1"), "", "", false)
	zone := berlin(f)
	f.Fuzz(func(t *testing.T, file []byte, value, key string, zoned bool) {
		if !bytes.HasPrefix(file, []byte(parquet.ParquetMagic)) {
			return
		}
		series := power.Series{Value: value, Unit: "J"}
		if key != "" {
			series.Instruments = []string{key}
		}
		var in *time.Location
		if zoned {
			in = zone
		}
		traces, err := readOne("meter.parquet", file, &series, in)
		if err != nil {
			demandInput(t, err)
			return
		}
		demandSound(t, traces)
	})
}
