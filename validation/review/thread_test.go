package review_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"green500/validation/review"
)

// threadSteps lists every step that may be taken in a thread: step, how it stood, who, how it stands then. The test
// tries every step as everybody.
const threadSteps = `
say    open     holder   open
say    answered holder   answered
answer open     holder   answered
say    open     reviewer open
say    answered reviewer open
settle open     reviewer settled
settle answered reviewer settled
reopen settled  reviewer open
`

func TestEveryStepInEveryStandingFromEverySide(t *testing.T) {
	var taken []string
	for _, step := range append(review.Steps(), "dance") {
		for _, from := range review.Standings() {
			for _, side := range []review.Side{review.Holding, review.Reviewing, review.Outside} {
				to, err := review.TakeStep(step, from, side)
				if possible := slices.Contains(review.PossibleSteps(from, side), step); possible != (err == nil) {
					t.Errorf("%s of a thread that is %s by %q: offered %t, %v", step, from, side, possible, err)
				}
				if err != nil {
					if !strings.HasSuffix(err.Error(), ".") {
						t.Errorf("the refusal is no sentence: %v", err)
					}
					continue
				}
				taken = append(taken, fmt.Sprintf("%s %s %s %s", step, from, side, to))
			}
		}
	}
	var want []string
	for _, line := range strings.Split(strings.TrimSpace(threadSteps), "\n") {
		want = append(want, strings.Join(strings.Fields(line), " "))
	}
	slices.Sort(taken)
	slices.Sort(want)
	if !slices.Equal(taken, want) {
		t.Errorf("got\n%s", strings.Join(taken, "\n"))
	}
}

// TestWhoSeesWhatWasAsked: by role, whether they hold the entry, and whether they have a conflict of interest with it.
func TestWhoSeesWhatWasAsked(t *testing.T) {
	for _, role := range append(review.Roles(), review.Public) {
		for _, owner := range []bool{true, false} {
			for _, conflict := range []review.Conflict{review.NoConflict, review.SameSite, review.SameDomain,
				review.DeclaredBySelf} {
				side := review.SideOf(review.Party{Role: role, Owner: owner, Conflict: conflict})
				reviews := (role == review.Reviewer || role == review.Editor) && conflict == review.NoConflict && !owner
				if side.Sees(false) != reviews {
					t.Errorf("%s, owner %t, conflict %q sees private threads: %t", role, owner, conflict,
						side.Sees(false))
				}
				if side.Sees(true) != (reviews || owner) {
					t.Errorf("%s, owner %t, conflict %q sees shared threads: %t", role, owner, conflict,
						side.Sees(true))
				}
			}
		}
	}
}
