package input

import (
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"green500/validation/power"
	"green500/validation/tracefile/internal/celltext"
)

// What unpacking may cost. Memory does not grow with the content, so it is time that is bounded.
const (
	maxLayers    = 4         // a log in more packings than that was made to be unpacked for ever
	maxUnpacked  = 128 << 30 // bytes, every pass over an archive counted
	freeUnpacked = 256 << 20 // bytes: up to here the ratio does not matter
	maxRatio     = 1000      // of gzip at its best, on zeros; logs come to 5 to 100
	maxWindow    = 64 << 20  // bytes to look back: what xz -9 asks for
)

type packing struct {
	name, magic string
	unpack      func(io.Reader) (io.Reader, error)
}

var packings = []packing{
	{"gzip", "\x1f\x8b", func(in io.Reader) (io.Reader, error) { return gzip.NewReader(in) }},
	{"zstd", "\x28\xb5\x2f\xfd", openZstd},
	{"zstd", "\x50\x2a\x4d\x18", openZstd}, // of pzstd, which begins with a frame that is skipped (RFC 8878, section 3.1.2)
	{"xz", xzMagic, openXZ},
	{"bzip2", "BZh", func(in io.Reader) (io.Reader, error) { return bzip2.NewReader(in), nil }},
	{"UTF-16 text", "\xff\xfe", openUTF16},
	{"UTF-16 text", "\xfe\xff", openUTF16},
}

func openZstd(in io.Reader) (io.Reader, error) {
	return zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true))
}

type allowance struct{ Packed, unpacked atomic.Int64 }

// spend counts bytes that were unpacked, and returns what is wrong with so many.
func (a *allowance) spend(n int) string {
	unpacked := a.unpacked.Add(int64(n))
	switch {
	case unpacked > maxUnpacked:
		return fmt.Sprintf("unpacks to more than %d GiB", maxUnpacked>>30)
	case unpacked > freeUnpacked && unpacked/maxRatio > a.Packed.Load():
		return fmt.Sprintf("unpacks to more than %d times its size", maxRatio)
	}
	return ""
}

// Witness remembers why reading failed: what is made of the bytes may hide it.
type Witness struct {
	io.Reader
	spent  *allowance // nil if the bytes are counted elsewhere
	failed error
}

func (w *Witness) Read(into []byte) (int, error) {
	n, err := w.Reader.Read(into)
	if w.spent != nil {
		w.spent.Packed.Add(int64(n))
	}
	if err != nil && !errors.Is(err, io.EOF) {
		w.failed = err
	}
	return n, err
}

// Layer is content while it is unpacked.
type Layer struct {
	celltext.Source
	Packing string
	From    io.Reader
	Below   *Witness
	Spent   *allowance
	given   int64
}

func (l *Layer) Read(into []byte) (n int, err error) {
	err = Recovering(func() error {
		n, err = l.From.Read(into)
		return err
	})
	l.given += int64(n)
	if problem := l.Spent.spend(n); problem != "" {
		return 0, l.Refuse(0, "", problem, "give the log itself")
	}
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	return n, l.damaged(err)
}

func (l *Layer) damaged(err error) error {
	if l.Below.failed != nil {
		return l.Below.failed
	}
	var inputErr *power.InputError
	if errors.As(err, &inputErr) {
		return inputErr
	}
	if errors.Is(err, zstd.ErrWindowSizeExceeded) {
		err = errWindow
	}
	problem := fmt.Sprintf("is damaged: its %s fails after %d bytes of content: %v", l.Packing, l.given, err)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		problem = fmt.Sprintf("is cut off: its %s ends after %d bytes of content", l.Packing, l.given)
	}
	if errors.Is(err, errWindow) {
		return l.Refuse(0, "", fmt.Sprintf("needs more than %d MiB to unpack its %s", maxWindow>>20, l.Packing), "pack it again without long windows, or give the log itself")
	}
	return l.Refuse(0, "", problem, "fetch or pack the file again, or give the log itself")
}

var errWindow = errors.New("the window is too large")

// peel undoes packings as long as the content begins like one.
func (in *File) peel() error {
	for {
		if err := in.peek(); err != nil {
			return err
		}
		one := packingOf(in.Head)
		if one == nil {
			return in.skipMark()
		}
		if len(in.Packing) == maxLayers {
			return in.Refuse(0, "", fmt.Sprintf("is packed more than %d times over", maxLayers), "give the log itself")
		}
		if err := in.unpack(one); err != nil {
			return err
		}
	}
}

// Unpack undoes packings and refuses what is no text, for text that is no log. Archives are left as they are.
func (in *File) Unpack() error {
	if err := in.peel(); err != nil {
		return err
	}
	if mark := unmarkedUTF16(in.Head); mark != "" {
		in.Begin(io.MultiReader(strings.NewReader(mark), in.Reader))
		if err := in.peel(); err != nil {
			return err
		}
	}
	if inputErr := in.refuseUnsupported(); inputErr != nil {
		return inputErr
	}
	return nil
}

func packingOf(head []byte) *packing {
	for i := range packings {
		if bytes.HasPrefix(head, []byte(packings[i].magic)) && !isUTF32(head) {
			return &packings[i]
		}
	}
	return nil
}

func (in *File) unpack(one *packing) error {
	in.Packing = append(in.Packing, one.name)
	l := &Layer{Source: in.Source, Packing: one.name, Below: &Witness{Reader: in.Reader}, Spent: in.Spent}
	err := Recovering(func() (err error) {
		l.From, err = one.unpack(l.Below)
		return err
	})
	if err != nil {
		return l.damaged(err)
	}
	ahead := NewReadAhead(l)
	in.Closing = append(in.Closing, ahead.Close)
	if decoder, ok := l.From.(*zstd.Decoder); ok {
		in.Closing = append(in.Closing, decoder.Close)
	}
	in.Begin(ahead)
	return nil
}

// AheadBytes is how far a stream is read ahead.
const AheadBytes = 128 << 10

// ReadAhead is a stream that is read by a goroutine of its own, so that unpacking and reading share the cores.
type ReadAhead struct {
	*io.PipeReader
	ended chan struct{}
}

// NewReadAhead starts to read from in a goroutine, until the end or Close.
func NewReadAhead(from io.Reader) *ReadAhead {
	r, w := io.Pipe()
	a := &ReadAhead{r, make(chan struct{})}
	go func() {
		defer close(a.ended)
		_, err := io.CopyBuffer(w, from, make([]byte, AheadBytes))
		_ = w.CloseWithError(err) // which never fails
	}()
	return a
}

// Close ends the goroutine and waits for that: what it reads may be closed next.
func (a *ReadAhead) Close() {
	_ = a.PipeReader.Close() // which never fails
	<-a.ended
}
