package main

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// tamper changes the database of an installation behind the program's back.
func tamper(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: tamper FOLDER STATEMENT")
	}
	pool, err := sql.Open("sqlite", filepath.Join(ts.MkAbs(args[0]), "green500.db"))
	ts.Check(err)
	_, err = pool.ExecContext(context.Background(), args[1])
	ts.Check(errors.Join(err, pool.Close()))
}

// exportLog writes the audit log as the server gives it.
func exportLog(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: export FOLDER OUT")
	}
	opened, err := storageFlags{Data: ts.MkAbs(args[0])}.open(context.Background(),
		slog.New(slog.DiscardHandler), time.Now)
	ts.Check(err)
	var text []byte
	err = opened.AuditLog.Export(context.Background(), func(line []byte) error {
		text = append(text, line...)
		return nil
	})
	ts.Check(errors.Join(err, opened.Close()))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), text, 0o600))
}
