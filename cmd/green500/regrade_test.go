package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"green500/cmd/green500/demodata"
	"green500/validation/lists/rehearsal"
	"green500/validation/methodology"
)

// TestAMeterShowsOneLineAndTakesItAway: what is shown of the progress never mixes with the output.
func TestAMeterShowsOneLineAndTakesItAway(t *testing.T) {
	var terminal bytes.Buffer
	clock := &demodata.Clock{At: time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)}
	m := &meter{line: progress{out: &terminal, terminal: true}, now: clock.Now, progress: rehearsal.Begin(clock.At)}
	m.show(1, 100)
	m.clear()
	if terminal.Len() > 0 {
		t.Errorf("what is quick is told about: %q", terminal.String())
	}
	for done := 10; done <= 20; done += 10 {
		clock.At = clock.At.Add(time.Second)
		m.show(done, 100)
	}
	m.clear()
	m.clear()
	want := eraseLine + "10 of 100 submissions graded, about 9 s left" + eraseLine +
		"20 of 100 submissions graded, about 8 s left" + eraseLine
	if terminal.String() != want {
		t.Errorf("got %q, want %q", terminal.String(), want)
	}
}

func TestAMeterIsSilentInAFile(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "log"))
	must(t, err)
	defer func() { must(t, file.Close()) }()
	if m := newMeter(file, time.Now); m.line.terminal {
		t.Error("progress is written into a file")
	}
}

// TestAnInterruptedRehearsalIsNoRehearsal: it ends with an error that is not taken for a success.
func TestAnInterruptedRehearsalIsNoRehearsal(t *testing.T) {
	at := storageFlags{Data: t.TempDir()}
	must(t, os.WriteFile(at.database(), nil, 0o600))
	ctx, stop := context.WithCancel(t.Context())
	stop()
	err := regrade{storageFlags: at, Methodology: string(methodology.V20), Format: "csv"}.Run(ctx, io.Discard)
	if err == nil || exitCode(err) != exitError {
		t.Errorf("got %v", err)
	}
}

// TestNamesCannotSteerATerminal: what a stranger wrote stays on its line and has no effect.
func TestNamesCannotSteerATerminal(t *testing.T) {
	var out bytes.Buffer
	r := &rehearsalReport{by: methodology.V20}
	must(t, r.add(rehearsal.Entry{System: "a\x1b[2Jb\nc\td", Problem: "e\rf", Then: &rehearsal.Verdict{Level: 1}}))
	must(t, r.print(&out))
	if text := out.String(); strings.ContainsAny(text, "\x1b\r\t") || strings.Count(text, "\n") != 5 {
		t.Errorf("got %q", text)
	}
}
