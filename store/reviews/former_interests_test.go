package reviews_test

import (
	"strings"
	"testing"

	"green500/store/accounts"
	"green500/store/roomtest"
	"green500/store/sites"
	"green500/validation/review"
)

// mailAt gives somebody's account another address, as though it had always had it.
func (r *room) mailAt(user accounts.User, email string) accounts.User {
	r.T.Helper()
	r.Meddle("UPDATE users SET email = '%s' WHERE email = '%s'", email, user.Email)
	user.Email = email
	return user
}

// moveTo moves somebody's account to another address.
func (r *room) moveTo(user accounts.User, email string) accounts.User {
	r.T.Helper()
	if err := r.Accounts.AskAddress(r.T.Context(), user.ID, roomtest.Password, email, roomtest.Letter("confirm"),
		roomtest.Letter("taken")); err != nil {
		r.T.Fatal(err)
	}
	moved, err := r.Accounts.MoveAddress(r.T.Context(), r.LastMail(r.T, email, "confirm", 1), roomtest.Letter("moved"))
	if err != nil {
		r.T.Fatal(err)
	}
	return moved
}

// wantKept fails the test unless somebody goes on having a conflict with an entry, once, until they withdraw it.
func (r *room) wantKept(by accounts.User, entry int64, reason string) {
	r.T.Helper()
	r.wantWithheld(by, entry, review.DeclaredBySelf)
	declared, err := r.Reviews.Conflicts(r.T.Context(), by.ID)
	if err != nil || len(declared) == 0 ||
		declared[0].Reason != reason+" until "+r.Clock.Now().UTC().Format("2006-01-02")+"." {
		r.T.Fatalf("declared are %+v, %v", declared, err)
	}
	if err := r.Reviews.WithdrawConflict(r.T.Context(), by, declared[0].ID); err != nil {
		r.T.Fatal(err)
	}
	r.wantWithheld(by, entry, review.NoConflict)
}

// TestLeavingEndsNoConflict: a person who may decide and leaves a site, or the domain of their mail, goes on having a
// conflict with it. Those who decide nothing have none to keep.
func TestLeavingEndsNoConflict(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		const name = "Aurora Site"
		owner := r.mailAt(r.Submitter, "sub@mail.centre.org")
		entry := r.Entry(owner, systemAt("Aurora", name, 2, 2, ""))
		r.Move(entry.ID, review.Submit, owner)
		do := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}

		mover := r.mailAt(r.User("mover", review.Reviewer), "mover@mail.centre.org")
		r.wantWithheld(mover, entry.ID, review.SameDomain)
		mover = r.moveTo(mover, "mover@elsewhere.org")
		mover = r.moveTo(mover, "moved@elsewhere.org") // which is no other domain
		r.wantKept(mover, entry.ID, "Had mail there")

		site := r.Founded(r.Other, strings.ToLower(name))
		r.Joins(site, r.Other, r.Second, review.Keeper)
		r.wantWithheld(r.Second, entry.ID, review.SameSite)
		do(r.Sites.RemoveMember(t.Context(), site.ID, r.Other, r.Second.ID))
		r.wantKept(r.Second, entry.ID, "Was of it")
		r.Joins(site, r.Other, r.Second, review.Keeper)
		do(r.Sites.RemoveMember(t.Context(), site.ID, r.Second, r.Second.ID))
		r.wantKept(r.Second, entry.ID, "Was of it")

		r.Joins(site, r.Other, r.Second, review.Keeper)
		do(r.Sites.Update(t.Context(), site.ID, r.Second, sites.SiteFacts{Name: "Borealis", Country: "DE"}))
		r.wantKept(r.Second, entry.ID, "Was of a site of this name")
		do(r.Sites.Update(t.Context(), site.ID, r.Second, sites.SiteFacts{Name: name, Country: "DE"}))
		do(r.Sites.Update(t.Context(), site.ID, r.Second,
			sites.SiteFacts{Name: strings.ToUpper(name), Country: "DE"}))
		do(r.Sites.RemoveMember(t.Context(), site.ID, r.Other, r.Other.ID))
		do(r.Sites.Delete(t.Context(), site.ID, r.Second))
		r.wantKept(r.Second, entry.ID, "Was of it")

		for _, user := range []accounts.User{r.Other, owner} {
			if declared, err := r.Reviews.Conflicts(t.Context(), user.ID); err != nil || len(declared) > 0 {
				t.Errorf("%s, who decides nothing, has declared %+v, %v", user.Name, declared, err)
			}
		}
	})
}

// TestLeavingTwiceKeepsOneConflict: what is declared already is not declared again.
func TestLeavingTwiceKeepsOneConflict(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.Founded(r.Other, "Borealis")
		for range 2 {
			r.Joins(site, r.Other, r.Second, review.Keeper)
			if err := r.Sites.RemoveMember(t.Context(), site.ID, r.Second, r.Second.ID); err != nil {
				t.Fatal(err)
			}
		}
		if declared, err := r.Reviews.Conflicts(t.Context(), r.Second.ID); err != nil || len(declared) != 1 {
			t.Errorf("declared are %+v, %v", declared, err)
		}
	})
}
