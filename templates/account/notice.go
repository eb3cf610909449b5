package account

import (
	"cmp"
	"strings"

	"green500/validation/review"
)

// Notice is what a mail about a notice contains. What was measured is read by those who follow the link and sign in. Who holds the
// submission reads the name of its system, and what is wanted of them; everybody else nothing confidential.
type Notice struct {
	Server      string // address of the server as people reach it
	Name        string // of the recipient
	Kind        review.Kind
	Entry       string // number of the submission; empty where it is of none
	Edition     string // of the submission
	System      string // name of the submission; empty unless the recipient holds it
	Open        string // what anybody may read of it; the words of the kind where empty
	Detail      string // more paragraphs, each in a line; empty where there are none
	Link        string // to where it is read
	Preferences string // address of where people choose what comes by mail
}

// openWords are what a mail says of a kind where nothing else is said: of a submission, going on after its number, and
// else.
func openWords() map[review.Kind]struct{ of, alone string } {
	return map[review.Kind]struct{ of, alone string }{
		review.OfMoves:     {"has a new state", "A submission has a new state."},
		review.OfQuestions: {"has a new question or answer", "There is a new question or answer."},
		review.OfWork:      {"has a task for you", "You have a task as a reviewer."},
		review.OfRanks:     {"has a new rank on a published list", "An erratum changed ranks of a published list."},
		review.OfAppeals:   {"has news of an appeal", "There is news of an appeal."},
		review.OfDeadlines: {"has a deadline or an expiry date coming up", "A deadline or an expiry date is coming up."},
	}
}

// NoticeMail writes the mail that goes with a notice.
func NoticeMail(n Notice) (subject, text string) {
	words := openWords()[n.Kind]
	sentence := cmp.Or(n.Open, words.alone)
	if n.Entry != "" {
		sentence = "Submission " + n.Entry + " to " + n.Edition + " " + cmp.Or(n.Open, words.of) + "."
		if n.System != "" {
			sentence = n.System + ", submission " + n.Entry + " to " + n.Edition + ", " + cmp.Or(n.Open, words.of) + "."
		}
	}
	paragraphs := wrap(sentence)
	for paragraph := range strings.SplitSeq(n.Detail, "\n") {
		if paragraph = wrap(paragraph); paragraph != "" {
			paragraphs += "\n\n" + paragraph
		}
	}
	return "green500: " + strings.TrimSuffix(sentence, "."), "Dear " + n.Name + ",\n\n" + paragraphs + "\n\nSign in to read it here:\n" + n.Link +
		"\n\nChoose which notices you get by mail:\n" + n.Preferences + "\n\n-- \ngreen500, " + n.Server + "\n"
}
