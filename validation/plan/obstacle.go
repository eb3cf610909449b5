package plan

import (
	"fmt"
	"math"
	"slices"

	"green500/validation/power"
)

func (l *Level) obstacle(rule, field, problem, change string) {
	l.Obstacles = append(l.Obstacles, Obstacle{rule, field, problem, change})
}

func (l *Level) obstructCore() {
	core := l.request.core()
	shortest, rule := l.limits.CoreMinimum, "core-phase-length"
	if l.asks["level-1-window"] {
		shortest, rule = l.limits.WindowMinimum, "level-1-window"
	}
	if core < shortest {
		l.obstacle(rule, "run.core_phase_s", fmt.Sprintf("The core phase of %s is too short.", Seconds(core.Seconds())),
			fmt.Sprintf("Run a larger problem: At least %s is required.", Seconds(shortest.Seconds())))
	}
}

func (l *Level) obstructMeter() {
	m := l.request.Meter
	if l.Integrated && m.Measures == power.Power {
		l.obstacle("integrated-energy", "meter.measures", "The meter gives readings of power.",
			"Use a meter that integrates energy by itself, and read its running total.")
	}
	if m.SamplingHertz > 0 && m.SamplingHertz < l.Sampling {
		rule := "sampling-rate"
		if l.asks["sampling-rate-energy"] {
			rule = "sampling-rate-energy"
		}
		l.obstacle(rule, "meter.sampling_hz", fmt.Sprintf("The meter samples at %s Hz.", figure(m.SamplingHertz)),
			fmt.Sprintf("Use a meter that samples at %s Hz or more.", figure(l.Sampling)))
	}
	if m.IntervalSeconds > l.Interval {
		rule := "core-average"
		for _, first := range []string{"reading-interval", "readings-in-core", "core-edges-covered"} {
			if l.asks[first] {
				rule = first
			}
		}
		l.obstacle(rule, "meter.reading_interval_s", fmt.Sprintf("The meter is read every %s, which is not often "+
			"enough for a core phase of %s.", Seconds(m.IntervalSeconds), Seconds(l.request.Run.Core)),
			fmt.Sprintf("Read it every %s or more often, or let the run take longer.", Seconds(l.Interval)))
	}
}

func (l *Level) obstructAccuracy() {
	m, limits := l.request.Meter, l.limits
	if !l.asks["meter-accuracy"] {
		return
	}
	if limits.AcceptsGrade(m.Accuracy.Grade) { // the level below still limits its error
		limits = l.Methodology.Limits(l.Level - 1)
	}
	part, known := l.request.meterError(l.Metered)
	limit, change := limits.Accuracy,
		fmt.Sprintf("Use a meter with an error of %s%% at most", figure(100*limits.Accuracy))
	if known && limits.SharesItsLimit(part, m.Count) && part <= limits.SharedAccuracy {
		limit *= math.Sqrt(float64(m.Count))
	}
	if !known || part <= limit {
		return
	}
	// more meters see less each, which is a smaller part of their range
	if part <= limits.SharedAccuracy && len(m.Accuracy.Ranges) == 0 && m.Accuracy.OfRangePercent == 0 {
		change += fmt.Sprintf(", or spread the nodes equally over %d like it",
			int(math.Ceil(math.Pow(part/limits.Accuracy, 2))))
	}
	l.obstacle("meter-accuracy", "meter.accuracy.of_reading_percent",
		fmt.Sprintf("The error of the meter is %s%%.", figure(100*part)), change+".")
}

func (l *Level) obstructSubsystems() {
	for _, s := range l.Subsystems {
		at := slices.IndexFunc(l.request.Subsystems, func(other Subsystem) bool { return other.Name == s.Name })
		if at < 0 || s.Treatment != power.Measured {
			continue
		}
		if measurable := l.request.Subsystems[at].Measurable; measurable != nil && !*measurable {
			l.obstacle("subsystems-measured", fmt.Sprintf("subsystems[%d].can_be_measured", at),
				fmt.Sprintf("The %s cannot be metered.", words(s.Name)),
				fmt.Sprintf("Measure the %s too, or claim Level 2, which accepts an estimate.", words(s.Name)))
		}
	}
}
