package survey

import (
	"slices"
	"time"

	"green500/validation/forensics"
	"green500/validation/logwarnings"
	"green500/validation/power"
)

// Notable returns at most so many instruments to list, in their order: those that a reviewer would ask about come before others.
// rest says what is to be known of those that are left out, and is empty where none is.
func (s *Survey) Notable(most int) (few []forensics.Instrument, rest string) {
	return rather(s.Instruments, most, s.standsOut, "without anything to check", "with something to check")
}

func (s *Survey) standsOut(one forensics.Instrument) bool {
	late := time.Duration(power.MissingFrom * float64(one.MedianStep))
	return one.First.At.Sub(s.Recorded.Start.Time) > late || s.Recorded.End.Sub(one.Last.At) > late || len(s.oddities(one)) > 0
}

// Notable returns at most so many instruments to list, in their order: those that were not measured all of the time come before
// others. rest says what is to be known of those that are left out, and is empty where none is.
func (w Window) Notable(most int) (few []InWindow, rest string) {
	lacks := func(one InWindow) bool { return !one.Known || !WholeCovered(one.Present) }
	return rather(w.Instruments, most, lacks, "measured all of the time", "not measured all of the time")
}

// rather returns at most so many of all, in their order, and rather those that are worth telling; and how many others there are,
// with what is to be said where none of them is worth it, or of those that are.
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
