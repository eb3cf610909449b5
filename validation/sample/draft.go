package sample

import (
	"time"

	"green500/validation/power"
)

// asDraft makes a clean plan one of the draft of methodology 3.0: counters are read every second,
// and no meter states its sampling rate. Level 3 relies on a class of the IEC.
func asDraft(p *plan) {
	for i := range p.meters {
		meter := &p.meters[i]
		meter.SamplingHertz = 0
		if meter.Measures == power.Energy {
			meter.IntervalSeconds, meter.layout = 1, Wide
		}
		if p.level == 3 && meter.Count <= 1 {
			meter.Accuracy = power.Accuracy{Grade: "IEC 62053-22 0.5S"}
		}
	}
}

// onceAMinute reads at the longest interval that Level 1 of the draft allows, over a run of half an hour.
func onceAMinute(p *plan) {
	p.timing = timing{idle: 10 * time.Minute, pause: time.Minute, startUp: 3 * time.Minute,
		core: 30 * time.Minute, tearDown: time.Minute, after: 2 * time.Minute}
	p.meters[0].IntervalSeconds = 60
}

// countersOfNodes reads energy counters of a fraction every five seconds.
func countersOfNodes(p *plan) {
	p.meters = []metering{energyMeter("counters.csv", power.Compute)}
	p.meters[0].layout, p.meters[0].instruments, p.meters[0].SamplingHertz = Wide, 2, 0
}

// someNodes ran the workload on a part of the compute nodes.
func someNodes(p *plan) { p.someNodes = true }

// powerOfAll reads the power of whatever is measured every second, which the draft takes for Level 3.
func powerOfAll(p *plan) {
	p.meters = []metering{powerMeter("meter.csv", power.SubsystemNames()...)}
	p.meters[0].Accuracy, p.meters[0].SamplingHertz = power.Accuracy{OfReadingPercent: 1, Grade: "IEC 62053-21 1"}, 0
}

// slowMains samples as often as edition 1.2 asks where the mains have 50 Hz.
func slowMains(p *plan) { p.site.MainsHz, p.meters[0].SamplingHertz = 50, 100 }
