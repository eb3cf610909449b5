package review

import (
	"cmp"
	"slices"
	"time"
)

// Kind is what somebody is told of; people choose by it what comes by mail.
type Kind string

// The kinds of notices.
const (
	OfMoves     Kind = "moves"     // an entry was submitted, returned, decided, published
	OfQuestions Kind = "questions" // a question or an answer
	OfWork      Kind = "work"      // an entry was assigned, or a waiver or a second decision is required
	OfRanks     Kind = "ranks"     // a rank moved by an erratum
	OfAppeals   Kind = "appeals"   // an appeal was made, answered or decided
	OfDeadlines Kind = "deadlines" // something expires or is due
)

// Kinds lists the kinds of notices.
func Kinds() []Kind { return []Kind{OfMoves, OfQuestions, OfWork, OfRanks, OfAppeals, OfDeadlines} }

// Valid reports whether there is such a kind.
func (k Kind) Valid() bool { return slices.Contains(Kinds(), k) }

// Word is a kind in words, as a label has it.
func (k Kind) Word() string {
	return map[Kind]string{
		OfMoves:     "Submissions",
		OfQuestions: "Questions",
		OfWork:      "Reviewing",
		OfRanks:     "Ranks",
		OfAppeals:   "Appeals",
		OfDeadlines: "Deadlines",
	}[k]
}

// Explanation is what somebody is told by notices of a kind.
func (k Kind) Explanation() string {
	return map[Kind]string{
		OfMoves:     "A submission that you hold was submitted, returned, accepted, rejected, published or corrected.",
		OfQuestions: "Somebody asked or answered something about evidence.",
		OfWork:      "Submissions wait for a reviewer, one was given to you, or a second decision is required.",
		OfRanks:     "An erratum to a published list moved the rank of your system.",
		OfAppeals:   "An appeal was made, answered or decided.",
		OfDeadlines: "An edition closes while you hold a draft for it, reviews are due, or a calibration ends.",
	}[k]
}

// MailedByDefault reports whether notices of a kind come by mail to somebody who chose nothing. All do: a person who is
// told of something has a part in it.
func MailedByDefault(k Kind) bool { return k.Valid() }

// Audience is somebody who is told of something, by what they are to an entry.
type Audience string

// The audiences.
const (
	Holders       Audience = "holders"       // the submitter, and the members of the site it is shared with
	ItsReviewer   Audience = "reviewer"      // the person who took it, or was assigned it
	AnyReviewer   Audience = "any reviewer"  // all who may decide, if nobody took it
	Editors       Audience = "editors"       // all who publish editions
	Correspondent Audience = "correspondent" // the person who wrote in the appeal
)

// NoticeRule is one row of a table of who is told what.
type NoticeRule struct {
	Who      Audience
	Kind     Kind
	Words    string // go on after the name of a submission
	Detailed bool   // the notice goes on with what is wanted of them
	Once     bool   // not again while somebody has not read it, for a day: of many submissions they hear once
}

// MoveNotices is the one table of who is told of which move. A person in two rows hears the first, a person who
// moved it nothing. Of what has no row nobody waits to hear.
func MoveNotices() map[Verb][]NoticeRule {
	return map[Verb][]NoticeRule{
		Submit: {
			{Who: Holders, Kind: OfMoves, Words: "was submitted; a reviewer will take it"},
			{Who: ItsReviewer, Kind: OfWork, Words: "was submitted again, and waits for you"},
			{Who: AnyReviewer, Kind: OfWork, Words: "Submissions to %s wait for a reviewer.", Once: true},
		},
		Return: {{Who: Holders, Kind: OfMoves, Words: "was returned; correct it and submit it again", Detailed: true}},
		Accept: {{Who: Holders, Kind: OfMoves, Words: "was accepted; it is on the list once the edition is published"}},
		Reject: {{Who: Holders, Kind: OfMoves, Words: "was rejected; the page says until when you can appeal"}},
		Withdraw: {
			{Who: Holders, Kind: OfMoves, Words: "was withdrawn"},
			{Who: ItsReviewer, Kind: OfWork, Words: "was withdrawn; nothing is left to decide"},
		},
		Restore: {
			{Who: Holders, Kind: OfMoves, Words: "is no longer withdrawn"},
			{Who: ItsReviewer, Kind: OfWork, Words: "is no longer withdrawn; its submitter undid that"},
		},
		Publish: {{Who: Holders, Kind: OfMoves, Words: "is on the published list"}},
		Correct: {{Who: Holders, Kind: OfMoves, Words: "was corrected on the published list by an erratum"}},
		// holders hear of the appeal
		Reopen: {{Who: AnyReviewer, Kind: OfWork, Words: "Submissions to %s wait for a reviewer.", Once: true}},
	}
}

// ClosingReminders are how long before its deadline an edition reminds those who hold drafts, the longest first.
func ClosingReminders() []time.Duration { return []time.Duration{7 * day, day} }

// ReviewReminder is how long before reviews are due the people who have any left are reminded.
const ReviewReminder = 3 * day

const day = 24 * time.Hour

// Event is what a program is told of.
type Event string

// The events.
const (
	ListPublished Event = "list.published"
	StateChanged  Event = "submission.state_changed"
	TestEvent     Event = "webhook.test" // sent on request, to see that it arrives
)

// Events are those that can be chosen.
func Events() []Event { return []Event{ListPublished, StateChanged} }

// Words says what an event is.
func (e Event) Words() string {
	return cmp.Or(map[Event]string{
		ListPublished: "a list was published", StateChanged: "the state of one of your submissions changed",
		TestEvent: "a test",
	}[e], string(e))
}
