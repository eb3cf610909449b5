// Package secret encrypts what must not be readable in a database or its backups. The key is stored outside both.
package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
)

// Key is a secret key. It is safe for concurrent use.
type Key struct {
	sealer cipher.AEAD
	id     string // names the key, and tells nothing of it
}

// keySize is the bytes of a key; its text has two hexadecimal digits for each.
const keySize = 32

// NewText returns the text of a new key.
func NewText() string {
	raw := make([]byte, keySize)
	_, _ = rand.Read(raw) // never fails
	return hex.EncodeToString(raw)
}

// ErrText is returned for a text that is not a secret key.
var ErrText = errors.New("this is not a secret key: it has 64 hexadecimal digits, as openssl rand -hex 32 writes them")

// Parse reads the text of a key. It returns ErrText.
func Parse(text string) (*Key, error) {
	raw, err := hex.DecodeString(strings.TrimSpace(text))
	if err != nil || len(raw) != keySize {
		return nil, ErrText
	}
	encrypting, err := hkdf.Key(sha256.New, raw, nil, "green500 encryption", keySize)
	if err != nil {
		return nil, err
	}
	id, err := hkdf.Key(sha256.New, raw, nil, "green500 key id", idSize)
	if err != nil {
		return nil, err
	}
	block, err := aes.NewCipher(encrypting)
	if err != nil {
		return nil, err
	}
	sealer, err := cipher.NewGCMWithRandomNonce(block)
	return &Key{sealer: sealer, id: string(id)}, err
}

// What a sealed text consists of: the form, the number of the key, and what the cipher made of the content.
const (
	form   = "g5s1"
	idSize = 8
)

// Errors of Open.
var (
	ErrOtherKey = errors.New("it was encrypted with another secret key")
	ErrAltered  = errors.New("it was altered since it was encrypted")
)

// Seal encrypts a content. about states what it is: it opens for nothing else.
func (k *Key) Seal(content []byte, about string) []byte {
	return k.sealer.Seal([]byte(form+k.id), nil, content, []byte(about))
}

// Open decrypts what Seal returned. It returns ErrOtherKey or ErrAltered.
func (k *Key) Open(sealed []byte, about string) ([]byte, error) {
	rest, ours := strings.CutPrefix(string(sealed), form)
	if !ours || len(rest) < idSize {
		return nil, ErrAltered
	}
	if rest[:idSize] != k.id {
		return nil, ErrOtherKey
	}
	content, err := k.sealer.Open(nil, nil, []byte(rest[idSize:]), []byte(about))
	if err != nil {
		return nil, ErrAltered
	}
	return content, nil
}

// TextPrefix begins every sealed text, and no other.
const TextPrefix = "green500-sealed:"

// SealText encrypts a text into a text.
func (k *Key) SealText(text, about string) string {
	return TextPrefix + base64.StdEncoding.EncodeToString(k.Seal([]byte(text), about))
}

// OpenText decrypts what SealText returned. It returns ErrOtherKey or ErrAltered.
func (k *Key) OpenText(sealed, about string) (string, error) {
	coded, ours := strings.CutPrefix(sealed, TextPrefix)
	raw, err := base64.StdEncoding.DecodeString(coded)
	if !ours || err != nil {
		return "", ErrAltered
	}
	content, err := k.Open(raw, about)
	return string(content), err
}
