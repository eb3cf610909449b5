package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"green500/cmd/green500/corephase"
	"green500/validation"
	"green500/validation/forensics"
	"green500/validation/forensics/logwarnings"
	"green500/validation/logs/contents"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// How much of a log a terminal is shown; JSON has all of it.
const (
	mostColumns     = 24
	mostInstruments = 16
	mostStretches   = 12
)

func (f *found) text(out io.Writer) error {
	w := &writer{out: out}
	u := f.Understanding
	looked := fmt.Sprintf("the first %s rows were examined", logwarnings.Count(u.Rows))
	if u.Whole {
		looked = logwarnings.Count(u.Rows) + " rows"
	}
	w.line("%s: %s, %s", printable(f.name),
		strings.Join(append(append([]string{}, u.Packing...), u.Format), ", "), looked)
	f.columns(w)
	f.series(w)
	if f.ReadError == nil {
		f.readings(w)
		f.load(w)
		f.laidOver(w)
		f.looked(w)
	}
	return w.err
}

func (w *writer) table(rows func(cells *writer)) {
	if w.err != nil {
		return
	}
	table := tabwriter.NewWriter(w.out, 0, 0, 2, ' ', 0)
	cells := &writer{out: table}
	rows(cells)
	if w.err = cells.err; w.err == nil {
		w.err = table.Flush()
	}
}

func (f *found) columns(w *writer) {
	w.line("\nColumns")
	w.table(func(cells *writer) {
		for i, c := range f.Understanding.Columns {
			if i == mostColumns {
				cells.line("  and %d more", len(f.Understanding.Columns)-mostColumns)
				break
			}
			cells.line("  %s\t%s\t%s\t%s", c.Role, printable(c.Name), c.Unit,
				printable(strings.Join(c.Examples, " | ")))
		}
	})
}

func (f *found) series(w *writer) {
	if len(f.Understanding.Series) == 0 {
		return
	}
	w.line("\nSeries: %s", printable(contents.NameOf(&f.Series)))
	w.table(func(cells *writer) {
		for _, r := range f.Reasons {
			value := r.Value
			if value == "" {
				value = notKnown
			}
			cells.line("  %s\t%s\t%s\t%s", r.Field, printable(value), r.Confidence, printable(r.Why))
		}
	})
	others := f.Understanding.Series[1:]
	if len(others) == 0 {
		return
	}
	var names []string
	for _, one := range others[:min(len(others), mostInstruments)] {
		names = append(names, printable(contents.NameOf(&one.Series)))
	}
	w.line("  It could also be %s.", strings.Join(names, "; "))
}

func (f *found) readings(w *writer) {
	w.line("\nReadings, %s", f.ZoneName())
	instruments, rest := f.Notable(mostInstruments)
	for _, one := range instruments {
		f.instrument(w, one)
	}
	if rest != "" {
		w.line("  and %s", rest)
	}
	if all := f.DescribeTotal(); all != "" {
		w.line("  all %d together: %s", len(f.Instruments), all)
	}
	for _, n := range f.Notes {
		w.line("  noted: %s", printable(n.String()))
	}
}

func (f *found) instrument(w *writer, one forensics.Instrument) {
	said := f.Describe(one)
	w.line("  %s: %s", printable(one.Trace.Instrument), said[0])
	for _, fact := range said[1:] {
		w.line("    %s", fact)
	}
}

func (f *found) load(w *writer) {
	if len(f.Plateaus.All) == 0 {
		w.line("\nLoad: %s", f.NoLoad())
		return
	}
	told, load := f.Plateaus.Step.Round(time.Millisecond), logwarnings.Watts(f.Plateaus.Load)
	if first := f.Plateaus.All[0]; first.Rises || first.Falls {
		w.line("\nLoad, detected to within %s: %s, and %s at rest", told, load, logwarnings.Watts(f.Plateaus.Rest))
	} else {
		w.line("\nLoad, detected to within %s: %s, without rest", told, load)
	}
	w.table(func(cells *writer) {
		for i, one := range f.Plateaus.All {
			if i == mostStretches {
				cells.line("  and %d more", len(f.Plateaus.All)-mostStretches)
				break
			}
			ends := ""
			if present := f.PresentIn(one.Span); !contents.WholeCovered(present) {
				ends = "  " + contents.Covered(present)
			}
			if counted := f.CountedOn(one.Span); counted != "" {
				ends += "  " + counted
			}
			if !one.Rises {
				ends += "  starts before the first reading"
			}
			if !one.Falls {
				ends += "  continues after the last reading"
			}
			cells.line("  %s to %s\t%s\t%s%s", f.roughly(one.Start.Time), f.roughly(one.End.Time),
				one.Duration().Round(time.Second), logwarnings.Watts(one.Mean), ends)
		}
	})
}

func (f *found) laidOver(w *writer) {
	if f.core == nil {
		return
	}
	for i, line := range f.core.Lines() {
		before := "  "
		if i == 0 {
			before = "\n"
		}
		w.line("%s%s", before, printable(line))
	}
}

func (f *found) looked(w *writer) {
	if f.window == nil {
		return
	}
	win := f.window
	w.line("\nWindow %s to %s, %s", f.Clock(win.Span.Start.Time), f.Clock(win.Span.End.Time),
		win.Span.Duration().Round(time.Microsecond))
	switch {
	case win.Apart:
		w.line("  The instruments have no readings at the same time in it, so there is no sum.")
	case !win.Known:
		w.line("  Not every instrument has a mean in it, for example because of too few readings or a falling total.")
	default:
		f.means(w)
	}
	instruments, rest := win.Notable(mostInstruments)
	for _, one := range instruments {
		f.inWindow(w, one)
	}
	if rest != "" {
		w.line("  and %s", rest)
	}
}

func (f *found) inWindow(w *writer, one contents.InWindow) {
	count := logwarnings.Plural(one.Count, "reading")
	if !one.Known {
		w.line("  %s: no mean, %s", printable(one.Name), count)
		return
	}
	covered := ""
	if len(f.window.Instruments) > 1 && !contents.WholeCovered(one.Present) {
		covered = "; " + contents.Covered(one.Present)
	}
	w.line("  %s: mean %s, %s to %s, %s%s", printable(one.Name), logwarnings.Watts(one.Mean),
		value(f.Series.Quantity, one.Min), value(f.Series.Quantity, one.Max), count, covered)
}

// means says what the instruments show together in the window, and how much of it was measured: its energy is of no
// more.
func (f *found) means(w *writer) {
	win := f.window
	mean, count, covered := logwarnings.Watts(win.Mean), logwarnings.Plural(win.Readings, "reading"),
		contents.Covered(win.Present)
	if win.Present == 0 {
		w.line("  mean %s, %s", mean, count)
		w.line("  %s, so there is no energy", covered)
		return
	}
	w.line("  mean %s, energy %.6g kWh, %s", mean, float64(win.Energy)/joulesPerKWh, count)
	if !contents.WholeCovered(win.Present) {
		measured := time.Duration(win.Present * float64(win.Span.Duration()))
		covered += fmt.Sprintf(", %s; mean and energy are of that part only", measured.Round(time.Millisecond))
	}
	w.line("  %s", covered)
	if counted := f.CountedOn(win.Span); counted != "" {
		w.line("  %s", counted)
	}
}

const joulesPerKWh = 3.6e6

func value(quantity power.Quantity, fixed int64) string {
	if quantity == power.Energy {
		return fmt.Sprintf("%.6g kWh", float64(power.Reading{Value: fixed}.Joules())/joulesPerKWh)
	}
	return logwarnings.Watts(power.Reading{Value: fixed}.Watts())
}

func (f *found) roughly(at time.Time) string {
	if f.Plateaus.Step < time.Second {
		return f.Clock(at)
	}
	return f.Clock(at.Round(time.Second))
}

type traceDocument struct {
	*tracefile.Understanding
	Chosen      power.Series                 `json:"chosen"` // the series that was read
	Reasons     []tracefile.Reason           `json:"reasons"`
	Zone        string                       `json:"zone"` // empty if it is not stated
	Problem     string                       `json:"error,omitempty"`
	Recorded    *power.Span                  `json:"recorded"`
	Instruments []validation.InstrumentFacts `json:"instruments"`
	Notes       []power.Note                 `json:"notes"`
	Warnings    []string                     `json:"warnings"`
	Load        []stretchDocument            `json:"load"`
	HPL         *corephase.Document          `json:"hpl,omitempty"`
	Window      *windowDocument              `json:"window,omitempty"`
}

type stretchDocument struct {
	power.Span
	Mean     float64 `json:"mean_w"`
	Rises    bool    `json:"rises"`
	Falls    bool    `json:"falls"`
	Present  float64 `json:"present"`  // share of it that readings cover, 1 is all of it, as of a window
	Followed float64 `json:"followed"` // share of it in which they show the power: an energy total counts on in gaps
}

type windowDocument struct {
	power.Span
	Mean        *float64           `json:"mean_w"`   // null if an instrument has too few readings
	Energy      *float64           `json:"energy_j"` // of what readings cover
	Present     float64            `json:"present"`  // share of it that they cover, 1 is all of it
	Followed    float64            `json:"followed"` // as of a stretch of load
	Readings    int                `json:"readings"`
	Instruments []inWindowDocument `json:"instruments"`
}

type inWindowDocument struct {
	Instrument string   `json:"instrument"`
	Mean       *float64 `json:"mean_w"`
	Min        float64  `json:"min"` // in watts or joules
	Max        float64  `json:"max"`
	Present    float64  `json:"present"`
	Readings   int      `json:"readings"`
}

func (f *found) json(out io.Writer) error {
	d := traceDocument{
		Understanding: f.Understanding, Chosen: f.Series, Reasons: f.Reasons, Notes: f.Notes, Warnings: f.Warnings(),
		Instruments: []validation.InstrumentFacts{}, Load: []stretchDocument{},
	}
	if !f.ZoneOpen {
		d.Zone = f.ZoneName()
	}
	if d.Reasons == nil {
		d.Reasons = []tracefile.Reason{}
	}
	if d.Notes == nil {
		d.Notes = []power.Note{}
	}
	if f.ReadError != nil {
		d.Problem = f.ReadError.Error()
	} else {
		d.Recorded = &f.Recorded
	}
	for _, one := range f.Instruments {
		facts := validation.InstrumentFactsOf(one)
		facts.Instrument = one.Trace.Instrument
		d.Instruments = append(d.Instruments, facts)
	}
	for _, one := range f.Plateaus.All {
		d.Load = append(d.Load, stretchDocument{one.Span, float64(one.Mean), one.Rises, one.Falls,
			f.PresentIn(one.Span), f.FollowedIn(one.Span)})
	}
	if f.core != nil {
		d.HPL = f.core.Document()
	}
	d.Window = windowOf(f.window, f.Series.Quantity)
	if d.Window != nil {
		d.Window.Followed = f.FollowedIn(d.Window.Span)
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}

func windowOf(w *contents.Window, quantity power.Quantity) *windowDocument {
	if w == nil {
		return nil
	}
	d := &windowDocument{Span: w.Span, Present: w.Present, Readings: w.Readings, Instruments: []inWindowDocument{}}
	d.Mean, d.Energy = figure(w.Known, float64(w.Mean)), figure(w.Known && w.Present > 0, float64(w.Energy))
	for _, one := range w.Instruments {
		in := inWindowDocument{Instrument: one.Name, Mean: figure(one.Known, float64(one.Mean)), Present: one.Present,
			Readings: one.Count}
		in.Min, in.Max = float64(power.Reading{Value: one.Min}.Watts()), float64(power.Reading{Value: one.Max}.Watts())
		if quantity == power.Energy {
			in.Min, in.Max = float64(power.Reading{Value: one.Min}.Joules()),
				float64(power.Reading{Value: one.Max}.Joules())
		}
		d.Instruments = append(d.Instruments, in)
	}
	return d
}

func figure(known bool, v float64) *float64 {
	if !known {
		return nil
	}
	return &v
}
