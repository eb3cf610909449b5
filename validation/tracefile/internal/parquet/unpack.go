package parquet

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/format"

	"green500/validation/tracefile/internal/input"
)

// pageUnpacker undoes the compression of pages, and refuses one that gives other than size bytes before it costs their memory.
type pageUnpacker struct {
	measure func(packed []byte, size int64) error // refuses what the library would unfold into more
	unpack  func(into, packed []byte, size int64) ([]byte, error)
}

var errPageSize = errors.New("a page is not as long as it claims")

// pageUnpackerOf admits the compressions that can be held to a size. The library's LZ4 doubles its
// memory for ever at a damaged page.
func pageUnpackerOf(codec format.CompressionCodec) (pageUnpacker, error) {
	switch codec {
	case format.Uncompressed:
		return pageUnpacker{
			func([]byte, int64) error { return nil },
			func(_, packed []byte, _ int64) ([]byte, error) { return packed, nil },
		}, nil
	case format.Snappy:
		return pageUnpacker{checkSnappy, measured(checkSnappy, &parquet.Snappy)}, nil
	case format.Gzip:
		return pageUnpacker{checkGzip, unpackGzip}, nil
	case format.Zstd:
		return pageUnpacker{checkZstd, measured(checkZstd, &parquet.Zstd)}, nil
	}
	return pageUnpacker{}, fmt.Errorf("its compression %s is not supported; use zstd or snappy", codec)
}

// measured unpacks what can be measured before.
func measured(measure func([]byte, int64) error, codec compress.Codec) func(into, packed []byte, size int64) ([]byte, error) {
	return func(into, packed []byte, size int64) ([]byte, error) {
		if err := measure(packed, size); err != nil {
			return nil, err
		}
		return codec.Decode(into, packed)
	}
}

func checkSnappy(packed []byte, size int64) error {
	if given, width := binary.Uvarint(packed); width <= 0 || given != uint64(size) {
		return errPageSize
	}
	return nil
}

// checkGzip unpacks, since the length of what gzip gives is not known before.
func checkGzip(packed []byte, size int64) error {
	_, err := unpackGzip(nil, packed, size)
	return err
}

func unpackGzip(into, packed []byte, size int64) ([]byte, error) {
	in, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	unpacked := bytes.NewBuffer(into[:0])
	n, err := io.Copy(unpacked, io.LimitReader(in, size+1))
	if err == nil && n != size {
		err = errPageSize
	}
	return unpacked.Bytes(), err
}

// The parts of a frame of zstd (RFC 8878).
const (
	zstdMagic    = 0xFD2FB528
	zstdBlock    = 128 << 10 // the most a compressed block gives, in bytes
	zstdRepeat   = 1
	zstdPacked   = 2
	zstdSingle   = 1 << 5 // flag: no window is stated
	zstdChecksum = 1 << 2 // flag: a checksum follows the blocks
)

// checkZstd refuses packed data unless it is one frame that can't give much more than size bytes:
// the sum of the most that each block may give stays within a few of the longest pages.
func checkZstd(packed []byte, size int64) error {
	blocks, err := zstdBlocks(packed, size)
	if err != nil {
		return err
	}
	most := int64(0)
	for last := false; !last; {
		if len(blocks) < 3 {
			return input.ErrEndsEarly
		}
		head := int64(blocks[0]) | int64(blocks[1])<<8 | int64(blocks[2])<<16
		length, gives := zstdLength(head)
		if most += gives; most > 4*maxPage {
			return errPageSize
		}
		if blocks = blocks[3:]; length > int64(len(blocks)) {
			return input.ErrEndsEarly
		}
		blocks, last = blocks[length:], head&1 == 1
	}
	if packed[4]&zstdChecksum != 0 {
		blocks = blocks[min(4, len(blocks)):]
	}
	if len(blocks) > 0 {
		return errPageSize
	}
	return nil
}

// zstdLength returns how many bytes a block takes and the most that it gives. The library refuses
// a block of an unknown kind.
func zstdLength(head int64) (length, gives int64) {
	size := head >> 3
	switch head >> 1 & 3 {
	case zstdRepeat:
		return 1, size
	case zstdPacked:
		return size, zstdBlock
	}
	return size, size
}

// zstdBlocks returns what follows the head of a frame, which may tell its size.
func zstdBlocks(packed []byte, size int64) ([]byte, error) {
	if len(packed) < 5 || binary.LittleEndian.Uint32(packed) != zstdMagic {
		return nil, errDamagedMetadata
	}
	flags := packed[4]
	at := 5 + [...]int{0, 1, 2, 4}[flags&3]
	if flags&zstdSingle == 0 {
		at++
	}
	width := [...]int{0, 2, 4, 8}[flags>>6]
	if width == 0 && flags&zstdSingle != 0 {
		width = 1
	}
	if len(packed) < at+width {
		return nil, input.ErrEndsEarly
	}
	var given [8]byte
	copy(given[:], packed[at:at+width])
	n := binary.LittleEndian.Uint64(given[:])
	if width == 2 {
		n += 256
	}
	if width > 0 && n != uint64(size) {
		return nil, errPageSize
	}
	return packed[at+width:], nil
}
