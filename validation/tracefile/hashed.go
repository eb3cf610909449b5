package tracefile

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"runtime"
	"sync"
)

// Hashed is a file whose digest is taken while it is read. What is read from its beginning on is hashed as it
// comes, so that it is fetched once; where the reader jumps, as those of Parquet and archives do, the
// rest is hashed beside. A reader that works on several cores may hash what it read itself (see lend).
type Hashed struct {
	at   io.ReaderAt
	size int64

	mutex  sync.Mutex
	sum    hash.Hash
	taken  int64         // bytes
	lent   bool          // the reader hashes what follows
	held   []byte        // the last of them, which wait for more
	free   chan []byte   // memory to hold some
	behind chan struct{} // closed when those handed on are in sum; nil before the first are
	beside chan struct{}
	failed error // of reading for the digest alone
}

const (
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
	case h.lent || h.beside != nil || ahead >= int64(n):
	case ahead < 0:
		h.beside = make(chan struct{})
		go h.rest()
	default:
		h.take(b[ahead:n])
	}
	return n, err
}

// take hashes on another core than that of the reader, who has the memory of what was read to itself: to
// copy it costs a sixth of the time that hashing it does. Where there is one core only, nothing is gained.
func (h *Hashed) take(b []byte) {
	h.taken += int64(len(b))
	if runtime.GOMAXPROCS(0) == 1 {
		h.settle()
		h.sum.Write(b)
		return
	}
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

// handOn has what is held hashed after all that was handed on before.
func (h *Hashed) handOn() {
	full, before, behind := h.held, h.behind, make(chan struct{})
	h.held, h.behind = nil, behind
	go func() {
		defer close(behind)
		if before != nil {
			<-before
		}
		h.sum.Write(full)
		h.free <- full
	}()
}

// lend leaves what is read from a place on to be hashed by whoever reads it in order, which spares to copy it: what a core
// has just read it has at hand. ok is false where that place is not the next to be hashed.
func (h *Hashed) lend(at int64) (ok bool) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	if h.beside != nil || h.taken != at || h.lent {
		return false
	}
	if len(h.held) > 0 {
		h.handOn()
	}
	h.lent = true
	return true
}

// owe returns the hashing of the next bytes, which the caller has to do before it changes them.
func (h *Hashed) owe(texts [][]byte) *owed {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	for _, one := range texts {
		h.taken += int64(len(one))
	}
	if h.behind == nil {
		h.behind = make(chan struct{})
		close(h.behind)
	}
	o := &owed{sum: h.sum, texts: texts, before: h.behind, done: make(chan struct{})}
	h.behind = o.done
	return o
}

// owed is the hashing of consecutive bytes. Nil is none.
type owed struct {
	sum    hash.Hash
	texts  [][]byte
	before <-chan struct{} // closed when it is its turn
	done   chan struct{}   // nil once it is done
}

// begin hashes the bytes if it is their turn.
func (o *owed) begin() {
	if o == nil {
		return
	}
	select {
	case <-o.before:
		o.hash()
	default:
	}
}

// end hashes the bytes when it is their turn, unless they are.
func (o *owed) end() {
	if o == nil || o.done == nil {
		return
	}
	<-o.before
	o.hash()
}

func (o *owed) hash() {
	for _, one := range o.texts {
		o.sum.Write(one)
	}
	close(o.done)
	o.done = nil
}

// settle hashes what is held.
func (h *Hashed) settle() {
	if h.behind != nil {
		<-h.behind
	}
	h.sum.Write(h.held)
	h.held = h.held[:0]
}

// rest hashes what was not read yet. Nobody else touches the digest then.
func (h *Hashed) rest() {
	defer close(h.beside)
	h.settle()
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
