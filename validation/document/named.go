package document

import (
	"slices"

	"green500/validation/power"
)

// Named is a document as a draft is graded before everything is filled in: names that are missing are replaced by words, and
// subsystems of which nobody said how their power is known are left out. Neither changes what the readings show.
func Named(entry *power.Entry) *power.Entry {
	named := *entry
	for _, name := range []*string{&named.Contact.Name, &named.Contact.Email, &named.Site.Name, &named.System.Name} {
		if *name == "" {
			*name = "not stated yet"
		}
	}
	named.Subsystems = slices.DeleteFunc(slices.Clone(entry.Subsystems), func(s power.Subsystem) bool { return s.Treatment == "" })
	if !slices.Contains(power.Levels(), named.ClaimedLevel) {
		named.ClaimedLevel = power.Levels()[0]
	}
	return &named
}
