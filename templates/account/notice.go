package account

import (
	"cmp"
	"strings"

	"green500/validation/review"
)

// Notice is what a mail about a notice contains. It has no room for anything confidential: what was said, measured or
// decided is read by those who follow the link and sign in.
type Notice struct {
	Server      string // address of the server as people reach it
	Name        string // of the recipient
	Kind        review.Kind
	Entry       string // number of the submission; empty where it is of none
	Edition     string // of the submission
	Open        string // what anybody may read of it; the words of the kind where empty
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
	}
	return "green500: " + strings.TrimSuffix(sentence, "."), "Dear " + n.Name + ",\n\n" + wrap(sentence) + "\n\nSign in to read it here:\n" + n.Link +
		"\n\nChoose which notices you get by mail:\n" + n.Preferences + "\n\n-- \ngreen500, " + n.Server + "\n"
}
