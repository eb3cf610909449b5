package survey

import (
	"math"
	"slices"
	"time"

	"green500/validation/forensics"
	"green500/validation/power"
)

// Few returns at most so many instruments to tell of, in their order: those that a reviewer would ask about come before others.
// rest says what is to be known of those that are left out, and is empty where none is.
func (s *Survey) Few(most int) (few []forensics.Instrument, rest string) {
	few, left, asked := rather(s.Instruments, most, s.standsOut)
	switch {
	case left == 0:
		return few, ""
	case asked == 0:
		return few, Several(left, "more instrument") + ", with nothing to ask about"
	}
	return few, Several(left, "more instrument") + ", " + Count(asked) + " with something to ask about"
}

// standsOut reports whether a reviewer would ask about an instrument, or why it begins later or ends sooner than others.
func (s *Survey) standsOut(one forensics.Instrument) bool {
	late := time.Duration(power.MissingFrom * float64(one.MedianStep))
	return one.First.At.Sub(s.Recorded.Start.Time) > late || s.Recorded.End.Sub(one.Last.At) > late || len(s.oddities(one)) > 0
}

// Few returns at most so many instruments to tell of, in their order: those that were not measured all of the time come before
// others. rest says what is to be known of those that are left out, and is empty where none is.
func (w Window) Few(most int) (few []InWindow, rest string) {
	few, left, lacking := rather(w.Instruments, most, func(one InWindow) bool { return !one.Known || !WholeCovered(one.Present) })
	switch {
	case left == 0:
		return few, ""
	case lacking == 0:
		return few, Several(left, "more instrument") + ", measured all of the time"
	}
	return few, Several(left, "more instrument") + ", " + Count(lacking) + " not measured all of the time"
}

// rather returns at most so many of all, in their order, and rather those that are worth telling; how many others there are,
// and how many of these would have been worth it.
func rather[T any](all []T, most int, worth func(T) bool) (few []T, left, worthLeft int) {
	if len(all) <= most {
		return all, 0, 0
	}
	told, plain := []int{}, []int{}
	for i, one := range all {
		if worth(one) {
			told = append(told, i)
		} else {
			plain = append(plain, i)
		}
	}
	worthLeft = max(0, len(told)-most)
	shown := append(told[:len(told)-worthLeft], plain[:max(0, most-len(told))]...)
	slices.Sort(shown)
	for _, i := range shown {
		few = append(few, all[i])
	}
	return few, len(all) - most, worthLeft
}

// notAdded is for how long, between the first and the last power of all instruments together, there is none, as not all of them
// have readings.
func notAdded(cells forensics.Cells) time.Duration {
	gaps, since := 0, 0
	for i, watts := range cells.Watts {
		switch {
		case math.IsNaN(watts):
			since++
		case i > since: // there was power before
			gaps, since = gaps+since, 0
		default:
			since = 0
		}
	}
	return time.Duration(gaps) * cells.Step
}
