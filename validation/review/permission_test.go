package review_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"green500/validation/review"
)

// mayDo lists who may do what: everybody, or some roles. The test tries every action as everybody.
const mayDo = `
read what is public                                                  everybody
sign in                                                              everybody
make an account, confirm it and win it back                          everybody
look at an invitation to a site                                      everybody
sign out                                                             submitter reviewer editor admin
see their own submissions                                            submitter reviewer editor admin
create and change their own submissions                              submitter reviewer editor admin
read a submission that is not published                              submitter reviewer editor admin
submit, withdraw or decide                                           submitter reviewer editor admin
ask and answer questions about a submission                          submitter reviewer editor admin
change what belongs to an account: passwords, passkeys, tokens       submitter reviewer editor admin
make sites and be of them                                            submitter reviewer editor admin
keep meters and other parts to be used again                         submitter reviewer editor admin
see what one is told, and choose how                                 submitter reviewer editor admin
read and answer appeals                                              submitter reviewer editor admin
see the review queue                                                 reviewer editor
declare conflicts of interest of one's own                           reviewer editor
open and publish editions                                            editor
grade again what one may read, changing nothing                      editor admin
see who did what                                                     editor admin
take the audit log away, with the addresses of the network in it     admin
create accounts and change roles                                     admin
see the mail that is to be sent                                      admin
see how the installation fares, and start again what was given up    admin
`

func TestEveryActionAsEverybody(t *testing.T) {
	rows := 0
	for line := range strings.SplitSeq(strings.TrimSpace(mayDo), "\n") {
		action, who, _ := strings.Cut(line, "  ")
		rows++
		for _, role := range []review.Role{"public", "submitter", "reviewer", "editor", "admin", "", "owner"} {
			want := strings.TrimSpace(who) == "everybody" || slices.Contains(strings.Fields(who), string(role))
			if got := review.May(role, review.Action(action)); got != want {
				t.Errorf("%s as %q: %t", action, role, got)
			}
		}
	}
	if rows != len(review.Permissions()) {
		t.Errorf("%d of %d actions were tried", rows, len(review.Permissions()))
	}
	if review.May(review.Admin, "dance") {
		t.Error("what is in no table is allowed")
	}
}

// readers says which states of a submission each visitor may read; published and corrected are on a list that is under
// embargo, or not.
const readers = `
                      draft submitted in_review returned accepted rejected withdrawn published corrected embargoed readings
public                -     -         -         -        -        -        -         yes       yes       -         -
holder                yes   yes       yes       yes      yes      yes      yes       yes       yes       yes       yes
submitter             -     -         -         -        -        -        -         yes       yes       -         -
reviewer              -     yes       yes       yes      yes      yes      yes       yes       yes       yes       yes
reviewer-conflicted   -     -         -         -        -        -        -         yes       yes       -         -
reviewer-own          yes   yes       yes       yes      yes      yes      yes       yes       yes       yes       yes
editor                -     yes       yes       yes      yes      yes      yes       yes       yes       yes       yes
editor-conflicted     -     -         -         -        -        -        -         yes       yes       -         -
admin                 -     -         -         -        -        -        -         yes       yes       -         -
`

func TestWhoReadsASubmissionInEachState(t *testing.T) {
	lines := strings.Split(strings.TrimSpace(readers), "\n")
	states := strings.Fields(lines[0])
	for i, by := range visitors() {
		words := strings.Fields(lines[i+1])
		for at, name := range states {
			want, reader := words[at+1] == "yes", review.Reader{Party: by}
			var got bool
			switch name {
			case "embargoed":
				reader.Embargoed = true
				got = review.MayRead(reader, review.Published)
			case "readings":
				if got = review.MayReadReadings(reader); review.MayCompare(reader) != want {
					t.Errorf("%s compares with what was submitted before: %t", words[0], !want)
				}
			default:
				got = review.MayRead(reader, review.State(name))
			}
			if got != want {
				t.Errorf("%s reads %s: %t", words[0], name, got)
			}
		}
	}
	for role, want := range map[review.Role]string{
		review.Public: "[published corrected]", review.Admin: "[published corrected]",
		review.Editor: "[submitted in_review returned accepted rejected withdrawn published corrected]",
	} {
		if got := fmt.Sprint(review.ReadableStates(role)); got != want {
			t.Errorf("%s reads %s, want %s", role, got, want)
		}
	}
}
