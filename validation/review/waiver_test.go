package review_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"green500/validation/review"
)

// waiverVisitors are who tries every move of a waiver, in the order of the columns.
func waiverVisitors() []review.WaiverParty {
	reviewer, editor := review.Party{Role: review.Reviewer}, review.Party{Role: review.Editor}
	return []review.WaiverParty{
		{Party: reviewer, Proposer: true},
		{Party: reviewer, Approver: true},
		{Party: review.Party{Role: review.Reviewer, Conflict: review.SameSite}, Approver: true},
		{Party: review.Party{Role: review.Submitter}, Approver: true}, // a reviewer no more
		{Party: reviewer},
		{Party: editor},
		{Party: editor, Approver: true},
		{Party: review.Party{Role: review.Editor, Owner: true}, Approver: true},
		{Party: review.Party{Role: review.Admin}},
		{Party: review.Party{Role: review.Submitter, Owner: true}},
	}
}

var waiverRefusals = map[string]string{
	"elsewhere": "Reload the page to see",
	"part":      "of a waiver can",
	"own":       "your own submission",
	"role":      "may not decide on a waiver",
	"conflict":  "another reviewer decides",
}

// waiverStates says what comes of each move of a waiver, with a reason, while its entry is in review.
const waiverStates = `
             proposer  approver  conflicted formerly  reviewer  editor    approving own       admin     holder
approve
  proposed   part      approved  conflict   role      part      part      approved  own       role      own
  approved   elsewhere elsewhere elsewhere  elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere
  declined   elsewhere elsewhere elsewhere  elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere
  taken_back elsewhere elsewhere elsewhere  elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere
  ended      elsewhere elsewhere elsewhere  elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere
decline
  proposed   part      declined  conflict   role      part      part      declined  own       role      own
  approved   elsewhere elsewhere elsewhere  elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere
  declined   elsewhere elsewhere elsewhere  elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere
  taken_back elsewhere elsewhere elsewhere  elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere
  ended      elsewhere elsewhere elsewhere  elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere
take_back
  proposed   taken_back part     part       role      part      part      part      own       role      own
  approved   elsewhere elsewhere elsewhere  elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere
  declined   elsewhere elsewhere elsewhere  elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere
  taken_back elsewhere elsewhere elsewhere  elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere
  ended      elsewhere elsewhere elsewhere  elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere
end
  proposed   elsewhere elsewhere elsewhere  elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere
  approved   part      part      part       role      part      ended     ended     own       role      own
  declined   elsewhere elsewhere elsewhere  elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere
  taken_back elsewhere elsewhere elsewhere  elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere
  ended      elsewhere elsewhere elsewhere  elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere elsewhere
`

func TestEveryMoveOfAWaiverAsEverybody(t *testing.T) {
	var verb review.Verb
	tried := 0
	spaced := strings.NewReplacer("_", " ")
	for _, line := range strings.Split(strings.TrimSpace(waiverStates), "\n")[1:] {
		words := strings.Fields(line)
		if len(words) == 1 {
			verb = review.Verb(spaced.Replace(words[0]))
			continue
		}
		from := review.WaiverState(spaced.Replace(words[0]))
		for i, by := range waiverVisitors() {
			tried++
			to, err := review.TryWaiver(verb, from, review.InReview, by, "a reason")
			what, want := fmt.Sprintf("%s %s as %+v", verb, from, by), spaced.Replace(words[1+i])
			if sentence, refused := waiverRefusals[words[1+i]]; refused {
				if err == nil || !strings.Contains(err.Error(), sentence) {
					t.Errorf("%s: got %q, %v, want the refusal %q", what, to, err, sentence)
				}
			} else if err != nil || string(to) != want {
				t.Errorf("%s: got %q, %v, want %s", what, to, err, want)
			}
			if offered := offers(from, by, verb); offered != (err == nil) {
				t.Errorf("%s: offered %t, %v", what, offered, err)
			}
		}
	}
	if want := len(review.WaiverMoves()) * len(review.WaiverStates()) * len(waiverVisitors()); tried != want {
		t.Errorf("%d were tried, want %d", tried, want)
	}
	if _, err := review.TryWaiver("dance", review.Proposed, review.InReview, review.WaiverParty{}, ""); err == nil {
		t.Error("a waiver dances")
	}
}

func offers(from review.WaiverState, by review.WaiverParty, verb review.Verb) bool {
	for _, move := range review.PossibleForWaiver(from, review.InReview, by) {
		if move.Verb == verb {
			return true
		}
	}
	return false
}

// waiverLife says in which states of its entry a waiver can be moved, and whether that takes a reason.
const waiverLife = `
approve   submitted in_review returned
decline   submitted in_review returned !
take_back submitted in_review returned
end       draft submitted in_review returned accepted rejected withdrawn published corrected !
propose   submitted in_review
`

func TestWaiversAndWhereTheirEntryStands(t *testing.T) {
	all := review.WaiverParty{Party: review.Party{Role: review.Editor}}
	for _, line := range strings.Split(strings.TrimSpace(waiverLife), "\n") {
		words := strings.Fields(line)
		verb := review.Verb(strings.ReplaceAll(words[0], "_", " "))
		while, reasoned := " "+strings.Join(words[1:], " ")+" ", strings.HasSuffix(line, "!")
		for _, state := range review.States() {
			by, from := all, review.Proposed
			by.Proposer, by.Approver = verb == review.TakeBack, verb != review.TakeBack
			if verb == review.End {
				from = review.InForce
			}
			try := func(reason string) error { _, err := review.TryWaiver(verb, from, state, by, reason); return err }
			if verb == "propose" {
				try = func(string) error { return review.ProposeWaiver(state, by.Party) }
			}
			may := strings.Contains(while, " "+string(state)+" ")
			if err := try("a reason"); may != (err == nil) {
				t.Errorf("%s while %s: %v", verb, state, err)
			}
			if err := try(""); (err == nil) != (may && !reasoned) {
				t.Errorf("%s while %s without a reason: %v", verb, state, err)
			}
		}
	}
}

func TestWhoMayProposeAWaiver(t *testing.T) {
	for _, c := range []struct {
		by   review.Party
		says string
	}{
		{review.Party{Role: review.Reviewer}, ""},
		{review.Party{Role: review.Editor}, ""},
		{review.Party{Role: review.Admin}, "may not propose"},
		{review.Party{Role: review.Submitter, Owner: true}, "your own submission"},
		{review.Party{Role: review.Reviewer, Owner: true}, "your own submission"},
		{review.Party{Role: review.Reviewer, Conflict: review.SameDomain}, "another reviewer decides"},
	} {
		err := review.ProposeWaiver(review.InReview, c.by)
		if (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("%+v: got %v, want %q", c.by, err, c.says)
		}
		if _, conflict := errors.AsType[*review.ConflictError](err); conflict != (c.by.Conflict != review.NoConflict) {
			t.Errorf("%+v: got %T", c.by, err)
		}
	}
}

func TestAWaiverEndsWithItsEdition(t *testing.T) {
	for _, c := range []struct {
		until, edition string
		want           bool
	}{
		{"2026-11", "2025-11", true}, {"2026-11", "2026-06", true}, {"2026-11", "2026-11", true},
		{"2026-11", "2027-06", false}, {"2026-06", "2026-11", false},
	} {
		if got := review.WaiverReaches(c.until, c.edition); got != c.want {
			t.Errorf("until %s, for %s: %t", c.until, c.edition, got)
		}
	}
}

func TestHowFarAWaiverMayReach(t *testing.T) {
	for edition, want := range map[string]string{"2026-11": "2026-11 2027-06 2027-11 2028-06",
		"2026-06": "2026-06 2026-11 2027-06 2027-11", "odd": "odd"} {
		if got := strings.Join(review.WaiverEditions(edition), " "); got != want {
			t.Errorf("from %s: got %s, want %s", edition, got, want)
		}
	}
}

func TestNobodyApprovesTheirOwnWaiver(t *testing.T) {
	both := review.WaiverParty{Party: review.Party{Role: review.Editor}, Proposer: true, Approver: true}
	for _, verb := range []review.Verb{review.Approve, review.Decline} {
		if to, err := review.TryWaiver(verb, review.Proposed, review.InReview, both, "a reason"); err == nil {
			t.Errorf("%s: %s", verb, to)
		}
	}
}
