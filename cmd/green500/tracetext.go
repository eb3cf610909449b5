package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"green500/validation/forensics"
	"green500/validation/methodology"
	"green500/validation/power"
)

// How much of a log a terminal is shown; JSON has all of it.
const (
	mostColumns     = 24
	mostInstruments = 16
	mostStretches   = 12
)

// text writes what was found for a terminal.
func (f *found) text(out io.Writer) error {
	w := &writer{out: out}
	u := f.Understanding
	looked := fmt.Sprintf("the first %s rows were looked at", count(u.Rows))
	if u.Whole {
		looked = count(u.Rows) + " rows"
	}
	w.line("%s: %s, %s", printable(f.name), strings.Join(append(append([]string{}, u.Packing...), u.Format), ", "), looked)
	f.columns(w)
	f.series(w)
	if f.Trouble == nil {
		f.readings(w)
		f.load(w)
		f.laidOver(w)
		f.looked(w)
	}
	return w.err
}

// table writes rows of cells that stand below each other.
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
			cells.line("  %s\t%s\t%s\t%s", c.Role, printable(c.Name), c.Unit, printable(strings.Join(c.Examples, " | ")))
		}
	})
}

func (f *found) series(w *writer) {
	if len(f.Understanding.Series) == 0 {
		return
	}
	w.line("\nSeries: %s", printable(seriesName(&f.Series)))
	w.table(func(cells *writer) {
		for _, r := range f.Reasons {
			value := r.Value
			if value == "" {
				value = notKnown
			}
			cells.line("  %s\t%s\t%s\t%s", r.Field, printable(value), r.Sure, printable(r.Why))
		}
	})
	others := f.Understanding.Series[1:]
	if len(others) == 0 {
		return
	}
	var names []string
	for _, one := range others[:min(len(others), mostInstruments)] {
		names = append(names, printable(seriesName(&one.Series)))
	}
	w.line("  It could also be %s.", strings.Join(names, "; "))
}

// seriesName names a series by its column and the rows it takes.
func seriesName(s *power.Series) string {
	name := s.Value
	for column, values := range s.Where {
		name += " where " + column + " is " + strings.Join(values, " or ")
	}
	return name
}

func (f *found) readings(w *writer) {
	w.line("\nReadings, %s", f.ZoneName())
	for i, one := range f.Instruments {
		if i == mostInstruments {
			w.line("  and %d more instruments", len(f.Instruments)-mostInstruments)
			break
		}
		f.instrument(w, one)
	}
	if all := f.Window(f.whole()); len(f.Instruments) > 1 && all.Known {
		w.line("  all %d together: mean %s", len(f.Instruments), watts(all.Mean))
	}
	for _, n := range f.Notes {
		place := ""
		if n.Line > 0 {
			place = fmt.Sprintf(", the first in line %d", n.Line)
		}
		w.line("  left out: %s of %s %s%s", several(n.Count, "cell"), printable(n.Field), printable(n.Problem), place)
	}
}

func (f *found) instrument(w *writer, one forensics.Instrument) {
	w.line("  %s: %s from %s to %s, every %s", printable(one.Trace.Instrument), several(one.Count, "reading"),
		f.clock(one.First.At), f.clock(one.Last.At), one.MedianStep.Round(time.Microsecond))
	average, known := one.Average()
	if known && one.Trace.Quantity == power.Energy {
		w.line("    mean %s by the energy counted", watts(average))
	} else if known {
		w.line("    mean %s, from %s to %s", watts(average), watts(power.Reading{Value: one.Min}.Watts()), watts(power.Reading{Value: one.Max}.Watts()))
	}
	for _, fact := range f.oddities(one) {
		w.line("    %s", fact)
	}
}

// oddities says what a reviewer would ask about.
func (f *found) oddities(one forensics.Instrument) []string {
	var said []string
	say := func(when bool, format string, args ...any) {
		if when {
			said = append(said, fmt.Sprintf(format, args...))
		}
	}
	if one.Inspection.Gaps > 0 {
		say(true, "%s, the longest of %s after %s", several(one.Inspection.Gaps, "gap"), one.LongestGap.Duration().Round(time.Millisecond), f.clock(one.LongestGap.Start.Time))
	}
	say(one.Doubled > 0, "%s with the timestamp of the one before, the first at %s", several(one.Doubled, "reading"), f.clock(one.FirstDoubled))
	say(one.Reversed > 0, "%s after a later one in the log", several(one.Reversed, "reading"))
	for _, code := range one.Codes {
		say(true, "%s of %v, as meters write where they have no reading, the first at %s", several(code.Count, "reading"), code.Value, f.clock(code.First.At))
	}
	say(one.Outliers > 0, "%s far from both neighbours, the first at %s", several(one.Outliers, "reading"), f.clock(one.FirstOutlier.At))
	say(one.Trace.Quantity == power.Energy && one.Falls > 0, "the total falls %s", several(one.Falls, "time"))
	say(float64(one.Update) > methodology.UpdateOfInterval*float64(one.MedianStep), "the value changes every %s only", one.Update.Round(time.Microsecond))
	return said
}

func (f *found) load(w *writer) {
	if len(f.Plateaus.All) == 0 {
		w.line("\nLoad: there are too few readings to tell it from rest.")
		return
	}
	w.line("\nLoad, told to %s: %s against %s", f.Plateaus.Step.Round(time.Millisecond), watts(f.Plateaus.Load), watts(f.Plateaus.Rest))
	w.table(func(cells *writer) {
		for i, one := range f.Plateaus.All {
			if i == mostStretches {
				cells.line("  and %d more", len(f.Plateaus.All)-mostStretches)
				break
			}
			ends := ""
			if !one.Rises {
				ends += "  goes on from before the first reading"
			}
			if !one.Falls {
				ends += "  goes on beyond the last reading"
			}
			cells.line("  %s to %s\t%s\t%s%s", f.roughly(one.Start.Time), f.roughly(one.End.Time), one.Duration().Round(time.Second), watts(one.Mean), ends)
		}
	})
}

// laidOver says how the core phase lies over the log.
func (f *found) laidOver(w *writer) {
	l := f.laid
	if l == nil {
		return
	}
	w.line("\nCore phase by %s: %s to %s, %s", printable(f.hpl), f.clock(l.Core.Start.Time), f.clock(l.Core.End.Time), l.Core.Duration())
	for _, sentence := range f.sentences() {
		w.line("  %s", sentence)
	}
}

// sentences say whether the power rises and falls with the core phase, and what would make it fit.
func (f *found) sentences() []string {
	l, said := f.laid, []string{}
	switch {
	case l.Outside:
		said = append(said, "No reading lies in it.")
	case l.On < 0:
		said = append(said, "Power shows no load in it.")
	default:
		on := f.near.All[l.On]
		said = append(said, edge("rises", on.Rises, l.Rise, "starts"), edge("falls", on.Falls, l.Fall, "ends"))
	}
	switch {
	case l.Fits:
		return append(said, "It fits.")
	case l.Holds:
		said = append(said, "It lies inside a longer stretch of load, so its times can be neither confirmed nor refuted.")
	case len(l.Shifts) == 0:
		said = append(said, "It does not fit, and no shift makes it fit.")
	default:
		said = append(said, "It does not fit.")
	}
	for _, s := range l.Shifts {
		said = append(said, f.shift(s))
	}
	return said
}

func edge(verb string, shows bool, by time.Duration, end string) string {
	switch {
	case !shows:
		return fmt.Sprintf("The log does not show where power %s.", verb)
	case by < 0:
		return fmt.Sprintf("Power %s %s before it %s.", verb, by.Abs().Round(time.Second), end)
	}
	return fmt.Sprintf("Power %s %s after it %s.", verb, by.Round(time.Second), end)
}

// shift says what a shift would mean. A clock that was read as UTC is told by it.
func (f *found) shift(s forensics.Shift) string {
	words := "later"
	if s.By < 0 {
		words = "earlier"
	}
	if s.Zone == 0 {
		return fmt.Sprintf("%s %s it fits a stretch of load: a clock would be wrong, or it is another run.", s.By.Abs().Round(time.Second), words)
	}
	text := fmt.Sprintf("%s %s it fits, to %s", hours(s.Zone.Abs()), words, s.Clock.Abs().Round(time.Second))
	switch {
	case f.ZoneOpen && !f.open:
		return text + fmt.Sprintf(": the log's clock shows %s. Name its zone with --timezone.", offset(s.Zone))
	case f.open && !f.ZoneOpen:
		return text + fmt.Sprintf(": HPL's clock shows %s. Name its zone with --hpl-timezone.", offset(-s.Zone))
	}
	return text + ": the clocks of the log and of HPL are read in zones that lie so far apart."
}

func hours(d time.Duration) string { return fmt.Sprintf("%v h", d.Hours()) }

// offset writes how far a clock is before UTC.
func offset(d time.Duration) string {
	return "UTC" + time.Unix(0, 0).In(time.FixedZone("", int(d.Seconds()))).Format("-07:00")
}

func (f *found) looked(w *writer) {
	if f.window == nil {
		return
	}
	win := f.window
	w.line("\nWindow %s to %s, %s", f.clock(win.Span.Start.Time), f.clock(win.Span.End.Time), win.Span.Duration().Round(time.Microsecond))
	if !win.Known {
		w.line("  Not every instrument has readings enough in it.")
	} else {
		w.line("  mean %s, energy %.6g kWh, %s", watts(win.Mean), float64(win.Energy)/joulesPerKWh, several(win.Readings, "reading"))
	}
	for _, one := range win.Instruments[:min(len(win.Instruments), mostInstruments)] {
		if one.Known {
			w.line("  %s: mean %s, %s to %s, %s", printable(one.Name), watts(one.Mean), value(f.Series.Quantity, one.Min), value(f.Series.Quantity, one.Max), several(one.Count, "reading"))
		}
	}
}

const joulesPerKWh = 3.6e6

// value writes a reading of a trace.
func value(quantity power.Quantity, fixed int64) string {
	if quantity == power.Energy {
		return fmt.Sprintf("%.6g kWh", float64(power.Reading{Value: fixed}.Joules())/joulesPerKWh)
	}
	return watts(power.Reading{Value: fixed}.Watts())
}

// manyWatts is from where power is written in kilowatts.
const manyWatts = 1e4

// watts writes power in the unit that fits.
func watts(p power.Watts) string {
	if math.Abs(float64(p)) >= manyWatts {
		return fmt.Sprintf("%.3f kW", p.Kilowatts())
	}
	return fmt.Sprintf("%.2f W", float64(p))
}

// clock writes an instant in the zone of the log, to the millisecond where it is no whole second.
func (f *found) clock(at time.Time) string {
	return at.In(f.Zone()).Round(time.Millisecond).Format("2006-01-02 15:04:05.999")
}

// roughly writes an instant that can be told to a step of the stretches of load only.
func (f *found) roughly(at time.Time) string {
	if f.Plateaus.Step < time.Second {
		return f.clock(at)
	}
	return f.clock(at.Round(time.Second))
}

// several writes how many there are of something.
func several(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return count(n) + " " + what + "s"
}

// count writes a number with commas between thousands.
func count(n int) string {
	const thousand = 1000
	if n < thousand {
		return fmt.Sprint(n)
	}
	return fmt.Sprintf("%s,%03d", count(n/thousand), n%thousand)
}
