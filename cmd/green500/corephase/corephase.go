// Package corephase compares the core phase of a run with a meter log: that of an HPL output, or one that is stated.
package corephase

import (
	"errors"
	"io"
	"path/filepath"
	"time"

	"green500/validation/document"
	"green500/validation/forensics"
	"green500/validation/logs/contents"
	"green500/validation/logs/hpl"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// Flags name the core phase.
type Flags struct {
	HPL         string `name:"hpl" help:"Compare the core phase of an HPL output with the log." placeholder:"FILE"`
	HPLResult   int    `name:"hpl-result" help:"Number of the result in the output that counts, from 1."`
	HPLTimezone string `name:"hpl-timezone" help:"Zone of the times in the HPL output. Default: that of the log." placeholder:"ZONE"`
	CoreStart   string `name:"core-start" help:"Start of the core phase, if no HPL output states it, as 2026-06-01T10:00:00+02:00." placeholder:"TIME"`
	CoreEnd     string `name:"core-end" help:"End of the core phase." placeholder:"TIME"`
}

// Core is a core phase over a log.
type Core struct {
	By      string // what states it
	Open    bool   // its zone is not stated
	Match   *forensics.CoreMatch
	Near    forensics.Plateaus // the stretches that Match refers to
	Program string             // of the output, such as HPLinpack 2.3
	Result  *hpl.Result        // nil without an output
	Problem error              // an output that has no core phase; a *power.InputError
	survey  *contents.Survey
}

// Named reports whether the flags name a core phase.
func (f Flags) Named() bool { return f.HPL != "" || f.CoreStart != "" || f.CoreEnd != "" }

// Find lays the core phase over the log. If no zone is stated for its times, they are taken as UTC, and what makes them
// fit shows their zone; zoned reports that the zone of the log is stated. open opens the output. Every error is of the
// flags; what is wrong with the output is Problem.
func (f Flags) Find(s *contents.Survey, zoned bool, open func(name string) (io.ReadCloser, error)) (*Core, error) {
	c := &Core{By: filepath.Base(f.HPL), survey: s}
	stated, err := f.stated(s.Zone())
	if err != nil {
		return nil, err
	}
	if f.HPL != "" {
		if err := f.output(c, open); err != nil {
			return nil, err
		}
	}
	if !stated.IsZero() {
		c.By = "--core-start and --core-end"
		c.lay(stated)
	} else if c.Result != nil && (c.Result.HasTimes || c.Result.Start != "") {
		err = f.printed(c, zoned)
	}
	return c, err
}

func (f Flags) printed(c *Core, zoned bool) error {
	in, err := Zone("--hpl-timezone", f.HPLTimezone)
	if err != nil {
		return err
	}
	if in == nil && zoned {
		in = c.survey.Zone()
	}
	if c.Open = in == nil && c.Result.NeedsZone(); in == nil {
		in = time.UTC
	}
	core, err := c.Result.Core(in)
	if err == nil {
		c.lay(core)
	}
	return c.problem(err)
}

func (c *Core) problem(err error) error {
	var inputErr *power.InputError
	if errors.As(err, &inputErr) {
		c.Problem = inputErr
		return nil
	}
	return err
}

func (f Flags) output(c *Core, open func(name string) (io.ReadCloser, error)) error {
	file, err := open(f.HPL)
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // it was only read
	output, err := tracefile.ReadHPL(file, filepath.Base(f.HPL))
	if err != nil {
		return c.problem(err)
	}
	result, err := output.Pick(f.HPLResult)
	if err != nil {
		return c.problem(err)
	}
	c.Program, c.Result = output.Variant, &result
	return nil
}

func (c *Core) lay(core power.Span) {
	in := c.survey.Zone()
	match, near := c.survey.MatchCore(power.NewSpan(core.Start.In(in), core.End.In(in)))
	c.Match, c.Near = &match, near
}

func (f Flags) stated(zone *time.Location) (span power.Span, err error) {
	if f.CoreStart == "" && f.CoreEnd == "" {
		return span, nil
	}
	for _, end := range []struct {
		flag, text string
		into       *power.Time
	}{{"--core-start", f.CoreStart, &span.Start}, {"--core-end", f.CoreEnd, &span.End}} {
		if end.text == "" {
			return span, &power.InputError{Field: end.flag, Problem: "is missing",
				Remedy: "state both ends of the core phase, such as 2026-06-01T10:00:00+02:00"}
		}
		if end.into.Time, err = Instant(end.text, zone); err != nil {
			return span, &power.InputError{Field: end.flag, Problem: err.Error()}
		}
	}
	if !span.End.After(span.Start.Time) {
		return span, &power.InputError{Field: "--core-end", Problem: "is before --core-start", Remedy: "swap them"}
	}
	return span, nil
}

// Zone returns the zone of a name that a flag gives; nil if it gives none.
func Zone(flag, name string) (*time.Location, error) {
	zone, err := document.Zone(name)
	if err != nil {
		return nil, &power.InputError{Field: flag, Problem: name + " is not a time zone",
			Remedy: "write the IANA name, such as Europe/Berlin or UTC"}
	}
	return zone, nil
}

// Instant reads a time with its offset, or by the clocks of the zone that the log is shown in.
func Instant(text string, zone *time.Location) (time.Time, error) {
	for _, layout := range []string{"2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999",
		"2006-01-02T15:04", "2006-01-02 15:04"} {
		if at, err := time.ParseInLocation(layout, text, zone); err == nil {
			return at, nil
		}
	}
	var at power.Time
	err := at.UnmarshalText([]byte(text))
	return at.In(zone), err
}
