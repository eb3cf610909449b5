package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"green500/cmd/green500/inputfile"
	"green500/store"
	"green500/validation/audit"
	"green500/validation/power"
)

// all proves a whole installation.
func (v verify) all(ctx context.Context, out io.Writer) error {
	if err := v.mustExist(); err != nil {
		return err
	}
	err := withStore(ctx, v.storageFlags, func(s *store.Store) error { return v.inspect(ctx, s, out) })
	if ctx.Err() != nil {
		return errStoppedVerify
	}
	return err
}

// errStoppedVerify ends a check that was interrupted: half of one proves nothing.
var errStoppedVerify = errors.New("stopped before all was checked")

func (v verify) inspect(ctx context.Context, s *store.Store, out io.Writer) error {
	at := progressOn(os.Stderr)
	var failed error
	inspection := store.Inspection{
		Found: func(problem string) {
			at.now("")
			v.said.Problems = append(v.said.Problems, problem)
			if _, err := fmt.Fprintln(out, "WRONG  "+problem); err != nil {
				failed = err
			}
		},
		Progress: at.counting(),
	}
	if v.Against != "" {
		inspection.Earlier = v.earlier
	}
	parts, err := s.Inspect(ctx, inspection)
	at.now("")
	if err := errors.Join(err, failed); err != nil {
		return err
	}
	return v.summary(out, parts)
}

// summary says what was looked at and how much of it is wrong.
func (v verify) summary(out io.Writer, parts []store.Inspected) error {
	var wrong int64
	v.said.Kind = "installation"
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
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
		_, _ = fmt.Fprintf(table, "%d\t%s\t%s\n", part.Count, part.Part, word) // flushing reports errors
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if wrong > 0 {
		return errAltered
	}
	_, err := fmt.Fprintln(out, "Nothing was altered.")
	return err
}

// earlier gives the records of an export that was taken before.
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

// isExport reports whether a file begins as an export of the audit log does.
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

// export checks an export of the audit log without the server that it is from.
func (v verify) export(out io.Writer) error {
	read, err := readExport(v.Receipt, func(audit.Record) {})
	if err != nil {
		return err
	}
	v.said.Kind, v.said.Key, v.said.SignedAt, v.said.Records = "audit_export", read.Key, read.Head.At, read.Records
	v.said.Problems = append(v.said.Problems, read.Problems...)
	for _, problem := range read.Problems {
		if _, err := fmt.Fprintln(out, "WRONG  "+problem); err != nil {
			return err
		}
	}
	if read.Key != "" {
		if err := v.holdKey(read.Key); err != nil {
			return err
		}
		if _, err := fmt.Fprintf(out, "Signed on %s with the key %s\n", read.Head.At.UTC().Format("2 January 2006 at 15:04:05 UTC"), read.Key); err != nil {
			return err
		}
	}
	if len(read.Problems) > 0 {
		return errAltered
	}
	_, err = fmt.Fprintf(out, "%d records, each of which continues the one before: nothing was altered.\n", read.Records)
	return err
}
