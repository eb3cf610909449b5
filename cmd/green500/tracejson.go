package main

import (
	"encoding/json"
	"io"
	"time"

	"green500/validation"
	"green500/validation/forensics"
	"green500/validation/leftout"
	"green500/validation/power"
	"green500/validation/survey"
	"green500/validation/tracefile"
)

// traceDocument is what --format json prints.
type traceDocument struct {
	*tracefile.Understanding
	Chosen      power.Series                 `json:"chosen"` // the series that was read
	Reasons     []tracefile.Reason           `json:"reasons"`
	Zone        string                       `json:"zone"` // empty if it is not stated
	Problem     string                       `json:"trouble,omitempty"`
	Recorded    *power.Span                  `json:"recorded"`
	Instruments []validation.InstrumentFacts `json:"instruments"`
	Notes       []leftout.Note               `json:"notes"`
	Load        []stretchDocument            `json:"load"`
	HPL         *laidDocument                `json:"hpl,omitempty"`
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

type laidDocument struct {
	Core      power.Span      `json:"core_phase"`
	Fits      bool            `json:"fits"`
	Rise      *float64        `json:"rise_offset_s"` // null where the log does not show it
	Fall      *float64        `json:"fall_offset_s"`
	Sentences []string        `json:"sentences"`
	Shifts    []shiftDocument `json:"shifts"`
}

type shiftDocument struct {
	By    float64 `json:"by_s"`
	Zone  float64 `json:"zone_s"`
	Clock float64 `json:"clock_s"`
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

// json writes what was found as one object.
func (f *found) json(out io.Writer) error {
	d := traceDocument{
		Understanding: f.Understanding, Chosen: f.Series, Reasons: f.Reasons, Notes: f.Notes, Instruments: []validation.InstrumentFacts{}, Load: []stretchDocument{},
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
	d.HPL, d.Window = f.laidDocument(), windowOf(f.window, f.Series.Quantity)
	if d.Window != nil {
		d.Window.Followed = f.FollowedIn(d.Window.Span)
	}
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	return encoder.Encode(d)
}

func (f *found) laidDocument() *laidDocument {
	l := f.laid
	if l == nil {
		return nil
	}
	d := &laidDocument{Core: l.Core, Fits: l.Fits, Sentences: f.sentences(), Shifts: []shiftDocument{}}
	if l.On >= 0 {
		on := f.near.All[l.On]
		d.Rise, d.Fall = seconds(on.Rises, l.Rise), seconds(on.Falls, l.Fall)
	}
	for _, s := range l.Shifts {
		d.Shifts = append(d.Shifts, shiftOf(s))
	}
	return d
}

func shiftOf(s forensics.Shift) shiftDocument {
	return shiftDocument{s.By.Seconds(), s.Zone.Seconds(), s.Clock.Seconds()}
}

func seconds(known bool, d time.Duration) *float64 {
	if !known {
		return nil
	}
	s := d.Seconds()
	return &s
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
