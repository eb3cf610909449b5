// Package receipt makes signed receipts for files, by their digests. Anybody can check a receipt without the server.
// Keys and times are arguments.
package receipt

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"green500/validation/power"
)

// Schema names the form of a receipt.
const Schema = "green500.receipt/1"

// Kind is what a receipt is for.
type Kind string

// The kinds of receipts.
const (
	OfFile     Kind = "file"     // the bytes are here
	OfManifest Kind = "manifest" // the bytes are promised, and named before they come
)

// Receipt says what was received, from whom and when.
type Receipt struct {
	Schema     string    `json:"schema"`
	Kind       Kind      `json:"kind"`
	Server     string    `json:"server"` // its address
	Submission int64     `json:"submission"`
	Edition    string    `json:"edition"`
	ReceivedAt time.Time `json:"received_at"` // with the zone of the edition's deadline
	Zone       string    `json:"zone"`        // its IANA name
	Files      []File    `json:"files"`       // one, unless it is of a manifest
}

// File is the bytes that a receipt names.
type File struct {
	Name   string `json:"name"`
	Size   int64  `json:"size"`   // bytes; 0 also if it was not said, see Sized
	SHA256 string `json:"sha256"` // in hexadecimal
}

const ofNothing = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// HasSize reports whether the size is known: lists as sha256sum writes them hold none.
func (f File) HasSize() bool { return f.Size > 0 || f.SHA256 == ofNothing }

// signed is how a receipt is written: what was signed, byte for byte, and by which key.
type signed struct {
	Receipt json.RawMessage `json:"receipt"`
	Signature
}

// Signature is a key, and what it made of a text (Ed25519, RFC 8032).
type Signature struct {
	PublicKey string `json:"public_key"`
	Signed    string `json:"signature"`
}

// SignText signs a text, byte for byte.
func SignText(text []byte, key ed25519.PrivateKey) Signature {
	public, _ := key.Public().(ed25519.PublicKey)
	return Signature{KeyText(public), base64.StdEncoding.EncodeToString(ed25519.Sign(key, text))}
}

// Check says what is wrong with the signature of a text; empty if nothing is.
func (s Signature) Check(text []byte) string {
	public, keyErr := base64.StdEncoding.Strict().DecodeString(s.PublicKey)
	signature, signatureErr := base64.StdEncoding.Strict().DecodeString(s.Signed)
	switch {
	case keyErr != nil || signatureErr != nil || len(public) != ed25519.PublicKeySize:
		return "contains an invalid key or signature"
	case !ed25519.Verify(public, text, signature):
		return "was changed after it was signed"
	}
	return ""
}

// Sign writes a receipt with its signature.
func (r Receipt) Sign(key ed25519.PrivateKey) ([]byte, error) {
	r.Schema = Schema
	text, err := json.Marshal(r)
	if err != nil {
		return nil, fmt.Errorf("write a receipt: %w", err)
	}
	// Not indented: what was signed has to stay as it is, byte for byte.
	written, err := json.Marshal(signed{text, SignText(text, key)})
	if err != nil {
		return nil, fmt.Errorf("write a receipt: %w", err)
	}
	return append(written, '\n'), nil
}

// Digest is the SHA-256 of a text, in hexadecimal digits.
func Digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

// KeyText is how a public key is written.
func KeyText(key ed25519.PublicKey) string { return base64.StdEncoding.EncodeToString(key) }

// Read checks a signature; whether key is the server's is for the caller. It returns a *power.InputError.
func Read(name string, text []byte) (r Receipt, key string, err error) {
	var outer signed
	if err := Strict(text, &outer); err != nil {
		return Receipt{}, "", damaged(name, "is not a receipt ("+err.Error()+")")
	}
	if problem := outer.Check(outer.Receipt); problem != "" {
		return Receipt{}, "", damaged(name, problem)
	}
	if err := Strict(outer.Receipt, &r); err != nil || r.Schema != Schema {
		return Receipt{}, "", damaged(name, "has an unknown form")
	}
	return r, outer.PublicKey, nil
}

// Strict reads JSON of no other fields, and nothing behind it.
func Strict(text []byte, into any) error {
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(into); err != nil {
		return err
	}
	if decoder.More() {
		return errors.New("other data follows it")
	}
	return nil
}

func damaged(name, problem string) *power.InputError {
	return &power.InputError{File: name, Problem: problem,
		Remedy: "download the receipt again from the page of the submission"}
}
