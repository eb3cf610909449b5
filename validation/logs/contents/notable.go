package contents

import (
	"slices"
	"time"

	"green500/validation/forensics"
	"green500/validation/forensics/logwarnings"
	"green500/validation/power"
)

// Notable returns at most so many instruments to list, in their order: those that a reviewer would ask about come
// before others. rest says what is to be known of those that are left out, and is empty if none is.
func (s *Survey) Notable(most int) (few []forensics.Instrument, rest string) {
	return rather(s.Instruments, most, func(one forensics.Instrument) bool {
		late := time.Duration(power.MissingFrom * float64(one.MedianStep))
		return one.First.At.Sub(s.Recorded.Start.Time) > late || s.Recorded.End.Sub(one.Last.At) > late ||
			len(s.oddities(one)) > 0
	}, "without anything to check", "with something to check")
}

// Notable returns at most so many instruments to list, in their order: those that were not measured all of the time
// come before others. rest says what is to be known of those that are left out, and is empty if none is.
func (w Window) Notable(most int) (few []InWindow, rest string) {
	lacks := func(one InWindow) bool { return !one.Known || !WholeCovered(one.Present) }
	return rather(w.Instruments, most, lacks, "measured all of the time", "not measured all of the time")
}

// rather returns at most so many of all, in their order, and rather those that are worth telling; and how many others
// there are, with what is to be said if none of them is worth it, or of those that are.
func rather[T any](all []T, most int, worth func(T) bool, none, some string) (few []T, rest string) {
	if len(all) <= most {
		return all, ""
	}
	told, plain := []int{}, []int{}
	for i, one := range all {
		if worth(one) {
			told = append(told, i)
		} else {
			plain = append(plain, i)
		}
	}
	rest = logwarnings.Plural(len(all)-most, "more instrument") + ", " + none
	if left := len(told) - most; left > 0 {
		rest = logwarnings.Plural(len(all)-most, "more instrument") + ", " + logwarnings.Count(left) + " " + some
		told = told[:most]
	}
	shown := append(told, plain[:most-len(told)]...)
	slices.Sort(shown)
	for _, i := range shown {
		few = append(few, all[i])
	}
	return few, rest
}

func (s *Survey) log() *logwarnings.Log {
	return &logwarnings.Log{Series: &s.Series, Zone: s.Zone(), Instruments: len(s.Instruments)}
}

func (s *Survey) settle(part power.Part) {
	calm, turned, some := make([]*power.Trace, len(part.Traces)), len(s.Instruments) > 0, false
	log := s.log()
	for i, one := range s.Instruments {
		a := log.SetApartOf(one)
		s.apart = append(s.apart, a)
		if calm[i] = one.Trace; a.Calm != nil {
			calm[i], some = a.Calm, true
		}
		turned = turned && a.Turned
	}
	s.calm = s.measurement
	if some {
		part.Traces = calm
		s.calm = &power.Measurement{Entry: s.measurement.Entry, Parts: []power.Part{part}, Core: s.measurement.Core}
	}
	s.turned = turned
}

// plateausIn are the stretches of load in a span. Those of negative power are found by its size.
func (s *Survey) plateausIn(cells forensics.Cells) forensics.Plateaus {
	p := forensics.PlateausOf(cells)
	if s.turned {
		p.Load, p.Rest = -p.Load, -p.Rest
		for i := range p.All {
			p.All[i].Mean = -p.All[i].Mean
		}
	}
	return p
}

// NoLoad says why no stretch of load was found.
func (s *Survey) NoLoad() string {
	readings := 0
	for _, one := range s.Instruments {
		readings = max(readings, one.Count)
	}
	if readings < logwarnings.FewestBeside {
		return "there are too few readings to detect it."
	}
	return "none is detected, as the readings show no power above zero, " +
		"or too few of the instruments have readings at the same time."
}
