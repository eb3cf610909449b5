package store_test

import (
	"testing"

	"green500/store"
	"green500/store/accounts"
	"green500/store/roomtest"
	"green500/store/storetest"
	"green500/validation/review"
)

// TestEveryChangeOfSQLiteIsOnTheDisk: in a transaction and outside of one.
func TestEveryChangeOfSQLiteIsOnTheDisk(t *testing.T) {
	s := storetest.Open(t, store.Config{Database: storetest.SQLite(t)})
	asked := store.CountSettlings(s)
	for name, change := range map[string]func() error{
		"a transaction": func() error {
			_, err := s.Accounts.CreateUser(t.Context(), accounts.NewUser{Email: "a@example.org", Name: "A",
				Role: review.Submitter, Password: roomtest.Password})
			return err
		},
		"a statement of its own": func() error {
			_, err := s.SignIns.Sessions().DeleteExpired(t.Context())
			return err
		},
	} {
		before := asked.Load()
		if err := change(); err != nil || asked.Load() == before {
			t.Errorf("%s: the disk was not asked: %v", name, err)
		}
	}
}
