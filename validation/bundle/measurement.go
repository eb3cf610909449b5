package bundle

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"green500/validation/canonical"
	"green500/validation/document"
	"green500/validation/forensics"
	"green500/validation/hpl"
	"green500/validation/power"
	"green500/validation/tracefile"
)

// reader reads the files of one document.
type reader struct {
	entry  *power.Entry
	folder fs.FS
}

// measurement reads the output, and the readings as parts does. Troubles with several files are
// reported together.
func (r reader) measurement(parts func(*power.Measurement) error) (*power.Measurement, error) {
	m := &power.Measurement{Entry: r.entry}
	var troubles power.InputErrors
	for _, step := range []func(*power.Measurement) error{r.result, parts} {
		err := listed(step(m))
		if more := (power.InputErrors{}); errors.As(err, &more) {
			troubles = append(troubles, more...)
		} else if err != nil {
			return nil, err
		}
	}
	if len(troubles) > 0 {
		return nil, troubles
	}
	return m, readable(m)
}

// result takes Rmax and core phase from the output where there is one, else from the document.
func (r reader) result(m *power.Measurement) error {
	run := r.entry.Run
	m.Core, m.Rmax = run.CorePhase, run.StatedRmax()
	if run.Output == "" {
		return nil
	}
	output, err := r.output()
	if err != nil {
		return err
	}
	result, err := output.Pick(run.Result)
	if err != nil {
		return err
	}
	m.Rmax = result.GFlops
	m.Output = &power.Output{
		Rmax: result.GFlops, Time: result.Time, Order: result.N, Orders: output.Orders, Rate: result.Rate(),
		Checked: result.Checked, Passed: result.Passed, Residual: result.Residual,
		Result: max(run.Result, 1), Results: len(output.Results), Fastest: output.Fastest(),
	}
	if !result.HasTimes {
		return r.statedCore()
	}
	zone, _ := document.Zone(run.Timezone) // checked with the document
	if zone == nil {
		return power.InputErrors{{Field: "run.timezone", Problem: run.Output + " prints local time without a zone", Remedy: "give the IANA zone of the node that printed it, such as Europe/Berlin"}}
	}
	core, err := result.Core(zone)
	if err != nil {
		return err
	}
	if !run.CorePhase.IsZero() && (!run.CorePhase.Start.Equal(core.Start.Time) || !run.CorePhase.End.Equal(core.End.Time)) {
		return power.InputErrors{{Field: "run.core_phase", Problem: fmt.Sprintf("%s says %s to %s", run.Output, core.Start.Format(time.RFC3339), core.End.Format(time.RFC3339)),
			Remedy: "leave core_phase out, or correct run.timezone"}}
	}
	m.Core, m.CoreProven = core, true
	return nil
}

func (r reader) output() (*hpl.Output, error) {
	run := r.entry.Run
	file, err := r.open(run.Output, "run.output")
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return hpl.Parse(file, run.Output)
}

// statedCore demands the core phase from the document where the output prints no times.
func (r reader) statedCore() error {
	if r.entry.Run.CorePhase.IsZero() {
		return power.InputErrors{{Field: "run.core_phase", Problem: fmt.Sprintf("%s does not print when HPL_pdgesv started and ended", r.entry.Run.Output),
			Remedy: "state start and end of the core phase (it counts as stated, not proven), or run HPL 2.1 or later"}}
	}
	return nil
}

// listed makes a list of a single trouble, so that callers meet one kind of error.
func listed(err error) error {
	var one *power.InputError
	if list := (power.InputErrors{}); errors.As(err, &list) {
		return list
	}
	if errors.As(err, &one) {
		return power.InputErrors{one}
	}
	return err
}

// parts reads the readings of every series, each file once.
func (r reader) parts(m *power.Measurement) error {
	found := make([]filed, len(r.entry.Series))
	for i := range found {
		found[i] = filed{}
	}
	var troubles power.InputErrors
	for _, name := range r.seriesFiles() {
		err := r.readFile(found, name)
		if more := (power.InputErrors{}); errors.As(err, &more) {
			troubles = append(troubles, more...)
		} else if err != nil {
			return err
		}
	}
	if len(troubles) > 0 {
		return troubles
	}
	for i := range r.entry.Series {
		s := &r.entry.Series[i]
		traces, trouble := found[i].inTurn(s.Files(), fmt.Sprintf("series[%d]", i))
		if trouble != nil {
			troubles = append(troubles, trouble)
		}
		m.Parts = append(m.Parts, power.Part{Series: s, Meter: r.entry.MeterOf(s), Traces: traces})
	}
	return troubles.OrNil()
}

// seriesFiles lists the files of readings in the order of the document.
func (r reader) seriesFiles() []string {
	var names []string
	for _, series := range r.entry.Series {
		for _, name := range series.Files() {
			if !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

// readFile reads every series of one file in one pass.
func (r reader) readFile(found []filed, name string) error {
	var at []int
	var series []*power.Series
	var zones []*time.Location
	for i := range r.entry.Series {
		if s := &r.entry.Series[i]; slices.Contains(s.Files(), name) {
			at, series, zones = append(at, i), append(series, s), append(zones, r.zone(s))
		}
	}
	file, err := r.open(name, fileField(series[0], at[0], name))
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }()
	read, err := tracefile.ReadAll(tracefile.Input{Name: name, At: file, Size: file.Size}, series, zones, canonical.Memory)
	if err != nil {
		return listed(err)
	}
	for i := range series {
		found[at[i]][name] = read[i].Traces
	}
	return nil
}

// zone is the zone of times that a file writes without one: the series' own, else the run's.
func (r reader) zone(s *power.Series) *time.Location {
	name := s.Timezone
	if name == "" {
		name = r.entry.Run.Timezone
	}
	zone, _ := document.Zone(name) // checked with the document
	return zone
}

// readable demands that every instrument has readings in the span that is averaged: without them
// there is no figure to grade, and a wrong zone is the usual reason.
func readable(m *power.Measurement) error {
	var troubles power.InputErrors
	span := m.AveragingSpan()
	for i, part := range m.Parts {
		for j, window := range part.Windows(span) {
			if _, ok := window.Average(); !ok {
				troubles = append(troubles, uncovered(i, m, part.Traces[j]))
				break
			}
		}
	}
	return troubles.OrNil()
}

func uncovered(i int, m *power.Measurement, t *power.Trace) *power.InputError {
	const layout = "2006-01-02 15:04:05 -07:00"
	part, span := m.Parts[i], m.AveragingSpan()
	problem := fmt.Sprintf("%s holds no readings", part.Series.File)
	if t.Len() > 0 {
		zone := span.Start.Location()
		problem = fmt.Sprintf("the readings of %s run from %s to %s and do not cover the core phase, %s to %s", part.Series.File,
			t.Span().Start.In(zone).Format(layout), t.Span().End.In(zone).Format(layout), span.Start.Format(layout), span.End.Format(layout))
	}
	if apart := forensics.Apart(m, t); apart != "" {
		problem += "; they are " + apart
	}
	return &power.InputError{Field: fmt.Sprintf("series[%d]", i), Problem: problem,
		Remedy: "give readings of that time, or correct timezone"}
}
