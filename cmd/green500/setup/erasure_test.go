package setup

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"green500/store"
	"green500/store/accounts"
	"green500/store/storetest"
	"green500/validation/power"
	"green500/validation/review"
)

// TestErasingAsksForAFlag: an address or a number that was mistyped erases nobody.
func TestErasingAsksForAFlag(t *testing.T) {
	t.Parallel()
	opened := storetest.Open(t, store.Config{Database: storetest.SQLite(t)})
	anna, err := opened.Accounts.CreateUser(t.Context(),
		accounts.NewUser{Email: "anna@example.org", Name: "Anna", Password: "correct horse", Role: review.Submitter})
	if err != nil {
		t.Fatal(err)
	}
	number := fmt.Sprint(anna.ID)
	for _, step := range []struct {
		do   Erasure
		says string
		name string // of the account afterwards
	}{
		{Erasure{Account: "anna@example.org"}, "Anna, anna@example.org, becomes account " + number, "Anna"},
		{Erasure{Account: number}, "Backups and older exports", "Anna"},
		{Erasure{Account: "ANNA@example.org", Yes: true}, "account " + number + " from now on", "account " + number},
	} {
		var out bytes.Buffer
		if err := step.do.Erase(t.Context(), opened, &out); (err == nil) != step.do.Yes ||
			!strings.Contains(out.String(), step.says) {
			t.Errorf("%+v: %v, %q", step.do, err, out.String())
		}
		if user, err := opened.Accounts.User(t.Context(), anna.ID); err != nil || user.Name != step.name {
			t.Errorf("%+v: the account is %+v, %v", step.do, user, err)
		}
	}
	for _, account := range []string{"anna@example.org", "4711"} {
		err := Erasure{Account: account, Yes: true}.Erase(t.Context(), opened, &bytes.Buffer{})
		if _, is := errors.AsType[*power.InputError](err); !is {
			t.Errorf("%s: got %v", account, err)
		}
	}
	if err := (Erasure{Account: number, Yes: true}).Erase(t.Context(), opened, &bytes.Buffer{}); err != nil {
		t.Errorf("again: %v", err)
	}
	if _, err := opened.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: "adm@example.org", Name: "Adm",
		Password: "correct horse", Role: review.Admin}); err != nil {
		t.Fatal(err)
	}
	err = Erasure{Account: "adm@example.org"}.Erase(t.Context(), opened, &bytes.Buffer{})
	if refused, is := errors.AsType[*review.Refusal](err); !is ||
		!strings.Contains(refused.Sentence, "only administrator") {
		t.Errorf("the only administrator: got %v", err)
	}
}
