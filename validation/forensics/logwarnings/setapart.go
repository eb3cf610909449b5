package logwarnings

import (
	"math"
	"slices"
	"time"

	"green500/validation/forensics"
	"green500/validation/power"
)

// What is set apart, so that a spike or a reset spoils neither the mean that is shown nor the load that is detected. No
// grade depends on it: a report says what the readings say.
const (
	// farAbove is how many times as large as nearly all others a reading is that is set apart.
	farAbove = 5
	// nearlyAll is the part of the readings that is compared with.
	nearlyAll = 0.95
	// longestSpike is how many such readings may follow each other: more are load.
	longestSpike = 3
	// fewApart is how many are set apart at most, or one in rareApart.
	fewApart, rareApart = 10, 100
	// FewestBeside is how many readings it takes to say so.
	FewestBeside = 12
	// mostLookedThrough bounds how many readings are looked through without a sign that some are odd.
	mostLookedThrough = 4_000_000
	// mostKept bounds how many are looked through at all.
	mostKept = 100_000_000
)

// SetApart is what of an instrument is left out of the second mean and of the detection of load.
type SetApart struct {
	Count   int           // readings, or steps of an energy total
	Resets  int           // of these, steps in which the total falls
	First   power.Reading // or the one after the first step
	Watts   power.Watts   // of the first
	Without power.Watts   // mean of the others
	Turned  bool          // all readings are negative

	Calm *power.Trace // without them, and positive; nil if nothing is set apart
}

// SetApartOf looks for readings that no instrument can have seen beside the others.
func (l *Log) SetApartOf(one forensics.Instrument) SetApart {
	t := one.Trace
	switch {
	case one.Count < FewestBeside || t.Len() > l.most():
		return SetApart{}
	case t.Quantity == power.Energy && (one.Falls > 0 || t.Len() <= min(mostLookedThrough, l.most())):
		at, value := t.Columns()
		if one.ByCounts() {
			if l.Instruments > 1 {
				return SetApart{} // of many, each that counts so adds little
			}
			return SetApart{Calm: evened(t, at, value)}
		}
		return (&energySteps{at: at, value: value, usual: int64(one.MedianStep), mayFall: l.OfIntervals()}).setApart(t)
	case t.Quantity == power.Power && mayHoldSpikes(one):
		at, value := t.Columns()
		return powerSetApart(t, at, value)
	}
	return SetApart{}
}

func mayHoldSpikes(one forensics.Instrument) bool {
	mean, known := one.Average()
	most := power.Reading{Value: max(one.Max, -one.Min)}.Watts()
	return known && (one.Min < 0 || float64(most) > (farAbove-1)*math.Abs(float64(mean)))
}

func usualSize(sizes []float64) float64 {
	sorted := slices.Clone(sizes)
	slices.Sort(sorted)
	return sorted[int(nearlyAll*float64(len(sorted)-1))]
}

// spikes returns which sizes are far above the others, in stretches of a few; nil if none or too many are.
func spikes(sizes []float64, odd func(i int) bool) []int {
	var found []int
	run := 0
	for i := range sizes {
		if !odd(i) {
			run = 0
			continue
		}
		if run++; run > longestSpike {
			return nil
		}
		found = append(found, i)
	}
	if len(found) > fewApart && len(found)*rareApart > len(sizes) {
		return nil
	}
	return found
}

func powerSetApart(t *power.Trace, at, value []int64) SetApart {
	sizes, negative, sum := make([]float64, len(value)), 0, 0.0
	for i, v := range value {
		sizes[i], sum = math.Abs(float64(v)), sum+float64(v)
		if v < 0 {
			negative++
		}
	}
	usual := usualSize(sizes)
	a := SetApart{Turned: (len(value)-negative)*rareApart <= len(value)}
	sign := 1.0
	if a.Turned {
		sign = -1
	}
	found := spikes(sizes, func(i int) bool {
		return usual > 0 && (sizes[i] > farAbove*usual || sign*float64(value[i]) < -usual/2)
	})
	a.Count = len(found)
	if a.Count == 0 && !a.Turned {
		return SetApart{}
	}
	keptAt, kept := make([]int64, 0, len(at)), make([]int64, 0, len(at))
	for i, v := range value {
		if _, apart := slices.BinarySearch(found, i); apart {
			sum -= float64(v)
			continue
		}
		keptAt, kept = append(keptAt, at[i]), append(kept, int64(sign)*v)
	}
	if a.Count > 0 {
		a.First = power.Reading{At: time.Unix(0, at[found[0]]), Value: value[found[0]]}
		a.Watts = a.First.Watts()
	}
	a.Without = power.Reading{Value: int64(math.Round(sum / float64(len(kept))))}.Watts()
	a.Calm = power.NewTrace(t.Instrument, t.Quantity, keptAt, kept)
	return a
}

type energySteps struct {
	at, value []int64
	usual     int64 // between readings, in nanoseconds
	mayFall   bool  // the total is a sum of intervals, of which some may give energy back
}

// evened is a total that rises evenly from each reading with a new value to the next, as far as can be known.
func evened(t *power.Trace, at, value []int64) *power.Trace {
	even := slices.Clone(value)
	from := 0
	for i := range value {
		if value[i] == value[from] {
			continue
		}
		slope := float64(value[i]-value[from]) / float64(max(1, at[i]-at[from]))
		for k := from + 1; k < i; k++ {
			even[k] = value[from] + int64(math.Round(slope*float64(at[k]-at[from])))
		}
		from = i
	}
	return power.NewTrace(t.Instrument, t.Quantity, at, even)
}

// rate is what a step rises by, in millijoules for each nanosecond. Two readings of almost the same time are no sign of
// great power.
func (e *energySteps) rate(i int) float64 {
	return float64(e.value[i+1]-e.value[i]) / float64(max(e.at[i+1]-e.at[i], e.usual, 1))
}

func (e *energySteps) setApart(t *power.Trace) SetApart {
	sizes := make([]float64, len(e.at)-1)
	for i := range sizes {
		sizes[i] = math.Abs(e.rate(i))
	}
	usual := usualSize(sizes)
	fell := func(i int) bool { return !e.mayFall && e.value[i+1] < e.value[i] }
	found := spikes(sizes, func(i int) bool { return fell(i) || usual > 0 && sizes[i] > farAbove*usual })
	if len(found) == 0 {
		return SetApart{}
	}
	a := SetApart{Count: len(found),
		First: power.Reading{At: time.Unix(0, e.at[found[0]+1]), Value: e.value[found[0]+1]}}
	a.Watts = stepWatts(e.rate(found[0]))
	risen, over, before := 0.0, 0.0, 0.0
	calm, total := make([]int64, 1, len(e.at)), 0.0
	for i := range sizes {
		length := float64(e.at[i+1] - e.at[i])
		rise := float64(e.value[i+1] - e.value[i])
		if _, apart := slices.BinarySearch(found, i); apart {
			if fell(i) {
				a.Resets++
			}
			rise = before * length // so that the load goes on as before
		} else {
			risen, over, before = risen+rise, over+length, e.rate(i)
		}
		total += rise
		calm = append(calm, int64(math.Round(total)))
	}
	if over > 0 {
		a.Without = stepWatts(risen / over)
	}
	a.Calm = power.NewTrace(t.Instrument, t.Quantity, e.at, calm)
	return a
}

func stepWatts(rate float64) power.Watts {
	const millijoules = 1e3
	return power.Watts(rate / millijoules * float64(time.Second))
}
