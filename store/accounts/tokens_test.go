package accounts_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/store/accounts"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/validation/review"
)

func TestATokenSpeaksForItsPerson(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		secret, made := r.Token(r.Reviewer, " laptop ", review.SubmitScope, review.ReadScope, review.ReadScope)
		if !regexp.MustCompile(`^g5_[A-Z2-7]{52}$`).MatchString(secret) || !strings.HasPrefix(secret, made.Hint) ||
			len(made.Hint) > 8 {
			t.Errorf("%q, %q", secret, made.Hint)
		}
		if made.Name != "laptop" || !slices.Equal(made.Scopes, []review.Scope{review.ReadScope, review.SubmitScope}) ||
			!made.ExpiresAt.Equal(made.CreatedAt.Add(roomtest.Month)) || made.UsedAt != nil {
			t.Errorf("got %+v", made)
		}
		user, scopes, err := r.SignIns.Bearer(t.Context(), secret)
		if err != nil || user.ID != r.Reviewer.ID || user.Role != review.Submitter ||
			!slices.Equal(scopes, made.Scopes) {
			t.Errorf("got %+v, %v, %v", user, scopes, err)
		}
		dump := fmt.Sprint(roomtest.ReadRows(t, storetest.Pool(t, r.At), "SELECT * FROM tokens"))
		if strings.Contains(dump, secret[3:]) || !strings.Contains(dump, made.Hint) {
			t.Error("the secret is kept, or nothing is")
		}
	})
}

func TestTokensEnd(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		revoked, made := r.Token(r.Submitter, "revoked", review.ReadScope)
		roomtest.WantNotFound(t, r.SignIns.RevokeToken(t.Context(), r.Other.ID, made.ID))
		if err := r.SignIns.RevokeToken(t.Context(), r.Submitter.ID, made.ID); err != nil {
			t.Fatal(err)
		}
		roomtest.WantNotFound(t, r.SignIns.RevokeToken(t.Context(), r.Submitter.ID, made.ID))
		expired, _ := r.Token(r.Submitter, "expired", review.ReadScope)
		r.Clock.Advance(roomtest.Month)
		locked, _ := r.Token(r.Other, "locked", review.ReadScope)
		if err := r.Accounts.SetDisabled(t.Context(), r.Other.ID, true); err != nil {
			t.Fatal(err)
		}
		good, _ := r.Token(r.Submitter, "expired", review.ReadScope) // the name is free again
		for name, secret := range map[string]string{"revoked": revoked, "expired": expired,
			"of a locked account": locked, "none": "", "unknown": "g5_" + strings.Repeat("A", 52),
			"with more": good + "A", "hash": "\x00"} {
			if _, _, err := r.SignIns.Bearer(t.Context(), secret); err == nil {
				t.Errorf("a token that is %s was taken", name)
			} else {
				roomtest.WantNotFound(t, err)
			}
		}
		if _, _, err := r.SignIns.Bearer(t.Context(), good); err != nil {
			t.Error(err)
		}
		if all, err := r.SignIns.Tokens(t.Context(), r.Submitter.ID); err != nil || len(all) != 2 {
			t.Errorf("got %+v, %v", all, err)
		}
		if err := r.Accounts.RevokeTokens(t.Context(), r.Submitter.ID); err != nil {
			t.Fatal(err)
		}
		if all, err := r.SignIns.Tokens(t.Context(), r.Submitter.ID); err != nil || len(all) != 0 {
			t.Errorf("got %+v, %v", all, err)
		}
		_, _, err := r.SignIns.Bearer(t.Context(), good)
		roomtest.WantNotFound(t, err)
	})
}

// TestAResetRevokesTokens: a previous holder of the account may have made some.
func TestAResetRevokesTokens(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		secret, _ := r.Token(r.Submitter, "laptop", review.ReadScope)
		others, _ := r.Token(r.Other, "laptop", review.ReadScope)
		var link string
		letter := func(made string) (string, string) { link = made; return "", "" }
		if err := r.Accounts.AskReset(t.Context(), r.Submitter.Email, letter, letter); err != nil {
			t.Fatal(err)
		}
		if _, _, err := r.SignIns.Bearer(t.Context(), secret); err != nil {
			t.Errorf("asking for a reset revokes: %v", err)
		}
		if _, err := r.Accounts.Reset(t.Context(), link, "another horse battery",
			func(string) (string, string) { return "", "" }); err != nil {
			t.Fatal(err)
		}
		_, _, err := r.SignIns.Bearer(t.Context(), secret)
		roomtest.WantNotFound(t, err)
		if _, _, err := r.SignIns.Bearer(t.Context(), others); err != nil {
			t.Errorf("another's: %v", err)
		}
	})
}

func TestTheLastUseOfATokenIsKeptToTheHour(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		secret, _ := r.Token(r.Submitter, "laptop", review.ReadScope)
		began := r.Clock.Now()
		for _, minutes := range []int{0, 10, 59, 60, 70, 121} {
			r.Clock.Set(began.Add(time.Duration(minutes) * time.Minute))
			if _, _, err := r.SignIns.Bearer(t.Context(), secret); err != nil {
				t.Fatal(err)
			}
			want := began.Add(time.Duration(min(minutes/60, 1)*60) * time.Minute)
			if minutes == 121 {
				want = r.Clock.Now()
			}
			all, err := r.SignIns.Tokens(t.Context(), r.Submitter.ID)
			if err != nil || all[0].UsedAt == nil || !all[0].UsedAt.Equal(want.Truncate(time.Microsecond)) {
				t.Errorf("after %d minutes: %v, want %v", minutes, all[0].UsedAt, want)
			}
		}
	})
}

func TestTokensThatWillNotDo(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		sound := accounts.NewToken{Name: "laptop", Scopes: []review.Scope{review.ReadScope}, Lifetime: roomtest.Month}
		r.Token(r.Submitter, sound.Name, sound.Scopes...)
		_, _, err := r.SignIns.CreateToken(t.Context(), r.Submitter, sound)
		roomtest.WantInputError(t, err, "name")
		for field, wrong := range map[string][]accounts.NewToken{
			"name": {{Name: " ", Scopes: sound.Scopes, Lifetime: roomtest.Month},
				{Name: strings.Repeat("x", 101), Scopes: sound.Scopes, Lifetime: roomtest.Month}},
			"scopes": {{Name: "a", Lifetime: roomtest.Month},
				{Name: "a", Scopes: []review.Scope{"read", "admin"}, Lifetime: roomtest.Month},
				{Name: "a", Scopes: []review.Scope{review.AnyToken}, Lifetime: roomtest.Month}},
			"lifetime": {{Name: "a", Scopes: sound.Scopes}, {Name: "a", Scopes: sound.Scopes,
				Lifetime: -roomtest.Month}, {Name: "a", Scopes: sound.Scopes, Lifetime: 100 * 365 * 24 * time.Hour}},
		} {
			for _, one := range wrong {
				_, _, err := r.SignIns.CreateToken(t.Context(), r.Submitter, one)
				roomtest.WantInputError(t, err, field)
			}
		}
		for i := range 49 {
			r.Token(r.Submitter, fmt.Sprint(i), review.ReadScope)
		}
		_, _, err = r.SignIns.CreateToken(t.Context(), r.Submitter,
			accounts.NewToken{Name: "one more", Scopes: sound.Scopes, Lifetime: roomtest.Month})
		roomtest.WantRefusal(t, err, "Revoke one first")
	})
}
