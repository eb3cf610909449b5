package migrations_test

import (
	"io/fs"
	"strings"
	"testing"

	"green500/migrations"
)

func TestFilesReplaceEveryPlaceholder(t *testing.T) {
	for _, dialect := range []migrations.Dialect{migrations.SQLite, migrations.PostgreSQL} {
		files, err := migrations.Files(dialect)
		if err != nil {
			t.Fatal(err)
		}
		names, err := fs.Glob(files, "*.sql")
		if err != nil || len(names) == 0 {
			t.Fatalf("%s: %d files, %v", dialect, len(names), err)
		}
		for _, name := range names {
			text, err := fs.ReadFile(files, name)
			if err != nil {
				t.Fatal(err)
			}
			if !strings.HasPrefix(string(text), "-- +goose Up") {
				t.Errorf("%s: %s does not begin with the mark that goose looks for", dialect, name)
			}
		}
	}
}

func TestFilesKnowTwoDialects(t *testing.T) {
	if _, err := migrations.Files("mysql"); err == nil {
		t.Error("a dialect nobody wrote for was served")
	}
}
