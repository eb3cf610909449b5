package main

import (
	"errors"
	"io"
	"time"

	"green500/validation/receipt"
)

type verified struct {
	Kind       string         `json:"kind"`      // installation, receipt, envelope, archive or audit_export
	Unaltered  bool           `json:"unaltered"` // as the exit code says
	Problems   []string       `json:"problems"`  // sentences; empty if nothing was altered
	Server     string         `json:"server,omitempty"`
	Key        string         `json:"key,omitempty"` // that signed
	KeyChecked bool           `json:"key_checked"`   // it is the one that was given with --key
	Submission int64          `json:"submission,omitempty"`
	Edition    string         `json:"edition,omitempty"`
	SignedAt   time.Time      `json:"signed_at,omitzero"`
	Records    int64          `json:"records,omitempty"` // of an export of the audit log
	Parts      []verifiedPart `json:"parts,omitempty"`   // of an installation
	Files      []verifiedFile `json:"files,omitempty"`   // that a receipt or an envelope names, or that were given
}

type verifiedPart struct {
	Part  string `json:"part"`
	Count int64  `json:"count"`
	Wrong int64  `json:"wrong"`
}

// verifiedFile is a file; State is a sentence such as "identical, byte for byte", and empty if it was not compared.
type verifiedFile struct {
	Name   string `json:"name"`
	Size   int64  `json:"size,omitempty"`   // bytes, if stated
	SHA256 string `json:"sha256,omitempty"` // if stated
	State  string `json:"state,omitempty"`
}

func (v *verified) file(named receipt.File, state string) {
	one := verifiedFile{Name: named.Name, SHA256: named.SHA256, State: state}
	if named.HasSize() {
		one.Size = named.Size
	}
	v.Files = append(v.Files, one)
	if state != "" && state != wordSame {
		v.Problems = append(v.Problems, named.Name+": "+state)
	}
}

func (v *verified) printed(out io.Writer, err error) error {
	if err != nil && !errors.Is(err, errDiffers) && !errors.Is(err, errAltered) {
		return err
	}
	v.Unaltered = err == nil
	return errors.Join(err, printJSON(out, v))
}
