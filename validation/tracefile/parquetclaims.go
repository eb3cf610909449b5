package tracefile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/format"
)

// What a Parquet file may claim before the library is let near it. All of them lie far above what
// any writer of measurements does.
const (
	maxFooter     = 16 << 20 // bytes
	maxSchema     = 2 * maxColumns
	maxPage       = 256 << 20 // bytes, unpacked
	maxPageValues = 1 << 24
	maxPageHeader = 64 << 10 // bytes
	schemaField   = 2        // of the file's metadata
	pageTrailer   = 8        // length of the footer and the magic
)

// checkFooter refuses a file whose footer is cut off or claims the impossible.
func checkFooter(s source) error {
	if s.size < int64(2*len(parquetMagic)+4) {
		return io.ErrUnexpectedEOF
	}
	tail := make([]byte, pageTrailer)
	if err := readAt(s, tail, s.size-pageTrailer); err != nil {
		return err
	}
	if string(tail[4:]) != parquetMagic {
		return errors.New("its end is missing")
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if length > maxFooter || length > s.size-pageTrailer-int64(len(parquetMagic)) {
		return errThrift
	}
	footer := make([]byte, length)
	if err := readAt(s, footer, s.size-pageTrailer-length); err != nil {
		return err
	}
	columns := int64(0)
	walk := thrift{data: footer, number: func(path int, n int64) {
		if path == schemaField {
			columns = n
		}
	}}
	if err := walk.structure(0); err != nil {
		return err
	}
	if columns > maxSchema {
		return fmt.Errorf("more than %d columns", maxColumns)
	}
	return nil
}

// readAt fills all of into.
func readAt(s source, into []byte, at int64) error {
	n, err := s.bytes.ReadAt(into, at)
	if n == len(into) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// page is what the header of a page claims.
type page struct {
	header           int   // bytes of the header itself
	packed, unpacked int64 // bytes
	values           int64
	encoding         int64
}

// checkPages walks over the pages of a column chunk and refuses what would cost more memory than
// any honest page.
func checkPages(s source, chunk *format.ColumnMetaData) error {
	if err := checkCodec(chunk.Codec); err != nil {
		return err
	}
	at := chunk.DataPageOffset
	if chunk.DictionaryPageOffset != 0 {
		at = chunk.DictionaryPageOffset
	}
	if at < 0 || chunk.TotalCompressedSize < 0 || chunk.TotalCompressedSize > s.size-at {
		return io.ErrUnexpectedEOF
	}
	for end := at + chunk.TotalCompressedSize; at < end; {
		p, err := pageAt(s, at, end)
		if err != nil {
			return err
		}
		if err := p.check(); err != nil {
			return err
		}
		at += int64(p.header) + p.packed
		if at > end {
			return io.ErrUnexpectedEOF
		}
	}
	return nil
}

// checkCodec admits the compressions whose decoders stop at a damaged page: the library's LZ4
// doubles its memory for ever.
func checkCodec(codec format.CompressionCodec) error {
	switch codec {
	case format.Uncompressed, format.Snappy, format.Gzip, format.Zstd:
		return nil
	}
	return fmt.Errorf("its compression %s is not supported; use zstd or snappy", codec)
}

// pageAt reads the header of the page that begins at an offset.
func pageAt(s source, at, end int64) (p page, err error) {
	head := make([]byte, min(maxPageHeader, end-at))
	if err := readAt(s, head, at); err != nil {
		return p, err
	}
	walk := thrift{data: head, number: func(path int, n int64) {
		switch path {
		case 2:
			p.unpacked = n
		case 3:
			p.packed = n
		case 501, 701, 801: // of data pages, dictionary pages and data pages of version 2
			p.values = n
		case 502, 702, 804:
			p.encoding = n
		}
	}}
	err = walk.structure(0)
	p.header = walk.at
	return p, err
}

func (p page) check() error {
	switch {
	case p.packed < 0 || p.unpacked < 0 || p.values < 0:
		return errThrift
	case p.unpacked > maxPage || p.packed > maxPage || p.values > maxPageValues:
		return fmt.Errorf("a page claims %d bytes and %d values", p.unpacked, p.values)
	case p.encoding == int64(format.DeltaByteArray):
		return errors.New("its text is prefix-coded (DELTA_BYTE_ARRAY); use dictionaries")
	}
	return nil
}
