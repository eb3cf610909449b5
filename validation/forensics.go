package validation

import (
	"slices"

	"green500/validation/forensics"
	"green500/validation/power"
)

// Forensics is what the readings themselves show, meter by meter, inside the core phase.
type Forensics struct {
	Instruments []InstrumentFacts `json:"instruments"`
	More        int               `json:"more_instruments,omitempty"` // that are not listed
	Twins       []Twins           `json:"twins"`                      // pairs of instruments that read the same
	MoreTwins   int               `json:"more_twins,omitempty"`
	Edges       *Edges            `json:"edges"` // null if no edge shows
	Runs        []power.Span      `json:"runs"`  // stretches of load in the readings, in the order of time
	// which of them holds the core phase, from 1; 0 if none does
	StatedRun int          `json:"stated_run"`
	LeftOut   []power.Note `json:"left_out,omitempty"` // what was met in the files and no reading stands for
}

// InstrumentFacts are the readings of one instrument inside the core phase.
type InstrumentFacts struct {
	File       string       `json:"file"`
	Instrument string       `json:"instrument,omitempty"`
	Readings   int          `json:"readings"`
	Interval   float64      `json:"interval_s"` // usual time between readings
	Update     float64      `json:"update_s"`   // usual time between changes of value
	Gaps       int          `json:"gaps"`       // steps so long that readings are missing
	GapSpans   []power.Span `json:"gap_spans"`  // the longest of them
	Lost       float64      `json:"lost_s"`     // time in gaps beyond one interval
	LongestGap *power.Span  `json:"longest_gap"`
	Repeats    int          `json:"repeats"`     // readings equal to the one before
	LongestRun *power.Span  `json:"longest_run"` // longest stretch of one value; null if every reading is a new one
	Doubled    int          `json:"doubled"`     // readings with the timestamp of the one before
	Reversed   int          `json:"reversed"`    // readings that stand after a later one in the file, whole file
	Resolution float64      `json:"resolution"`  // smallest difference between values, in watts or joules
	Falls      int          `json:"falls"`       // energy totals: readings below the one before
	Sentinels  int          `json:"sentinels"`   // values that meters write for "no reading"
	Without    *float64     `json:"without_w"`   // average power without them; null if there are none
	Outliers   int          `json:"outliers"`    // single readings far from both neighbours
	Apart      string       `json:"apart,omitempty"`
}

// Twins are two instruments whose readings are equal, or nearly.
type Twins struct {
	First  string  `json:"first"`
	Second string  `json:"second"`
	Equal  bool    `json:"equal"`    // to the last digit
	Offset float64 `json:"offset_s"` // of the second's clock
}

// Edges are where the power rises and falls, against the stated core phase. Positive offsets are later than stated.
type Edges struct {
	Rise       power.Time `json:"rise,omitzero"`
	Fall       power.Time `json:"fall,omitzero"`
	RiseOffset *float64   `json:"rise_offset_s"`
	FallOffset *float64   `json:"fall_offset_s"`
}

const mostListed = 200

func forensicsOf(facts *forensics.Facts) Forensics {
	f := Forensics{Instruments: []InstrumentFacts{}, Twins: []Twins{}, Runs: spansOr(facts.Runs),
		StatedRun: facts.Stated + 1, Edges: edgesOf(facts.Edges)}
	for _, one := range listed(facts.Instruments) {
		f.Instruments = append(f.Instruments, InstrumentFactsOf(one))
	}
	f.More = len(facts.Instruments) - len(f.Instruments)
	for _, twins := range facts.Twins[:min(mostListed, len(facts.Twins))] {
		f.Twins = append(f.Twins, Twins{
			First: facts.Instruments[twins.First].Name(), Second: facts.Instruments[twins.Second].Name(),
			Equal: twins.Equal, Offset: round(twins.Offset.Seconds()),
		})
	}
	f.MoreTwins = len(facts.Twins) - len(f.Twins)
	return f
}

func leftOut(m *power.Measurement) []power.Note {
	var notes []power.Note
	for _, part := range m.Parts {
		for _, note := range part.Notes {
			if !slices.Contains(notes, note) {
				notes = append(notes, note)
			}
		}
	}
	return notes
}

func listed(all []forensics.Instrument) []forensics.Instrument {
	plain := mostListed
	for _, one := range all {
		if one.Notable() {
			plain = max(0, plain-1)
		}
	}
	var chosen []forensics.Instrument
	for _, one := range all {
		if !one.Notable() {
			plain--
		}
		if len(chosen) < mostListed && (one.Notable() || plain >= 0) {
			chosen = append(chosen, one)
		}
	}
	return chosen
}

// InstrumentFactsOf writes down what the readings of one instrument show.
func InstrumentFactsOf(one forensics.Instrument) InstrumentFacts {
	f := InstrumentFacts{
		File: one.Part.Series.File, Instrument: one.Column, Readings: one.Count,
		Interval: one.MedianStep.Seconds(), Update: one.Update.Seconds(),
		Gaps: one.Inspection.Gaps, GapSpans: spansOr(one.Gaps), Lost: one.Lost.Seconds(),
		Repeats: one.Repeats, Doubled: one.Doubled, Reversed: one.Reversed,
		Resolution: float64(power.Reading{Value: one.Resolution}.Watts()),
		Outliers:   one.Outliers, Apart: one.Apart,
	}
	if one.Trace.Quantity == power.Energy {
		f.Resolution, f.Falls = float64(power.Reading{Value: one.Resolution}.Joules()), one.Falls
	}
	if f.Gaps > 0 {
		f.LongestGap = &one.LongestGap
	}
	if one.Repeats > 0 {
		f.LongestRun = &one.LongestRun
	}
	for _, code := range one.Codes {
		f.Sentinels += code.Count
	}
	if f.Sentinels > 0 && one.Trace.Quantity == power.Power {
		f.Without = new(rounded(one.AverageWithoutCodes()))
	}
	return f
}

// spansOr returns an empty list instead of nil, which JSON writes as null.
func spansOr(spans []power.Span) []power.Span {
	if spans == nil {
		return []power.Span{}
	}
	return spans
}

func edgesOf(e forensics.Edges) *Edges {
	if e.Rise.IsZero() && e.Fall.IsZero() {
		return nil
	}
	edges := Edges{Rise: power.Time{Time: e.Rise}, Fall: power.Time{Time: e.Fall}}
	if !e.Rise.IsZero() {
		edges.RiseOffset = new(round(e.RiseOffset.Seconds()))
	}
	if !e.Fall.IsZero() {
		edges.FallOffset = new(round(e.FallOffset.Seconds()))
	}
	return &edges
}
