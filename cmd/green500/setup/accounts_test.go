package setup

import (
	"context"
	"errors"
	"testing"

	"green500/store"
	"green500/store/storetest"
	"green500/validation/power"
)

// TestAnAccountIsMissingOnlyIfTheDatabaseSaysSo, not if the database does not answer.
func TestAnAccountIsMissingOnlyIfTheDatabaseSaysSo(t *testing.T) {
	t.Parallel()
	opened := storetest.Open(t, store.Config{Database: storetest.SQLite(t)})
	_, err := accountOf(t.Context(), opened, "nobody@example.org")
	if wrong, is := errors.AsType[*power.InputError](err); !is || wrong.Field != "EMAIL" {
		t.Errorf("without an account: got %v", err)
	}
	away, end := context.WithCancel(t.Context())
	end()
	_, err = accountOf(away, opened, "nobody@example.org")
	if _, is := errors.AsType[*power.InputError](err); is || err == nil {
		t.Errorf("without an answer: got %v", err)
	}
}
