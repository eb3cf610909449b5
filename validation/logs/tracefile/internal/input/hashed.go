package input

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"sync"
)

// Hashed is a file whose digest is taken while it is read; the rest is hashed beside if the reader jumps.
type Hashed struct {
	at   io.ReaderAt
	size int64

	mutex    sync.Mutex
	sum      hash.Hash
	taken    int64         // bytes
	held     []byte        // the last of them, which wait for more
	free     chan []byte   // memory to hold some
	handedOn chan struct{} // closed when those handed on are in sum; nil before the first are
	restDone chan struct{}
	failed   error // of reading for the digest alone
}

const (
	// HeadBytes is how much of the beginning of a file formats are recognised by.
	HeadBytes = 64 << 10
	// hashedAtOnce is how many bytes of a file are hashed at a time.
	hashedAtOnce = 256 << 10
	// hashedLater is how often as many bytes may wait for their turn.
	hashedLater = 3
)

// NewHashed begins the digest of a file of so many bytes.
func NewHashed(at io.ReaderAt, size int64) *Hashed {
	h := &Hashed{at: at, size: size, sum: sha256.New(), free: make(chan []byte, hashedLater)}
	for range hashedLater {
		h.free <- nil
	}
	return h
}

// ReadAt reads from the file.
func (h *Hashed) ReadAt(b []byte, at int64) (int, error) {
	n, err := h.at.ReadAt(b, at)
	h.mutex.Lock()
	defer h.mutex.Unlock()
	switch ahead := h.taken - at; {
	case h.restDone != nil || ahead >= int64(n):
	case ahead < 0:
		h.restDone = make(chan struct{})
		go h.rest()
	default:
		h.take(b[ahead:n])
	}
	return n, err
}

// take copies for another core than that of the reader, who has the memory of what was read to itself.
func (h *Hashed) take(b []byte) {
	h.taken += int64(len(b))
	for len(b) > 0 {
		if h.held == nil {
			h.held = h.room()
		}
		n := min(len(b), hashedAtOnce-len(h.held))
		h.held, b = append(h.held, b[:n]...), b[n:]
		if len(h.held) == hashedAtOnce {
			h.handOn()
		}
	}
}

func (h *Hashed) room() []byte {
	if room := <-h.free; room != nil {
		return room[:0]
	}
	return make([]byte, 0, min(h.size, hashedAtOnce))
}

func (h *Hashed) handOn() {
	full, before, behind := h.held, h.handedOn, make(chan struct{})
	h.held, h.handedOn = nil, behind
	go func() {
		defer close(behind)
		if before != nil {
			<-before
		}
		h.sum.Write(full)
		h.free <- full
	}()
}

// rest hashes what is held, and what was not read yet. Nobody else touches the digest then.
func (h *Hashed) rest() {
	defer close(h.restDone)
	if h.handedOn != nil {
		<-h.handedOn
	}
	h.sum.Write(h.held)
	left := io.NewSectionReader(h.at, h.taken, h.size-h.taken)
	buffer := make([]byte, min(left.Size()+1, hashedAtOnce))
	n, err := io.CopyBuffer(struct{ io.Writer }{h.sum}, left, buffer)
	if err == nil && n < left.Size() {
		err = io.ErrUnexpectedEOF
	}
	h.failed = err
}

// Digest returns the SHA-256 of the whole file in hex, after the last read.
func (h *Hashed) Digest() (string, error) {
	if h.restDone == nil {
		h.restDone = make(chan struct{})
		h.rest()
	}
	<-h.restDone
	if h.failed != nil {
		return "", fmt.Errorf("read for the digest: %w", h.failed)
	}
	return hex.EncodeToString(h.sum.Sum(nil)), nil
}
