package tracefile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"sync"
)

// Hashed is a file whose digest is taken while it is read. What is read from its beginning on is hashed as it
// comes, so that it is fetched once; where the reader jumps, as those of Parquet and archives do, the
// rest is hashed beside.
type Hashed struct {
	at   io.ReaderAt
	size int64

	mutex  sync.Mutex
	sum    hash.Hash
	taken  int64 // bytes
	beside chan struct{}
	failed error // of reading for the digest alone
}

// NewHashed begins the digest of a file of so many bytes.
func NewHashed(at io.ReaderAt, size int64) *Hashed {
	return &Hashed{at: at, size: size, sum: sha256.New()}
}

// ReadAt reads from the file.
func (h *Hashed) ReadAt(b []byte, at int64) (int, error) {
	n, err := h.at.ReadAt(b, at)
	h.mutex.Lock()
	defer h.mutex.Unlock()
	switch ahead := h.taken - at; {
	case h.beside != nil || ahead >= int64(n):
	case ahead < 0:
		h.beside = make(chan struct{})
		go h.rest()
	default:
		h.take(b[ahead:n])
	}
	return n, err
}

func (h *Hashed) take(b []byte) {
	h.sum.Write(b)
	h.taken += int64(len(b))
}

// hashedAtOnce is how many bytes of a file are read at a time only for its digest.
const hashedAtOnce = 256 << 10

// rest hashes what was not read yet. Nobody else touches the digest then.
func (h *Hashed) rest() {
	defer close(h.beside)
	left := io.NewSectionReader(h.at, h.taken, h.size-h.taken)
	buffer := make([]byte, min(left.Size()+1, hashedAtOnce))
	n, err := io.CopyBuffer(struct{ io.Writer }{h.sum}, left, buffer)
	if err == nil && n < left.Size() {
		err = io.ErrUnexpectedEOF
	}
	h.failed = err
}

// Digest returns the SHA-256 of the whole file in hex; what was not read yet is read for it. It is asked
// for when nobody reads any more, and fails where reading the file does.
func (h *Hashed) Digest() (string, error) {
	if h.beside == nil {
		h.beside = make(chan struct{})
		h.rest()
	}
	<-h.beside
	if h.failed != nil {
		return "", fmt.Errorf("read for the digest: %w", h.failed)
	}
	return hex.EncodeToString(h.sum.Sum(nil)), nil
}
