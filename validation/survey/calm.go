package survey

import (
	"green500/validation/forensics"
	"green500/validation/logwarnings"
	"green500/validation/power"
)

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
	return "none is detected, as the readings show no power above zero, or too few of the instruments have readings at the same time."
}
