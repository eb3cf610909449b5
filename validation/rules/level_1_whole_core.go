package rules

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// level1WholeCore: the window of edition 1.2 went out with it. Documents of later editions cannot
// name one; an entry made under 1.2 and held to a later edition can.
var level1WholeCore = Rule{
	ID:       "level-1-whole-core",
	Title:    "Level 1 averages the whole core phase",
	Aspect:   methodology.Timing,
	Section:  methodology.Level1,
	Levels:   []power.Level{1},
	Since:    methodology.V20,
	Severity: Must,
	Remedy:   "Leave out run: averaging_window; all readings of the core phase are averaged.",
	How:      "The averaged window, where the document names one, has to be the core phase.",
	Check:    wholeCore,
}
