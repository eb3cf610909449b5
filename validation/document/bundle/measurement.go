package bundle

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"green500/validation/document"
	"green500/validation/forensics"
	"green500/validation/logs/hpl"
	"green500/validation/logs/tracefile"
	"green500/validation/power"
)

// measurement reads the output and the readings. Problems of several files are reported together.
func (r *reader) measurement() (*power.Measurement, error) {
	m := &power.Measurement{Entry: r.Entry}
	var problems power.InputErrors
	for _, step := range []func(*power.Measurement) error{r.result, r.parts} {
		if err := gather(&problems, step(m)); err != nil {
			return nil, err
		}
	}
	if len(problems) > 0 {
		return nil, problems
	}
	m.Absent = r.absent()
	return m, readable(m)
}

func gather(problems *power.InputErrors, err error) error {
	var list power.InputErrors
	var one *power.InputError
	switch {
	case errors.As(err, &list):
		problems.Add(list...)
	case errors.As(err, &one):
		problems.Add(one)
	default:
		return err
	}
	return nil
}

func (r *reader) result(m *power.Measurement) error {
	run := r.Entry.Run
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
		Block: result.NB, Grid: [2]int{result.P, result.Q}, Blocks: output.Blocks,
		Grids: [2][]int{output.Rows, output.Columns},
		Each:  result.Each, OddDate: result.OddDate,
		Checked: result.Checked, Passed: result.Passed, Residual: result.Residual,
		Result: max(run.Result, 1), Results: len(output.Results), Fastest: output.Fastest(),
	}
	if !result.HasTimes {
		if r.Entry.Run.CorePhase.IsZero() {
			return power.InputErrors{{Field: "run.core_phase", Problem: fmt.Sprintf("%s does not print when "+
				"HPL_pdgesv started and ended", r.Entry.Run.Output), Remedy: "state start and end of the core phase " +
				"(it counts as stated, not proven), or run HPL 2.1 or later"}}
		}
		return nil
	}
	zone, _ := document.Zone(run.Timezone) // checked with the document
	if zone == nil && result.NeedsZone() {
		return power.InputErrors{{Field: "run.timezone", Problem: run.Output + " prints local time without a zone",
			Remedy: "give the IANA zone of the node that printed it, such as Europe/Berlin"}}
	}
	core, err := result.Core(zone)
	if err != nil {
		return err
	}
	if !run.CorePhase.IsZero() &&
		(!run.CorePhase.Start.Equal(core.Start.Time) || !run.CorePhase.End.Equal(core.End.Time)) {
		return power.InputErrors{{Field: "run.core_phase", Problem: fmt.Sprintf("%s says %s to %s", run.Output,
			core.Start.Format(time.RFC3339), core.End.Format(time.RFC3339)),
			Remedy: "leave core_phase out, or correct run.timezone"}}
	}
	m.Core, m.CoreProven = core, true
	return nil
}

func (r *reader) output() (*hpl.Output, error) {
	name := r.Entry.Run.Output
	opened, err := r.open(name, "run.output")
	if err != nil {
		return nil, err
	}
	defer func() { _ = opened.Close() }()
	output, failure := tracefile.ReadHPL(opened, name)
	if r.taken[name], err = opened.finish(); err != nil {
		return nil, err
	}
	return output, failure
}

// readable demands readings of every instrument in the averaged span; a wrong zone is the usual reason for none.
func readable(m *power.Measurement) error {
	var problems power.InputErrors
	span := m.AveragingSpan()
	recordings := sync.OnceValue(func() forensics.Recordings { return forensics.RecordingsOf(m) })
	for i, part := range m.Parts {
		if len(part.Traces) == 0 {
			problems.Add(uncovered(i, m, recordings(), &power.Trace{}))
		}
		for j, window := range part.Windows(span) {
			if _, ok := window.Average(); !ok {
				problems.Add(uncovered(i, m, recordings(), part.Traces[j]))
				break
			}
		}
	}
	return problems.OrNil()
}

func uncovered(i int, m *power.Measurement, others forensics.Recordings, t *power.Trace) *power.InputError {
	const layout = "2006-01-02 15:04:05 -07:00"
	part, span := m.Parts[i], m.AveragingSpan()
	problem := fmt.Sprintf("%s contains no readings", part.Series.File)
	if t.Len() > 0 {
		zone := span.Start.Location()
		problem = fmt.Sprintf("the readings of %s run from %s to %s and do not cover the core phase, %s to %s",
			part.Series.File, t.Span().Start.In(zone).Format(layout), t.Span().End.In(zone).Format(layout),
			span.Start.Format(layout), span.End.Format(layout))
	}
	if apart := others.Apart(t); apart != "" {
		problem += "; they are " + apart
	}
	return &power.InputError{Field: fmt.Sprintf("series[%d]", i), Problem: problem,
		Remedy: "give readings of that time, or correct timezone"}
}
