package review_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"green500/validation/review"
)

// visitors are who tries every move, in the order of the columns of the tables.
func visitors() []review.Party {
	return []review.Party{
		{Role: review.Public},
		{Role: review.Submitter, Owner: true},
		{Role: review.Submitter},
		{Role: review.Reviewer},
		{Role: review.Reviewer, Conflict: review.SameSite},
		{Role: review.Reviewer, Owner: true},
		{Role: review.Editor},
		{Role: review.Editor, Conflict: review.DeclaredBySelf},
		{Role: review.Admin},
	}
}

// refusals are the sentences by which a move is refused, by the word that stands for each in the tables.
var refusals = map[string]string{
	"elsewhere": "Reload the page to see",
	"owners":    "Only the owner of a submission may",
	"own":       "your own submission",
	"role":      "may not",
	"conflict":  "another reviewer decides",
	"unknown":   "not something that can be done",
	"reason":    "write the reason",
	"open":      "question",
	"waiver":    "waive",
	"second":    "no other reviewer has approved",
	"one":       "needs only one reviewer",
	"again":     "You approved this revision already",
	"approved":  "Somebody else approved",
	"untaken":   "not taken it for review",
	"unread":    "not read: tick each",
}

// states says what comes of each move in each state as each visitor, if nothing else stands against it: the state it
// leads to, or the refusal. In a state without a line it is refused as not from there, whoever asks.
const states = `
              public    holder    submitter reviewer  conflicted own       editor    conflicted admin
submit
  draft       owners    submitted owners    owners    owners     submitted owners    owners     owners
  returned    owners    submitted owners    owners    owners     submitted owners    owners     owners
take
  submitted   role      own       role      in_review conflict   own       in_review conflict   role
approve
  submitted   role      own       role      one       conflict   own       one       conflict   role
  in_review   role      own       role      one       conflict   own       one       conflict   role
accept
  submitted   role      own       role      accepted  conflict   own       accepted  conflict   role
  in_review   role      own       role      accepted  conflict   own       accepted  conflict   role
return
  submitted   role      own       role      returned  conflict   own       returned  conflict   role
  in_review   role      own       role      returned  conflict   own       returned  conflict   role
  accepted    role      own       role      returned  conflict   own       returned  conflict   role
reject
  submitted   role      own       role      rejected  conflict   own       rejected  conflict   role
  in_review   role      own       role      rejected  conflict   own       rejected  conflict   role
withdraw
  draft       owners    withdrawn owners    owners    owners     withdrawn owners    owners     owners
  submitted   owners    withdrawn owners    owners    owners     withdrawn owners    owners     owners
  in_review   owners    withdrawn owners    owners    owners     withdrawn owners    owners     owners
  returned    owners    withdrawn owners    owners    owners     withdrawn owners    owners     owners
  accepted    owners    withdrawn owners    owners    owners     withdrawn owners    owners     owners
publish
  accepted    role      own       role      role      role       own       published conflict   role
correct
  published   role      own       role      role      role       own       corrected conflict   role
  corrected   role      own       role      role      role       own       corrected conflict   role
reopen
  accepted    role      own       role      role      role       own       submitted conflict   role
  rejected    role      own       role      role      role       own       submitted conflict   role
restore
  withdrawn   owners    in_review owners    owners    owners     in_review owners    owners     owners
`

// cases are what can be known of an entry besides where it stands, by the words of the table below.
var cases = map[string]review.Deliberation{
	"as-claimed":        {Claimed: 2, Granted: 2},
	"above-claim":       {Claimed: 1, Granted: 2},
	"below-claim":       {Claimed: 2, Granted: 1},
	"last":              {Claimed: 3, Granted: 3},
	"last-yours":        {Claimed: 3, Granted: 3, Approved: true},
	"last-another's":    {Claimed: 3, Granted: 3, Approvals: 1},
	"last-both":         {Claimed: 3, Granted: 3, Approvals: 1, Approved: true},
	"claims-last":       {Claimed: 3, Granted: 2},
	"waived":            {Claimed: 2, Granted: 2, Waived: true},
	"waived-yours":      {Claimed: 2, Granted: 2, Waived: true, Approved: true},
	"waived-another's":  {Claimed: 2, Granted: 2, Waived: true, Approvals: 1},
	"waived-below":      {Claimed: 3, Granted: 2, Waived: true, Approvals: 2},
	"undecided":         {Claimed: 2, Granted: 1, Undecided: 1},
	"undecided-two":     {Claimed: 3, Granted: 3, Undecided: 2, Approvals: 1},
	"question":          {Claimed: 2, Granted: 2, OpenQuestions: 1},
	"question-last":     {Claimed: 3, Granted: 3, OpenQuestions: 3},
	"approved-needless": {Claimed: 2, Granted: 2, Approvals: 1},
}

// circumstances says what comes of a reviewer's (or the holder's) move in each case, with a reason and without: done,
// or the refusal.
const circumstances = `
                  approve          accept          return       reject       take       submit     withdraw     restore
                  with     without with    without with without with without with w/out with w/out with without  with w/out
as-claimed        one      one     done    done    done reason  done reason  done done  done done  done reason   done done
above-claim       one      one     done    done    done reason  done reason  done done  done done  done reason   done done
below-claim       one      one     done    reason  done reason  done reason  done done  done done  done reason   done done
last              done     done    second  second  done reason  done reason  done done  done done  done reason   done done
last-yours        again    again   second  second  done reason  done reason  done done  done done  done reason   done done
last-another's    approved approved done   done    done reason  done reason  done done  done done  done reason   done done
last-both         again    again   done    done    done reason  done reason  done done  done done  done reason   done done
claims-last       one      one     done    reason  done reason  done reason  done done  done done  done reason   done done
waived            done     done    second  second  done reason  done reason  done done  done done  done reason   done done
waived-yours      again    again   second  second  done reason  done reason  done done  done done  done reason   done done
waived-another's  approved approved done   done    done reason  done reason  done done  done done  done reason   done done
waived-below      approved approved done   reason  done reason  done reason  done done  done done  done reason   done done
undecided         one      one     waiver  waiver  done reason  done reason  done done  done done  done reason   done done
undecided-two     approved approved waiver waiver  done reason  done reason  done done  done done  done reason   done done
question          one      one     open    open    done reason  done reason  done done  done done  done reason   done done
question-last     open     open    open    open    done reason  done reason  done done  done done  done reason   done done
approved-needless one      one     done    done    done reason  done reason  done done  done done  done reason   done done
`

func verbs() []review.Verb {
	var all []review.Verb
	for _, move := range review.Moves() {
		all = append(all, move.Verb)
	}
	return all
}

// wantMove demands the state that a table names, or the refusal.
func wantMove(t *testing.T, what, want string, to review.State, err error) {
	t.Helper()
	sentence, refused := refusals[want]
	switch {
	case !refused && (err != nil || want != "done" && string(to) != want):
		t.Errorf("%s: got %q, %v, want %s", what, to, err, want)
	case refused &&
		(err == nil || to != "" || !strings.Contains(err.Error(), sentence) || !strings.HasSuffix(err.Error(), ".")):
		t.Errorf("%s: got %q, %v, want the refusal %q", what, to, err, sentence)
	}
	_, stale := errors.AsType[*review.StaleError](err)
	_, conflict := errors.AsType[*review.ConflictError](err)
	_, reasonless := errors.AsType[*review.ReasonError](err)
	if stale != (want == "elsewhere") || conflict != (want == "conflict") || reasonless != (want == "reason") {
		t.Errorf("%s: %T is not the kind of error that %q is", what, err, want)
	}
}

func TestEveryMoveInEveryStateAsEverybody(t *testing.T) {
	var verb review.Verb
	lines := map[review.Verb]map[review.State][]string{}
	for _, line := range strings.Split(strings.TrimSpace(states), "\n")[1:] {
		words := strings.Fields(line)
		if len(words) == 1 {
			verb = review.Verb(words[0])
			continue
		}
		if len(words) != 1+len(visitors()) {
			t.Fatalf("the line %q has not a word for each visitor", line)
		}
		if lines[verb] == nil {
			lines[verb] = map[review.State][]string{}
		}
		lines[verb][review.State(words[0])] = words[1:]
	}
	for _, verb := range verbs() {
		for _, state := range review.States() {
			for i, by := range visitors() {
				want := "elsewhere"
				if line := lines[verb][state]; line != nil {
					want = line[i]
				}
				to, err := review.Deliberation{State: state, Before: review.InReview}.Try(verb, by, "a reason")
				wantMove(t, fmt.Sprintf("%s %s as %+v", verb, state, by), want, to, err)
			}
		}
	}
	if len(lines) != len(verbs()) {
		t.Errorf("%d of %d moves have a line", len(lines), len(verbs()))
	}
	_, err := review.Try("dance", review.Draft, review.Party{Role: review.Editor}, "a reason")
	wantMove(t, "dance", "unknown", "", err)
}

func TestEveryCircumstanceOfEveryMove(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(circumstances), "\n")
	moves := strings.Fields(lines[0])
	seen := map[string]bool{}
	for _, line := range lines[2:] {
		words := strings.Fields(line)
		known, ok := cases[words[0]]
		if !ok || len(words) != 1+2*len(moves) {
			t.Fatalf("the line %q is not whole", line)
		}
		for i, verb := range moves {
			move, _ := review.MoveOf(review.Verb(verb))
			by := review.Party{Role: review.Reviewer, Owner: move.Owner}
			c := known
			c.Before = review.InReview
			for _, c.State = range move.From {
				if c.State == review.Draft {
					continue // tried below
				}
				for j, reason := range []string{"a reason", ""} {
					to, err := c.Try(move.Verb, by, reason)
					wantMove(t, fmt.Sprintf("%s %s %s with %q", words[0], verb, c.State, reason),
						words[1+2*i+j], to, err)
				}
			}
		}
		seen[words[0]] = true
	}
	if len(seen) != len(cases) {
		t.Errorf("%d of %d cases have a line", len(seen), len(cases))
	}
	const elsewhere = 3 // publishing, correcting and reopening depend on nothing else
	if all := verbs(); len(all) != len(moves)+elsewhere {
		t.Errorf("%v are not all of %v", moves, all)
	}
	if to, err := (review.Deliberation{State: review.Draft}).Try(review.Withdraw, review.Party{Owner: true},
		""); err != nil || to != review.Withdrawn {
		t.Errorf("a draft is withdrawn without a reason: got %s, %v", to, err)
	}
	if _, err := review.Try(review.Correct, review.Published, review.Party{Role: review.Editor}, ""); err == nil {
		t.Error("a list is corrected without a reason")
	}
}

// TestAWithdrawalIsUndone: back to where the entry stood, and nowhere if that is not known.
func TestAWithdrawalIsUndone(t *testing.T) {
	withdraw, _ := review.MoveOf(review.Withdraw)
	for _, before := range withdraw.From {
		if to, err := (review.Deliberation{State: review.Withdrawn, Before: before}).Try(review.Restore,
			review.Party{Owner: true}, ""); err != nil || to != before {
			t.Errorf("undoing a withdrawal of what was %s leads to %q, %v", before, to, err)
		}
	}
	if to, err := review.Try(review.Restore, review.Withdrawn, review.Party{Owner: true}, ""); err == nil || to != "" {
		t.Errorf("undoing a withdrawal leads to %q, and nobody knows why", to)
	}
}

// What is offered is what can be done, and nothing that is done elsewhere.
func TestButtonsAreTheMovesThatArePossible(t *testing.T) {
	for name, c := range offeredCases() {
		for _, c.State = range review.States() {
			for _, by := range visitors() {
				offered := map[review.Verb]review.Offer{}
				for _, offer := range c.Possible(by) {
					offered[offer.Verb] = offer
				}
				for _, move := range review.Moves() {
					_, with := c.Try(move.Verb, by, "a reason")
					_, without := c.Try(move.Verb, by, "")
					offer, is := offered[move.Verb]
					if is != (with == nil && move.Instead == "") {
						t.Errorf("%s %s as %+v: %s offered %t, %v", name, c.State, by, move.Verb, is, with)
					}
					if is && offer.Reasoned != (without != nil) {
						t.Errorf("%s %s: whether %s takes a reason: %t, %v", name, c.State, move.Verb,
							offer.Reasoned, without)
					}
					if missing := c.Missing(move.Verb, by); len(missing) > 0 &&
						(with == nil || with.Error() != missing[0]) {
						t.Errorf("%s %s: %s lacks %q, and is refused by %v", name, c.State, move.Verb, missing, with)
					}
				}
			}
		}
	}
}

func offeredCases() map[string]review.Deliberation {
	return map[string]review.Deliberation{
		"plain": {Claimed: 2, Granted: 2}, "below": {Claimed: 2, Granted: 1},
		"last": {Claimed: 3, Granted: 3}, "approved": {Claimed: 3, Granted: 3, Approvals: 1},
		"yours": {Claimed: 3, Granted: 3, Approved: true}, "all at once": {Claimed: 3, Granted: 3, Waived: true,
			Undecided: 1, OpenQuestions: 2}, "withdrawn": {Before: review.Submitted},
	}
}

// Nobody decides who has not taken the submission, and nobody accepts what they have not read. A line says of a case
// what comes of each move with a reason, and of accepting without one.
func TestDecidingOnEvidence(t *testing.T) {
	const table = `
case      state     take      approve  accept   return   reject   without
untaken   submitted in_review untaken  untaken  untaken  untaken  untaken
untaken   in_review elsewhere untaken  untaken  untaken  untaken  untaken
untaken   accepted  elsewhere elsewhere elsewhere returned elsewhere elsewhere
unread    in_review elsewhere unread   second   returned rejected second
part      in_review elsewhere unread   second   returned rejected second
read      in_review elsewhere in_review second  returned rejected second
warned    in_review elsewhere one      accepted returned rejected reason
answered  in_review elsewhere one      accepted returned rejected reason
faultless in_review elsewhere one      accepted returned rejected accepted`
	faults := []string{"no-replays", review.SharedFault}
	known := map[string]review.Deliberation{
		"untaken": {Claimed: 2, Granted: 2, Untaken: true}, "faultless": {Claimed: 2, Granted: 2},
		"unread":   {Claimed: 3, Granted: 3, Faults: faults},
		"part":     {Claimed: 3, Granted: 3, Faults: faults, Read: faults[:1]},
		"read":     {Claimed: 3, Granted: 3, Faults: faults, Read: faults},
		"warned":   {Claimed: 2, Granted: 2, Faults: faults, Read: faults},
		"answered": {Claimed: 2, Granted: 2, Faults: faults, Answered: faults[:1], Read: faults[1:]},
	}
	lines := strings.Split(strings.TrimSpace(table), "\n")
	moves := strings.Fields(lines[0])[2:]
	for _, line := range lines[1:] {
		words := strings.Fields(line)
		c := known[words[0]]
		c.State = review.State(words[1])
		for i, verb := range moves {
			reason := "a reason"
			if verb == "without" {
				verb, reason = string(review.Accept), ""
			}
			to, err := c.Try(review.Verb(verb), review.Party{Role: review.Reviewer}, reason)
			wantMove(t, strings.Join(words[:2], " ")+" "+verb, words[2+i], to, err)
		}
	}
}

func TestWhyTwoHaveToAgree(t *testing.T) {
	for want, c := range map[string]review.Deliberation{
		"":                    {Claimed: 3, Granted: 2},
		"Level 3 is granted":  {Claimed: 1, Granted: 3},
		"a finding is waived": {Granted: 1, Waived: true},
		"Level 3 is granted, a finding is waived": {Granted: 3, Waived: true},
	} {
		if got := strings.Join(c.NeedsTwo(), ", "); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
