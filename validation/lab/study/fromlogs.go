package study

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"green500/validation/document"
	"green500/validation/lab"
	"green500/validation/lab/model"
	"green500/validation/logs/canonical"
	"green500/validation/logs/contents"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// Result is what the runs of a file of logs, or of a submission, come to.
type Result struct {
	Title string
	Idle  power.Watts // of what was studied; 0 if not known
	// how much of the processors' power the lowest clock can save, as a part; 0 if not known
	ClockLimit float64
	Bound      float64          // by how much a run may be slower, as a part
	Parts      []Part           // a primitive each, in the order of the file
	Runs       []power.StudyRun // with what their logs show
}

// Row is a row of the table of thresholds (Vishnu et al., Table 1).
type Row struct {
	Primitive, Settings string
	Threshold           *model.Threshold // nil if energy does not fall within the bound
	Largest             Comparison       // the most reliable comparison at the largest size
	Implausible         bool             // a point saves more power than idle power leaves
	// a point saves a larger part of the power than the lowest clock can of that of the processors
	OverClock bool
	Size      Quantity
}

// Table lists every setting of every primitive besides the baselines.
func (s Result) Table() (rows []Row) {
	for _, p := range s.Parts {
		for _, v := range p.Variants {
			row := Row{Primitive: p.Primitive, Settings: v.Settings, Threshold: v.Threshold, Size: p.Size}
			row.Largest, _ = v.Largest()
			for _, a := range v.Against {
				row.Implausible = row.Implausible || a.Implausible
				row.OverClock = row.OverClock || s.ClockLimit > 0 && !a.Spiky && a.Normalised.Implausible(s.ClockLimit)
			}
			rows = append(rows, row)
		}
	}
	return rows
}

// Compute reads the logs of a study from a folder, one after the other, and compares the runs.
func (f File) Compute(folder fs.FS, scratch canonical.Scratch) (Result, error) {
	s := Result{Title: f.Title, Idle: power.Watts(f.IdleWatts), Bound: cmp.Or(f.Bound, usualSlower) / 100}
	wrong := lab.Checks{}
	wrong.Zone(f.Timezone) // the command may have set it
	if err := wrong.OrNil(); err != nil {
		return s, err
	}
	if f.LowerMHz > 0 && f.HigherMHz > f.LowerMHz {
		s.ClockLimit, _ = model.ClockCeiling(f.LowerMHz, f.HigherMHz)
	}
	if f.IdleLog != "" {
		w, err := f.window(folder, Run{Log: f.IdleLog}, scratch)
		if err := cmp.Or(wrong.Note("idle_log", err), wrong.OrNil()); err != nil {
			return s, err
		}
		s.Idle = w.Mean
	}
	for i, run := range f.Runs {
		w, err := f.window(folder, run, scratch)
		if err := wrong.Note(fmt.Sprintf("runs[%d].log", i), err); err != nil {
			return s, err
		}
		s.Runs = append(s.Runs, run.measured(w))
	}
	if err := wrong.OrNil(); err != nil {
		return s, err
	}
	s.Parts = ByPrimitive(s.Runs, func(own []power.StudyRun) Facts { return Facts{Idle: s.Idle, Loaded: loaded(own)} },
		s.Bound)
	return s, nil
}

func loaded(runs []power.StudyRun) (most power.Watts) {
	base := runs[0].Settings
	for _, run := range runs {
		if run.Role == power.StudyBaseline {
			base = run.Settings
			break
		}
	}
	for _, run := range runs {
		if run.Settings == base {
			most = max(most, power.Watts(run.PowerWatts))
		}
	}
	return most
}

// measured is a run with what its log shows. Readings are those of one instrument.
func (r Run) measured(w contents.Window) power.StudyRun {
	run := power.StudyRun{
		Primitive: r.Primitive, Settings: r.Settings, Order: r.Order, MessageKilobytes: r.Kilobytes,
		MovedMegabytes: r.Megabytes, ClockMegahertz: r.Clock,
		DurationSeconds: w.Span.Duration().Seconds(), PowerWatts: float64(w.Mean),
		Readings: w.Readings / max(1, len(w.Instruments)),
	}
	if r.Baseline {
		run.Role = power.StudyBaseline
	}
	return run
}

func (f File) window(folder fs.FS, run Run, scratch canonical.Scratch) (w contents.Window, err error) {
	settings := f.Import.Over(run.Import)
	settings.Timezone = cmp.Or(settings.Timezone, f.Timezone)
	s, err := lab.Log(folder, run.Log, settings, scratch)
	if err != nil {
		return w, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	zone, err := document.Zone(f.Timezone)
	if err != nil {
		return w, err
	}
	span, err := run.span(folder, s.Recorded, zone)
	if err != nil {
		return w, err
	}
	w = s.Window(span)
	if !w.Known {
		return w, &power.InputError{File: run.Log, Problem: fmt.Sprintf("no readings lie between %s and %s",
			span.Start.Format(time.RFC3339), span.End.Format(time.RFC3339)),
			Remedy: "correct the time range, or leave it out if the log holds nothing else"}
	}
	return w, nil
}

func (r Run) span(folder fs.FS, recorded power.Span, zone *time.Location) (power.Span, error) {
	if !r.From.IsZero() {
		return power.Span{Start: r.From, End: r.To}, nil
	}
	if r.Output == "" {
		return recorded, nil
	}
	file, err := folder.Open(r.Output)
	if err != nil {
		return recorded,
			&power.InputError{File: r.Output, Problem: "there is no such output", Remedy: "put it beside the study"}
	}
	defer func() { _ = file.Close() }() // it was only read
	output, err := tracefile.ReadHPL(io.Reader(file), r.Output)
	if err != nil {
		return recorded, r.ofOutput(err)
	}
	result, err := output.Pick(0)
	if err != nil {
		return recorded, r.ofOutput(err)
	}
	span, err := result.Core(zone)
	return span, r.ofOutput(err)
}

func (r Run) ofOutput(err error) error {
	inputError, ok := errors.AsType[*power.InputError](err)
	if !ok {
		return err
	}
	said := *inputError
	said.File, said.Field = r.Output, ""
	switch inputError.Field {
	case "run.timezone":
		said.Remedy = "state the time zone of the study, such as Europe/Berlin"
	case "run.core_phase", "run.result":
		said.Remedy = "state start and end of the run, or leave out the output"
	}
	return &said
}
