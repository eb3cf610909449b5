package power

import (
	"fmt"
	"slices"
	"time"
)

// Measurement is an entry together with what its files hold: all that a rule may look at.
type Measurement struct {
	Entry *Entry
	Parts []Part // in the order of Entry.Series

	Core       Span // the time of the performance figure
	CoreProven bool // read from the workload's own output
	Rmax       GFlops
	Output     *Output // nil if the document names none

	Absent []string // files that the document names as evidence and that are not there
}

// Output is what the workload's own output says of the result that counts.
type Output struct {
	Rmax     GFlops
	Time     time.Duration // of the solution, as it is printed
	Order    int           // N of the row of the result
	Orders   []int         // N of the parameters, which a program may change
	Block    int           // NB of the row of the result
	Grid     [2]int        // P and Q of the row of the result
	Blocks   []int         // NB of the parameters
	Grids    [2][]int      // P and Q of the parameters
	Each     GFlops        // rate of one process, if the row prints it
	OddDate  string        // a time whose day of the week is not that of its date
	Rate     GFlops        // what order and time give; 0 if the time is printed as 0
	Checked  bool          // a residual is printed
	Passed   bool          // every residual printed is marked as passed
	Residual float64       // the largest one printed
	Result   int           // which of the output's results counts, from 1
	Results  int           // how many results the output holds
	Fastest  GFlops        // the highest rate of those that are marked as passed; 0 if none is
}

// Part is one series of the document with the traces found in its file, one an instrument.
type Part struct {
	Series *Series
	Meter  *Meter
	Traces []*Trace
	Notes  []Note // of reading its files

	Choices []Choice // what it takes of its files
}

// window returns the readings of a trace that count for a span: those whose own averaging
// interval lies in it, if the document says where a timestamp lies in its interval (2.0, 3.1.3).
func (p Part) window(t *Trace, s Span) Window {
	return t.Window(p.counted(t, s))
}

func (p Part) counted(t *Trace, s Span) Span {
	if t.Quantity == Energy || p.Series.Stamp == "" {
		return s
	}
	// A window ends before its end, but an interval may end with the span: hence the nanosecond.
	const withEnd = time.Nanosecond
	interval := p.Interval(t, s)
	switch p.Series.Stamp {
	case "begin":
		s = s.Trim(0, interval-withEnd)
	case "end":
		s = s.Trim(interval, -withEnd)
	case "middle":
		s = s.Trim(interval/2, interval-interval/2-withEnd)
	}
	return s
}

// Interval returns the time between readings: what the trace shows, else what the document states.
func (p Part) Interval(t *Trace, s Span) time.Duration {
	if w := t.Window(s); w.MedianStep > 0 {
		return w.MedianStep
	}
	return time.Duration(p.Meter.IntervalSeconds * float64(time.Second))
}

// Windows returns the window of every instrument of the part for a span.
func (p Part) Windows(s Span) []Window {
	windows := make([]Window, len(p.Traces))
	for i, t := range p.Traces {
		windows[i] = p.window(t, s)
	}
	return windows
}

// Covers reports whether a series of the measurement covers the subsystem.
func (m *Measurement) Covers(subsystem string) bool {
	return slices.ContainsFunc(m.Parts, func(p Part) bool { return p.Series.Covers.Subsystem == subsystem })
}

// Whole returns the time from the first to the last reading of all instruments; it is zero if there are none.
func (m *Measurement) Whole() Span {
	var whole Span
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			whole = whole.include(t.Span())
		}
	}
	return whole
}

// Err returns why requested readings could not be read; nothing that was formed from them is to be believed then.
func (m *Measurement) Err() error {
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			if err := t.Err(); err != nil {
				return fmt.Errorf("%s %s: %w", part.Series.File, t.Instrument, err)
			}
		}
	}
	return nil
}
