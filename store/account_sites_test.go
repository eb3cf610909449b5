package store_test

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/store/database"
	"green500/store/sites"
	"green500/store/submissions"
	"green500/validation/review"
)

// founded founds a site.
func (r *room) founded(founder accounts.User, name string) sites.Site {
	r.t.Helper()
	site, err := r.Sites.CreateSite(r.t.Context(), founder, sites.SiteFacts{Name: name, Country: "DE"})
	if err != nil {
		r.t.Fatal(err)
	}
	return site
}

// invite invites an address and returns the secret of the link.
func (r *room) invite(site sites.Site, keeper accounts.User, email string) string {
	r.t.Helper()
	var secret string
	err := r.Sites.Invite(r.t.Context(), site.ID, keeper, email, func(_ sites.Site, made string) (string, string) {
		secret = made
		return "Join", "Follow " + made
	})
	if err != nil {
		r.t.Fatal(err)
	}
	return secret
}

// joins takes somebody into a site in a role.
func (r *room) joins(site sites.Site, keeper, user accounts.User, role review.SiteRole) {
	r.t.Helper()
	if _, err := r.Sites.Join(r.t.Context(), r.invite(site, keeper, user.Email), user); err != nil {
		r.t.Fatal(err)
	}
	if err := r.Sites.SetSiteRole(r.t.Context(), site.ID, keeper, user.ID, role); err != nil {
		r.t.Fatal(err)
	}
}

func TestASiteIsFoundedAndChanged(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site, err := r.Sites.CreateSite(t.Context(), r.submitter, sites.SiteFacts{Name: " Example Centre ", Country: "de", URL: "https://example.org"})
		if err != nil {
			t.Fatal(err)
		}
		if site.Name != "Example Centre" || site.Country != "DE" || site.Role != review.Keeper || site.Members != 1 || !site.CreatedAt.Equal(r.clock.Now().UTC().Truncate(time.Microsecond)) {
			t.Errorf("got %+v", site)
		}
		_, err = r.Sites.CreateSite(t.Context(), r.other, sites.SiteFacts{Name: "EXAMPLE centre", Country: "FR"})
		if !errors.Is(err, database.ErrTaken) {
			t.Errorf("a name that is taken: %v", err)
		}
		wantField(t, err, "name")
		second := r.founded(r.submitter, "Second")
		wantField(t, r.Sites.UpdateSite(t.Context(), second.ID, r.submitter, sites.SiteFacts{Name: "example Centre", Country: "DE"}), "name")
		if err := r.Sites.UpdateSite(t.Context(), site.ID, r.submitter, sites.SiteFacts{Name: "EXAMPLE Centre", Country: "FR"}); err != nil {
			t.Errorf("other capitals: %v", err)
		}
		all, err := r.Sites.Sites(t.Context(), r.submitter.ID)
		if err != nil || len(all) != 2 || all[0].Name != "EXAMPLE Centre" || all[0].Country != "FR" || all[0].URL != "" {
			t.Errorf("got %+v, %v", all, err)
		}
		_, err = r.Sites.Site(t.Context(), site.ID, r.admin.ID)
		wantNotFound(t, err)
	})
}

func TestFactsOfASiteThatWillNotDo(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for field, facts := range map[string][]sites.SiteFacts{
			"name":    {{Country: "DE"}, {Name: strings.Repeat("ä", 201), Country: "DE"}, {Name: "two\nlines", Country: "DE"}, {Name: "win at https://bad.example", Country: "DE"}, {Name: "\x00 ", Country: "DE"}},
			"country": {{Name: "A"}, {Name: "A", Country: "Germany"}, {Name: "A", Country: "D1"}, {Name: "A", Country: "ÄÖ"}},
			"url":     {{Name: "A", Country: "DE", URL: "example.org"}, {Name: "A", Country: "DE", URL: "javascript:alert(1)"}, {Name: "A", Country: "DE", URL: "https://" + strings.Repeat("x", 500)}, {Name: "A", Country: "DE", URL: "https://bank.example@bad.example/"}},
		} {
			for _, one := range facts {
				_, err := r.Sites.CreateSite(t.Context(), r.submitter, one)
				wantInputError(t, err, field)
			}
		}
		if all, err := r.Sites.Sites(t.Context(), r.submitter.ID); err != nil || len(all) != 0 {
			t.Errorf("something was founded: %v, %v", all, err)
		}
	})
}

// TestEveryActionInASiteAsEverybody tries each action as a keeper, a member and a stranger: what the
// table does not allow is refused by a sentence, and is not there for a stranger.
func TestEveryActionInASiteAsEverybody(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.founded(r.submitter, "Centre")
		r.joins(site, r.submitter, r.other, review.Member)
		r.joins(site, r.submitter, r.second, review.Member)
		r.invite(site, r.submitter, "late@example.org")
		people := map[review.SiteRole]accounts.User{review.Keeper: r.submitter, review.Member: r.other, "": r.admin}
		letter := func(sites.Site, string) (string, string) { return "Join", "text" }
		actions := map[review.SiteAction]func(accounts.User) error{
			review.SeeSite: func(by accounts.User) error { _, err := r.Sites.Site(t.Context(), site.ID, by.ID); return err },
			review.ShareWithSite: func(by accounts.User) error {
				_, err := r.Submissions.CreateEntryAt(t.Context(), by, edition, graded(), site.ID)
				return err
			},
			review.ChangeSite: func(by accounts.User) error {
				return r.Sites.UpdateSite(t.Context(), site.ID, by, sites.SiteFacts{Name: "Centre", Country: "DE"})
			},
			review.InviteToSite: func(by accounts.User) error {
				if err := r.Sites.Invite(t.Context(), site.ID, by, "late@example.org", letter); err != nil {
					return err
				}
				return r.Sites.RevokeInvitation(t.Context(), site.ID, by, "late@example.org")
			},
			review.SetSiteRoles: func(by accounts.User) error {
				return r.Sites.SetSiteRole(t.Context(), site.ID, by, r.second.ID, review.Member)
			},
			review.RemoveFromSite: func(by accounts.User) error { return r.Sites.RemoveMember(t.Context(), site.ID, by, r.second.ID) },
			// These are allowed, but for what else stands against them.
			review.DeleteSiteForAll: func(by accounts.User) error {
				return allowed(r.Sites.DeleteSite(t.Context(), site.ID, by), "other members")
			},
			review.LeaveSite: func(by accounts.User) error {
				return allowed(r.Sites.RemoveMember(t.Context(), site.ID, by, by.ID), "Make another member a keeper")
			},
		}
		preset := 0
		actions[review.SaveSitePresets] = func(by accounts.User) error {
			preset++
			_, err := r.Sites.AddPreset(t.Context(), by, sites.Preset{Site: "Centre", Name: fmt.Sprint(preset), Signature: "csv"})
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
		site := r.founded(r.submitter, "Centre")
		first := r.invite(site, r.submitter, "OTHER@example.org ")
		second := r.invite(site, r.submitter, r.other.Email)
		if mails, err := store.OutboxMails(t.Context(), r.Store); err != nil || len(mails) != 2 || mails[1].To != r.other.Email || mails[1].Text != "Follow "+second {
			t.Errorf("posted: %+v, %v", mails, err)
		}
		_, err := r.Sites.Join(t.Context(), first, r.other)
		wantRefusal(t, err, "used before") // the second took its place
		_, err = r.Sites.Join(t.Context(), second, r.reviewer)
		wantRefusal(t, err, "This invitation is for other@example.org; you are signed in as rev@example.org.")
		invitation, facts, err := r.Sites.Invitation(t.Context(), second)
		if err != nil || invitation.Email != r.other.Email || invitation.SiteID != site.ID || facts.Name != "Centre" {
			t.Errorf("got %+v, %+v, %v", invitation, facts, err)
		}
		joined, err := r.Sites.Join(t.Context(), second, r.other)
		if err != nil || joined.Role != review.Member || joined.Members != 2 {
			t.Errorf("got %+v, %v", joined, err)
		}
		_, err = r.Sites.Join(t.Context(), second, r.other)
		wantRefusal(t, err, "used before")
		members, err := r.Sites.Members(t.Context(), site.ID)
		if err != nil || len(members) != 2 || members[0].Role != review.Keeper || members[1].Email != r.other.Email {
			t.Errorf("got %+v, %v", members, err)
		}
		letter := func(sites.Site, string) (string, string) { return "", "" }
		for _, address := range []string{"", "nobody", "a@b.example, c@d.example", "Mallory <m@example.org>", r.other.Email, "x@" + strings.Repeat("y", 260)} {
			wantField(t, r.Sites.Invite(t.Context(), site.ID, r.submitter, address, letter), "email")
		}
	})
}

func TestInvitationsEnd(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.founded(r.submitter, "Centre")
		revoked := r.invite(site, r.submitter, r.other.Email)
		if err := r.Sites.RevokeInvitation(t.Context(), site.ID, r.submitter, r.other.Email); err != nil {
			t.Fatal(err)
		}
		wantNotFound(t, r.Sites.RevokeInvitation(t.Context(), site.ID, r.submitter, r.other.Email))
		late := r.invite(site, r.submitter, r.other.Email)
		if open, err := r.Sites.Invitations(t.Context(), site.ID); err != nil || len(open) != 1 || !open[0].ExpiresAt.Equal(open[0].SentAt.Add(accounts.InvitationValid)) {
			t.Errorf("got %+v, %v", open, err)
		}
		r.clock.advance(accounts.InvitationValid)
		if open, err := r.Sites.Invitations(t.Context(), site.ID); err != nil || len(open) != 0 {
			t.Errorf("got %+v, %v", open, err)
		}
		for _, secret := range []string{revoked, late, "", "no secret"} {
			_, err := r.Sites.Join(t.Context(), secret, r.other)
			wantRefusal(t, err, "ask for a new one")
		}
		// As many mails as a day may have, and no more.
		for i := range 50 {
			r.invite(site, r.submitter, fmt.Sprintf("colleague%d@example.org", i))
		}
		letter := func(sites.Site, string) (string, string) { return "", "" }
		wantRefusal(t, r.Sites.Invite(t.Context(), site.ID, r.submitter, "one.more@example.org", letter), "Try again tomorrow")
		r.clock.advance(24 * time.Hour)
		r.invite(site, r.submitter, "one.more@example.org")
		// With its site an invitation ends too.
		gone := r.founded(r.submitter, "Gone")
		secret := r.invite(gone, r.submitter, r.other.Email)
		if err := r.Sites.DeleteSite(t.Context(), gone.ID, r.submitter); err != nil {
			t.Fatal(err)
		}
		_, err := r.Sites.Join(t.Context(), secret, r.other)
		wantRefusal(t, err, "ask for a new one")
	})
}

func TestASiteIsNeverLeftWithoutAKeeper(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		site := r.founded(r.submitter, "Centre")
		wantRefusal(t, r.Sites.RemoveMember(t.Context(), site.ID, r.submitter, r.submitter.ID), "Delete the site instead")
		r.joins(site, r.submitter, r.other, review.Member)
		wantRefusal(t, r.Sites.RemoveMember(t.Context(), site.ID, r.submitter, r.submitter.ID), "Make another member a keeper")
		wantRefusal(t, r.Sites.SetSiteRole(t.Context(), site.ID, r.submitter, r.submitter.ID, review.Member), "Make another member a keeper")
		wantField(t, r.Sites.SetSiteRole(t.Context(), site.ID, r.submitter, r.other.ID, "owner"), "role")
		wantNotFound(t, r.Sites.SetSiteRole(t.Context(), site.ID, r.submitter, r.admin.ID, review.Keeper))
		if err := r.Sites.SetSiteRole(t.Context(), site.ID, r.submitter, r.other.ID, review.Keeper); err != nil {
			t.Fatal(err)
		}
	})
}

// TestOfKeepersWhoLeaveAtOnceOneStays, however they meet.
func TestOfKeepersWhoLeaveAtOnceOneStays(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		keepers := []accounts.User{r.submitter, r.other, r.reviewer, r.second}
		for i := range 10 {
			site := r.founded(r.submitter, fmt.Sprintf("Centre %d", i))
			for _, keeper := range keepers[1:] {
				r.joins(site, r.submitter, keeper, review.Keeper)
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
		site := r.founded(r.submitter, "Centre")
		entry := r.entry(r.submitter, graded())
		wantRefusal(t, r.Sites.DeleteSite(t.Context(), site.ID, r.submitter), "unshare them first")
		if err := r.Submissions.ShareEntry(t.Context(), entry.ID, r.submitter, submissions.Unshared); err != nil {
			t.Fatal(err)
		}
		if err := store.InsertPart(t.Context(), r.Store, site.ID, r.submitter); err != nil {
			t.Fatal(err)
		}
		wantRefusal(t, r.Sites.DeleteSite(t.Context(), site.ID, r.submitter), "equipment library")
		if err := store.Execute(t.Context(), r.Store, "DELETE FROM equipment"); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Sites.AddPreset(t.Context(), r.submitter, sites.Preset{Site: "Centre", Name: "PDU", Signature: "csv"}); err != nil {
			t.Fatal(err)
		}
		if err := r.Sites.DeleteSite(t.Context(), site.ID, r.submitter); err != nil {
			t.Fatal(err)
		}
		// A founder of a site of the same name inherits nothing.
		r.founded(r.other, "Centre")
		wantPresets(t, r, r.other, "")
	})
}

func TestNobodyIsOfTooManySites(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		for i := range 50 {
			r.founded(r.submitter, fmt.Sprintf("Centre %d", i))
		}
		_, err := r.Sites.CreateSite(t.Context(), r.submitter, sites.SiteFacts{Name: "One more", Country: "DE"})
		wantRefusal(t, err, "Leave one first")
	})
}
