package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"green500/validation/forensics/logwarnings"
	"green500/validation/logs/contents"
	"green500/validation/logs/drawing"
	"green500/validation/power"
)

type outputKind struct {
	ending string
	write  func(c trace, f *found, out io.Writer) error
	timed  bool // it states instants, so the zone must be known
}

func outputs() []outputKind {
	return []outputKind{
		{".parquet", func(_ trace, f *found, out io.Writer) error {
			_, err := io.Copy(out, f.Readings().Reader())
			return err
		}, true},
		{".csv", trace.csv, true},
		{".svg", func(c trace, f *found, out io.Writer) error { return drawing.SVG(out, c.picture(f)) }, false},
		{".png", func(c trace, f *found, out io.Writer) error { return drawing.PNG(out, c.picture(f)) }, false},
	}
}

func outputKinds() []string {
	var endings []string
	for _, kind := range outputs() {
		endings = append(endings, kind.ending)
	}
	return endings
}

const toStandardOutput = "-"

func (c trace) write(ctx context.Context, out io.Writer, name string, f *found) error {
	ending, shown := filepath.Ext(name), name
	if name == toStandardOutput {
		ending, shown = "."+c.OutputFormat, "standard output"
	}
	for _, kind := range outputs() {
		if ending != kind.ending {
			continue
		}
		if kind.timed && f.ZoneOpen {
			return &power.InputError{File: shown, Problem: "is not written, because the zone of the log's times " +
				"is unknown", Remedy: "set --timezone, such as Europe/Berlin or UTC"}
		}
		if name == toStandardOutput {
			buffered := bufio.NewWriterSize(out, writeBuffer)
			return errors.Join(kind.write(c, f, stoppable{ctx, buffered}), buffered.Flush())
		}
		return replace(name, func(out io.Writer) error { return kind.write(c, f, stoppable{ctx, out}) })
	}
	return nil
}

type stoppable struct {
	ctx context.Context
	out io.Writer
}

func (s stoppable) Write(text []byte) (int, error) {
	if s.ctx.Err() != nil {
		return 0, errInterrupted
	}
	return s.out.Write(text)
}

const writeBuffer = 1 << 16

// replace writes a file so that it is there as a whole or as it was.
func replace(name string, write func(io.Writer) error) (err error) {
	file, err := os.CreateTemp(filepath.Dir(name), ".green500-")
	if err != nil {
		return &power.InputError{File: name, Problem: "cannot be written",
			Remedy: "check that its folder exists and is writable"}
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(file.Name()))
		}
	}()
	buffered := bufio.NewWriterSize(file, writeBuffer)
	if err := errors.Join(write(buffered), buffered.Flush(), file.Close()); err != nil {
		return fmt.Errorf("writing %s: %w", name, err)
	}
	const forAll = 0o644 // as other programs write their output
	if err := os.Chmod(file.Name(), forAll); err != nil {
		return err
	}
	return os.Rename(file.Name(), name)
}

// csv writes readings, one instrument after the other: instants in UTC, watts or joules to the last digit.
func (c trace) csv(f *found, out io.Writer) error {
	header, micro := "time,power_w\n", 6 // digits after the point that a trace keeps
	if f.Series.Quantity == power.Energy {
		header, micro = "time,energy_j\n", 3
	}
	several := len(f.Traces()) > 1
	if several {
		header = "time,instrument," + strings.TrimPrefix(header, "time,")
	}
	if _, err := io.WriteString(out, header); err != nil {
		return err
	}
	span := f.shown()
	from, to := span.Start.UnixNano(), span.End.UnixNano()
	for _, t := range f.Traces() {
		name := ""
		if several {
			name = quotedCell(t.Instrument) + ","
		}
		var line []byte
		for at, value := range t.Each() {
			for i := range at {
				if at[i] < from || at[i] >= to {
					continue
				}
				line = time.Unix(0, at[i]).UTC().AppendFormat(line[:0], time.RFC3339Nano)
				line = append(append(line, ','), name...)
				line = append(appendFixed(line, value[i], micro), '\n')
				if _, err := out.Write(line); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func quotedCell(text string) string {
	if strings.ContainsAny(text, ",\"\n\r") {
		return `"` + strings.ReplaceAll(text, `"`, `""`) + `"`
	}
	return text
}

func appendFixed(line []byte, value int64, digits int) []byte {
	begin := len(line)
	line = strconv.AppendInt(line, value, 10)
	if line[begin] == '-' {
		begin++
	}
	for len(line)-begin <= digits {
		line = append(line[:begin], append([]byte{'0'}, line[begin:]...)...)
	}
	point := len(line) - digits
	end := len(line)
	for end > point && line[end-1] == '0' {
		end--
	}
	if end == point {
		return line[:point]
	}
	fraction := string(line[point:end])
	return append(append(line[:point], '.'), fraction...)
}

func (c trace) picture(f *found) *drawing.Picture {
	span := f.shown()
	p := f.Picture(filepath.Base(f.name)+": "+contents.NameOf(&f.Series), span, c.Width, c.Height)
	w := f.Window(span)
	p.Note = fmt.Sprintf("%s of %s", logwarnings.Plural(w.Readings, "reading"),
		logwarnings.Plural(len(w.Instruments), "instrument"))
	if w.Known {
		p.Note += ", mean " + logwarnings.Watts(w.Mean)
	}
	if f.core != nil && f.core.Match != nil {
		p.Core = f.core.Match.Core
	}
	return p
}

func (f *found) shown() power.Span {
	if f.window != nil {
		return f.window.Span
	}
	return f.whole()
}
