package power_test

import (
	"testing"
	"time"

	"green500/validation/power"
)

// BenchmarkStored opens 20 million readings and asks for what was not asked for before: a window, and
// a drawing of 2,000 cells. A look at every reading is the thing compared.
func BenchmarkStored(b *testing.B) {
	l := long(20_000_000, 0)
	stored, kept := l.kept(b, power.BlockReadings)
	whole := stored.Span()
	for name, ask := range map[string]func(*power.Trace){
		"open":     func(*power.Trace) {},
		"window":   func(t *power.Trace) { t.Window(whole.Trim(1001*time.Second, 2002*time.Second)) },
		"envelope": func(t *power.Trace) { t.Envelope(whole.Trim(1001*time.Second, 2002*time.Second), 2000, "begin") },
		"part": func(t *power.Trace) {
			t.Envelope(whole.Trim(9_000_001*time.Second, 9_000_001*time.Second), 2000, "begin")
		},
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				t, err := kept.Open(power.BlockReadings)
				if err != nil {
					b.Fatal(err)
				}
				if ask(t); t.Err() != nil {
					b.Fatal(t.Err())
				}
			}
			each := b.Elapsed() / time.Duration(b.N)
			begun := time.Now()
			l.scan(whole.Trim(time.Second, time.Second))
			b.ReportMetric(float64(time.Since(begun))/float64(each), "scan/blocks")
		})
	}
}

// BenchmarkCurve draws a thousand instruments of three hours at a reading a second.
func BenchmarkCurve(b *testing.B) {
	m := measurement(power.NewTrace("", power.Power, nil, nil))
	m.Parts[0].Traces = nil
	var whole power.Span
	for range 1000 {
		stored, _ := long(3*3600, 0).kept(b, power.BlockReadings)
		m.Parts[0].Traces = append(m.Parts[0].Traces, stored)
		whole = stored.Span()
	}
	for b.Loop() {
		m.Curve(whole, 1200)
	}
}
