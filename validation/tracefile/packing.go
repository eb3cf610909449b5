package tracefile

import (
	"bytes"
	"compress/bzip2"
	"errors"
	"fmt"
	"io"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"green500/validation/power"
)

// What unpacking may cost. Memory does not grow with the content, so it is time that is bounded.
const (
	maxLayers    = 4         // a log in more packings than that was made to be unpacked for ever
	maxUnpacked  = 128 << 30 // bytes, every pass over an archive counted
	freeUnpacked = 256 << 20 // bytes: up to here the ratio does not matter
	maxRatio     = 1000      // of gzip at its best, on zeros; logs come to 5 to 100
	maxWindow    = 64 << 20  // bytes to look back: what xz -9 asks for
)

// packing is a way to pack a file: how it begins and how it is undone.
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

// openZstd decodes in the goroutine that reads.
func openZstd(in io.Reader) (io.Reader, error) {
	return zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow), zstd.WithDecoderLowmem(true))
}

// allowance is what has been unpacked while a file is read, and from how much.
type allowance struct{ packed, unpacked atomic.Int64 }

// spend counts bytes that were unpacked, and returns what is wrong with so many.
func (a *allowance) spend(n int) string {
	unpacked := a.unpacked.Add(int64(n))
	switch {
	case unpacked > maxUnpacked:
		return fmt.Sprintf("unpacks to more than %d GiB", maxUnpacked>>30)
	case unpacked > freeUnpacked && unpacked/maxRatio > a.packed.Load():
		return fmt.Sprintf("unpacks to more than %d times its size", maxRatio)
	}
	return ""
}

// witness remembers why reading failed: what is made of the bytes may hide it.
type witness struct {
	io.Reader
	spent  *allowance // nil where the bytes are counted elsewhere
	failed error
}

func (w *witness) Read(into []byte) (int, error) {
	n, err := w.Reader.Read(into)
	if w.spent != nil {
		w.spent.packed.Add(int64(n))
	}
	if err != nil && !errors.Is(err, io.EOF) {
		w.failed = err
	}
	return n, err
}

// layer is content while it is unpacked.
type layer struct {
	source
	packing string
	from    io.Reader
	below   *witness
	spent   *allowance
	given   int64
}

func (l *layer) Read(into []byte) (n int, err error) {
	err = guard(func() error {
		n, err = l.from.Read(into)
		return err
	})
	l.given += int64(n)
	if problem := l.spent.spend(n); problem != "" {
		return 0, l.refuse(0, "", problem, "give the log itself")
	}
	if err == nil || errors.Is(err, io.EOF) {
		return n, err
	}
	return n, l.damaged(err)
}

// damaged tells why a layer can't be unpacked any further.
func (l *layer) damaged(err error) error {
	if l.below.failed != nil {
		return l.below.failed
	}
	var trouble *power.InputError
	if errors.As(err, &trouble) {
		return trouble
	}
	if errors.Is(err, zstd.ErrWindowSizeExceeded) {
		err = errWindow
	}
	problem := fmt.Sprintf("is damaged: its %s fails after %d bytes of content: %v", l.packing, l.given, err)
	if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		problem = fmt.Sprintf("is cut off: its %s ends after %d bytes of content", l.packing, l.given)
	}
	if errors.Is(err, errWindow) {
		return l.refuse(0, "", fmt.Sprintf("needs more than %d MiB to unpack its %s", maxWindow>>20, l.packing), "pack it again without long windows, or give the log itself")
	}
	return l.refuse(0, "", problem, "fetch or pack the file again, or give the log itself")
}

var errWindow = errors.New("the window is too large")

// peel undoes packings as long as the content begins like one.
func (in *input) peel() error {
	for {
		if err := in.peek(); err != nil {
			return err
		}
		one := packingOf(in.head)
		if one == nil {
			return in.skipMark()
		}
		if len(in.packing) == maxLayers {
			return in.refuse(0, "", fmt.Sprintf("is packed more than %d times over", maxLayers), "give the log itself")
		}
		if err := in.unpack(one); err != nil {
			return err
		}
	}
}

func packingOf(head []byte) *packing {
	for i := range packings {
		if bytes.HasPrefix(head, []byte(packings[i].magic)) && !isUTF32(head) {
			return &packings[i]
		}
	}
	return nil
}

// unpack goes on with what is in a packing.
func (in *input) unpack(one *packing) error {
	in.packing = append(in.packing, one.name)
	l := &layer{source: in.source, packing: one.name, below: &witness{Reader: in.Reader}, spent: in.spent}
	err := guard(func() (err error) {
		l.from, err = one.unpack(l.below)
		return err
	})
	if err != nil {
		return l.damaged(err)
	}
	ahead := readAhead(l)
	in.closing = append(in.closing, ahead.close)
	if decoder, ok := l.from.(*zstd.Decoder); ok {
		in.closing = append(in.closing, decoder.Close)
	}
	in.begin(ahead)
	return nil
}
