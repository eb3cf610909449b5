package proposal

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"time"

	"green500/validation/lists/published"
	"green500/validation/methodology"
	"green500/validation/power"
)

// UnitFor is the unit that would make the power so many times what it is; ok is false if no unit does.
func UnitFor(declared power.Unit, timesPower float64) (unit power.Unit, ok bool) {
	quantity, known := declared.Quantity()
	if !known || timesPower <= 0 {
		return "", false
	}
	for _, name := range power.Units() {
		other := power.Unit(name)
		if q, _ := other.Quantity(); q != quantity || other == declared {
			continue
		}
		const exact = 1e-6 // a ratio of units, formed in floating point
		if math.Abs(other.Steps()/declared.Steps()/timesPower-1) < exact {
			return other, true
		}
	}
	return "", false
}

// ZonesAt are the time zones of a country whose clocks are so far before UTC at an instant; those of all countries if
// the country is not stated or has none, with that of no country first.
func ZonesAt(country string, at time.Time, before time.Duration) []string {
	var near, far []string
	if nowhere, whole := OffsetZone(before); whole {
		far = append(far, nowhere)
	}
	for _, place := range published.Countries() {
		for _, name := range place.Zones {
			zone, err := time.LoadLocation(name)
			if err != nil {
				continue // the tables of this system do not have it
			}
			if _, seconds := at.In(zone).Zone(); time.Duration(seconds)*time.Second != before {
				continue
			}
			if place.Code == country {
				near = append(near, name)
			} else if !slices.Contains(far, name) {
				far = append(far, name)
			}
		}
	}
	if len(near) > 0 || country != "" {
		return near
	}
	return far
}

// OffsetZone is the IANA name of the zone of no country whose clocks are so far before UTC; there are some for whole
// hours only.
func OffsetZone(before time.Duration) (name string, ok bool) {
	const west, east = -12 * time.Hour, 14 * time.Hour
	if before%time.Hour != 0 || before < west || before > east {
		return "", false
	}
	if before == 0 {
		return "Etc/UTC", true
	}
	return fmt.Sprintf("Etc/GMT%+d", -int(before.Hours())), true // the sign is that of POSIX
}

// How long an idle measurement is proposed, at most and at least.
const (
	longIdle  = 15 * time.Minute
	shortIdle = 2 * time.Minute
)

// Idle finds the time range with the lowest power outside of stretches of load: as long as it may be up to a quarter of
// an hour.
func Idle(c power.Curve, load []power.Span) (span power.Span, watts power.Watts, ok bool) {
	if c.Steps() == 0 {
		return power.Span{}, 0, false
	}
	total := summed(c)
	for length := longIdle; length >= shortIdle; length /= 2 {
		if from, to, mean := lowest(c, total, length, load); to > 0 {
			return power.NewSpan(c.At(from), c.At(to)), power.Watts(mean), true
		}
	}
	return power.Span{}, 0, false
}

// FullRun is the time of the run that the readings show: the core phase and the load around it, up to where the power
// of the whole curve is back at rest. ok is false if the curve shows no rest.
func FullRun(c power.Curve, core, load power.Span) (span power.Span, ok bool) {
	inside := around(core, load)
	total := summed(c)
	var outside, within []float64
	for i, watts := range total {
		switch at := c.At(i); {
		case math.IsNaN(watts):
		case at.Before(inside.Start.Time) || at.After(inside.End.Time):
			outside = append(outside, watts)
		default:
			within = append(within, watts)
		}
	}
	if len(outside) == 0 || len(within) == 0 {
		return power.Span{}, false
	}
	slices.Sort(outside)
	const rests = 10 // the lowest tenth of what is outside is rest
	rest, high := outside[len(outside)/rests], meanOf(within)
	busy := rest + methodology.LoadOfContrast*(high-rest)
	if high <= rest {
		return power.Span{}, false
	}
	from := sort.Search(c.Steps(), func(i int) bool { return c.At(i + 1).After(inside.Start.Time) })
	to := sort.Search(c.Steps(), func(i int) bool { return !c.At(i).Before(inside.End.Time) })
	for from > 0 && total[from-1] >= busy {
		from--
	}
	for to < c.Steps() && total[to] >= busy {
		to++
	}
	return power.NewSpan(c.At(max(from-1, 0)), c.At(min(to+1, c.Steps()))), true
}

// around is from the earlier start to the later end of two spans, of which one may be zero.
func around(core, load power.Span) power.Span {
	if core.Start.IsZero() || !load.Start.IsZero() && load.Start.Before(core.Start.Time) {
		core.Start = load.Start
	}
	if load.End.After(core.End.Time) {
		core.End = load.End
	}
	return core
}

func lowest(c power.Curve, total []float64, length time.Duration, load []power.Span) (from, to int, mean float64) {
	mean = math.Inf(1)
	for i, j := 0, 0; i < c.Steps(); i++ {
		for j < c.Steps() && c.At(j).Sub(c.At(i)) < length {
			j++
		}
		if c.At(j).Sub(c.At(i)) < length {
			break
		}
		overlaps := func(s power.Span) bool { return c.At(i).Before(s.End.Time) && s.Start.Before(c.At(j)) }
		if m := meanOf(total[i:j]); m < mean && !slices.ContainsFunc(load, overlaps) {
			from, to, mean = i, j, m
		}
	}
	return from, to, mean
}

// summed is the power of all lines in each step; NaN if one has none.
func summed(c power.Curve) []float64 {
	total := make([]float64, c.Steps())
	for _, line := range c.Lines {
		for i := range total {
			total[i] += line.Watts[i]
		}
	}
	return total
}

// meanOf is NaN if one of the values is, which is below nothing.
func meanOf(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}
