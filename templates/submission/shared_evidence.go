package submission

import (
	"slices"

	"green500/templates"
	"green500/validation/review"
)

// SharedEvidence is another submission that contains evidence of the one on the page.
type SharedEvidence struct {
	ID       string // empty in a conflict of interest with the other submission, as are its names
	System   string
	Site     string
	Edition  string
	Kinship  review.Kinship
	Conflict review.Conflict
	Files    []SharedFile
}

// SharedFile is a file that is also in another submission.
type SharedFile struct {
	Name     string
	Use      string // "log" or "HPL output"
	Other    string // its name there; empty if that is not known, or not for the viewer
	Readings bool   // only its readings are the same
	Nearly   bool   // or nearly so
}

// words say what is the same.
func (f SharedFile) words() string {
	words := f.Use + ", same bytes"
	switch {
	case f.Nearly:
		words = f.Use + ", nearly the same readings: moved in time, scaled, cut or partly changed"
	case f.Readings:
		words = f.Use + ", same readings in a different file"
	}
	if f.Other != "" && f.Other != f.Name {
		words += ", named " + f.Other + " there"
	}
	return words
}

// relation says what the other submission is to this one.
func (s SharedEvidence) relation() string {
	switch {
	case s.Conflict != review.NoConflict:
		return templates.Missing
	case s.Kinship == review.SameSystem:
		return "same system"
	case s.Kinship == review.SameSubmitter:
		return "same submitter, another system"
	}
	return "another submitter, another system"
}

// serious reports whether another submission is an alarm, and not the same system or submitter again.
func (s SharedEvidence) serious() bool { return s.Kinship == review.Unrelated }

// sharedSentence says for the decision how many submissions contain evidence of this one.
func (p EntryPage) sharedSentence() string {
	serious := 0
	for _, one := range p.Shared {
		if one.serious() {
			serious++
		}
	}
	if serious > 0 {
		return "Evidence is also in " + templates.Plural(serious, "other submission", "other submissions")
	}
	return "Evidence is also in " + templates.Plural(len(p.Shared), "submission", "submissions") + " of the same system or submitter"
}

// sharedAlarm reports whether a submission that is not of the same system or submitter contains evidence of this one.
func (p EntryPage) sharedAlarm() bool {
	return slices.ContainsFunc(p.Shared, SharedEvidence.serious)
}
