package rehearsal

import (
	"testing"
	"time"
)

// TestTheRestIsToldInTheUnitThatPeopleUse: seconds below two minutes, whole minutes from there on, and never 0 s.
func TestTheRestIsToldInTheUnitThatPeopleUse(t *testing.T) {
	t.Parallel()
	for d, want := range map[time.Duration]string{
		0:                                     "1 s",
		400 * time.Millisecond:                "1 s",
		59*time.Second + 600*time.Millisecond: "60 s",
		119 * time.Second:                     "119 s",
		2 * time.Minute:                       "2 min",
		149 * time.Second:                     "2 min",
		150 * time.Second:                     "3 min",
		90 * time.Minute:                      "90 min",
	} {
		if got := lasting(d); got != want {
			t.Errorf("%v is told as %q, want %q", d, got, want)
		}
	}
}
