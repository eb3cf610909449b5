// Package archivefile writes the archive of a published list as a file, and proves such a file without a server.
package archivefile

import (
	"archive/zip"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"green500/handlers/archive"
	"green500/store"
	"green500/validation/crate"
)

// Write writes the archive of the list of an edition as everybody may read it, and returns the name of the file. The file appears whole
// or not at all. name is the file; green500-EDITION-archive.zip if it is empty.
func Write(ctx context.Context, maker archive.Maker, edition, name string) (string, error) {
	name = cmp.Or(name, "green500-"+edition+"-archive.zip")
	file, err := os.CreateTemp(filepath.Dir(name), ".archive-*.zip")
	if err != nil {
		return "", fmt.Errorf("write %s: %w", name, err)
	}
	err = errors.Join(maker.Write(ctx, file, edition, store.User{}), file.Close())
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	if err != nil {
		_ = os.Remove(file.Name()) // which may be gone already
		return "", err
	}
	return name, nil
}

// Proof proves an archive; ok is false for a file that is none.
func Proof(name string) (proof crate.Proof, ok bool) {
	file, err := zip.OpenReader(name)
	if err != nil {
		return proof, false
	}
	defer func() { _ = file.Close() }() // it was only read
	if !crate.Is(&file.Reader) {
		return proof, false
	}
	return crate.Verify(&file.Reader), true
}

// Report writes what proving an archive found. signer is who signed it, one sentence a line.
func Report(out io.Writer, proof crate.Proof, signer []string) error {
	lines := append(signer, proof.Words()...)
	if proof.Key == "" { // which signed nothing that could be read
		signer = nil
	}
	if len(proof.Problems) > 0 {
		lines = append(signer, "WRONG  "+strings.Join(proof.Problems, "\nWRONG  "))
	}
	_, err := fmt.Fprintln(out, strings.Join(lines, "\n"))
	return err
}
