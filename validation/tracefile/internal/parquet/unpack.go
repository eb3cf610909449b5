package parquet

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// unpacker undoes the compression of a page into room that may be used again, and refuses one that gives other than
// size bytes before it costs their memory.
type unpacker func(into, packed []byte, size int64) ([]byte, error)

var errPageSize = errors.New("a page is not as long as it claims")

// unpackerOf admits the compressions that can be held to a size. The library's LZ4 doubles its
// memory for ever at a damaged page.
func unpackerOf(codec format.CompressionCodec) (unpacker, error) {
	switch codec {
	case format.Uncompressed:
		return func(_, packed []byte, _ int64) ([]byte, error) { return packed, nil }, nil
	case format.Snappy:
		return unpackSnappy, nil
	case format.Gzip:
		return unpackGzip, nil
	case format.Zstd:
		return unpackZstd, nil
	}
	return nil, fmt.Errorf("its compression %s is not supported; use zstd or snappy", codec)
}

func unpackSnappy(into, packed []byte, size int64) ([]byte, error) {
	if given, width := binary.Uvarint(packed); width <= 0 || given != uint64(size) {
		return nil, errPageSize
	}
	return parquet.Snappy.Decode(into, packed)
}

func unpackGzip(into, packed []byte, size int64) ([]byte, error) {
	in, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return unpackStream(into, in, size)
}

func unpackZstd(into, packed []byte, size int64) ([]byte, error) {
	in, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return unpackStream(into, in, size)
}

func unpackStream(into []byte, in io.Reader, size int64) ([]byte, error) {
	unpacked := bytes.NewBuffer(into[:0])
	n, err := io.Copy(unpacked, io.LimitReader(in, size+1))
	if err == nil && n != size {
		err = errPageSize
	}
	return unpacked.Bytes(), err
}
