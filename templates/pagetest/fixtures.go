package pagetest

import (
	"math"
	"time"

	"green500/templates"
	"green500/validation"
	"green500/validation/methodology"
	"green500/validation/power"
	"green500/validation/review"
	"green500/validation/rules"
)

// Made-up data for every page. Names and figures are invented.

var (
	berlin = time.FixedZone("", 2*3600)
	// Noon is when the run began.
	Noon = time.Date(2026, 9, 27, 12, 0, 0, 0, berlin)
)

// Span is a stretch of the run, from and to since noon.
func Span(from, to time.Duration) power.Span { return power.NewSpan(Noon.Add(from), Noon.Add(to)) }

// Pointer is the address of a value.
func Pointer[T any](v T) *T { return &v }

// Curve is power over six minutes, with a gap.
func Curve() power.Curve {
	gap := math.NaN()
	return power.Curve{Borders: Borders(6, time.Minute), Lines: []power.Line{
		{
			Name: "compute gpu", Instruments: 3, Absent: 1, Present: []float64{1, 1, 1, 0.25, 1, 1},
			Watts: []float64{41000, 150000.1234, 151000, gap, 149000, 42000},
			Min:   []float64{41000, 149000, 150000, gap, 148500, 41000},
			Max:   []float64{41000, 152000, 151500, gap, 149500, 43000},
		},
		{
			Name: "head_nodes", Instruments: 1, Present: []float64{1, 1, 1, 1, 1, 1},
			Watts: []float64{1000, 1000, 1000, 1000, 1000, 0}, Min: []float64{1000, 900, 1000, 1000, 1000, 0},
			Max: []float64{1000, 1100, 1000, 1000, 1000, 0},
		},
	}}
}

// Borders are the instants between equal steps.
func Borders(steps int, step time.Duration) []int64 {
	all := []int64{Noon.UnixNano()}
	for i := range steps {
		all = append(all, Noon.Add(time.Duration(i+1)*step).UnixNano())
	}
	return all
}

// Findings are of every outcome.
func Findings() []rules.Finding {
	return []rules.Finding{
		{Rule: "machine-fraction", Title: "Enough of the machine is measured", Aspect: methodology.MachineFraction,
			Section: "3.5 Aspect 2", Levels: []power.Level{2}, Severity: rules.Must, Outcome: rules.Pass,
			Observed: "36 of 36 nodes", Limit: "at least 15", Margin: Pointer(1.4)},
		{Rule: "meter-accuracy", Title: "The meters are accurate enough", Aspect: methodology.MeterAccuracy,
			Section: "3.1.1 Accuracy", Levels: []power.Level{1, 2}, Severity: rules.Must, Outcome: rules.Pass,
			Observed: "1 %", Limit: "at most 1 %", Margin: Pointer(0.0)},
		{Rule: "core-covered", Title: "Readings cover the core phase", Aspect: methodology.Timing,
			Section: "3.3.4 Level 2", Levels: []power.Level{2}, Severity: rules.Must, Outcome: rules.Fail,
			Observed: "a gap of 60 s", Limit: "no gap",
			Margin: Pointer(-0.5), Message: "The readings have a gap of 60 s.", Remedy: "Read the meters without gaps.",
			Spans: []power.Span{Span(3*time.Minute, 4*time.Minute)}},
		{Rule: "core-covered", Title: "Readings cover the core phase", Aspect: methodology.Timing,
			Section: "3.3.5 Level 3", Levels: []power.Level{3}, Severity: rules.Must, Outcome: rules.Fail,
			Observed: "a gap of 60 s", Limit: "no gap", Margin: Pointer(-0.9)},
		{Rule: "idle-power", Title: "Idle power is reported", Aspect: methodology.Measurements, Section: "2 Checklist",
			Levels: []power.Level{1, 2, 3}, Severity: rules.Should, Outcome: rules.Unknown},
		{Rule: "conversion-loss", Title: "Losses are added", Aspect: methodology.Location, Section: "3.7.1 Adjusting " +
			"for Power Loss", Levels: []power.Level{1, 2, 3}, Severity: rules.Must, Outcome: rules.NotApplicable},
	}
}

// Report has a value in most of its parts.
func Report() *validation.Report {
	number := func(value, half float64, unit string) *validation.Number {
		return &validation.Number{Value: value, Uncertainty: &half, Unit: unit, Formula: "made <up>"}
	}
	return &validation.Report{
		Methodology: "2.0", ClaimedLevel: 2, GrantedLevel: 1,
		Aspects: []validation.AspectResult{
			{ID: "1a", Title: "Granularity", Level: 3},
			{ID: "1b", Title: "Timing", Level: 1, FirstFailingRule: "core-covered"},
		},
		Numbers: validation.Numbers{
			Efficiency: number(33.8, 0.338, "GFlops/W"), CoreAverage: number(154948, 1549, "W"),
			CoreEnergy: number(3.9e7, 4e5, "J"),
			Rmax:       &validation.Number{Value: 5238000, Unit: "GFlops", Formula: "read from hpl.log"},
		},
		Breakdown: []validation.Part{
			{Contribution: power.Contribution{Subsystem: "compute", NodeSet: "gpu", Kind: power.Metered, Watts: 150000,
				Factor: 1}, Formula: "metered_w × 2",
				Inputs: []validation.Term{{Name: "metered_w", Value: 75000, Unit: "W", Source: "pdus.csv"}}},
			{Contribution: power.Contribution{Subsystem: "storage", Kind: power.Extrapolated, Watts: 40, Factor: 2},
				Formula: "metered_w × 2",
				Inputs:  []validation.Term{{Name: "metered_w", Value: 75000, Unit: "W", Source: "pdus.csv"}}},
			{Contribution: power.Contribution{Subsystem: "head_nodes", Kind: power.Estimate, Watts: 1000, Factor: 1},
				Formula: "metered_w × 2",
				Inputs:  []validation.Term{{Name: "metered_w", Value: 75000, Unit: "W", Source: "pdus.csv"}}},
			{Contribution: power.Contribution{Subsystem: "compute", NodeSet: "gpu", Kind: power.ConversionLoss,
				Watts: 900, Factor: 1.06}, Formula: "metered_w × 2",
				Inputs: []validation.Term{{Name: "metered_w", Value: 75000, Unit: "W", Source: "pdus.csv"}}},
			{Contribution: power.Contribution{Subsystem: "cooling", Kind: power.Omitted, Stated: 1800}, Formula: "0"},
		},
		Findings: Findings(),
		WayUp: []validation.LevelNeeds{{Level: 2, Needs: []validation.Need{{Text: "Record <idle> power.",
			Rules: []string{"idle-power"}, Aspects: []methodology.Aspect{methodology.Measurements}}}}},
		Uncertainty: validation.Uncertainty{
			Power:      &validation.Interval{Low: 153000, High: 157000, Confidence: 0.95},
			Efficiency: &validation.Interval{Low: 33.4, High: 34.2, Confidence: 0.95},
			Meters: []validation.MeterPart{{Meter: "pdu", Metered: 150000, OfReading: 0.01, Count: 9,
				Half: Pointer(1500.0), Independent: Pointer(500.0), Warning: "Level 3 rests on independence."}},
			Sampling: []validation.SamplingPart{{Subsystem: "compute", NodeSet: "gpu", Measured: 15, All: 36,
				Variation: 0.02, Assumed: true, Half: 900, ForOne: 16, ForTwo: 4}},
			Boundary: validation.Boundary{ClockError: 1, Shifts: []validation.Shift{
				{Kind: validation.Earlier, Seconds: 1, Power: Pointer(154000.0), Change: Pointer(-0.006),
					Level: Pointer(power.Level(1))},
				{Kind: validation.Later, Seconds: 30}}},
			Window: &validation.LegalWindow{Shortest: 60, Within: Span(time.Minute, 5*time.Minute),
				Best: validation.WindowFigure{Power: 140000, Efficiency: 37, Gain: 0.12}},
		},
		Forensics: validation.Forensics{
			Instruments: []validation.InstrumentFacts{{File: "pdus.csv", Instrument: "<rack>", Readings: 240,
				Interval: 1, Update: 1.5, Gaps: 2}},
			Twins: []validation.Twins{{First: "a", Second: "b", Equal: true}},
			Edges: &validation.Edges{Rise: power.Time{Time: Noon}, RiseOffset: Pointer(-3.5)},
			Runs:  []power.Span{Span(time.Minute, 5*time.Minute)},
		},
		Checklist: []validation.CheckResult{{ID: "idle-power", Title: "Idle power", Section: "2 Checklist: Idle Power",
			Answer: validation.Missing, Rules: []string{"idle-power"}}},
		Spans: validation.Spans{Core: Span(time.Minute, 5*time.Minute), CoreProven: true,
			FullRun:  Span(30*time.Second, 330*time.Second),
			Averaged: Span(time.Minute, 5*time.Minute), Idle: []power.Span{Span(0, 30*time.Second)}},
		Digests: validation.Digests{Rules: "sha256:aa", Input: "sha256:bb", Report: "sha256:cc"},
	}
}

// Documented is a document.
func Documented() *power.Entry {
	return &power.Entry{
		Schema: power.Schema, Edition: "2026-11", Methodology: "2.0", ClaimedLevel: 2,
		Site:     power.Site{Name: "Example & Sons <Centre>", Country: "DE"},
		System:   power.System{Name: "Example-1", TotalCores: 24384, Year: 2026},
		NodeSets: []power.NodeSet{{Name: "gpu", Nodes: 36, Measured: 36}},
		Tunables: []power.Tunable{{Name: "GPU clock", Default: "1980 MHz", Value: "1410 MHz"}},
	}
}

// Viewer is somebody of a role who is signed in.
func Viewer(role review.Role) templates.Viewer {
	return templates.Viewer{SignedIn: true, Name: "Sam Example", Role: role}
}

// Page is what every page has.
func Page(path string, v templates.Viewer) templates.Page {
	return templates.Page{Title: "A page", Path: path, Viewer: v}
}
