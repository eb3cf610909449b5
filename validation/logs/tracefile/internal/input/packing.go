package input

import (
	"bufio"
	"bytes"
	"compress/bzip2"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"green500/validation/logs/tracefile/internal/celltext"
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

type packing struct {
	name, magic string
	unpack      func(io.Reader) (io.Reader, error)
}

var packings = []packing{
	{"gzip", "\x1f\x8b", func(in io.Reader) (io.Reader, error) { return gzip.NewReader(in) }},
	{"zstd", "\x28\xb5\x2f\xfd", openZstd},
	// of pzstd, which begins with a frame that is skipped (RFC 8878, section 3.1.2)
	{"zstd", "\x50\x2a\x4d\x18", openZstd},
	{"xz", xzMagic, func(in io.Reader) (io.Reader, error) {
		return &xzReader{in: &countedReader{Reader: bufio.NewReaderSize(in, AheadBytes)}}, nil
	}},
	{"bzip2", "BZh", func(in io.Reader) (io.Reader, error) { return bzip2.NewReader(in), nil }},
	{"UTF-16 text", "\xff\xfe", openUTF16},
	{"UTF-16 text", "\xfe\xff", openUTF16},
}

func openZstd(in io.Reader) (io.Reader, error) {
	return zstd.NewReader(in, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(maxWindow),
		zstd.WithDecoderLowmem(true))
}

type allowance struct{ Packed, unpacked atomic.Int64 }

func (a *allowance) spend(n int) string {
	switch unpacked := a.unpacked.Add(int64(n)); {
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
		return l.Refuse(0, "", fmt.Sprintf("needs more than %d MiB to unpack its %s", maxWindow>>20, l.Packing),
			"pack it again without long windows, or give the log itself")
	}
	return l.Refuse(0, "", problem, "fetch or pack the file again, or give the log itself")
}

var errWindow = errors.New("the window is too large")

func (in *File) peel() error {
	for {
		if err := in.peek(); err != nil {
			return err
		}
		one := packingOf(in.Head)
		if one == nil && in.rewrite() {
			continue
		}
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

// rewrite marks UTF-16 that has no mark, and ends lines by a line feed that end by a carriage return alone.
func (in *File) rewrite() bool {
	if mark := unmarkedUTF16(in.Head); mark != "" {
		in.Begin(io.MultiReader(strings.NewReader(mark), in.Reader))
		return true
	}
	if bytes.IndexByte(in.Head, '\r') < 0 || bytes.ContainsAny(in.Head, "\n\x00") {
		return false
	}
	in.Begin(&lineFeeds{in.Reader})
	return true
}

type lineFeeds struct{ io.Reader }

func (l *lineFeeds) Read(into []byte) (int, error) {
	n, err := l.Reader.Read(into)
	for i, one := range into[:n] {
		if one == '\r' {
			into[i] = '\n'
		}
	}
	return n, err
}

// Unpack undoes packings and refuses what is no text, for text that is no log. Archives are left as they are.
func (in *File) Unpack() error {
	if err := in.peel(); err != nil {
		return err
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

// isUTF32 distinguishes the mark of UTF-32 from that of UTF-16, which it begins with.
func isUTF32(head []byte) bool { return bytes.HasPrefix(head, []byte("\xff\xfe\x00\x00")) }

var errUTF16 = errors.New("half of a character stands alone")

type utf16Reader struct {
	in    *bufio.Reader
	order binary.ByteOrder
	pair  [2]byte
	text  []byte // what was made and not yet given
	err   error  // after that
}

func openUTF16(in io.Reader) (io.Reader, error) {
	u := &utf16Reader{in: bufio.NewReader(in), order: binary.BigEndian}
	mark, err := u.unit()
	if mark != '\ufeff' {
		u.order = binary.LittleEndian
	}
	return u, err
}

func (u *utf16Reader) Read(into []byte) (int, error) {
	for u.text = u.text[:0]; u.err == nil && len(u.text)+utf8.UTFMax <= len(into); {
		var one rune
		if one, u.err = u.character(); u.err == nil {
			u.text = utf8.AppendRune(u.text, one)
		}
	}
	return copy(into, u.text), u.err
}

func (u *utf16Reader) character() (rune, error) {
	one, err := u.unit()
	if err != nil || !utf16.IsSurrogate(one) {
		return one, err
	}
	two, err := u.unit()
	if errors.Is(err, io.EOF) {
		return 0, io.ErrUnexpectedEOF
	}
	if one = utf16.DecodeRune(one, two); err == nil && one == utf8.RuneError {
		err = errUTF16
	}
	return one, err
}

func (u *utf16Reader) unit() (rune, error) {
	_, err := io.ReadFull(u.in, u.pair[:])
	return rune(u.order.Uint16(u.pair[:])), err
}

// unmarkedUTF16 returns the mark that is missing before ASCII in UTF-16; empty if the text is no such.
func unmarkedUTF16(head []byte) string {
	const enough = 8
	if len(head) < enough {
		return ""
	}
	little, big := true, true
	for i := 0; i < enough; i += 2 {
		little = little && head[i] != 0 && head[i+1] == 0
		big = big && head[i] == 0 && head[i+1] != 0
	}
	switch {
	case little:
		return "\xff\xfe"
	case big:
		return "\xfe\xff"
	}
	return ""
}
