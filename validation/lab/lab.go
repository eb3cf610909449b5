// Package lab reads the files of the energy models, which list logs, and the logs that they name, and writes their
// results.
package lab

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"green500/validation/document"
	"green500/validation/logs/canonical"
	"green500/validation/logs/contents"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// Read takes a file from YAML or JSON. All problems are returned at once, as power.InputErrors with their lines.
func Read[T interface{ Check() error }](name string, text []byte) (file T, err error) {
	places, err := document.DecodeInto(name, text, &file)
	if err != nil {
		return file, err
	}
	return file, places.Of(file.Check())
}

// Checks gathers what is wrong with a file.
type Checks struct{ power.InputErrors }

// Say adds a problem of a field.
func (c *Checks) Say(field, problem, remedy string) {
	c.Add(&power.InputError{Field: field, Problem: problem, Remedy: remedy})
}

// Between wants a number in its range.
func (c *Checks) Between(field string, value, least, most float64) {
	if !(value >= least && value <= most) {
		c.Say(field, fmt.Sprintf("%g is out of range", value), fmt.Sprintf("write a number from %g to %g", least, most))
	}
}

// Zone wants the name of a zone, or none.
func (c *Checks) Zone(name string) {
	if _, err := document.Zone(name); err != nil {
		c.Say("timezone", fmt.Sprintf("%q is not a zone", name), "write an IANA zone such as Europe/Berlin")
	}
}

// Span wants both ends of a time range in order, or neither.
func (c *Checks) Span(field string, span power.Span) {
	if span.Start.IsZero() != span.End.IsZero() || !span.Start.IsZero() && !span.End.After(span.Start.Time) {
		c.Say(field, "the time range is not complete", "write both from and to, the earlier first, or neither")
	}
}

// Number reads an optional number of a form.
func (c *Checks) Number(field, text string, most float64) float64 {
	text = strings.TrimSpace(text)
	if text == "" {
		return 0
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil || !(value >= 0 && value <= most) {
		c.Say(field, strconv.Quote(text)+" is not a number in range",
			"write a number from 0 to "+strconv.FormatFloat(most, 'f', -1, 64))
		return 0
	}
	return value
}

// ImportFields are the fields of a form about all logs.
func ImportFields() []string { return []string{"timezone", "time", "value", "unit"} }

// Import reads the fields of a form about all logs.
func (c *Checks) Import(field func(string) string) tracefile.ImportSettings {
	text := func(name string) string { return strings.TrimSpace(field(name)) }
	unit := text("unit")
	if unit != "" && !slices.Contains(power.Units(), unit) {
		c.Say("unit", strconv.Quote(unit)+" is not a unit of readings", "choose a unit of the list")
	}
	c.Zone(text("timezone"))
	return tracefile.ImportSettings{Time: text("time"), Value: text("value"), Unit: power.Unit(unit),
		Timezone: text("timezone")}
}

// Note adds an error of the input, at a field if it names none, and returns any other error.
func (c *Checks) Note(field string, err error) error {
	inputError, ok := errors.AsType[*power.InputError](err)
	if !ok {
		return err
	}
	inputError.Field = cmp.Or(inputError.Field, field)
	c.InputErrors = append(c.InputErrors, inputError)
	return nil
}

// Log reads a log; one missing or without readings is a power.InputError. The caller closes the survey.
func Log(folder fs.FS, name string, settings tracefile.ImportSettings,
	scratch canonical.Scratch) (*contents.Survey, error) {
	zone, err := document.Zone(settings.Timezone)
	if err != nil {
		return nil, &power.InputError{File: name, Problem: fmt.Sprintf("%q is not a zone", settings.Timezone),
			Remedy: "write an IANA zone such as Europe/Berlin"}
	}
	file, err := folder.Open(name)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return nil, &power.InputError{File: name, Problem: "there is no such log",
			Remedy: "put the log beside the file that names it, and write its name as the file is named"}
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	s, err := contents.Read(tracefile.Input{Name: name, Stream: file},
		contents.Settings{ImportSettings: settings, Zone: zone}, scratch)
	if err != nil {
		return nil, err
	}
	if s.ReadError != nil {
		return nil, errors.Join(s.ReadError, s.Close())
	}
	return s, nil
}

// Powers are those in a time, or in all of it if zero: as read, or between readings of an energy total.
func Powers(log string, trace *power.Trace, within power.Span) (at []time.Time, watts []power.Watts, err error) {
	const micro, milli = 1e6, 1e3
	var before power.Reading
	for times, values := range trace.Each() {
		for i := range times {
			one := power.Reading{At: time.Unix(0, times[i]).UTC(), Value: values[i]}
			if !within.IsZero() && (one.At.Before(within.Start.Time) || !one.At.Before(within.End.Time)) {
				continue
			}
			if trace.Quantity != power.Energy {
				at, watts = append(at, one.At), append(watts, power.Watts(float64(one.Value)/micro))
				continue
			}
			if !before.At.IsZero() && one.At.After(before.At) {
				at, watts = append(at, one.At),
					append(watts, power.Watts(float64(one.Value-before.Value)/milli/one.At.Sub(before.At).Seconds()))
			}
			before = one
		}
	}
	if len(watts) == 0 {
		err = &power.InputError{File: log, Problem: "no readings lie within the time range",
			Remedy: "correct from and to, or leave them out if the log holds nothing else"}
	}
	return at, watts, cmp.Or(trace.Err(), err)
}

// WriteText writes lines for a terminal, with tabs between the columns of tables.
func WriteText(out io.Writer, write func(line func(format string, values ...any))) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	var failed error
	write(func(format string, values ...any) {
		_, err := fmt.Fprintf(w, format+"\n", values...)
		failed = errors.Join(failed, err)
	})
	return errors.Join(failed, w.Flush())
}

// WriteJSON writes a value for programs.
func WriteJSON(out io.Writer, value any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(value)
}
