package database_test

import (
	"log/slog"
	"strings"
	"testing"

	"green500/store/database"
)

// TestADatabaseThatIsNotThereTellsNoPassword: what is said of it ends in a log or on a terminal.
func TestADatabaseThatIsNotThereTellsNoPassword(t *testing.T) {
	for _, at := range []string{
		"postgres://green500:SECRET@127.0.0.1:1/green500?connect_timeout=1",
		"postgresql://green500:SECRET@127.0.0.1:1/%zz", "postgres://green500:SECRET@[::1/x",
		"postgres://green500:SECRET%zz@127.0.0.1:1/x",
		"mysql://green500:SECRET@127.0.0.1/green500", "postgress://green500:SECRET@127.0.0.1/green500",
	} {
		_, err := database.Open(t.Context(), at, slog.New(slog.DiscardHandler))
		if err == nil || strings.Contains(err.Error(), "SECRET") {
			t.Errorf("%s: %v", at, err)
		}
	}
}
