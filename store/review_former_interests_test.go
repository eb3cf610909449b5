package store_test

import (
	"strings"
	"testing"

	"green500/store"
	"green500/store/accounts"
	"green500/store/sites"
	"green500/validation/review"
)

// mailAt gives somebody's account another address, as though it had always had it.
func (r *room) mailAt(user accounts.User, email string) accounts.User {
	r.t.Helper()
	if err := store.Execute(r.t.Context(), r.Store, "UPDATE users SET email = '"+email+"' WHERE email = '"+user.Email+"'"); err != nil {
		r.t.Fatal(err)
	}
	user.Email = email
	return user
}

// moveTo moves somebody's account to another address.
func (r *room) moveTo(user accounts.User, email string) accounts.User {
	r.t.Helper()
	if err := r.Accounts.AskAddress(r.t.Context(), user.ID, password, email, letter("confirm"), letter("taken")); err != nil {
		r.t.Fatal(err)
	}
	moved, err := r.Accounts.MoveAddress(r.t.Context(), r.lastMail(r.t, email, "confirm", 1), letter("moved"))
	if err != nil {
		r.t.Fatal(err)
	}
	return moved
}

// wantKept fails the test unless somebody goes on having a conflict with an entry, once, until they withdraw it.
func (r *room) wantKept(by accounts.User, entry int64, reason string) {
	r.t.Helper()
	r.wantWithheld(by, entry, review.DeclaredBySelf)
	declared, err := r.Reviews.Conflicts(r.t.Context(), by.ID)
	if err != nil || len(declared) == 0 || declared[0].Reason != reason+" until "+r.clock.Now().UTC().Format("2006-01-02")+"." {
		r.t.Fatalf("declared are %+v, %v", declared, err)
	}
	if err := r.Reviews.WithdrawConflict(r.t.Context(), by, declared[0].ID); err != nil {
		r.t.Fatal(err)
	}
	r.wantWithheld(by, entry, review.NoConflict)
}

// TestLeavingEndsNoConflict: a person who may decide and leaves a site, or the domain of their mail, goes on having a conflict
// with it. Those who decide nothing have none to keep.
func TestLeavingEndsNoConflict(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		const name = "Aurora Site"
		owner := r.mailAt(r.submitter, "sub@mail.centre.org")
		entry := r.entry(owner, systemAt("Aurora", name, 2, 2, ""))
		r.move(entry.ID, review.Submit, owner)
		do := func(err error) {
			t.Helper()
			if err != nil {
				t.Fatal(err)
			}
		}

		mover := r.mailAt(r.account("mover", review.Reviewer, r.Accounts.CreateUser), "mover@mail.centre.org")
		r.wantWithheld(mover, entry.ID, review.SameDomain)
		mover = r.moveTo(mover, "mover@elsewhere.org")
		mover = r.moveTo(mover, "moved@elsewhere.org") // which is no other domain
		r.wantKept(mover, entry.ID, "Had mail there")

		site := r.founded(r.other, strings.ToLower(name))
		r.joins(site, r.other, r.second, review.Keeper)
		r.wantWithheld(r.second, entry.ID, review.SameSite)
		do(r.Sites.RemoveMember(t.Context(), site.ID, r.other, r.second.ID))
		r.wantKept(r.second, entry.ID, "Was of it")
		r.joins(site, r.other, r.second, review.Keeper)
		do(r.Sites.RemoveMember(t.Context(), site.ID, r.second, r.second.ID))
		r.wantKept(r.second, entry.ID, "Was of it")

		r.joins(site, r.other, r.second, review.Keeper)
		do(r.Sites.UpdateSite(t.Context(), site.ID, r.second, sites.SiteFacts{Name: "Borealis", Country: "DE"}))
		r.wantKept(r.second, entry.ID, "Was of a site of this name")
		do(r.Sites.UpdateSite(t.Context(), site.ID, r.second, sites.SiteFacts{Name: name, Country: "DE"}))
		do(r.Sites.UpdateSite(t.Context(), site.ID, r.second, sites.SiteFacts{Name: strings.ToUpper(name), Country: "DE"}))
		do(r.Sites.RemoveMember(t.Context(), site.ID, r.other, r.other.ID))
		do(r.Sites.DeleteSite(t.Context(), site.ID, r.second))
		r.wantKept(r.second, entry.ID, "Was of it")

		for _, user := range []accounts.User{r.other, owner} {
			if declared, err := r.Reviews.Conflicts(t.Context(), user.ID); err != nil || len(declared) > 0 {
				t.Errorf("%s, who decides nothing, has declared %+v, %v", user.Name, declared, err)
			}
		}
	})
}

// TestLeavingTwiceKeepsOneConflict: what is declared already is not declared again.
func TestLeavingTwiceKeepsOneConflict(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.founded(r.other, "Borealis")
		for range 2 {
			r.joins(site, r.other, r.second, review.Keeper)
			if err := r.Sites.RemoveMember(t.Context(), site.ID, r.second, r.second.ID); err != nil {
				t.Fatal(err)
			}
		}
		if declared, err := r.Reviews.Conflicts(t.Context(), r.second.ID); err != nil || len(declared) != 1 {
			t.Errorf("declared are %+v, %v", declared, err)
		}
	})
}
