package sample

import (
	"time"

	"green500/validation/power"
)

// The faults of the demonstration. Each breaks one demand and leaves the rest of the entry clean.
var (
	onlyLevelOne = fault{
		sentence: "claims Level 3 with a power meter of 4% on 12% of the nodes", granted: 1,
		spoil: func(p *plan) { p.level, p.meters[0].Accuracy = 3, power.Accuracy{OfReadingPercent: 4} },
	}
	windowOutside = fault{
		sentence: "averages from 75 to 97% of the core phase, outside its middle 80%, and stops recording with it",
		spoil: func(p *plan) {
			p.window = [2]float64{0.75, 0.97}
			p.meters[0].stopsAfter = p.timing.core
		},
	}
	noIdlePower = fault{
		sentence: "has no idle power", granted: 1,
		spoilt: func(b *Bundle) { b.Entry.Idle = nil },
	}
	chosenByPower = fault{
		sentence: "does not say how the measured nodes were chosen",
		spoil:    func(p *plan) { p.sets[0].selection = "" },
	}
	tooFewNodes = fault{sentence: "measured 7 of 96 nodes: under a tenth, under 15 and under 40 kW"}

	halfOfStorage = fault{
		sentence: "measured two of four feeds of the storage; Level 3 requires all", granted: 2,
		spoil: func(p *plan) {
			for i := range p.others {
				if p.others[i].Name == power.Storage {
					p.others[i].Measured = 2
				}
			}
		},
	}
	downstreamWithoutLoss = fault{
		sentence: "measured behind the power supplies and leaves their loss out",
		spoilt: func(b *Bundle) {
			b.Entry.Meters[0].Loss = nil
			b.detach("supply-measurement.txt")
		},
	}
	intervalTooLong = fault{
		sentence: "reads every two minutes in a core phase of eleven",
		spoil:    func(p *plan) { p.meters[0].IntervalSeconds = 120 },
	}
	noInterconnect = fault{
		sentence: "leaves the interconnect out",
		spoil: func(p *plan) {
			p.others[0] = leftOut(power.Interconnect, p.others[0].watts)
		},
	}
	noAccuracy = fault{
		sentence: "does not say how accurate the meter is",
		spoilt:   func(b *Bundle) { b.Entry.Meters[0].Accuracy = power.Accuracy{} },
	}
	loggerStopped = fault{
		sentence: "has no readings after four minutes of the core phase",
		spoil:    func(p *plan) { p.meters[0].stopsAfter = 4 * time.Minute },
	}
	noFiles = fault{
		sentence: "has no files yet", ungraded: true,
		spoilt: func(b *Bundle) {
			b.Files = map[string][]byte{}
			b.Entry.Run.Output, b.Entry.Run.RmaxTeraflops = "", 0
			b.Entry.Series, b.Entry.Attachments, b.Entry.Idle = nil, nil, nil
		},
	}
	noZone = fault{
		sentence: "writes local times and names no zone", ungraded: true,
		spoilt: func(b *Bundle) { b.Entry.Run.Timezone = "" },
	}
)
