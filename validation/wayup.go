package validation

import (
	"green500/validation/methodology"
	"green500/validation/power"
)

// LevelNeeds is the shortest list of what is missing for a level that was not reached.
type LevelNeeds struct {
	Level power.Level `json:"level"`
	Needs []Need      `json:"needs"`
}

// Need is one thing to do, in the words and numbers of the submitter.
type Need struct {
	Text    string               `json:"text"`
	Rules   []string             `json:"rules"`   // that it would satisfy
	Aspects []methodology.Aspect `json:"aspects"` // that it would raise
}
