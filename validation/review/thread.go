package review

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// MaximumQuestion is how many characters a message may have.
const MaximumQuestion = 4000

// Side is from where somebody takes part in the questions about an entry.
type Side string

// The sides. The holder of an entry is on no other side of it, whatever their role.
const (
	Outside   Side = ""
	Holding   Side = "holder"
	Reviewing Side = "reviewer"
)

// SideOf is the side that somebody is on. A person with a conflict of interest is on none, also once the entry is
// public: what was said about it while it was decided stays among those who could decide.
func SideOf(by Party) Side {
	switch {
	case by.Owner:
		return Holding
	case May(by.Role, ReadQueue) && by.Conflict == NoConflict:
		return Reviewing
	}
	return Outside
}

// Sees reports whether a side sees a thread.
func (s Side) Sees(shared bool) bool { return s == Reviewing || s == Holding && shared }

// ThreadState is how far a thread has come.
type ThreadState string

// The standings of a thread. One that is answered is still open until a reviewer settles it.
const (
	ThreadOpen     ThreadState = "open"
	ThreadAnswered ThreadState = "answered"
	ThreadSettled  ThreadState = "settled"
)

// Step is what is done with a message in a thread; each step has its text.
type Step string

// The steps.
const (
	SayStep    Step = "say"
	AnswerStep Step = "answer"
	SettleStep Step = "settle"
	ReopenStep Step = "reopen"
)

// ThreadMove is one row of the table of steps.
type ThreadMove struct {
	Step Step
	By   Side
	From []ThreadState
	To   ThreadState // empty if the thread stands as before
}

// ThreadMoves is the one table of what may be done in a thread, and by whom.
func ThreadMoves() []ThreadMove {
	unsettled := []ThreadState{ThreadOpen, ThreadAnswered}
	return []ThreadMove{
		{Step: SayStep, By: Reviewing, From: unsettled, To: ThreadOpen},
		{Step: SayStep, By: Holding, From: unsettled},
		{Step: AnswerStep, By: Holding, From: []ThreadState{ThreadOpen}, To: ThreadAnswered},
		{Step: SettleStep, By: Reviewing, From: unsettled, To: ThreadSettled},
		{Step: ReopenStep, By: Reviewing, From: []ThreadState{ThreadSettled}, To: ThreadOpen},
	}
}

// PossibleSteps lists the steps that a side has in a thread that it sees.
func PossibleSteps(from ThreadState, by Side) []Step {
	var possible []Step
	for _, move := range ThreadMoves() {
		if move.By == by && slices.Contains(move.From, from) {
			possible = append(possible, move.Step)
		}
	}
	return possible
}

// TakeStep returns how a thread stands after a step, or a *Refusal.
func TakeStep(step Step, from ThreadState, by Side) (ThreadState, error) {
	for _, move := range ThreadMoves() {
		switch {
		case move.Step != step || move.By != by || !slices.Contains(move.From, from):
		case move.To == "":
			return from, nil
		default:
			return move.To, nil
		}
	}
	if from == ThreadSettled && by == Holding {
		return "", &Refusal{"This question is settled; ask another if something is left to say."}
	}
	return "", &Refusal{fmt.Sprintf("This question is %s, so %q is not possible. Reload the page to see its state.",
		from, step)}
}

// Correction is what reviewers want of those who hold a submission: why it was returned, and what they were asked.
type Correction struct {
	Reason    string // empty if it was not returned
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

// Parts is the one wording of a correction, for pages, notices and mail. fieldName names a field of the document.
func (c Correction) Parts(fieldName func(path string) string) []CorrectionPart {
	var parts []CorrectionPart
	if c.Reason != "" {
		parts = append(parts, CorrectionPart{Heading: "The reviewer writes", Text: c.Reason})
	}
	for _, asked := range c.Questions {
		parts = append(parts, CorrectionPart{Heading: "Question about “" + asked.Pin.Words(c.Zone, fieldName) + "”",
			Text: asked.Text, Thread: asked.Thread})
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

// Words are what a question is about. Times are read in a zone, or in UTC if it is nil; a nil fieldName leaves paths as
// they are.
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
		return "Readings of " + p.Target + ", " + from.Format(time.DateTime) + " to " + to.Format(time.TimeOnly) +
			" UTC" + strings.TrimSuffix(to.Format("-07:00"), "+00:00")
	}
	return "The submission as a whole"
}
