package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"green500/validation/document"
	"green500/validation/drawing"
	"green500/validation/forensics"
	"green500/validation/hpl"
	"green500/validation/power"
	"green500/validation/survey"
	"green500/validation/tracefile"
)

// trace says what is in a meter log, converts it and draws it.
type trace struct {
	Path        string `arg:"" help:"A meter log, or - for standard input."`
	Format      string `default:"text" enum:"text,json" help:"text or json."`
	correction  `embed:"" group:"Import settings:"`
	Preset      string   `name:"recipe" help:"Read the log with a preset of import settings." placeholder:"FILE"`
	SavePreset  string   `name:"save-recipe" help:"Save the import settings as a preset, for similar logs." placeholder:"FILE"`
	HPL         string   `name:"hpl" help:"Compare the core phase of an HPL output with the log." placeholder:"FILE"`
	HPLResult   int      `name:"hpl-result" help:"Number of the result in the output that counts, from 1."`
	HPLTimezone string   `name:"hpl-timezone" help:"Zone of the times in the HPL output. Default: that of the log." placeholder:"ZONE"`
	Output      []string `short:"o" sep:"none" help:"Write the readings as .parquet or .csv, or draw them as .svg or .png. May be repeated." placeholder:"FILE"`
	From        string   `help:"Begin of a window." placeholder:"TIME"`
	To          string   `help:"End of the window." placeholder:"TIME"`
	Width       int      `default:"1200" help:"Width of drawings in pixels."`
	Height      int      `default:"480" help:"Height of drawings in pixels."`
}

// correction is what a person says of a log; the names are those of a series in the document.
type correction struct {
	Time        string   `help:"Column of the time." placeholder:"COLUMN"`
	Value       string   `help:"Column of the readings." placeholder:"COLUMN"`
	Quantity    string   `enum:",power,energy" default:"" help:"power or energy."`
	Unit        string   `enum:",${units}" default:"" help:"Unit of the readings, one of ${units}."`
	Timezone    string   `help:"IANA zone of times written without one, such as Europe/Berlin." placeholder:"ZONE"`
	Stamp       string   `enum:",begin,middle,end" default:"" help:"What a timestamp marks of its interval: begin, middle or end."`
	Instruments []string `help:"Columns that identify instruments." placeholder:"COLUMN"`
	Where       []string `sep:"none" help:"Rows to read, as COLUMN=VALUE,VALUE. May be repeated." placeholder:"COLUMN=VALUE"`
	Origin      string   `help:"Time at which the log's times are zero, as 2026-06-01T10:00:00+02:00." placeholder:"TIME"`
	DateOrder   string   `enum:",day-first,month-first,year-first" default:"" help:"day-first, month-first or year-first, if dates are ambiguous."`
	Decimal     string   `enum:",point,comma" default:"" help:"point or comma, if numbers are ambiguous."`
	Counts      string   `enum:",total,interval" default:"" help:"What an energy reading counts: total or interval."`
	WrapsAt     float64  `help:"Value at which an energy total wraps to zero, in its unit." placeholder:"NUMBER"`
}

// grace is how long an interrupted reading has to end by itself: from a pipe that nobody writes to, it never does.
const grace = time.Second

// Run surveys the log and writes the requested output.
func (c trace) Run(ctx context.Context, out io.Writer) error {
	ended := context.AfterFunc(ctx, func() {
		time.Sleep(grace)
		fmt.Fprintln(os.Stderr, "green500:", errInterrupted)
		os.Exit(exitError)
	})
	defer ended()
	told, err := c.told()
	if err != nil {
		return err
	}
	if err := c.checkOutputs(); err != nil {
		return err
	}
	in, log, done, err := openLog(ctx, c.Path)
	if err != nil {
		return err
	}
	defer done()
	stop := log.progress(os.Stderr)
	s, err := survey.Read(in, told, scratch)
	stop()
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err != nil {
		return err
	}
	return errors.Join(c.tell(ctx, out, s), s.Close())
}

// tell says what was found, and writes files.
func (c trace) tell(ctx context.Context, out io.Writer, s *survey.Survey) error {
	found := found{Survey: s, name: c.Path}
	if err := c.presets(s); err != nil {
		return err
	}
	if s.ReadError == nil {
		if err := c.lay(&found); err != nil {
			return err
		}
		if err := c.look(&found); err != nil {
			return err
		}
	}
	show := found.text
	if c.Format == "json" {
		show = found.json
	}
	if err := show(out); err != nil || s.ReadError != nil {
		return errors.Join(err, s.ReadError)
	}
	for _, name := range c.Output {
		if err := c.write(ctx, name, &found); err != nil {
			return err
		}
	}
	return nil
}

// found is a survey with the requested additions.
type found struct {
	*survey.Survey
	name   string
	laid   *forensics.CoreMatch
	near   forensics.Plateaus // the stretches that laid refers to
	hpl    string             // the output that the core phase is from
	open   bool               // its zone was not stated
	window *survey.Window
}

// told gathers what the flags and the preset state; flags take precedence.
func (c trace) told() (survey.Settings, error) {
	said := tracefile.ImportSettings{
		Time: c.Time, Value: c.Value, Quantity: power.Quantity(c.Quantity), Unit: power.Unit(c.Unit), Timezone: c.Timezone, Stamp: c.Stamp,
		Instruments: c.Instruments, DateOrder: c.DateOrder, Decimal: c.Decimal, Counts: c.Counts, WrapsAt: c.WrapsAt,
	}
	told := survey.Settings{}
	for _, one := range c.Where {
		column, values, found := strings.Cut(one, "=")
		if !found {
			return told, &power.InputError{Field: "--where", Problem: one + " has no value", Remedy: "write COLUMN=VALUE"}
		}
		if said.Where == nil {
			said.Where = map[string][]string{}
		}
		said.Where[column] = strings.Split(values, ",")
	}
	if c.Preset != "" {
		preset, err := readPreset(c.Preset)
		if err != nil {
			return told, err
		}
		said = preset.Series.Over(said)
	}
	told.ImportSettings = said
	if c.Origin != "" {
		if err := told.Origin.UnmarshalText([]byte(c.Origin)); err != nil {
			return told, &power.InputError{Field: "--origin", Problem: err.Error()}
		}
	}
	var err error
	told.Zone, err = zone("--timezone", said.Timezone)
	return told, err
}

// zone returns the zone of a name that a flag gives; nil where it gives none.
func zone(flag, name string) (*time.Location, error) {
	zone, err := document.Zone(name)
	if err != nil {
		return nil, &power.InputError{Field: flag, Problem: name + " is not a time zone", Remedy: "write the IANA name, such as Europe/Berlin or UTC"}
	}
	return zone, nil
}

// openLog opens a log so that it can be counted and stopped.
func openLog(ctx context.Context, path string) (in tracefile.Input, log *watched, done func(), err error) {
	log = &watched{ctx: ctx}
	if path == "-" {
		log.stream = os.Stdin
		return tracefile.Input{Name: "standard input", Stream: log}, log, func() {}, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return in, log, nil, unreadable(path, err)
	}
	info, err := file.Stat()
	if err == nil && info.IsDir() {
		folder := tracefile.Input{Name: filepath.Base(path), Folder: os.DirFS(path)}
		return folder, log, func() {}, file.Close()
	}
	if err != nil {
		return in, log, nil, errors.Join(err, file.Close())
	}
	done = func() { _ = file.Close() } // it was only read
	if !info.Mode().IsRegular() {
		log.stream = file
		return tracefile.Input{Name: filepath.Base(path), Stream: log}, log, done, nil
	}
	log.at = file
	return tracefile.Input{Name: filepath.Base(path), At: log, Size: info.Size()}, log, done, nil
}

// lay lays the core phase of an HPL output over the log. If no zone is stated for its times, they are
// taken as UTC, and what makes them fit shows their zone.
func (c trace) lay(f *found) error {
	if c.HPL == "" {
		return nil
	}
	file, err := os.Open(c.HPL)
	if err != nil {
		return unreadable(c.HPL, err)
	}
	defer func() { _ = file.Close() }() // it was only read
	output, err := hpl.Parse(file, filepath.Base(c.HPL))
	if err != nil {
		return err
	}
	result, err := output.Pick(c.HPLResult)
	if err != nil {
		return err
	}
	in, err := zone("--hpl-timezone", c.HPLTimezone)
	if err != nil {
		return err
	}
	if in == nil && c.Timezone != "" {
		in = f.Zone()
	}
	if f.open = in == nil; f.open {
		in = time.UTC
	}
	core, err := result.Core(in)
	if err != nil {
		return err
	}
	laid, near := f.MatchCore(power.NewSpan(core.Start.In(f.Zone()), core.End.In(f.Zone())))
	f.laid, f.near, f.hpl = &laid, near, filepath.Base(c.HPL)
	return nil
}

// look looks at the window that the flags name; an end that is not named is that of the recording.
func (c trace) look(f *found) error {
	if c.From == "" && c.To == "" {
		return nil
	}
	span := f.whole()
	for _, end := range []struct {
		flag, text string
		into       *power.Time
	}{{"--from", c.From, &span.Start}, {"--to", c.To, &span.End}} {
		if end.text == "" {
			continue
		}
		at, err := instant(end.text, f.Zone())
		if err != nil {
			return &power.InputError{Field: end.flag, Problem: err.Error()}
		}
		end.into.Time = at
	}
	if !span.End.After(span.Start.Time) {
		return &power.InputError{Field: "--to", Problem: "is before --from", Remedy: "swap them"}
	}
	w := f.Window(span)
	f.window = &w
	return nil
}

// instant reads a time with its offset, or by the clocks of the zone that the log is shown in.
func instant(text string, zone *time.Location) (time.Time, error) {
	for _, layout := range []string{"2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999", "2006-01-02T15:04", "2006-01-02 15:04"} {
		if at, err := time.ParseInLocation(layout, text, zone); err == nil {
			return at, nil
		}
	}
	var at power.Time
	err := at.UnmarshalText([]byte(text))
	return at.In(zone), err
}

// whole is the recording, with the reading at its end.
func (f *found) whole() power.Span {
	return power.NewSpan(f.Recorded.Start.Time, f.Recorded.End.Add(time.Nanosecond))
}

// sameFile reports whether two names are of one file that is there.
func sameFile(one, other string) bool {
	a, err := os.Stat(one)
	b, failed := os.Stat(other)
	return err == nil && failed == nil && os.SameFile(a, b)
}

// checkOutputs refuses outputs that cannot be written before anything is read.
func (c trace) checkOutputs() error {
	for _, name := range c.Output {
		if !slices.Contains(outputKinds(), filepath.Ext(name)) {
			return &power.InputError{File: name, Problem: "has an unknown format", Remedy: "end its name with one of " + strings.Join(outputKinds(), ", ")}
		}
		if sameFile(name, c.Path) {
			return &power.InputError{File: name, Problem: "is the log itself", Remedy: "write to another file"}
		}
	}
	if c.Width < drawing.LeastWidth || c.Width > drawing.MostWidth || c.Height < drawing.LeastHeight || c.Height > drawing.MostHeight {
		return &power.InputError{Field: "--width, --height", Problem: "the size is out of range",
			Remedy: "stay between 240 x 160 and 10000 x 5000 pixels"}
	}
	return nil
}
