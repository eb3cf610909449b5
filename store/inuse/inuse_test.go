package inuse_test

import (
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"

	"green500/store/inuse"
	"green500/store/storetest"
	"green500/validation/power"
)

func TestMain(m *testing.M) { os.Exit(storetest.Main(m)) }

// TestACommandIsAlone: not while servers run, and no server begins while it runs.
func TestACommandIsAlone(t *testing.T) {
	for name, at := range map[string]func(testing.TB) string{"sqlite": storetest.SQLite,
		"postgres": storetest.Postgres} {
		t.Run(name, func(t *testing.T) {
			database, log := at(t), slog.New(slog.DiscardHandler)
			first, err := inuse.Serve(t.Context(), database, log)
			must(t, err)
			second, err := inuse.Serve(t.Context(), database, log)
			must(t, err)
			first()
			_, err = inuse.Alone(t.Context(), database)
			refused(t, err, "a server is running")
			second()
			end, err := inuse.Alone(t.Context(), database)
			must(t, err)
			_, err = inuse.Serve(t.Context(), database, log)
			refused(t, err, "is copying")
			end()
			again, err := inuse.Serve(t.Context(), database, log)
			must(t, err)
			again()
		})
	}
}

func refused(t *testing.T, err error, says string) {
	t.Helper()
	if wrong, is := errors.AsType[*power.InputError](err); !is || !strings.Contains(wrong.Problem, says) ||
		strings.Contains(wrong.Error(), "postgres://") {
		t.Errorf("got %v", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
