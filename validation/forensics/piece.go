package forensics

import (
	"time"

	"green500/validation/power"
)

func piece(s power.Span, k, of int) power.Span {
	at := func(k int) time.Time {
		return s.Start.Add(time.Duration(float64(s.Duration()) / float64(of) * float64(k)))
	}
	return power.NewSpan(at(k), at(k+1))
}
