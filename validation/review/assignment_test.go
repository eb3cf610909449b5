package review_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"green500/validation/review"
)

// assigning lists who may change who reviews an entry: the actor, who had it, who gets it, and the roles that
// may. Account 1 acts, 0 is nobody.
const assigning = `
0 2 editor
0 1 reviewer editor
1 0 reviewer editor
1 2 editor
2 0 editor
2 1 editor
2 3 editor
`

func TestWhoSaysWhoReviews(t *testing.T) {
	for _, line := range strings.Split(strings.TrimSpace(assigning), "\n") {
		var from, to int64
		_, err := fmt.Sscan(line, &from, &to)
		if err != nil {
			t.Fatal(err)
		}
		what := review.AssignmentOf(1, from, to)
		for _, role := range append(review.Roles(), review.Public) {
			for _, state := range review.States() {
				want := slices.Contains(strings.Fields(line)[2:], string(role)) &&
					slices.Contains([]review.State{review.Submitted, review.InReview, review.Returned}, state)
				if got := review.TryAssigning(what, state, review.Party{Role: role}); (got == nil) != want {
					t.Errorf("%s, %s as %s: %v", line, state, role, got)
				}
				if review.TryAssigning(what, state, review.Party{Role: role, Owner: true}) == nil {
					t.Errorf("%s, %s as %s, who owns it", line, state, role)
				}
				if _, conflicted := errors.AsType[*review.ConflictError](review.TryAssigning(what, state,
					review.Party{Role: role, Conflict: review.SameSite})); !conflicted {
					t.Errorf("%s, %s as %s in a conflict", line, state, role)
				}
			}
		}
	}
}

func TestWhoCanReview(t *testing.T) {
	for _, role := range append(review.Roles(), review.Public) {
		for _, owner := range []bool{true, false} {
			for _, conflict := range []review.Conflict{review.NoConflict, review.SameSite, review.SameDomain,
				review.DeclaredBySelf} {
				err := review.TryReviewing("Rina", review.Party{Role: role, Owner: owner, Conflict: conflict})
				can := (role == review.Reviewer || role == review.Editor) && !owner && conflict == review.NoConflict
				if (err == nil) != can {
					t.Errorf("%s, owner %t, conflict %q: %v", role, owner, conflict, err)
				}
			}
		}
	}
}
