package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"green500/cmd/green500/corephase"
	"green500/cmd/green500/inputfile"
	"green500/validation/document"
	"green500/validation/logs/contents"
	"green500/validation/logs/drawing"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

type trace struct {
	Path            string `arg:"" help:"A meter log, or - for standard input."`
	Format          string `default:"text" enum:"text,json" help:"text or json."`
	Said            any    `embed:"" group:"Import settings:"`
	Preset          string `name:"preset" help:"Preset of import settings to read the log with." placeholder:"FILE"`
	SavePreset      string `name:"save-preset" help:"Save the import settings as a preset, for similar logs." placeholder:"FILE"`
	corephase.Flags `embed:"" group:"Core phase:"`
	Output          []string `short:"o" sep:"none" help:"Write the readings as .parquet or .csv, or draw them as .svg or .png; - writes to standard output instead of the description. May be repeated." placeholder:"FILE"`
	OutputFormat    string   `default:"csv" enum:"csv,parquet,svg,png" help:"Format of what -o - writes: csv, parquet, svg or png."`
	From            string   `help:"Start of the time range." placeholder:"TIME"`
	To              string   `help:"End of the time range." placeholder:"TIME"`
	Width           int      `default:"1200" help:"Width of drawings in pixels."`
	Height          int      `default:"480" help:"Height of drawings in pixels."`
}

// settingFlags are what a person says of a log, a flag for each setting of a series.
func settingFlags() any {
	var flags []reflect.StructField
	for _, s := range power.Settings() {
		tag := fmt.Sprintf(`help:%q placeholder:%q`, s.Help, s.Placeholder)
		if s.Name == "Where" {
			tag += ` sep:"none" mapsep:"none"`
		}
		if s.Words != "" {
			tag += fmt.Sprintf(` enum:%q default:""`, strings.ReplaceAll(" "+s.Words, " ", ","))
		}
		flags = append(flags,
			reflect.StructField{Name: s.Name, Type: s.In(&power.ImportSettings{}).Type(), Tag: reflect.StructTag(tag)})
	}
	return reflect.New(reflect.StructOf(flags)).Interface()
}

func (c trace) said() (said tracefile.ImportSettings) {
	for n, s := range power.Settings() {
		s.In(&said).Set(reflect.ValueOf(c.Said).Elem().Field(n))
	}
	return said
}

// grace is how long an interrupted reading has to end by itself: from a pipe that nobody writes to, it never does.
const grace = time.Second

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
	s, err := contents.Read(in, told, scratch)
	log.end()
	if ctx.Err() != nil {
		return errInterrupted
	}
	if err != nil {
		return err
	}
	return errors.Join(c.tell(ctx, out, s), s.Close())
}

func (c trace) tell(ctx context.Context, out io.Writer, s *contents.Survey) error {
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
	if slices.Contains(c.Output, toStandardOutput) {
		show = func(io.Writer) error { return nil }
	}
	if err := show(out); err != nil || s.ReadError != nil || found.noCore() != nil {
		return errors.Join(err, s.ReadError, found.noCore())
	}
	for _, name := range c.Output {
		if err := c.write(ctx, out, name, &found); err != nil {
			return err
		}
	}
	return nil
}

type found struct {
	*contents.Survey
	name   string
	core   *corephase.Core
	window *contents.Window
}

func (f *found) noCore() error {
	if f.core == nil {
		return nil
	}
	return f.core.Problem
}

func (c trace) told() (contents.Settings, error) {
	told := contents.Settings{ImportSettings: c.said()}
	for column, values := range told.Where { // "" is an empty cell, which the library drops
		told.Where[column] = strings.Split(strings.Join(values, ""), ",")
	}
	if c.Preset != "" {
		preset, err := readPreset(c.Preset)
		if err != nil {
			return told, err
		}
		told.ImportSettings = preset.Series.Over(told.ImportSettings)
	}
	var err error
	told.Zone, err = corephase.Zone("--timezone", told.Timezone)
	return told, err
}

func openLog(ctx context.Context, path string) (in tracefile.Input, log *watched, done func(), err error) {
	log = &watched{ctx: ctx, shown: progressOn(os.Stderr), began: time.Now()}
	if path == "-" {
		log.stream = os.Stdin
		return tracefile.Input{Name: "standard input", Stream: log}, log, func() {}, nil
	}
	file, err := os.Open(path)
	if err != nil {
		return in, log, nil, inputfile.Unreadable(path, err)
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

func (c trace) lay(f *found) (err error) {
	if c.Named() {
		f.core, err = c.Find(f.Survey, c.said().Timezone != "", openHPL)
	}
	return err
}

func openHPL(name string) (io.ReadCloser, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, inputfile.Unreadable(name, err)
	}
	return file, nil
}

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
		at, err := corephase.Instant(end.text, f.Zone())
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

func (f *found) whole() power.Span {
	return power.NewSpan(f.Recorded.Start.Time, f.Recorded.End.Add(time.Nanosecond))
}

func sameFile(one, other string) bool {
	a, err := os.Stat(one)
	b, failed := os.Stat(other)
	return err == nil && failed == nil && os.SameFile(a, b)
}

func (c trace) checkOutputs() error {
	for _, name := range c.Output {
		if name == toStandardOutput {
			continue
		}
		if !slices.Contains(outputKinds(), filepath.Ext(name)) {
			return &power.InputError{File: name, Problem: "has an unknown format",
				Remedy: "end its name with one of " + strings.Join(outputKinds(), ", ")}
		}
		if sameFile(name, c.Path) {
			return &power.InputError{File: name, Problem: "is the log itself", Remedy: "write to another file"}
		}
	}
	if c.Width < drawing.LeastWidth || c.Width > drawing.MostWidth || c.Height < drawing.LeastHeight ||
		c.Height > drawing.MostHeight {
		return &power.InputError{Field: "--width, --height", Problem: "the size is out of range",
			Remedy: "stay between 240 x 160 and 10000 x 5000 pixels"}
	}
	return nil
}

func readPreset(path string) (*tracefile.Preset, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, inputfile.Unreadable(path, err)
	}
	defer func() { _ = file.Close() }() // it was only read
	text, err := io.ReadAll(io.LimitReader(file, document.MaximumSize+1))
	if err != nil {
		return nil, inputfile.Unreadable(path, err)
	}
	preset := &tracefile.Preset{}
	places, err := document.DecodeInto(filepath.Base(path), text, preset)
	if err == nil {
		err = places.Of(preset.Check())
	}
	return preset, err
}

func (c trace) presets(s *contents.Survey) error {
	if c.Preset != "" {
		preset, err := readPreset(c.Preset)
		if err != nil {
			return err
		}
		if !preset.Fits(s.Understanding) {
			return &power.InputError{File: filepath.Base(c.Preset), Problem: "is a preset for logs in the format " +
				preset.Format + " with the columns " + strings.Join(preset.Columns, ", "),
				Remedy: "omit --preset, and set what is misunderstood with the other flags"}
		}
	}
	if readable := s.ReadError == nil; c.SavePreset != "" && readable {
		return c.savePreset(s)
	}
	return nil
}

func (c trace) savePreset(s *contents.Survey) error {
	name := strings.TrimSuffix(filepath.Base(c.SavePreset), filepath.Ext(c.SavePreset))
	text, err := document.Write(tracefile.NewPreset(name, s.Understanding, &s.Series))
	if err != nil {
		return err
	}
	return replace(c.SavePreset, func(out io.Writer) error {
		_, err := out.Write(text)
		return err
	})
}
