package fetch

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"green500/validation/document"
	"green500/validation/logs/contents"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

var unitWords = map[string]power.Unit{
	"watt": "W", "watts": "W", "kilowatts": "kW", "milliwatts": "mW", "microwatts": "uW",
	"joule": "J", "joules": "J", "kilojoules": "kJ", "microjoules": "uJ", "kilowatt hours": "kWh",
	"kilowatthours": "kWh", "w.h": "Wh", "kw.h": "kWh",
}

func unitOf(text string) power.Unit {
	if slices.Contains(power.Units(), text) {
		return power.Unit(text)
	}
	return unitWords[strings.ToLower(strings.TrimSpace(text))]
}

type settings struct {
	Meters []power.Meter  `json:"meters"`
	Series []power.Series `json:"series"`
}

// writeSettings understands the log as trace does, with what the server and the flags state, and writes how it is read.
func writeSettings(f Flags, state manifest, w *written, result *Result, env Environment) error {
	told := contents.Settings{ImportSettings: tracefile.ImportSettings{
		Time: timeColumn, Value: w.value, Unit: cmp.Or(power.Unit(f.Unit), unitOf(state.Unit)),
	}}
	for _, name := range w.columns {
		told.Instruments = append(told.Instruments, w.titled(name))
	}
	if told.Unit != "" {
		told.Quantity, _ = told.Unit.Quantity()
	}
	if state.Counter && (told.Quantity == power.Energy || told.Unit == "") {
		told.Quantity, told.Counts = power.Energy, "total"
	}
	s, err := readLog(result.Log, told, env)
	if err != nil {
		result.Problem = err
		return writeFile(result.Settings,
			[]byte(fmt.Sprintf("# %s cannot be read: %v\n", filepath.Base(result.Log), err)))
	}
	text, err := settingsText(f, state, w, result, s)
	if err := errors.Join(err, s.Close()); err != nil {
		return err
	}
	return writeFile(result.Settings, text)
}

func readLog(name string, told contents.Settings, env Environment) (*contents.Survey, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // it was only read
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	return contents.Read(tracefile.Input{Name: filepath.Base(name), At: io.ReaderAt(file), Size: info.Size()},
		told, env.Scratch)
}

func settingsText(f Flags, state manifest, w *written, result *Result, s *contents.Survey) ([]byte, error) {
	series := s.Series
	series.File, series.Meter = filepath.Base(result.Log), cmp.Or(f.Meter, f.name())
	series.Covers.Subsystem = f.Subsystem
	meter := power.Meter{ID: series.Meter, Measures: series.Quantity}
	notes := map[string]string{}
	for _, one := range s.Reasons {
		switch {
		case one.Field == "interval":
			if interval, err := time.ParseDuration(one.Value); err == nil {
				meter.IntervalSeconds = interval.Round(time.Millisecond).Seconds()
			}
		case one.Field == "unit" && one.Value == "":
			result.Open = append(result.Open, "unit")
			notes["series[0].unit"] = "fill in: " + one.Why
		case one.Field == "unit" && one.Confidence == "guessed":
			result.Guessed = fmt.Sprintf("%s: %s", one.Value, one.Why)
			notes["series[0].unit"] = "guessed: " + one.Why
		}
	}
	if result.Resampled {
		meter.Aggregation = fmt.Sprintf("values of the expression %s, resampled %s by the server", f.Query,
			state.Asked.Resampled)
	}
	if f.Subsystem == "" {
		notes["series[0].covers.subsystem"] = "fill in"
	}
	result.Problem, result.Meter, result.Recorded = s.ReadError, meter, series
	body, err := document.WriteWithComments(settings{[]power.Meter{meter}, []power.Series{series}}, notes)
	return append([]byte(heading(state, w, result)), body...), err
}

func heading(state manifest, w *written, result *Result) string {
	lines := []string{
		fmt.Sprintf("Import settings of %s, to be merged into submission.yaml.", filepath.Base(result.Log)),
		fmt.Sprintf("Fetched from %s at %s: %s.", state.Asked.Source, state.Asked.Address,
			strings.Join(state.Asked.Series, "; ")),
		fmt.Sprintf("%s to %s, %d readings of %d series.", stamp(state.Asked.From), stamp(state.Asked.To),
			result.Samples, result.Series),
		"The folder " + evidenceName + " contains the answers of the server as they came, with their SHA-256.",
	}
	if result.Resampled {
		lines = append(lines,
			"RESAMPLED "+state.Asked.Resampled+": these are values of an expression, not readings as they were stored.")
	}
	for _, name := range slices.Sorted(maps.Keys(w.same)) {
		lines = append(lines, fmt.Sprintf("All series have %s=%q.", name, w.same[name]))
	}
	var text strings.Builder
	for _, line := range lines {
		fmt.Fprintf(&text, "# %s\n", strings.Join(strings.Fields(line), " "))
	}
	return text.String()
}

// span is the time to fetch: what --from and --to state, and else the core phase of an HPL output with the time around
// it.
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
			return whole, &power.InputError{Field: end.flag, Problem: "is not a time", Remedy: "write a time with " +
				"its offset, as 2026-06-01T10:00:00+02:00, or name the HPL output of the run after --hpl"}
		}
		*end.into = at.UTC()
	}
	return whole, f.possible(whole, now)
}

func (f Flags) core() (power.Span, error) {
	zone, err := document.Zone(f.HPLTimezone)
	if err != nil {
		return power.Span{}, &power.InputError{Field: "--hpl-timezone", Problem: f.HPLTimezone + " is not a time zone",
			Remedy: "write the IANA name, such as Europe/Berlin or UTC"}
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
		return power.Span{},
			&power.InputError{Field: "--hpl-timezone", Problem: "is required: the times in " + filepath.Base(f.HPL) +
				" have no zone", Remedy: "write the IANA name of the head node's zone, such as Europe/Berlin or UTC"}
	}
	return result.Core(zone)
}
