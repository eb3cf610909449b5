package parquet

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/input"
)

// What a page may claim.
const (
	maxPage       = 256 << 20 // bytes, unpacked
	maxPageValues = 1 << 24
	maxPageHeader = 64 << 10 // bytes
)

// pageHeader is what a header claims. Numbers are of fields, in data pages of version 1, dictionaries, data pages of
// version 2.
type pageHeader struct {
	header           int   // bytes of the header itself
	packed, unpacked int64 // bytes, of the body: 3 and 2
	kind             int64 // 1
	values           int64 // 501, 701, 801
	encoding         int64 // 502, 702, 804
	levels           int64 // bytes of levels before the values: 805 and 806
	plain            bool  // the values are not compressed though the column is: 807
}

// checkPages refuses pages that would make the library reserve more memory than their values need.
func checkPages(s celltext.Source, chunk *format.ColumnMetaData, levelBits int) error {
	unpack, err := unpackerOf(chunk.Codec)
	if err != nil {
		return err
	}
	at, end := chunkSpan(chunk)
	if at < 0 || chunk.TotalCompressedSize < 0 || chunk.TotalCompressedSize > s.Length-at {
		return io.ErrUnexpectedEOF
	}
	c := pageCheck{Source: s, unpack: unpack, levelBits: levelBits, head: make([]byte, maxPageHeader)}
	for at < end {
		if at, err = c.page(at, end); err != nil {
			return err
		}
	}
	return nil
}

type pageCheck struct {
	celltext.Source
	unpack               unpacker
	levelBits            int
	head, body, unpacked []byte // memory for those of a page
}

// page checks the page that begins at an offset, and returns where it ends.
func (c *pageCheck) page(at, end int64) (int64, error) {
	c.head = c.head[:min(maxPageHeader, end-at)]
	if err := readAt(c.Source, c.head, at); err != nil {
		return 0, err
	}
	p, err := headerOf(c.head)
	if err != nil {
		return 0, err
	}
	if err := p.check(); err != nil {
		return 0, err
	}
	at += int64(p.header)
	if p.packed > end-at {
		return 0, io.ErrUnexpectedEOF
	}
	c.body = slices.Grow(c.body[:0], int(p.packed))[:p.packed]
	read := copy(c.body, c.head[p.header:])
	if err := readAt(c.Source, c.body[read:], at+int64(read)); err != nil {
		return 0, err
	}
	return at + p.packed, c.checkBody(&p)
}

func chunkSpan(chunk *format.ColumnMetaData) (at, end int64) {
	at = chunk.DataPageOffset
	if chunk.DictionaryPageOffset != 0 {
		at = chunk.DictionaryPageOffset
	}
	return at, at + chunk.TotalCompressedSize
}

func headerOf(data []byte) (p pageHeader, err error) {
	walk := thrift{data: data, number: p.tell}
	err = walk.structure(0)
	p.header = walk.at
	return p, err
}

func (p *pageHeader) tell(path int, n int64) {
	switch path {
	case 1:
		p.kind = n
	case 2:
		p.unpacked = n
	case 3:
		p.packed = n
	case 501, 701, 801:
		p.values = n
	case 502, 702, 804:
		p.encoding = n
	case 805, 806:
		p.levels += n
	case 807:
		p.plain = n == 0
	}
}

func (p *pageHeader) check() error {
	switch {
	case p.packed < 0 || p.unpacked < 0 || p.values < 0 || p.levels < 0 || p.levels > p.packed:
		return errDamagedMetadata
	case p.unpacked > maxPage || p.packed > maxPage || p.values > maxPageValues:
		return fmt.Errorf("a page claims %d bytes and %d values", p.unpacked, p.values)
	case p.encoding == int64(format.DeltaByteArray):
		return errors.New("its text is prefix-coded (DELTA_BYTE_ARRAY); use dictionaries")
	}
	return nil
}

func (c *pageCheck) checkBody(p *pageHeader) (err error) {
	levels, values := c.body[:p.levels], c.body[p.levels:]
	if !p.plain && len(values) > 0 {
		if c.unpacked, err = c.unpack(c.unpacked, values, p.unpacked-p.levels); err != nil {
			return err
		}
		values = c.unpacked
	}
	switch format.PageType(p.kind) {
	case format.DictionaryPage:
		if p.values > p.unpacked {
			return errUnfolds
		}
		return nil
	case format.DataPage:
		if c.levelBits > 0 {
			if levels, values, err = cutLevels(values); err != nil {
				return err
			}
		}
	case format.DataPageV2:
	default:
		return nil // the library passes over indexes, and refuses what it does not know
	}
	if err := checkRuns(levels, c.levelBits, p.values); err != nil {
		return err
	}
	return checkValues(values, format.Encoding(p.encoding), p.values)
}

// Codings that say "so many of these" let a few bytes stand for any number of values, and the
// library makes room for all of them before it compares them with the page's header.

var errUnfolds = errors.New("a page holds more values than it claims")

// cutLevels takes the levels off the values of a data page of version 1, behind their length.
func cutLevels(body []byte) (levels, values []byte, err error) {
	if len(body) < 4 {
		return nil, nil, input.ErrEndsEarly
	}
	length := uint64(binary.LittleEndian.Uint32(body))
	if length > uint64(len(body)-4) {
		return nil, nil, input.ErrEndsEarly
	}
	return body[4 : 4+length], body[4+length:], nil
}

func checkValues(body []byte, encoding format.Encoding, claimed int64) error {
	switch encoding {
	case format.Plain, format.ByteStreamSplit:
		return nil // as long as what they stand for
	case format.DeltaBinaryPacked, format.DeltaLengthByteArray:
		return checkDelta(body, claimed)
	//lint:ignore SA1019 older writers still name dictionaries so
	case format.PlainDictionary, format.RLEDictionary:
		if len(body) == 0 {
			return nil
		}
		return checkRuns(body[1:], int(body[0]), claimed)
	case format.RLE:
		runs, _, err := cutLevels(body)
		if err != nil {
			return err
		}
		return checkRuns(runs, 1, claimed)
	}
	return errors.New("its encoding " + encoding.String() + " is not supported; use dictionaries or plain values")
}

func checkDelta(body []byte, claimed int64) error {
	for range 2 {
		_, width := binary.Uvarint(body)
		if width <= 0 {
			return input.ErrEndsEarly
		}
		body = body[width:]
	}
	values, width := binary.Uvarint(body)
	if width <= 0 {
		return input.ErrEndsEarly
	}
	if values > uint64(claimed) {
		return errUnfolds
	}
	return nil
}

// runSurplus is how many values runs may hold beyond those claimed: the last one is filled up.
const runSurplus = 1 << 16

// checkRuns adds up runs: an odd head stands before groups of eight values, an even one before a repeated value.
func checkRuns(body []byte, bits int, claimed int64) error {
	if bits > 32 {
		return errDamagedMetadata
	}
	total := uint64(0)
	for len(body) > 0 {
		head, width := binary.Uvarint(body)
		if width <= 0 || head>>1 > maxPageValues {
			return errUnfolds
		}
		body = body[width:]
		count, length := head>>1, (bits+7)/8
		if head&1 == 1 {
			count, length = count*8, int(head>>1)*bits
		}
		if total += count; total > uint64(claimed)+runSurplus {
			return errUnfolds
		}
		body = body[min(length, len(body)):]
	}
	return nil
}

// unpacker refuses a page that gives other than size bytes before it costs their memory.
type unpacker func(into, packed []byte, size int64) ([]byte, error)

var errPageSize = errors.New("a page is not as long as it claims")

// unpackerOf leaves out the library's LZ4, which doubles its memory for ever at a damaged page.
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
