package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"os"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"green500/validation"
	"green500/validation/lists/powersteps"
	"green500/validation/power"
	"green500/validation/review/receipt"
)

// writeEnvelope writes the envelope of a run that drew 40 and 60 kW by turns, OUT.csv with its rows, and OUT.key.
func writeEnvelope(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: envelope OUT FILE")
	}
	began := time.Date(2026, 5, 1, 10, 0, 0, 0, time.UTC)
	core := power.NewSpan(began, began.Add(2*time.Minute))
	var instants, values []int64
	for i := range 130 {
		instants, values = append(instants, began.Add(time.Duration(i)*time.Second).UnixNano()),
			append(values, int64(40e9+20e9*(i%2)))
	}
	series := &power.Series{Stamp: "begin", Quantity: power.Power, Covers: power.Covers{Subsystem: power.Compute}}
	m := &power.Measurement{Entry: &power.Entry{}, Parts: []power.Part{{Series: series, Meter: &power.Meter{},
		Traces: []*power.Trace{power.NewTrace("", power.Power, instants, values)}}}}
	report := &validation.Report{
		Spans: validation.Spans{Core: core, Averaged: core},
		Numbers: validation.Numbers{CoreAverage: &validation.Number{Value: 50_000},
			CoreEnergy: &validation.Number{Value: 6e6}},
	}
	sum := sha256.Sum256([]byte(ts.ReadFile(args[1])))
	said := powersteps.Statement{
		Server: "https://green500.example.org", Entry: 7, Revision: 2, Edition: "2026-11", System: "Aurelia",
		Site: "Example Centre", List: "9f3c",
		Files: []receipt.File{{Name: args[1], Size: int64(len(ts.ReadFile(args[1]))),
			SHA256: hex.EncodeToString(sum[:])}},
	}
	rows := powersteps.Make(&said, m, report)
	key := ed25519.NewKeyFromSeed(bytes.Repeat([]byte{5}, ed25519.SeedSize))
	text, err := powersteps.Sign(said, rows, key)
	ts.Check(err)
	public, _ := key.Public().(ed25519.PublicKey)
	for ending, content := range map[string][]byte{"": text, ".csv": powersteps.CSV(rows),
		".key": []byte(receipt.KeyText(public) + "\n")} {
		ts.Check(os.WriteFile(ts.MkAbs(args[0]+ending), content, 0o600))
	}
}
