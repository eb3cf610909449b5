package plan

import (
	"fmt"
	"math"
	"strings"

	"green500/validation/methodology"
	"green500/validation/power"
)

// Resolution is how coarse the readings of a meter may be: rounding moves what it reads over the core phase by no more
// than its error, even if it sees less than expected by Margin.
type Resolution struct {
	// the most that rounding may move the average: the stated error of the meter, else the level's limit
	Percent float64 `json:"rounding_percent"`
	// what one meter sees: its part of the measured nodes, or a node if the number of meters is not stated
	Load   power.Watts `json:"load_w"`
	Nodes  float64     `json:"nodes_each"` // that one meter sees
	Power  power.Watts `json:"power_step_w,omitempty"`
	Energy float64     `json:"energy_step_wh,omitempty"` // over the core phase

	stated bool // the error is that of the meter
}

const joulesPerWattHour = 3600.0

// resolution is nil if neither the meter nor the level limits an error.
func (l *Level) resolution() *Resolution {
	r := Resolution{Nodes: 1, Load: power.Watts(math.Inf(1))}
	for _, set := range l.request.NodeSets {
		r.Load = min(r.Load, set.Power)
	}
	if count := l.request.Meter.Count; count > 0 {
		r.Nodes, r.Load = float64(l.Nodes())/float64(count), l.Metered/power.Watts(count)
	}
	least := r.Load * (1 - Margin)
	part, known := l.request.Meter.Accuracy.At(least)
	r.stated = known && part > 0
	if !r.stated {
		part = l.limits.Accuracy
	}
	if part <= 0 {
		return nil
	}
	r.Percent = rounded(100 * part)
	measures := l.request.Meter.Measures
	if !l.Integrated && measures != power.Energy {
		r.Power = power.Watts(rounded(part * float64(least) / methodology.RoundedBy))
	}
	if l.Integrated || measures != power.Power {
		r.Energy = rounded(part * float64(least.Over(l.request.core())) / joulesPerWattHour)
	}
	return &r
}

// lost is how many seconds may be lost between readings in the core phase, and at Levels 2 and 3 in the full run if
// that is longer; 0 if there is no limit.
func (l *Level) lost() (inCore, inRun float64) {
	if !l.asks["no-time-lost"] {
		return 0, 0
	}
	run := l.request.Run
	if whole := run.Before + run.Core + run.After; l.Level > 1 && whole > run.Core {
		inRun = rounded(methodology.LostOfSpan * whole)
	}
	return rounded(methodology.LostOfSpan * run.Core), inRun
}

// ReadingWords are what the readings of a meter must be for the level, a sentence for interval, resolution and lost
// time.
func (l *Level) ReadingWords() []string {
	interval := fmt.Sprintf("Interval: %s or less, always the same.", Seconds(l.Interval))
	if l.asks["no-time-lost"] {
		interval += " The values must change as often: a value that does not change is lost time."
	}
	words := []string{interval}
	if l.Resolution != nil {
		words = append(words, l.Resolution.Words())
	}
	if l.Lost > 0 {
		words = append(words, "Lost time: "+l.lostWords())
	}
	return words
}

// Words says how coarse readings may be.
func (r *Resolution) Words() string {
	var steps []string
	if r.Power > 0 {
		steps = append(steps, scaled(float64(r.Power), "W")+" of power")
	}
	if r.Energy > 0 {
		steps = append(steps, scaled(r.Energy, "Wh")+" of energy")
	}
	sees := fmt.Sprintf("a meter that sees one node (%s), in proportion for more", Kilowatts(r.Load))
	if r.Nodes != 1 {
		sees = fmt.Sprintf("a meter that sees %s", Kilowatts(r.Load))
	}
	within := "the error that the level allows,"
	if r.stated {
		within = "the stated error of"
	}
	return fmt.Sprintf("Resolution: steps of at most %s at %s. "+
		"Then rounding is within %s %s%%, even if the nodes draw %s%% less than expected.", strings.Join(steps, " or "),
		sees, within, figure(r.Percent), figure(100*Margin))
}

func (l *Level) lostWords() string {
	interval, readings := l.readEvery(), "no reading may be missing"
	if count := int(l.Lost / interval); count > 0 {
		readings = "that is " + counted(count, "reading")
	}
	run := ""
	if l.LostInRun > 0 {
		run = fmt.Sprintf(" and %s of the full run", Seconds(l.LostInRun))
	}
	return fmt.Sprintf("at most %s of the core phase%s (%s%%); at an interval of %s %s.", Seconds(l.Lost), run,
		figure(100*methodology.LostOfSpan), Seconds(interval), readings)
}

func scaled(v float64, unit string) string {
	const kilo = 1e3
	if v >= kilo {
		v, unit = v/kilo, "k"+unit
	}
	digit := math.Pow(10, math.Floor(math.Log10(v))-1)
	return figure(math.Floor(v/digit+1e-9)*digit) + " " + unit
}
