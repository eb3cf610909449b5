package main

import (
	"encoding/json"
	"io"

	"green500/cmd/green500/corephase"
	"green500/validation"
	"green500/validation/leftout"
	"green500/validation/power"
	"green500/validation/survey"
	"green500/validation/tracefile"
)

type traceDocument struct {
	*tracefile.Understanding
	Chosen      power.Series                 `json:"chosen"` // the series that was read
	Reasons     []tracefile.Reason           `json:"reasons"`
	Zone        string                       `json:"zone"` // empty if it is not stated
	Problem     string                       `json:"error,omitempty"`
	Recorded    *power.Span                  `json:"recorded"`
	Instruments []validation.InstrumentFacts `json:"instruments"`
	Notes       []leftout.Note               `json:"notes"`
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
	Mean        *float64           `json:"mean_w"`   // null where an instrument has too few readings
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
		Understanding: f.Understanding, Chosen: f.Series, Reasons: f.Reasons, Notes: f.Notes, Warnings: f.Warnings(), Instruments: []validation.InstrumentFacts{}, Load: []stretchDocument{},
	}
	if !f.ZoneOpen {
		d.Zone = f.ZoneName()
	}
	if d.Reasons == nil {
		d.Reasons = []tracefile.Reason{}
	}
	if d.Notes == nil {
		d.Notes = []leftout.Note{}
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
		d.Load = append(d.Load, stretchDocument{one.Span, float64(one.Mean), one.Rises, one.Falls, f.PresentIn(one.Span), f.FollowedIn(one.Span)})
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

func windowOf(w *survey.Window, quantity power.Quantity) *windowDocument {
	if w == nil {
		return nil
	}
	d := &windowDocument{Span: w.Span, Present: w.Present, Readings: w.Readings, Instruments: []inWindowDocument{}}
	d.Mean, d.Energy = figure(w.Known, float64(w.Mean)), figure(w.Known && w.Present > 0, float64(w.Energy))
	for _, one := range w.Instruments {
		in := inWindowDocument{Instrument: one.Name, Mean: figure(one.Known, float64(one.Mean)), Present: one.Present, Readings: one.Count}
		in.Min, in.Max = float64(power.Reading{Value: one.Min}.Watts()), float64(power.Reading{Value: one.Max}.Watts())
		if quantity == power.Energy {
			in.Min, in.Max = float64(power.Reading{Value: one.Min}.Joules()), float64(power.Reading{Value: one.Max}.Joules())
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
