package account

import (
	"cmp"
	"strings"

	"green500/validation/review"
)

// Notice is what a mail about a notice tells. It has no room for anything confidential: what was said, measured or
// decided is read by whoever follows the link and signs in.
type Notice struct {
	Server      string // address of the server as people reach it
	Name        string // of who is told
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
		review.OfMoves:     {"was moved on", "A submission was moved on."},
		review.OfQuestions: {"has a new question or answer", "There is a new question or answer."},
		review.OfWork:      {"has something for you to do", "There is something for you to do as a reviewer."},
		review.OfRanks:     {"has another rank on a published list", "An erratum moved ranks of a published list."},
		review.OfAppeals:   {"has news of an appeal", "There is news of an appeal."},
		review.OfDeadlines: {"has something that is due", "Something expires or is due."},
	}
}

// NoticeMail writes the mail that goes with a notice.
func NoticeMail(n Notice) (subject, text string) {
	words := openWords()[n.Kind]
	sentence := cmp.Or(n.Open, words.alone)
	if n.Entry != "" {
		sentence = "Submission " + n.Entry + " to " + n.Edition + " " + cmp.Or(n.Open, words.of) + "."
	}
	return "green500: " + strings.TrimSuffix(sentence, "."), "Dear " + n.Name + ",\n\n" + wrap(sentence) + "\n\nSee it here, once you have signed in:\n" + n.Link +
		"\n\nChoose what comes to you by mail:\n" + n.Preferences + "\n\n-- \ngreen500, " + n.Server + "\n"
}
