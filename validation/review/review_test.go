package review_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"green500/validation/review"
)

// allowed lists every move that may be made: verb, state before, who, state after. Whatever is not
// here has to be refused; the test tries every verb in every state as everybody.
const allowed = `
submit   draft      owner     submitted
submit   returned   owner     submitted
withdraw draft      owner     withdrawn
withdraw submitted  owner     withdrawn
withdraw in_review  owner     withdrawn
withdraw returned   owner     withdrawn
withdraw accepted   owner     withdrawn
take     submitted  reviewer  in_review
take     submitted  editor    in_review
accept   submitted  reviewer  accepted
accept   submitted  editor    accepted
accept   in_review  reviewer  accepted
accept   in_review  editor    accepted
return   submitted  reviewer  returned
return   submitted  editor    returned
return   in_review  reviewer  returned
return   in_review  editor    returned
reject   submitted  reviewer  rejected
reject   submitted  editor    rejected
reject   in_review  reviewer  rejected
reject   in_review  editor    rejected
publish  accepted   editor    published
`

func TestEveryMoveInEveryStateAsEverybody(t *testing.T) {
	verbs := []review.Verb{review.Submit, review.Take, review.Accept, review.Return, review.Reject, review.Withdraw, review.Publish, "dance"}
	made := 0
	for _, verb := range verbs {
		for _, from := range review.States() {
			for _, role := range append(review.Roles(), review.Public) {
				for _, owner := range []bool{true, false} {
					who := string(role)
					if owner {
						who = "owner"
					}
					to, err := review.Try(verb, from, role, owner, "a reason")
					line := fmt.Sprintf("%s %s %s %s", verb, from, who, to)
					if isAllowed := slices.Contains(lines(), line); isAllowed != (err == nil) {
						t.Errorf("%s as %s, owner %t: %v", line, role, owner, err)
					}
					if err != nil && !strings.HasSuffix(err.Error(), ".") {
						t.Errorf("the refusal is no sentence: %v", err)
					}
					if err == nil {
						made++
					}
				}
			}
		}
	}
	if made == 0 {
		t.Error("nothing is allowed")
	}
}

func lines() []string {
	var all []string
	for _, line := range strings.Split(strings.TrimSpace(allowed), "\n") {
		all = append(all, strings.Join(strings.Fields(line), " "))
	}
	return all
}

func TestAReasonIsDemandedWhereTheSubmitterNeedsIt(t *testing.T) {
	for verb, demanded := range map[review.Verb]bool{review.Return: true, review.Reject: true, review.Accept: false} {
		if _, err := review.Try(verb, review.InReview, review.Reviewer, false, ""); (err != nil) != demanded {
			t.Errorf("%s without a reason: %v", verb, err)
		}
	}
}
