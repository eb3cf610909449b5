// Package contents describes one log: its import settings, its readings, where the load is, and how a core phase fits
// it. It needs no submission.
package contents

import (
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"green500/validation/forensics"
	"green500/validation/forensics/logwarnings"
	"green500/validation/logs/canonical"
	"green500/validation/logs/drawing"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// Survey is what a log holds. Closing it gives the room of its readings back.
type Survey struct {
	Understanding *tracefile.Understanding
	Series        power.Series       // that was read: the chosen one, or the likeliest, with what the person says of it
	Reasons       []tracefile.Reason // for its fields
	Instruments   []forensics.Instrument
	Notes         []power.Note
	Recorded      power.Span // from the first to the last reading of all instruments
	Plateaus      forensics.Plateaus
	ZoneOpen      bool  // the times have no zone and are shown as they stand
	ReadError     error // why the readings could not be read; what is above it is not known then

	readings    *canonical.Readings
	measurement *power.Measurement
	calm        *power.Measurement     // without what is set apart
	apart       []logwarnings.SetApart // of each instrument
	places      map[*power.Trace]int   // among the instruments
	turned      bool                   // all readings are negative
	// for how long instruments together have no power, though each had some before and after
	notAdded time.Duration
	zone     *time.Location
}

// Settings is what a person says of a log.
type Settings struct {
	tracefile.ImportSettings
	Zone   *time.Location // of Reading.Timezone; nil if none is named
	Choice Choice         // of what the log could be read as; the likeliest if it is not one of these
}

// Choice identifies one of the series that a log could be read as.
type Choice struct {
	Value string              `json:"value"`
	Where map[string][]string `json:"where,omitempty"`
}

// ChoiceOf identifies a series among the others of its log.
func ChoiceOf(s *power.Series) Choice { return Choice{s.Value, s.Where} }

func (c Choice) of(proposals []tracefile.Proposal) tracefile.Proposal {
	same := func(p tracefile.Proposal) bool { return reflect.DeepEqual(c, ChoiceOf(&p.Series)) }
	column := func(p tracefile.Proposal) bool { return c.Value == p.Series.Value }
	for _, near := range []func(tracefile.Proposal) bool{same, column} {
		if at := slices.IndexFunc(proposals, near); at >= 0 {
			return proposals[at]
		}
	}
	return proposals[0]
}

// Read surveys a log. A problem of the whole log is an error; one of its readings is part of the survey.
func Read(in tracefile.Input, told Settings, scratch canonical.Scratch) (*Survey, error) {
	in, done, err := laidOut(in, scratch)
	if err != nil {
		return nil, err
	}
	defer done()
	u, err := tracefile.Understand(in, told.ImportSettings, told.Zone, scratch)
	if err != nil {
		return nil, err
	}
	s := &Survey{Understanding: u, zone: told.Zone}
	if len(u.Series) == 0 {
		s.ReadError = u.NoSeries(in.Name)
		return s, nil
	}
	chosen := told.Choice.of(u.Series)
	s.Series, s.Reasons = chosen.Series, chosen.Reasons
	s.Series.File, s.Series.Origin = in.Name, told.Origin
	s.settleOrigin()
	if s.ZoneOpen = slices.ContainsFunc(s.Reasons, zoneOpen); s.ZoneOpen || s.zone == nil {
		s.zone = time.UTC
	}
	if chosen.Undated && !s.ZoneOpen {
		s.sayDay()
	}
	s.ReadError = s.read(in, scratch)
	var inputError *power.InputError
	if s.ReadError != nil && !errors.As(s.ReadError, &inputError) {
		return nil, s.ReadError
	}
	return s, nil
}

// settleOrigin notes of the start that a clock counts from, which a person states for each log, that they did.
func (s *Survey) settleOrigin() {
	at := s.reason("origin")
	if at < 0 || s.Series.Origin.IsZero() {
		return
	}
	s.Reasons = slices.Clone(s.Reasons)
	if s.Reasons[at].Confidence != tracefile.Open { // the log states it too, perhaps without a zone
		s.Reasons = slices.DeleteFunc(s.Reasons, zoneOpen)
		at = s.reason("origin")
	}
	s.Reasons[at] = tracefile.Reason{Field: "origin", Value: s.Series.Origin.Format(time.RFC3339Nano),
		Confidence: tracefile.Certain, Why: "You stated this."}
}

func (s *Survey) uncounted(name string) error {
	at := slices.IndexFunc(s.Reasons,
		func(r tracefile.Reason) bool { return r.Field == "counts" && r.Confidence == tracefile.Open })
	if at < 0 || s.Series.Counts != "" {
		return nil
	}
	return &power.InputError{File: name, Field: "counts", Problem: "it is unknown what each energy reading counts: " +
		strings.ToLower(s.Reasons[at].Why[:1]) + strings.TrimSuffix(s.Reasons[at].Why[1:], "."),
		Remedy: "choose a column of power, or set counts of the series to total or interval"}
}

func (s *Survey) reason(field string) int {
	return slices.IndexFunc(s.Reasons, func(r tracefile.Reason) bool { return r.Field == field })
}

func zoneOpen(r tracefile.Reason) bool {
	return r.Field == "timezone" && r.Confidence == tracefile.Open
}

func laidOut(in tracefile.Input, scratch canonical.Scratch) (tracefile.Input, func(), error) {
	if in.Stream == nil {
		return in, func() {}, nil
	}
	file, err := scratch()
	if err != nil {
		return in, nil, fmt.Errorf("reading %s: %w", in.Name, err)
	}
	size, err := io.Copy(file, in.Stream)
	if err != nil {
		return in, nil, errors.Join(fmt.Errorf("reading %s: %w", in.Name, err), file.Close())
	}
	return tracefile.Input{Name: in.Name, At: file, Size: size, Ended: in.Ended}, func() { _ = file.Close() }, nil
}

func (s *Survey) read(in tracefile.Input, scratch canonical.Scratch) error {
	if err := s.uncounted(in.Name); err != nil {
		return err
	}
	readings, err := tracefile.Read(in, s.asShown(), s.zone, scratch)
	if err != nil {
		return err
	}
	s.readings, s.Notes = readings, readings.Notes
	part := power.Part{Series: &s.Series, Meter: &power.Meter{}, Traces: readings.Traces}
	s.measurement = &power.Measurement{Entry: &power.Entry{}, Parts: []power.Part{part}}
	whole := s.measurement.Whole()
	s.Recorded = power.NewSpan(whole.Start.In(s.zone), whole.End.In(s.zone))
	all := power.NewSpan(s.Recorded.Start.Time, s.Recorded.End.Add(time.Nanosecond)) // with the last reading
	s.measurement.Core = all
	s.places = map[*power.Trace]int{}
	for _, t := range readings.Traces {
		if in.Ended != nil && in.Ended() != nil {
			return in.Ended()
		}
		s.places[t] = len(s.Instruments)
		s.Instruments = append(s.Instruments, forensics.Inspect(s.measurement, part, t))
	}
	s.settle(part)
	cells := s.cells(s.calm, s.Recorded, overviewCells)
	s.Plateaus = s.plateausIn(cells)
	if s.calm != s.measurement {
		cells = s.cells(s.measurement, s.Recorded, overviewCells)
	}
	s.notAdded = notAdded(cells)
	return s.measurement.Err()
}

const overviewCells = 2048

func (s *Survey) cells(of *power.Measurement, span power.Span, count int) forensics.Cells {
	curve := of.EvenCurve(span, count)
	if curve.Steps() == 0 {
		return forensics.Cells{}
	}
	return forensics.Cells{Start: curve.At(0).In(s.zone), Step: curve.At(1).Sub(curve.At(0)),
		Watts: curve.Lines[0].Watts}
}

// MatchCore holds a core phase against the stretches of load. If the recording is far longer than the
// core phase it looks closer first; what it returns refers to the stretches beside it.
func (s *Survey) MatchCore(core power.Span) (forensics.CoreMatch, forensics.Plateaus) {
	half := core.Duration() / 2
	if near, ok := core.Trim(-half, -half).Intersect(s.Recorded); ok &&
		s.Recorded.Duration() >= closer*core.Duration() {
		plateaus := s.plateausIn(s.cells(s.calm, near, overviewCells))
		if laid := forensics.MatchCore(plateaus, s.Recorded, core); laid.Fits {
			return laid, plateaus
		}
	}
	return forensics.MatchCore(s.Plateaus, s.Recorded, core), s.Plateaus
}

const closer = 4

// Traces are the readings, one trace an instrument. They are dead once the survey is closed.
func (s *Survey) Traces() []*power.Trace {
	if s.readings == nil {
		return nil
	}
	return s.readings.Traces
}

// Readings are the readings as they are kept; nil if they could not be read.
func (s *Survey) Readings() *canonical.Readings { return s.readings }

// Curve is the summed power of all instruments over a span, in at most so many steps.
func (s *Survey) Curve(span power.Span, steps int) power.Curve {
	return s.measurement.Curve(span, steps)
}

// Zone is the zone that times are shown in.
func (s *Survey) Zone() *time.Location { return s.zone }

// ZoneName is the name of that zone, or says that it is not stated.
func (s *Survey) ZoneName() string {
	if s.ZoneOpen {
		return "zone not stated"
	}
	return s.zone.String()
}

// Close gives the room of the readings back.
func (s *Survey) Close() error {
	if s.readings == nil {
		return nil
	}
	return s.readings.Close()
}

const finer = 8

// Picture draws the summed power of all instruments over a span. The band goes from the least to the most
// power in each cell: of the readings if one instrument measures power, else of the finer mean power,
// because the extremes of several instruments need not fall together.
func (s *Survey) Picture(title string, span power.Span, width, height int) *drawing.Picture {
	means := s.cells(s.measurement, span, drawing.PlotWidth(width))
	p := &drawing.Picture{Title: title, Start: means.Start, Step: means.Step, Zone: s.ZoneName(), Width: width,
		Height: height}
	extremes := s.extremes(span, means.Step)
	for i, mean := range means.Watts {
		cell := drawing.Cell{Min: mean, Mean: mean, Max: mean}
		if least, most := extremes(i); least <= most {
			cell.Min, cell.Max = min(mean, least), max(mean, most)
		}
		p.Cells = append(p.Cells, cell)
	}
	return p
}

func (s *Survey) extremes(span power.Span, step time.Duration) func(i int) (least, most float64) {
	if traces := s.Traces(); len(traces) == 1 && traces[0].Quantity == power.Power {
		return func(i int) (least, most float64) {
			from := span.Start.Add(time.Duration(i) * step)
			w := traces[0].Window(power.NewSpan(from, from.Add(step)))
			if w.Count == 0 {
				return math.Inf(1), math.Inf(-1)
			}
			return float64(power.Reading{Value: w.Min}.Watts()), float64(power.Reading{Value: w.Max}.Watts())
		}
	}
	fine := s.cells(s.measurement, span, int(finer*(span.Duration()/max(1, step)+1)))
	return func(i int) (least, most float64) {
		least, most = math.Inf(1), math.Inf(-1)
		from, to := time.Duration(i)*step, time.Duration(i+1)*step
		for k := int((from + fine.Step - 1) / fine.Step); k < len(fine.Watts) &&
			time.Duration(k+1)*fine.Step <= to; k++ {
			if watts := fine.Watts[k]; !math.IsNaN(watts) {
				least, most = min(least, watts), max(most, watts)
			}
		}
		return least, most
	}
}
