// Package hashed takes the SHA-256 of a file while it is read.
package hashed

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"
	"io"
	"runtime"
	"sync"
	"sync/atomic"
)

// Hashed is a file whose digest is taken while it is read. What is read from its beginning on is hashed as it
// comes, so that it is fetched once; where the reader jumps, as those of Parquet and archives do, the
// rest is hashed beside. A reader that works on several cores may hash what it read itself (see lend).
type Hashed struct {
	at   io.ReaderAt
	size int64

	mutex    sync.Mutex
	sum      hash.Hash
	taken    int64         // bytes
	turn     *sync.Cond    // one more is hashed of what the readers have to hash; nil if they have not
	pending  []*Pending    // what they have to hash, in its order
	hashing  bool          // somebody does
	held     []byte        // the last of them, which wait for more
	free     chan []byte   // memory to hold some
	deferred int64         // bytes up to the end of the last of them
	handedOn chan struct{} // closed when those handed on are in sum; nil before the first are
	early    *HeadStart    // nil before the first are read, and for a short file
	restDone chan struct{}
	failed   error // of reading for the digest alone
}

const (
	// hashedAtOnce is how many bytes of a file are hashed at a time.
	hashedAtOnce = 256 << 10
	// hashedLater is how often as many bytes may wait for their turn.
	hashedLater = 3
	// hashedEarly bounds how many bytes are hashed while the reader looks at the beginning: as many as that takes on any machine.
	hashedEarly = 8 << 20
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
	h.mutex.Lock()
	begins := h.early == nil && h.taken == 0 && h.size > HeadBytes && runtime.GOMAXPROCS(0) > 1
	if begins {
		h.early = h.begin()
	}
	h.mutex.Unlock()
	n, err := h.at.ReadAt(b, at)
	if begins {
		return n, err
	}
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.halt()
	switch ahead := h.taken - at; {
	case h.turn != nil || h.restDone != nil || ahead >= int64(n):
	case ahead < 0:
		h.restDone = make(chan struct{})
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
		h.flush()
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

// HeadStart is the hashing of the beginning, which somebody looks at before reading on. Those few bytes are fetched twice.
type HeadStart struct {
	enough atomic.Bool
	ended  chan struct{}
	taken  int64 // then
}

// begin hashes the beginning until that is enough, but no less than the head, which was read by then: where nothing was hashed
// of it since no core was free, all of the file would be fetched twice.
func (h *Hashed) begin() *HeadStart {
	e := &HeadStart{ended: make(chan struct{})}
	go func() {
		defer close(e.ended)
		part := make([]byte, hashedAtOnce/4)
		for e.taken < HeadBytes || e.taken < hashedEarly && !e.enough.Load() {
			n, err := h.at.ReadAt(part, e.taken)
			h.sum.Write(part[:n])
			e.taken += int64(n)
			if err != nil {
				return // the next reader gets the error
			}
		}
	}()
	return e
}

// halt ends what is hashed early, if nobody did.
func (h *Hashed) halt() {
	if h.early == nil || h.early.enough.Swap(true) {
		return
	}
	<-h.early.ended
	h.taken = h.early.taken
}

// HashLater leaves what is read from a place on to be hashed by the code that reads it in order, which spares to copy it: what a core
// has just read it has at hand. ok is false if that place lies after the next to be hashed.
func (h *Hashed) HashLater(at int64) (ok bool) {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	h.halt()
	if h.restDone != nil || h.taken < at || h.turn != nil {
		return false
	}
	h.flush()
	h.turn, h.deferred = sync.NewCond(&h.mutex), at
	return true
}

// Defer returns the hashing of the next bytes, which are not to be changed before it has ended.
func (h *Hashed) Defer(texts [][]byte) *Pending {
	h.mutex.Lock()
	defer h.mutex.Unlock()
	for i, one := range texts {
		hashed := min(max(0, h.taken-h.deferred), int64(len(one)))
		texts[i], h.deferred = one[hashed:], h.deferred+int64(len(one))
	}
	h.taken = max(h.taken, h.deferred)
	o := &Pending{of: h, texts: texts}
	h.pending = append(h.pending, o)
	return o
}

// Pending is the hashing of consecutive bytes, by whichever goroutine comes first. Nil is none.
type Pending struct {
	of    *Hashed
	texts [][]byte
	done  bool
}

// Hash hashes what is owed up to these bytes, or waits for those who do.
func (o *Pending) Hash() {
	if o == nil {
		return
	}
	o.of.mutex.Lock()
	defer o.of.mutex.Unlock()
	for !o.done {
		if o.of.hashing {
			o.of.turn.Wait()
		} else {
			o.of.hashNext()
		}
	}
}

// hashNext hashes the bytes that are owed first. Nobody else does, and others may owe more in the meantime.
func (h *Hashed) hashNext() {
	first := h.pending[0]
	h.pending, h.hashing = h.pending[1:], true
	h.mutex.Unlock()
	for _, one := range first.texts {
		h.sum.Write(one)
	}
	h.mutex.Lock()
	first.done, h.hashing = true, false
	h.turn.Broadcast()
}

// flush hashes what is held.
func (h *Hashed) flush() {
	if h.handedOn != nil {
		<-h.handedOn
	}
	h.sum.Write(h.held)
	h.held = h.held[:0]
}

// rest hashes what was not read yet. Nobody else touches the digest then.
func (h *Hashed) rest() {
	defer close(h.restDone)
	h.flush()
	left := io.NewSectionReader(h.at, h.taken, h.size-h.taken)
	buffer := make([]byte, min(left.Size()+1, hashedAtOnce))
	n, err := io.CopyBuffer(struct{ io.Writer }{h.sum}, left, buffer)
	if err == nil && n < left.Size() {
		err = io.ErrUnexpectedEOF
	}
	h.failed = err
}

// Digest returns the SHA-256 of the whole file in hex; it reads what was not read yet. Call it after the last read. It fails if
// reading the file fails.
func (h *Hashed) Digest() (string, error) {
	if h.restDone == nil {
		h.halt()
		h.restDone = make(chan struct{})
		h.rest()
	}
	<-h.restDone
	if h.failed != nil {
		return "", fmt.Errorf("read for the digest: %w", h.failed)
	}
	return hex.EncodeToString(h.sum.Sum(nil)), nil
}

// HeadBytes is how much of the beginning of a file formats are recognised by.
const HeadBytes = 64 << 10
