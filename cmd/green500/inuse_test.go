package main

import (
	"errors"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"green500/store"
	"green500/store/inuse"
	"green500/validation/power"
)

// TestAServerLeavesAnInstallationThatIsCopiedAlone: it is refused before the schema is changed.
func TestAServerLeavesAnInstallationThatIsCopiedAlone(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	at := storageFlags{Data: folder, Database: filepath.Join(folder, "apart", "green500.db")}
	must(t, os.Mkdir(filepath.Dir(at.Database), 0o700))
	end, err := inuse.Alone(t.Context(), at.database())
	must(t, err)
	config := store.Config{Now: time.Now, Log: slog.New(slog.DiscardHandler)}
	_, _, err = at.openToServe(t.Context(), config)
	if wrong, is := errors.AsType[*power.InputError](err); !is ||
		!strings.Contains(wrong.Problem, "is copying this installation") {
		t.Errorf("got %v", err)
	}
	if _, err := os.Stat(at.database()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the database was touched: %v", err)
	}
	end()
	must(t, os.RemoveAll(filepath.Dir(at.Database))) // a server makes its folders, and its lock in them
	opened, leave, err := at.openToServe(t.Context(), config)
	must(t, err)
	if _, err := inuse.Alone(t.Context(), at.database()); err == nil {
		t.Error("a copy is not refused while a server runs")
	}
	leave()
	must(t, opened.Close())
	if _, _, err := (storageFlags{Data: folder, Database: "mysql://root:secret@host/name"}).openToServe(t.Context(),
		config); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("got %v", err)
	}
}
