package review

import (
	"strings"
	"time"
)

// Correction is what reviewers want of those who hold a submission: why it was returned, and what they were asked.
type Correction struct {
	Reason    string // empty where it was not returned
	Questions []OpenQuestion
	Zone      *time.Location // in which the times of questions are read
}

// OpenQuestion is a question that waits for the submitter.
type OpenQuestion struct {
	Thread int64
	Pin    Pin
	Text   string // what the reviewers wrote last
}

// CorrectionPart is one thing to correct or to answer.
type CorrectionPart struct {
	Heading string
	Text    string
	Thread  int64 // of a question; 0 of the reason
}

// Parts is the one wording of a correction: the page of a submission shows the parts, and notice, mail and list their Text.
// fieldName names a field of the document.
func (c Correction) Parts(fieldName func(path string) string) []CorrectionPart {
	var parts []CorrectionPart
	if c.Reason != "" {
		parts = append(parts, CorrectionPart{Heading: "The reviewer writes", Text: c.Reason})
	}
	for _, asked := range c.Questions {
		parts = append(parts, CorrectionPart{Heading: "Question about “" + asked.Pin.Words(c.Zone, fieldName) + "”", Text: asked.Text, Thread: asked.Thread})
	}
	return parts
}

// Text is the parts of a correction as plain text, a paragraph for each.
func (c Correction) Text(fieldName func(path string) string) string {
	var paragraphs []string
	for _, part := range c.Parts(fieldName) {
		paragraphs = append(paragraphs, part.Heading+": "+part.Text)
	}
	return strings.Join(paragraphs, "\n")
}

// Words are what a question is about. Times are read in a zone, or in UTC if it is nil; a nil fieldName leaves paths as they are.
func (p Pin) Words(zone *time.Location, fieldName func(path string) string) string {
	if zone == nil {
		zone = time.UTC
	}
	switch p.Kind {
	case OnFinding:
		return "Finding " + p.Target
	case OnField:
		if fieldName == nil {
			return p.Target
		}
		return fieldName(p.Target) + " (" + p.Target + ")"
	case OnMeter:
		from, to := p.From.In(zone), p.To.In(zone)
		return "Readings of " + p.Target + ", " + from.Format(time.DateTime) + " to " + to.Format(time.TimeOnly) + " UTC" + strings.TrimSuffix(to.Format("-07:00"), "+00:00")
	}
	return "The submission as a whole"
}
