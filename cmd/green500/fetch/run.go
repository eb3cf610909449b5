package fetch

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"green500/validation/document"
	"green500/validation/power"
	"green500/validation/tracefile"
)

// span is the time to fetch: what --from and --to state, and else the core phase of an HPL output with the time around it.
func (f Flags) span(now time.Time) (span, error) {
	var whole span
	if f.HPL != "" {
		core, err := f.core()
		if err != nil {
			return whole, err
		}
		whole = span{core.Start.Add(-f.Around).UTC(), core.End.Add(f.Around).UTC()}
	}
	for _, end := range []struct {
		flag, text string
		into       *time.Time
	}{{"--from", f.From, &whole.From}, {"--to", f.To, &whole.To}} {
		if end.text == "" && !end.into.IsZero() {
			continue
		}
		var at power.Time
		if err := at.UnmarshalText([]byte(end.text)); err != nil || end.text == "" {
			return whole, &power.InputError{Field: end.flag, Problem: "is not a time", Remedy: "write a time with its offset, as 2026-06-01T10:00:00+02:00, or name the HPL output of the run after --hpl"}
		}
		*end.into = at.UTC()
	}
	return whole, f.possible(whole, now)
}

func (f Flags) core() (power.Span, error) {
	zone, err := document.Zone(f.HPLTimezone)
	if err != nil {
		return power.Span{}, &power.InputError{Field: "--hpl-timezone", Problem: f.HPLTimezone + " is not a time zone", Remedy: "write the IANA name, such as Europe/Berlin or UTC"}
	}
	file, err := os.Open(f.HPL)
	if errors.Is(err, os.ErrNotExist) {
		return power.Span{}, &power.InputError{File: f.HPL, Problem: "there is no such file", Remedy: "check its name"}
	}
	if err != nil {
		return power.Span{}, err
	}
	defer func() { _ = file.Close() }() // it was only read
	output, err := tracefile.ReadHPL(file, filepath.Base(f.HPL))
	if err != nil {
		return power.Span{}, err
	}
	result, err := output.Pick(f.HPLResult)
	if err != nil {
		return power.Span{}, err
	}
	if zone == nil && result.NeedsZone() {
		return power.Span{}, &power.InputError{Field: "--hpl-timezone", Problem: "is required: the times in " + filepath.Base(f.HPL) + " have no zone", Remedy: "write the IANA name of the head node's zone, such as Europe/Berlin or UTC"}
	}
	return result.Core(zone)
}
