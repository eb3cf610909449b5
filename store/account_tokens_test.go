package store_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/accounts"
	"green500/validation/review"
)

const month = 30 * 24 * time.Hour

// token makes a token of a person.
func (r *room) token(owner accounts.User, name string, scopes ...review.Scope) (string, accounts.Token) {
	r.t.Helper()
	secret, made, err := r.SignIns.CreateToken(r.t.Context(), owner, accounts.NewToken{Name: name, Scopes: scopes, Lifetime: month})
	if err != nil {
		r.t.Fatal(err)
	}
	return secret, made
}

func TestATokenSpeaksForItsPerson(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		secret, made := r.token(r.reviewer, " laptop ", review.SubmitScope, review.ReadScope, review.ReadScope)
		if !regexp.MustCompile(`^g5_[A-Z2-7]{52}$`).MatchString(secret) || !strings.HasPrefix(secret, made.Hint) || len(made.Hint) > 8 {
			t.Errorf("%q, %q", secret, made.Hint)
		}
		if made.Name != "laptop" || !slices.Equal(made.Scopes, []review.Scope{review.ReadScope, review.SubmitScope}) || !made.ExpiresAt.Equal(made.CreatedAt.Add(month)) || made.UsedAt != nil {
			t.Errorf("got %+v", made)
		}
		user, scopes, err := r.SignIns.Bearer(t.Context(), secret)
		if err != nil || user.ID != r.reviewer.ID || user.Role != review.Submitter || !slices.Equal(scopes, made.Scopes) {
			t.Errorf("got %+v, %v, %v", user, scopes, err)
		}
		dump, err := store.DumpTable(t.Context(), r.Store, "tokens")
		if err != nil || strings.Contains(dump, secret[3:]) || !strings.Contains(dump, made.Hint) {
			t.Errorf("the secret is kept, or nothing is: %v", err)
		}
	})
}

func TestTokensEnd(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		revoked, made := r.token(r.submitter, "revoked", review.ReadScope)
		wantNotFound(t, r.SignIns.RevokeToken(t.Context(), r.other.ID, made.ID))
		if err := r.SignIns.RevokeToken(t.Context(), r.submitter.ID, made.ID); err != nil {
			t.Fatal(err)
		}
		wantNotFound(t, r.SignIns.RevokeToken(t.Context(), r.submitter.ID, made.ID))
		expired, _ := r.token(r.submitter, "expired", review.ReadScope)
		r.clock.advance(month)
		locked, _ := r.token(r.other, "locked", review.ReadScope)
		if err := r.Accounts.SetDisabled(t.Context(), r.other.ID, true); err != nil {
			t.Fatal(err)
		}
		good, _ := r.token(r.submitter, "expired", review.ReadScope) // the name is free again
		for name, secret := range map[string]string{"revoked": revoked, "expired": expired, "of a locked account": locked, "none": "", "unknown": "g5_" + strings.Repeat("A", 52), "with more": good + "A", "hash": "\x00"} {
			if _, _, err := r.SignIns.Bearer(t.Context(), secret); err == nil {
				t.Errorf("a token that is %s was taken", name)
			} else {
				wantNotFound(t, err)
			}
		}
		if _, _, err := r.SignIns.Bearer(t.Context(), good); err != nil {
			t.Error(err)
		}
		if all, err := r.SignIns.Tokens(t.Context(), r.submitter.ID); err != nil || len(all) != 2 {
			t.Errorf("got %+v, %v", all, err)
		}
		if err := r.Accounts.RevokeTokens(t.Context(), r.submitter.ID); err != nil {
			t.Fatal(err)
		}
		if all, err := r.SignIns.Tokens(t.Context(), r.submitter.ID); err != nil || len(all) != 0 {
			t.Errorf("got %+v, %v", all, err)
		}
		_, _, err := r.SignIns.Bearer(t.Context(), good)
		wantNotFound(t, err)
	})
}

// TestAResetRevokesTokens: a previous holder of the account may have made some.
func TestAResetRevokesTokens(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		secret, _ := r.token(r.submitter, "laptop", review.ReadScope)
		others, _ := r.token(r.other, "laptop", review.ReadScope)
		var link string
		letter := func(made string) (string, string) { link = made; return "", "" }
		if err := r.Accounts.AskReset(t.Context(), r.submitter.Email, letter, letter); err != nil {
			t.Fatal(err)
		}
		if _, _, err := r.SignIns.Bearer(t.Context(), secret); err != nil {
			t.Errorf("asking for a reset revokes: %v", err)
		}
		if _, err := r.Accounts.Reset(t.Context(), link, "another horse battery", func(string) (string, string) { return "", "" }); err != nil {
			t.Fatal(err)
		}
		_, _, err := r.SignIns.Bearer(t.Context(), secret)
		wantNotFound(t, err)
		if _, _, err := r.SignIns.Bearer(t.Context(), others); err != nil {
			t.Errorf("another's: %v", err)
		}
	})
}

func TestTheLastUseOfATokenIsKeptToTheHour(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		secret, _ := r.token(r.submitter, "laptop", review.ReadScope)
		began := r.clock.Now()
		for _, minutes := range []int{0, 10, 59, 60, 70, 121} {
			r.clock.set(began.Add(time.Duration(minutes) * time.Minute))
			if _, _, err := r.SignIns.Bearer(t.Context(), secret); err != nil {
				t.Fatal(err)
			}
			want := began.Add(time.Duration(min(minutes/60, 1)*60) * time.Minute)
			if minutes == 121 {
				want = r.clock.Now()
			}
			all, err := r.SignIns.Tokens(t.Context(), r.submitter.ID)
			if err != nil || all[0].UsedAt == nil || !all[0].UsedAt.Equal(want.Truncate(time.Microsecond)) {
				t.Errorf("after %d minutes: %v, want %v", minutes, all[0].UsedAt, want)
			}
		}
	})
}

func TestTokensThatWillNotDo(t *testing.T) {
	inRooms(t, func(t *testing.T, r *room) {
		sound := accounts.NewToken{Name: "laptop", Scopes: []review.Scope{review.ReadScope}, Lifetime: month}
		r.token(r.submitter, sound.Name, sound.Scopes...)
		_, _, err := r.SignIns.CreateToken(t.Context(), r.submitter, sound)
		wantInputError(t, err, "name")
		for field, wrong := range map[string][]accounts.NewToken{
			"name":     {{Name: " ", Scopes: sound.Scopes, Lifetime: month}, {Name: strings.Repeat("x", 101), Scopes: sound.Scopes, Lifetime: month}},
			"scopes":   {{Name: "a", Lifetime: month}, {Name: "a", Scopes: []review.Scope{"read", "admin"}, Lifetime: month}, {Name: "a", Scopes: []review.Scope{review.AnyToken}, Lifetime: month}},
			"lifetime": {{Name: "a", Scopes: sound.Scopes}, {Name: "a", Scopes: sound.Scopes, Lifetime: -month}, {Name: "a", Scopes: sound.Scopes, Lifetime: 100 * 365 * 24 * time.Hour}},
		} {
			for _, one := range wrong {
				_, _, err := r.SignIns.CreateToken(t.Context(), r.submitter, one)
				wantInputError(t, err, field)
			}
		}
		for i := range 49 {
			r.token(r.submitter, fmt.Sprint(i), review.ReadScope)
		}
		_, _, err = r.SignIns.CreateToken(t.Context(), r.submitter, accounts.NewToken{Name: "one more", Scopes: sound.Scopes, Lifetime: month})
		wantRefusal(t, err, "Revoke one first")
	})
}
