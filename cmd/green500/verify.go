package main

import (
	"archive/zip"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	slashed "path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"green500/cmd/green500/inputfile"
	"green500/validation/lists/powersteps"
	"green500/validation/lists/signedarchive"
	"green500/validation/power"
	"green500/validation/review/receipt"
)

type verify struct {
	storageFlags
	Receipt string   `arg:"" optional:"" help:"A receipt from the page of a submission, the envelope of a listed entry, the archive of a list, or an export of the audit log. Without one, the installation is checked: audit log, evidence, reports, lists and receipts."`
	Files   []string `arg:"" optional:"" help:"Files that it names, or folders or zips that contain them. Without any, only the signature is checked."`
	Against string   `placeholder:"EXPORT" help:"An earlier export of the audit log, which the log of the installation must continue."`
	Key     string   `help:"The key of the signature: its text, or a file that contains it. A server publishes its key at /receipts/key."`
	JSON    bool     `help:"Print the result as a JSON object."`

	said *verified // what JSON says of it
	w    *writer   // for everybody else
}

// maximumReceipt is the bytes of a receipt that is read: one of a manifest names many files.
const maximumReceipt = 16 << 20

// Run says whether things are what they were. It returns errDiffers or errAltered if they are not.
func (v verify) Run(ctx context.Context, out io.Writer) error {
	v.said = &verified{KeyChecked: v.Key != "", Problems: []string{}}
	if v.JSON {
		v.w = &writer{out: io.Discard}
		return v.said.printed(out, v.run(ctx))
	}
	v.w = &writer{out: out}
	err := v.run(ctx)
	return cmp.Or(v.w.err, err)
}

func (v verify) wrong(problems ...string) {
	v.said.Problems = append(v.said.Problems, problems...)
	for _, problem := range problems {
		v.w.line("WRONG  %s", problem)
	}
}

func (v verify) run(ctx context.Context) error {
	switch {
	case v.Receipt == "":
		return v.all(ctx)
	case isExport(v.Receipt):
		return v.export()
	}
	if proof, ok := archiveProof(v.Receipt); ok {
		return v.archive(proof)
	}
	text, err := inputfile.ReadUpTo(v.Receipt, maximumReceipt)
	switch {
	case err != nil:
		return err
	case powersteps.Is(text):
		return v.envelope(text)
	}
	return v.receipt(text)
}

func (v verify) archive(proof signedarchive.Proof) error {
	if err := v.holdKey(proof.Key); err != nil {
		return err
	}
	v.said.Kind, v.said.Server, v.said.Key, v.said.Edition = "archive", proof.Server, proof.Key, proof.Edition
	if proof.Key != "" { // else nothing that was signed could be read
		v.signer(proof.Server, proof.Key)
	}
	if len(proof.Problems) > 0 {
		v.wrong(proof.Problems...)
		return errAltered
	}
	v.w.line("%s", strings.Join(proof.Words(), "\n"))
	return nil
}

func (v verify) receipt(text []byte) error {
	said, key, err := receipt.Read(v.Receipt, text)
	if err != nil {
		return err
	}
	if err := v.holdKey(key); err != nil {
		return err
	}
	v.said.Kind, v.said.Server, v.said.Key = "receipt", said.Server, key
	v.said.Submission, v.said.Edition, v.said.SignedAt = said.Submission, said.Edition, said.ReceivedAt
	v.signer(said.Server, key)
	v.w.line("Submission %d, edition %s", said.Submission, said.Edition)
	v.w.line("%s on %s (%s)", verb(said.Kind), said.ReceivedAt.Format("2 January 2006 at 15:04:05 -07:00"), said.Zone)
	return v.compare(said.Files)
}

func (v verify) signer(server, key string) {
	v.w.line("Signed by %s with the key %s", server, key)
	if v.Key == "" {
		v.w.line("Compare whether that is the key of %s, or give the key with --key.", server)
	}
}

func verb(kind receipt.Kind) string {
	if kind == receipt.OfManifest {
		return "Promised"
	}
	return "Received"
}

// holdKey holds the key of a receipt against the one that was given, or those: a server lists earlier keys below its
// own.
func (v verify) holdKey(key string) error {
	if v.Key == "" {
		return nil
	}
	known := v.Key
	if _, err := os.Stat(known); err == nil {
		text, err := inputfile.ReadUpTo(known, maximumReceipt)
		if err != nil {
			return err
		}
		known = string(text)
	}
	if !slices.Contains(strings.Fields(known), key) {
		return &power.InputError{File: v.Receipt, Problem: "it was signed with another key, " + key,
			Remedy: "check the origin of the key and of the receipt"}
	}
	return nil
}

func (v verify) compare(named []receipt.File) (result error) {
	for _, file := range named {
		if len(v.Files) == 0 {
			v.said.file(file, "")
			size := "size not stated"
			if file.HasSize() {
				size = fmt.Sprintf("%d bytes", file.Size)
			}
			v.w.line("  %s, %s, SHA-256 %s", file.Name, size, file.SHA256)
			continue
		}
		word, err := v.look(file)
		if err != nil {
			return err
		}
		if word != wordSame {
			result = errDiffers
		}
		v.said.file(file, word)
		v.w.line("  %s: %s", file.Name, word)
	}
	return result
}

// What is said of a file.
const (
	wordSame    = "identical, byte for byte"
	wordLacking = "not given"
)

func (v verify) look(file receipt.File) (word string, err error) {
	word = wordLacking
	for _, given := range v.Files {
		found, err := lookIn(given, file)
		if err != nil {
			return "", err
		}
		if found == wordSame {
			return found, nil
		}
		if found != wordLacking {
			word = found
		}
	}
	return word, nil
}

func lookIn(given string, file receipt.File) (word string, err error) {
	info, err := os.Stat(given)
	if err != nil {
		return "", inputfile.NotReadable(given)
	}
	if info.IsDir() {
		return within(os.DirFS(given), ".", file)
	}
	if filepath.Base(given) == slashed.Base(file.Name) {
		return within(os.DirFS(filepath.Dir(given)), "",
			receipt.File{Name: filepath.Base(given), Size: file.Size, SHA256: file.SHA256})
	}
	archive, err := zip.OpenReader(given)
	if err != nil {
		return wordLacking, nil
	}
	defer func() { _ = archive.Close() }() // it was only read
	return withinZip(archive, file)
}

// withinZip looks also if the archive holds all in one folder, which is not part of the names.
func withinZip(archive fs.FS, file receipt.File) (word string, err error) {
	word, err = within(archive, "", file)
	if err != nil || word != wordLacking {
		return word, err
	}
	folders, err := fs.ReadDir(archive, ".")
	if err != nil {
		return "", inputfile.NotReadable("the archive")
	}
	for _, folder := range folders {
		if !folder.IsDir() {
			continue
		}
		if word, err = within(archive, folder.Name(), file); err != nil || word != wordLacking {
			return word, err
		}
	}
	return wordLacking, nil
}

func within(folder fs.FS, prefix string, file receipt.File) (word string, err error) {
	name := slashed.Join(prefix, file.Name)
	if !fs.ValidPath(name) {
		return wordLacking, nil
	}
	opened, err := folder.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return wordLacking, nil
	}
	if err != nil {
		return "", inputfile.NotReadable(name)
	}
	defer func() { _ = opened.Close() }() // it was only read
	sum := sha256.New()
	size, err := io.Copy(sum, opened)
	switch {
	case err != nil:
		return "", inputfile.NotReadable(name)
	case hex.EncodeToString(sum.Sum(nil)) == file.SHA256:
		return wordSame, nil
	case !file.HasSize():
		return "different content", nil
	case size != file.Size:
		return fmt.Sprintf("different: %d bytes instead of %d", size, file.Size), nil
	}
	return "different: the same size, but different content", nil
}

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
