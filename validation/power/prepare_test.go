package power

import (
	"testing"
	"time"
)

// TestPreparingKeepsTheWindowsAsked: of a long recording on several instruments, whose windows are the
// same whether they were prepared or not.
func TestPreparingKeepsTheWindowsAsked(t *testing.T) {
	parts := func() *Measurement {
		m := &Measurement{Entry: &Entry{}}
		for range 3 {
			at, value := make([]int64, longRecording/2), make([]int64, longRecording/2)
			for k := range at {
				at[k], value[k] = int64(k)*int64(time.Second), int64(k%977)
			}
			series := &Series{Stamp: "end"}
			m.Parts = append(m.Parts,
				Part{Series: series, Meter: &Meter{}, Traces: []*Trace{NewTrace("", Power, at, value)}})
		}
		return m
	}
	prepared, plain := parts(), parts()
	span := prepared.Parts[0].Traces[0].Span().Trim(time.Minute, time.Hour)
	prepared.PrepareWindows([]Span{span})
	for i, part := range prepared.Parts {
		if kept := len(part.Traces[0].windows.Kept); kept == 0 {
			t.Errorf("no window of instrument %d is kept", i)
		}
		if got, want := part.Windows(span)[0], plain.Parts[i].Windows(span)[0]; got != want {
			t.Errorf("instrument %d: %+v, want %+v", i, got, want)
		}
	}
}

// TestAPanicOnAnotherCoreComesBack: whoever called may recover it, as a server does.
func TestAPanicOnAnotherCoreComesBack(t *testing.T) {
	defer func() {
		if met := recover(); met != "trouble" {
			t.Errorf("met %v", met)
		}
	}()
	onAllCores([]func(){func() {}, func() { panic("trouble") }, func() {}})
}
