package review_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"green500/validation/review"
)

// inSites lists what each role may do in a site; the test tries every action as everybody.
const inSites = `
see a site and its members             keeper member
share submissions with a site              keeper member
save presets for everybody at a site   keeper member
leave a site                           keeper member
change the facts of a site             keeper
invite people to a site                keeper
change who keeps a site                keeper
remove members of a site               keeper
delete a site                          keeper
`

func TestEveryActionInASiteAsEverybody(t *testing.T) {
	rows := 0
	for _, line := range strings.Split(strings.TrimSpace(inSites), "\n") {
		action, who, _ := strings.Cut(line, "  ")
		rows++
		for _, role := range append(review.SiteRoles(), "", "owner") {
			want := role != "" && slices.Contains(strings.Fields(who), string(role))
			if got := review.MayInSite(role, review.SiteAction(action)); got != want {
				t.Errorf("%s as %q: %t", action, role, got)
			}
		}
	}
	if rows != len(review.SitePermissions()) {
		t.Errorf("%d of %d actions were tried", rows, len(review.SitePermissions()))
	}
	if review.MayInSite(review.Keeper, "dance") {
		t.Error("what is in no table is allowed")
	}
}

// byToken lists what each scope lets a token do.
const byToken = `
read    read what is public
read    see their own submissions
read    read a submission that is not published
write   read what is public
write   see their own submissions
write   read a submission that is not published
write   create and change their own submissions
submit  read what is public
submit  submit, withdraw or decide
`

func TestEveryScopeWithEveryAction(t *testing.T) {
	var got []string
	for _, scope := range review.Scopes() {
		if scope.Word() == "" || !scope.Valid() {
			t.Errorf("nobody says what %s is", scope)
		}
		for action := range review.Permissions() {
			if review.TokenMay([]review.Scope{scope}, action) {
				got = append(got, fmt.Sprintf("%-7s %s", scope, action))
			}
		}
	}
	want := strings.Split(strings.TrimSpace(byToken), "\n")
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
	if !review.TokenMay(nil, review.ReadPublic) ||
		review.TokenMay([]review.Scope{review.AnyToken, "all"}, review.ReadEntry) {
		t.Error("a token without scopes may not just what is public")
	}
}

// TestATokenMayNotWhatItsPersonMayNot: it acts as somebody whose rights everybody has.
func TestATokenMayNotWhatItsPersonMayNot(t *testing.T) {
	for action := range review.Permissions() {
		if !review.TokenMay(review.Scopes(), action) {
			continue
		}
		for _, role := range review.Roles() {
			if review.May(review.TokenRole, action) && !review.May(role, action) {
				t.Errorf("by a token a %s may %s", role, action)
			}
		}
	}
}
