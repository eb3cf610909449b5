package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"green500/cmd/green500/inputfile"
	"green500/store"
	"green500/validation/audit"
	"green500/validation/power"
)

func (v verify) all(ctx context.Context) error {
	if err := v.mustExist(); err != nil {
		return err
	}
	err := withStore(ctx, v.storageFlags, func(s *store.Store) error { return v.inspect(ctx, s) })
	if ctx.Err() != nil {
		return errStoppedVerify
	}
	return err
}

// errStoppedVerify ends a check that was interrupted: half of one proves nothing.
var errStoppedVerify = errors.New("stopped before all was checked")

func (v verify) inspect(ctx context.Context, s *store.Store) error {
	at := progressOn(os.Stderr)
	inspection := store.Inspection{
		Found: func(problem string) {
			at.now("")
			v.wrong(problem)
		},
		Progress: at.counting(),
	}
	if v.Against != "" {
		inspection.Earlier = v.earlier
	}
	parts, err := s.Inspect(ctx, inspection)
	at.now("")
	if err != nil {
		return err
	}
	return v.summary(parts)
}

func (v verify) summary(parts []store.Inspected) error {
	var wrong int64
	v.said.Kind = "installation"
	v.w.table(func(cells *writer) {
		for _, part := range parts {
			wrong += part.Wrong
			v.said.Parts = append(v.said.Parts, verifiedPart{part.Part, part.Count, part.Wrong})
			word := "unchanged"
			switch {
			case part.Wrong > 0:
				word = fmt.Sprintf("%d wrong", part.Wrong)
			case part.Count == 0:
				word = "none to check"
			}
			cells.line("%d\t%s\t%s", part.Count, part.Part, word)
		}
	})
	if wrong > 0 {
		return errAltered
	}
	v.w.line("Nothing was altered.")
	return nil
}

func (v verify) earlier(visit func(audit.Record)) error {
	export, err := readExport(v.Against, visit)
	if err != nil {
		return err
	}
	if len(export.Problems) > 0 {
		return &power.InputError{File: v.Against, Problem: export.Problems[0], Remedy: "compare with a complete export"}
	}
	return nil
}

func readExport(name string, visit func(audit.Record)) (audit.Export, error) {
	file, err := os.Open(name)
	if err != nil {
		return audit.Export{}, inputfile.NotReadable(name)
	}
	defer func() { _ = file.Close() }() // it was only read
	return audit.ReadExport(name, file, visit)
}

func isExport(name string) bool {
	file, err := os.Open(name)
	if err != nil {
		return false
	}
	defer func() { _ = file.Close() }() // it was only read
	start := make([]byte, len(`{"number":`))
	n, _ := io.ReadFull(file, start) // what is shorter is none
	return bytes.Equal(start, []byte(`{"number":`)) || strings.HasPrefix(string(start[:n]), `{"head":`)
}

func (v verify) export() error {
	read, err := readExport(v.Receipt, func(audit.Record) {})
	if err != nil {
		return err
	}
	v.said.Kind, v.said.Key, v.said.SignedAt, v.said.Records = "audit_export", read.Key, read.Head.At, read.Records
	v.wrong(read.Problems...)
	if read.Key != "" {
		if err := v.holdKey(read.Key); err != nil {
			return err
		}
		v.w.line("Signed on %s with the key %s", read.Head.At.UTC().Format("2 January 2006 at 15:04:05 UTC"), read.Key)
	}
	if len(read.Problems) > 0 {
		return errAltered
	}
	v.w.line("%d records, each of which continues the one before: nothing was altered.", read.Records)
	return nil
}
