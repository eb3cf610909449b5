package sites_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/database"
	"green500/store/roomtest"
	"green500/store/sites"
	"green500/store/storetest"
	"green500/store/submissions"
	"green500/validation/review"
)

func TestASiteIsFoundedAndChanged(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site, err := r.Sites.Create(t.Context(), r.Submitter,
			sites.SiteFacts{Name: " Example Centre ", Country: "de", URL: "https://example.org"})
		if err != nil {
			t.Fatal(err)
		}
		if site.Name != "Example Centre" || site.Country != "DE" || site.Role != review.Keeper || site.Members != 1 ||
			!site.CreatedAt.Equal(r.Clock.Now().UTC().Truncate(time.Microsecond)) {
			t.Errorf("got %+v", site)
		}
		_, err = r.Sites.Create(t.Context(), r.Other, sites.SiteFacts{Name: "EXAMPLE centre", Country: "FR"})
		if !errors.Is(err, database.ErrTaken) {
			t.Errorf("a name that is taken: %v", err)
		}
		roomtest.WantField(t, err, "name")
		second := r.Founded(r.Submitter, "Second")
		roomtest.WantField(t, r.Sites.Update(t.Context(), second.ID, r.Submitter,
			sites.SiteFacts{Name: "example Centre", Country: "DE"}), "name")
		if err := r.Sites.Update(t.Context(), site.ID, r.Submitter,
			sites.SiteFacts{Name: "EXAMPLE Centre", Country: "FR"}); err != nil {
			t.Errorf("other capitals: %v", err)
		}
		all, err := r.Sites.OfUser(t.Context(), r.Submitter.ID)
		if err != nil || len(all) != 2 || all[0].Name != "EXAMPLE Centre" || all[0].Country != "FR" ||
			all[0].URL != "" {
			t.Errorf("got %+v, %v", all, err)
		}
		_, err = r.Sites.ByID(t.Context(), site.ID, r.Admin.ID)
		roomtest.WantNotFound(t, err)
	})
}

func TestFactsOfASiteThatWillNotDo(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for field, facts := range map[string][]sites.SiteFacts{
			"name": {{Country: "DE"}, {Name: strings.Repeat("ä", 201), Country: "DE"}, {Name: "two\nlines",
				Country: "DE"}, {Name: "win at https://bad.example", Country: "DE"}, {Name: "\x00 ", Country: "DE"}},
			"country": {{Name: "A"}, {Name: "A", Country: "Germany"}, {Name: "A", Country: "D1"},
				{Name: "A", Country: "ÄÖ"}},
			"url": {{Name: "A", Country: "DE", URL: "example.org"}, {Name: "A", Country: "DE",
				URL: "javascript:alert(1)"}, {Name: "A", Country: "DE", URL: "https://" + strings.Repeat("x", 500)},
				{Name: "A", Country: "DE", URL: "https://bank.example@bad.example/"}},
		} {
			for _, one := range facts {
				_, err := r.Sites.Create(t.Context(), r.Submitter, one)
				roomtest.WantInputError(t, err, field)
			}
		}
		if all, err := r.Sites.OfUser(t.Context(), r.Submitter.ID); err != nil || len(all) != 0 {
			t.Errorf("something was founded: %v, %v", all, err)
		}
	})
}

// TestEveryActionInASiteAsEverybody tries each action as a keeper, a member and a stranger: what the
// table does not allow is refused by a sentence, and is not there for a stranger.
func TestEveryActionInASiteAsEverybody(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.Founded(r.Submitter, "Centre")
		r.Joins(site, r.Submitter, r.Other, review.Member)
		r.Joins(site, r.Submitter, r.Second, review.Member)
		r.Invite(site, r.Submitter, "late@example.org")
		people := map[review.SiteRole]accounts.User{review.Keeper: r.Submitter, review.Member: r.Other, "": r.Admin}
		letter := func(sites.Site, string) (string, string) { return "Join", "text" }
		actions := map[review.SiteAction]func(accounts.User) error{
			review.SeeSite: func(by accounts.User) error {
				_, err := r.Sites.ByID(t.Context(), site.ID, by.ID)
				return err
			},
			review.ShareWithSite: func(by accounts.User) error {
				_, err := r.Submissions.CreateEntryAt(t.Context(), by, roomtest.Edition, roomtest.Graded(), site.ID)
				return err
			},
			review.ChangeSite: func(by accounts.User) error {
				return r.Sites.Update(t.Context(), site.ID, by, sites.SiteFacts{Name: "Centre", Country: "DE"})
			},
			review.InviteToSite: func(by accounts.User) error {
				if err := r.Sites.Invite(t.Context(), site.ID, by, "late@example.org", letter); err != nil {
					return err
				}
				return r.Sites.RevokeInvitation(t.Context(), site.ID, by, "late@example.org")
			},
			review.SetSiteRoles: func(by accounts.User) error {
				return r.Sites.SetRole(t.Context(), site.ID, by, r.Second.ID, review.Member)
			},
			review.RemoveFromSite: func(by accounts.User) error {
				return r.Sites.RemoveMember(t.Context(), site.ID, by, r.Second.ID)
			},
			// These are allowed, but for what else stands against them.
			review.DeleteSiteForAll: func(by accounts.User) error {
				return allowed(r.Sites.Delete(t.Context(), site.ID, by), "other members")
			},
			review.LeaveSite: func(by accounts.User) error {
				return allowed(r.Sites.RemoveMember(t.Context(), site.ID, by, by.ID), "Make another member a keeper")
			},
		}
		preset := 0
		actions[review.SaveSitePresets] = func(by accounts.User) error {
			preset++
			_, err := r.Sites.AddPreset(t.Context(), by,
				sites.Preset{Site: "Centre", Name: fmt.Sprint(preset), Signature: "csv"})
			return err
		}
		for action := range review.SitePermissions() {
			if actions[action] == nil {
				t.Fatalf("nobody tries to %s", action)
			}
		}
		// Removing, leaving and deleting come last, the keeper after everybody else.
		order := []review.SiteAction{
			review.SeeSite, review.ShareWithSite, review.SaveSitePresets, review.ChangeSite, review.InviteToSite,
			review.SetSiteRoles, review.DeleteSiteForAll, review.RemoveFromSite, review.LeaveSite,
		}
		if len(order) != len(actions) {
			t.Fatalf("%d of %d actions are tried", len(order), len(actions))
		}
		for _, action := range order {
			for _, role := range []review.SiteRole{"", review.Keeper, review.Member} {
				err := actions[action](people[role])
				refusal, refused := errors.AsType[*review.Refusal](err)
				switch {
				case review.MayInSite(role, action):
					if err != nil {
						t.Errorf("%s as %s: %v", action, role, err)
					}
				case role == "" && action != review.SaveSitePresets:
					if !errors.Is(err, database.ErrNotFound) {
						t.Errorf("%s as a stranger: %v", action, err)
					}
				case !refused || !strings.HasSuffix(refusal.Sentence, "."):
					t.Errorf("%s as %q: %v", action, role, err)
				}
			}
		}
	})
}

// allowed forgives a refusal for what stands against an action besides the table.
func allowed(err error, sentence string) error {
	if refusal, ok := errors.AsType[*review.Refusal](err); ok && strings.Contains(refusal.Sentence, sentence) {
		return nil
	}
	return err
}

func TestAnInvitationIsForOneAddress(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.Founded(r.Submitter, "Centre")
		first := r.Invite(site, r.Submitter, "OTHER@example.org ")
		second := r.Invite(site, r.Submitter, r.Other.Email)
		if mails := storetest.Mails(t, r.At, ""); len(mails) != 2 || mails[1].To != r.Other.Email ||
			mails[1].Text != "Follow "+second {
			t.Errorf("posted: %+v", mails)
		}
		_, err := r.Sites.Join(t.Context(), first, r.Other)
		roomtest.WantRefusal(t, err, "used before") // the second took its place
		_, err = r.Sites.Join(t.Context(), second, r.Reviewer)
		roomtest.WantRefusal(t, err, "This invitation is for other@example.org; you are signed in as rev@example.org.")
		invitation, facts, err := r.Sites.Invitation(t.Context(), second)
		if err != nil || invitation.Email != r.Other.Email || invitation.SiteID != site.ID || facts.Name != "Centre" {
			t.Errorf("got %+v, %+v, %v", invitation, facts, err)
		}
		joined, err := r.Sites.Join(t.Context(), second, r.Other)
		if err != nil || joined.Role != review.Member || joined.Members != 2 {
			t.Errorf("got %+v, %v", joined, err)
		}
		_, err = r.Sites.Join(t.Context(), second, r.Other)
		roomtest.WantRefusal(t, err, "used before")
		members, err := r.Sites.Members(t.Context(), site.ID)
		if err != nil || len(members) != 2 || members[0].Role != review.Keeper || members[1].Email != r.Other.Email {
			t.Errorf("got %+v, %v", members, err)
		}
		letter := func(sites.Site, string) (string, string) { return "", "" }
		for _, address := range []string{"", "nobody", "a@b.example, c@d.example", "Mallory <m@example.org>",
			r.Other.Email, "x@" + strings.Repeat("y", 260)} {
			roomtest.WantField(t, r.Sites.Invite(t.Context(), site.ID, r.Submitter, address, letter), "email")
		}
	})
}

func TestInvitationsEnd(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.Founded(r.Submitter, "Centre")
		revoked := r.Invite(site, r.Submitter, r.Other.Email)
		if err := r.Sites.RevokeInvitation(t.Context(), site.ID, r.Submitter, r.Other.Email); err != nil {
			t.Fatal(err)
		}
		roomtest.WantNotFound(t, r.Sites.RevokeInvitation(t.Context(), site.ID, r.Submitter, r.Other.Email))
		late := r.Invite(site, r.Submitter, r.Other.Email)
		if open, err := r.Sites.Invitations(t.Context(), site.ID); err != nil || len(open) != 1 ||
			!open[0].ExpiresAt.Equal(open[0].SentAt.Add(accounts.InvitationValid)) {
			t.Errorf("got %+v, %v", open, err)
		}
		r.Clock.Advance(accounts.InvitationValid)
		if open, err := r.Sites.Invitations(t.Context(), site.ID); err != nil || len(open) != 0 {
			t.Errorf("got %+v, %v", open, err)
		}
		for _, secret := range []string{revoked, late, "", "no secret"} {
			_, err := r.Sites.Join(t.Context(), secret, r.Other)
			roomtest.WantRefusal(t, err, "ask for a new one")
		}
		// As many mails as a day may have, and no more.
		for i := range 50 {
			r.Invite(site, r.Submitter, fmt.Sprintf("colleague%d@example.org", i))
		}
		letter := func(sites.Site, string) (string, string) { return "", "" }
		roomtest.WantRefusal(t, r.Sites.Invite(t.Context(), site.ID, r.Submitter, "one.more@example.org", letter),
			"Try again tomorrow")
		r.Clock.Advance(24 * time.Hour)
		r.Invite(site, r.Submitter, "one.more@example.org")
		// With its site an invitation ends too.
		gone := r.Founded(r.Submitter, "Gone")
		secret := r.Invite(gone, r.Submitter, r.Other.Email)
		if err := r.Sites.Delete(t.Context(), gone.ID, r.Submitter); err != nil {
			t.Fatal(err)
		}
		_, err := r.Sites.Join(t.Context(), secret, r.Other)
		roomtest.WantRefusal(t, err, "ask for a new one")
	})
}

func TestASiteIsNeverLeftWithoutAKeeper(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.Founded(r.Submitter, "Centre")
		roomtest.WantRefusal(t, r.Sites.RemoveMember(t.Context(), site.ID, r.Submitter, r.Submitter.ID),
			"Delete the site instead")
		r.Joins(site, r.Submitter, r.Other, review.Member)
		roomtest.WantRefusal(t, r.Sites.RemoveMember(t.Context(), site.ID, r.Submitter, r.Submitter.ID),
			"Make another member a keeper")
		roomtest.WantRefusal(t, r.Sites.SetRole(t.Context(), site.ID, r.Submitter, r.Submitter.ID, review.Member),
			"Make another member a keeper")
		roomtest.WantField(t, r.Sites.SetRole(t.Context(), site.ID, r.Submitter, r.Other.ID, "owner"), "role")
		roomtest.WantNotFound(t, r.Sites.SetRole(t.Context(), site.ID, r.Submitter, r.Admin.ID, review.Keeper))
		if err := r.Sites.SetRole(t.Context(), site.ID, r.Submitter, r.Other.ID, review.Keeper); err != nil {
			t.Fatal(err)
		}
	})
}

// TestOfKeepersWhoLeaveAtOnceOneStays, however they meet.
func TestOfKeepersWhoLeaveAtOnceOneStays(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		keepers := []accounts.User{r.Submitter, r.Other, r.Reviewer, r.Second}
		for i := range 10 {
			site := r.Founded(r.Submitter, fmt.Sprintf("Centre %d", i))
			for _, keeper := range keepers[1:] {
				r.Joins(site, r.Submitter, keeper, review.Keeper)
			}
			var waiting sync.WaitGroup
			var left atomic.Int64
			for _, keeper := range keepers {
				waiting.Go(func() {
					if err := r.Sites.RemoveMember(t.Context(), site.ID, keeper, keeper.ID); err == nil {
						left.Add(1)
					}
				})
			}
			waiting.Wait()
			members, err := r.Sites.Members(t.Context(), site.ID)
			if err != nil || len(members) != 1 || members[0].Role != review.Keeper || left.Load() != 3 {
				t.Fatalf("got %+v, %v; %d left", members, err, left.Load())
			}
		}
	})
}

func TestASiteThatSomethingHangsOnIsNotDeleted(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.Founded(r.Submitter, "Centre")
		entry := r.Entry(r.Submitter, roomtest.Graded())
		roomtest.WantRefusal(t, r.Sites.Delete(t.Context(), site.ID, r.Submitter), "unshare them first")
		if err := r.Submissions.ShareEntry(t.Context(), entry.ID, r.Submitter, submissions.Unshared); err != nil {
			t.Fatal(err)
		}
		r.Keep(r.Submitter, site.ID, roomtest.MeterPart(t, "PDU", ""))
		roomtest.WantRefusal(t, r.Sites.Delete(t.Context(), site.ID, r.Submitter), "equipment library")
		r.Meddle("DELETE FROM equipment")
		if _, err := r.Sites.AddPreset(t.Context(), r.Submitter,
			sites.Preset{Site: "Centre", Name: "PDU", Signature: "csv"}); err != nil {
			t.Fatal(err)
		}
		if err := r.Sites.Delete(t.Context(), site.ID, r.Submitter); err != nil {
			t.Fatal(err)
		}
		// A founder of a site of the same name inherits nothing.
		r.Founded(r.Other, "Centre")
		wantPresets(t, r, r.Other, "")
	})
}

func TestNobodyIsOfTooManySites(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for i := range 50 {
			r.Founded(r.Submitter, fmt.Sprintf("Centre %d", i))
		}
		_, err := r.Sites.Create(t.Context(), r.Submitter, sites.SiteFacts{Name: "One more", Country: "DE"})
		roomtest.WantRefusal(t, err, "Leave one first")
	})
}
