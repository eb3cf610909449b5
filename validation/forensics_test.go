package validation_test

import (
	"fmt"
	"testing"
	"time"

	"green500/validation"
	"green500/validation/methodology"
	"green500/validation/power"
)

// TestReportsStayShort: of very many instruments a report lists some, those with something to tell
// before all others, and says how many it leaves out.
func TestReportsStayShort(t *testing.T) {
	start := time.Date(2026, time.March, 4, 8, 0, 0, 0, time.UTC)
	m := &power.Measurement{Entry: &power.Entry{}, Core: power.NewSpan(start, start.Add(time.Minute))}
	for i := range 500 {
		var at, value []int64
		for k := range 60 {
			at, value = append(at, start.Add(time.Duration(k)*time.Second).UnixNano()),
				append(value, int64(1e9+i*1e6+(k*7919+i*104729)%997*1e5))
		}
		if i == 450 {
			value[30] = -2e6
		}
		series := &power.Series{File: fmt.Sprintf("%d.csv", i), Unit: "W", Quantity: power.Power}
		m.Parts = append(m.Parts, power.Part{Series: series, Meter: &power.Meter{},
			Traces: []*power.Trace{power.NewTrace("", power.Power, at, value)}})
	}
	report, err := validation.Grade(validation.Input{Measurement: m, Edition: methodology.InForce})
	if err != nil {
		t.Fatal(err)
	}
	f := report.Forensics
	last := f.Instruments[len(f.Instruments)-1]
	if len(f.Instruments) != 200 || f.More != 300 || last.File != "450.csv" || last.Sentinels != 1 ||
		f.Instruments[0].File != "0.csv" {
		t.Errorf("%d listed, %d left out, last %+v", len(f.Instruments), f.More, last)
	}
}
