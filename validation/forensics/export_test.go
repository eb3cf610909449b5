package forensics

import "green500/validation/power"

// Looks returns how often looking for copies among the instruments of a measurement looks at a piece of the core phase
// or at two profiles, and how many copies it finds.
func Looks(m *power.Measurement) (looks, found int) {
	c := comparison{core: m.Core}
	files, lively := FilesOf(m), []int{}
	for _, part := range m.Parts {
		for _, t := range part.Traces {
			lively = append(lively, len(lively))
			c.all = append(c.all, inspect(m, files, part, t, Recordings{}))
		}
	}
	equal, single := c.copies(lively)
	return c.looks, len(equal) + len(c.alike(single))
}
