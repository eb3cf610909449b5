package contents

import (
	"fmt"
	"time"

	"green500/validation/forensics"
)

// Remedies are what to do if the zone is not stated.
type Remedies struct {
	Open      bool // the zone of the core phase is not stated, and it was read as UTC
	Log, Core string
}

// Sentences say whether power rises and falls with a core phase, and what would make it fit, as MatchCore found it.
func (s *Survey) Sentences(l forensics.CoreMatch, near forensics.Plateaus, r Remedies) []string {
	said := []string{}
	switch {
	case l.Outside:
		said = append(said, "The core phase contains no reading.")
	case l.On < 0:
		said = append(said, "The power shows no load in the core phase.")
	default:
		on := near.All[l.On]
		said = append(said, edge("rises", on.Rises, l.Rise, "starts"), edge("falls", on.Falls, l.Fall, "ends"))
	}
	switch {
	case l.Fits:
		return append(said, "The core phase fits the load.")
	case l.Holds:
		said = append(said,
			"The core phase lies inside a longer period of load, so its times can be neither confirmed nor refuted.")
	case len(l.Shifts) == 0:
		said = append(said, "The core phase does not fit the load, and no shift makes it fit.")
	default:
		said = append(said, "The core phase does not fit the load.")
	}
	for _, one := range l.Shifts {
		said = append(said, s.shift(one, r))
	}
	return said
}

func edge(verb string, shows bool, by time.Duration, end string) string {
	side := "after"
	if by < 0 {
		side = "before"
	}
	if !shows {
		return fmt.Sprintf("The log does not show when power %s.", verb)
	}
	return fmt.Sprintf("Power %s %s %s it %s.", verb, by.Abs().Round(time.Second), side, end)
}

func (s *Survey) shift(by forensics.Shift, r Remedies) string {
	words := "later"
	if by.By < 0 {
		words = "earlier"
	}
	if by.Zone == 0 {
		return fmt.Sprintf("%s %s it fits a period of load: a clock may be wrong, or this is another run.",
			by.By.Abs().Round(time.Second), words)
	}
	text := fmt.Sprintf("%v h %s it fits, to %s", by.Zone.Abs().Hours(), words, by.Clock.Abs().Round(time.Second))
	switch {
	case s.ZoneOpen && !r.Open:
		return text + fmt.Sprintf(": the log's clock shows %s. %s", offset(by.Zone), r.Log)
	case r.Open && !s.ZoneOpen:
		return text + fmt.Sprintf(": HPL's clock shows %s. %s", offset(-by.Zone), r.Core)
	}
	return text + ": the clocks of the log and of HPL are read in zones that lie so far apart."
}

func offset(d time.Duration) string {
	return "UTC" + time.Unix(0, 0).In(time.FixedZone("", int(d.Seconds()))).Format("-07:00")
}
