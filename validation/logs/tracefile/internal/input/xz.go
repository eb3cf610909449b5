package input

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"hash/crc32"
	"hash/crc64"
	"io"
	"slices"

	"github.com/ulikunitz/xz/lzma"
)

// The parts of a file of xz (https://tukaani.org/xz/xz-file-format.txt). They are read here, because
// every block states again how much memory it wants and the library gives it without a question.
const (
	xzMagic      = "\xfd7zXZ\x00"
	xzFooter     = "YZ"
	xzHeader     = 12 // bytes of the head of a stream, and of its foot
	xzAlign      = 4
	xzFilters    = 3    // flags: how many filters follow the first
	xzPackedSize = 0x40 // flag: the packed size is stated
	xzSize       = 0x80 // flag: the size is stated
	xzReserved   = 0x3c
	xzLZMA2      = 0x21
	xzMostDict   = 40 // the largest code of a dictionary
)

var (
	errXZ       = errors.New("its parts contradict each other")
	errXZFilter = errors.New("it uses a filter for programs")
	errXZSum    = errors.New("the checksum is wrong")
)

type xzReader struct {
	in     *countedReader
	check  hash.Hash // nil between streams
	blocks uint64    // of the stream so far
	block  io.Reader
}

type countedReader struct {
	*bufio.Reader
	n int64
}

func (c *countedReader) Read(into []byte) (int, error) {
	n, err := c.Reader.Read(into)
	c.n += int64(n)
	return n, err
}

func (c *countedReader) ReadByte() (byte, error) {
	b, err := c.Reader.ReadByte()
	if err == nil {
		c.n++
	}
	return b, err
}

func (c *countedReader) take(n int) ([]byte, error) {
	into := make([]byte, n)
	_, err := io.ReadFull(c, into)
	return into, early(err)
}

// early is the error if a file must not end.
func early(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (x *xzReader) Read(into []byte) (int, error) {
	for {
		if x.block == nil {
			if err := x.next(); err != nil {
				return 0, err
			}
		}
		n, err := x.block.Read(into)
		_, _ = x.check.Write(into[:n]) // a hash takes everything
		if errors.Is(err, io.EOF) {
			err = x.endBlock()
		}
		if n > 0 || err != nil {
			return n, early(err)
		}
	}
}

func (x *xzReader) next() error {
	for {
		if x.check == nil {
			if err := x.beginStream(); err != nil {
				return err
			}
		}
		size, err := x.in.ReadByte()
		if err != nil {
			return early(err)
		}
		if size > 0 {
			return x.beginBlock(size)
		}
		if err := x.endStream(); err != nil {
			return err
		}
	}
}

func (x *xzReader) beginStream() error {
	for {
		begin, err := x.in.Peek(xzAlign)
		if len(begin) == 0 {
			return err
		}
		if !bytes.Equal(begin, make([]byte, xzAlign)) {
			break
		}
		if _, err := x.in.Discard(xzAlign); err != nil {
			return err
		}
	}
	head, err := x.in.take(xzHeader)
	if err != nil {
		return err
	}
	if string(head[:6]) != xzMagic || head[6] != 0 || !summed(head[6:]) {
		return errXZ
	}
	x.blocks = 0
	if x.check = xzCheck(head[7]); x.check == nil {
		return fmt.Errorf("its kind of checksum, %d, is not known", head[7])
	}
	return nil
}

func xzCheck(kind byte) hash.Hash {
	switch kind {
	case 0:
		return unchecked{crc32.NewIEEE()}
	case 1:
		return crc32.NewIEEE()
	case 4:
		return crc64.New(crc64.MakeTable(crc64.ECMA))
	case 10:
		return sha256.New()
	}
	return nil
}

type unchecked struct{ hash.Hash }

func (unchecked) Size() int              { return 0 }
func (unchecked) Sum(into []byte) []byte { return into }

func summed(part []byte) bool {
	at := len(part) - crc32.Size
	return crc32.ChecksumIEEE(part[:at]) == binary.LittleEndian.Uint32(part[at:])
}

func (x *xzReader) beginBlock(size byte) error {
	rest, err := x.in.take((int(size)+1)*xzAlign - 1)
	if err != nil {
		return err
	}
	if !summed(append([]byte{size}, rest...)) {
		return errXZSum
	}
	flags, fields := rest[0], bytes.NewReader(rest[1:len(rest)-crc32.Size])
	if flags&xzReserved != 0 {
		return errXZ
	}
	for _, given := range []byte{xzPackedSize, xzSize} {
		if flags&given != 0 {
			if _, err := binary.ReadUvarint(fields); err != nil {
				return errXZ
			}
		}
	}
	var filter [3]byte // kind, bytes of settings, setting
	if _, err := io.ReadFull(fields, filter[:]); err != nil {
		return errXZ
	}
	if flags&xzFilters != 0 || filter[0] != xzLZMA2 {
		return errXZFilter
	}
	window, err := xzWindow(filter[1:])
	if err != nil {
		return err
	}
	x.in.n = 0
	x.check.Reset()
	x.blocks++
	x.block, err = lzma.Reader2Config{DictCap: window}.NewReader2(x.in)
	return err
}

func xzWindow(settings []byte) (int, error) {
	if settings[0] != 1 || settings[1] > xzMostDict {
		return 0, errXZ
	}
	window := int64(2|settings[1]&1) << (settings[1]/2 + 11)
	if window > maxWindow {
		return 0, errWindow
	}
	return int(window), nil
}

func (x *xzReader) endBlock() error {
	padding := int(-x.in.n & (xzAlign - 1))
	end, err := x.in.take(padding + x.check.Size())
	if err != nil {
		return err
	}
	x.block = nil
	sum := x.check.Sum(nil)
	if len(sum) != sha256.Size {
		slices.Reverse(sum) // numbers are written from their low end
	}
	if !bytes.Equal(end[padding:], sum) {
		return errXZSum
	}
	return nil
}

// endStream reads the index, of which the first byte was read, and the foot.
func (x *xzReader) endStream() error {
	x.in.n = 1
	blocks, err := binary.ReadUvarint(x.in)
	if err != nil {
		return early(err)
	}
	if blocks != x.blocks {
		return errXZ
	}
	for range 2 * blocks { // its length and that of its content
		if _, err := binary.ReadUvarint(x.in); err != nil {
			return early(err)
		}
	}
	if _, err := x.in.take(int(-x.in.n&(xzAlign-1)) + crc32.Size); err != nil {
		return err
	}
	foot, err := x.in.take(xzHeader)
	if err != nil {
		return err
	}
	if string(foot[10:]) != xzFooter {
		return errXZ
	}
	x.check = nil
	return nil
}
