package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"green500/cmd/green500/inputfile"
	"green500/validation/document/bundle"
	"green500/validation/power"
	"green500/validation/review/receipt"
)

type manifest struct {
	Path string `arg:"" help:"A folder or zip with submission.yaml and its files, or - for a zip on standard input."`
}

// Run prints sums as sha256sum does, without document and verdict: the server has its own.
func (m manifest) Run(out io.Writer) error {
	folder, done, err := inputfile.OpenBundle(m.Path)
	if err != nil {
		return err
	}
	defer done()
	named := 0
	err = fs.WalkDir(folder, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return inputfile.Unreadable(filepath.Join(m.Path, name), err)
		}
		if strings.HasPrefix(filepath.Base(name), ".") && name != "." {
			return skipped(entry)
		}
		if entry.IsDir() || name == bundle.ReportName || slices.Contains(bundle.DocumentNames(), name) {
			return nil
		}
		named++
		return sumFile(out, folder, name)
	})
	if err != nil {
		return err
	}
	if named == 0 {
		return &power.InputError{File: m.Path, Problem: "contains no files",
			Remedy: "name the folder of the submission"}
	}
	if named > receipt.MaximumManifest {
		return &power.InputError{File: m.Path, Problem: fmt.Sprintf("contains %d files, more than the %d that can be "+
			"committed to", named, receipt.MaximumManifest), Remedy: "name the folder of one submission"}
	}
	return nil
}

// skipped passes over what is hidden; uploads leave it out too.
func skipped(entry fs.DirEntry) error {
	if entry.IsDir() {
		return fs.SkipDir
	}
	return nil
}

func sumFile(out io.Writer, folder fs.FS, name string) error {
	if strings.ContainsAny(name, "\\\n\r") {
		return &power.InputError{File: fmt.Sprintf("%q", name),
			Problem: "the name contains a backslash or a line break", Remedy: "rename the file"}
	}
	file, err := folder.Open(name)
	if err != nil {
		return inputfile.Unreadable(name, err)
	}
	defer func() { _ = file.Close() }() // it was only read
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return inputfile.Unreadable(name, err)
	}
	_, err = fmt.Fprintf(out, "%s  %s\n", hex.EncodeToString(sum.Sum(nil)), name)
	return err
}
