package review_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/validation/review"
)

// onAppeals lists everything that may be done with an appeal: verb, state before, who, state after. A "fresh" editor
// had no part in what was decided before. Whatever is not here has to be refused.
const onAppeals = `
make      -    owner        open
answer    open owner        open
answer    open reviewer     open
answer    open editor       open
answer    open fresh-editor open
uphold    open fresh-editor upheld
dismiss   open fresh-editor dismissed
take-back open owner        taken-back
`

func TestEverythingWithEveryAppealAsEverybody(t *testing.T) {
	var rows []string
	for line := range strings.SplitSeq(strings.TrimSpace(onAppeals), "\n") {
		rows = append(rows, strings.Join(strings.Fields(line), " "))
	}
	found := map[string]bool{}
	hyphened := func(s string) string { return strings.ReplaceAll(s, " ", "-") }
	for _, verb := range append(review.AppealVerbs(), "dance") {
		for _, from := range review.AppealStates() {
			for who, by := range appealParties() {
				move, err := review.TryAppeal(verb, from, by)
				state := hyphened(string(from))
				if state == "" {
					state = "-"
				}
				line := fmt.Sprintf("%s %s %s %s", hyphened(string(verb)), state, who, hyphened(string(move.To)))
				closed := from != review.NoAppeal && from != review.AppealOpen
				if verb == review.MakeAppeal && closed {
					// whether another may follow is told by AppealableDecision
					line = strings.Replace(line, state, "-", 1)
				}
				allowed := slices.Contains(rows, line)
				if allowed != (err == nil) {
					t.Errorf("%s: %v", line, err)
				}
				if err != nil && !strings.HasSuffix(err.Error(), ".") {
					t.Errorf("the refusal is no sentence: %v", err)
				}
				conflict, isConflict := errors.AsType[*review.ConflictError](err)
				if by.Conflict != review.NoConflict && err == nil || isConflict && conflict.Conflict != by.Conflict {
					t.Errorf("%s in a conflict: %v", line, err)
				}
				if possible := slices.Contains(review.PossibleOnAppeal(from, by), verb); possible && err != nil {
					t.Errorf("%s is offered, and refused: %v", line, err)
				}
				found[line] = found[line] || err == nil
			}
		}
	}
	for _, line := range rows {
		if !found[line] {
			t.Errorf("%s is not possible", line)
		}
	}
}

// appealParties are everybody, by how the table calls them.
func appealParties() map[string]review.AppealParty {
	all := map[string]review.AppealParty{}
	for _, role := range append(review.Roles(), review.Public) {
		all[string(role)] = review.AppealParty{Party: review.Party{Role: role}, Decided: true}
		all["fresh-"+string(role)] = review.AppealParty{Party: review.Party{Role: role}}
		all["conflicted-"+string(role)] = review.AppealParty{Party: review.Party{Role: role, Conflict: review.SameSite}}
	}
	all["reviewer"] = review.AppealParty{Party: review.Party{Role: review.Reviewer}}
	delete(all, "fresh-reviewer")
	all["owner"] = review.AppealParty{Party: review.Party{Role: review.Submitter, Owner: true}}
	return all
}

// TestAnEditorOnTheirOwnEntryIsItsHolder: they make appeals, and decide on none.
func TestAnEditorOnTheirOwnEntryIsItsHolder(t *testing.T) {
	for _, role := range review.Roles() {
		by := review.AppealParty{Party: review.Party{Role: role, Owner: true, Conflict: review.SameSite}}
		if got := review.PossibleOnAppeal(review.AppealOpen, by); !slices.Equal(got,
			[]review.AppealVerb{review.AnswerAppeal, review.TakeBackAppeal}) {
			t.Errorf("a %s can %v on an entry of their own", role, got)
		}
		if !review.MayReadAppeals(by.Party) {
			t.Errorf("a %s does not see the appeal on their own entry", role)
		}
	}
}

func TestWhoReadsAppeals(t *testing.T) {
	for who, by := range appealParties() {
		want := who == "owner" ||
			by.Conflict == review.NoConflict && (by.Role == review.Reviewer || by.Role == review.Editor)
		if got := review.MayReadAppeals(by.Party); got != want {
			t.Errorf("%s reads appeals: %t", who, got)
		}
	}
}

func TestWhatCanBeAppealedAgainstAndUntilWhen(t *testing.T) {
	at := time.Date(2026, 10, 1, 12, 0, 0, 0, time.UTC)
	for _, state := range review.States() {
		for _, below := range []bool{false, true} {
			for after, inTime := range map[time.Duration]bool{0: true, review.AppealTime - 1: true,
				review.AppealTime: false} {
				for _, appealed := range []bool{false, true} {
					judged := review.AppealableDecision{State: state, Below: below, At: at, Appealed: appealed}
					until, err := judged.Appealable(at.Add(after))
					graded := slices.Contains([]review.State{review.Accepted, review.Published, review.Corrected},
						state)
					want := (state == review.Rejected || graded && below) && inTime && !appealed
					if want != (err == nil) || !until.Equal(at.AddDate(0, 0, 30)) {
						t.Errorf("%+v after %s: %v, until %s", judged, after, err, until)
					}
				}
			}
		}
	}
}

// TestEveryMoveOfAnEntryIsToldOrNot: a new verb needs a row that says who gets a notice.
func TestEveryMoveOfAnEntryIsToldOrNot(t *testing.T) {
	untold := []review.Verb{review.Take, "approve"} // nobody waits to hear
	for _, move := range review.Moves() {
		hearings := review.MoveNotices()[move.Verb]
		if (len(hearings) == 0) != slices.Contains(untold, move.Verb) {
			t.Errorf("%s is told to %d audiences", move.Verb, len(hearings))
		}
		for _, hearing := range hearings {
			if !hearing.Kind.Valid() || hearing.Words == "" || hearing.Who == "" {
				t.Errorf("%s: %+v", move.Verb, hearing)
			}
		}
	}
	for _, move := range review.AppealMoves() {
		if len(move.Hearings) == 0 {
			t.Errorf("nobody hears that somebody %ss an appeal", move.Verb)
		}
	}
}
