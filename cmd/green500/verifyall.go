package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"green500/cmd/green500/inputfile"
	"green500/store"
	"green500/store/auditlog"
	"green500/validation/lists/powersteps"
	"green500/validation/power"
	"green500/validation/review/audit"
	"green500/validation/review/receipt"
)

func (v verify) all(ctx context.Context) error {
	err := v.onExisting(ctx, func(s *store.Store) error { return v.inspect(ctx, s) })
	if ctx.Err() != nil {
		return errStoppedVerify
	}
	return err
}

// errStoppedVerify ends a check that was interrupted: half of one proves nothing.
var errStoppedVerify = errors.New("stopped before all was checked")

func (v verify) inspect(ctx context.Context, s *store.Store) error {
	at := progressOn(os.Stderr)
	inspection := auditlog.Inspection{
		Found: func(problem string) {
			at.now("")
			v.wrong(problem)
		},
		Progress: at.counting(),
	}
	if v.Against != "" {
		inspection.Earlier = v.earlier
	}
	parts, err := s.AuditLog.Inspect(ctx, inspection)
	at.now("")
	if err != nil {
		return err
	}
	return v.summary(parts)
}

func (v verify) summary(parts []auditlog.Inspected) error {
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
	n, _ := io.ReadFull(file, start) // a shorter file begins with neither
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

func (v verify) envelope(text []byte) error {
	said, _, key, err := powersteps.Read(v.Receipt, text)
	if err != nil {
		return err
	}
	if err := v.holdKey(key); err != nil {
		return err
	}
	v.said.Kind, v.said.Server, v.said.Key, v.said.Submission, v.said.Edition = "envelope", said.Server, key,
		said.Entry, said.Edition
	v.signer(said.Server, key)
	v.w.line("%s at %s: entry %d, revision %d, on the list of %s (SHA-256 %s)",
		said.System, said.Site, said.Entry, said.Revision, said.Edition, said.List)
	step := time.Duration(said.Step * float64(time.Second))
	v.w.line("Its %d rows of %v, spans and digests are unchanged since it was signed.", said.Rows, step)
	v.w.line("%s", said.EnergyWords())
	for _, series := range said.Readings {
		v.w.line("  readings of series[%d], SHA-256 %s", series.Series, series.SHA256)
	}
	if len(v.Files) == 0 {
		return v.compare(said.Files)
	}
	return v.compareGiven(said)
}

func (v verify) compareGiven(said powersteps.Statement) (result error) {
	for _, given := range v.Files {
		words, same, err := lookForAll(given, said)
		if err != nil {
			return err
		}
		state := strings.Join(words, "; ")
		v.said.Files = append(v.said.Files, verifiedFile{Name: given, State: state})
		if !same {
			result = errDiffers
			v.said.Problems = append(v.said.Problems, given+": "+state)
		}
		v.w.line("  %s: %s", given, state)
	}
	return result
}

func lookForAll(given string, said powersteps.Statement) (words []string, same bool, err error) {
	info, err := os.Stat(given)
	if err != nil {
		return nil, false, inputfile.NotReadable(given)
	}
	if !info.IsDir() {
		word, err := lookIn(given, receipt.File{Name: filepath.Base(given), SHA256: said.Digest})
		if err != nil {
			return nil, false, err
		}
		if word == wordSame {
			return []string{"its rows, byte for byte"}, true, nil
		}
	}
	same = true
	for _, file := range said.Files {
		word, err := lookIn(given, file)
		if err != nil {
			return nil, false, err
		}
		if word != wordLacking {
			words, same = append(words, file.Name+": "+word), same && word == wordSame
		}
	}
	if len(words) == 0 {
		return []string{"not named by the envelope"}, false, nil
	}
	return words, same, nil
}
