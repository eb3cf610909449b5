package tracefile

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// What a Parquet file may claim before the library is let near it, far above what any writer of
// measurements does.
const (
	maxFooter   = 16 << 20 // bytes
	maxSchema   = 2 * maxColumns
	schemaField = 2 // of the file's metadata
	fileTrailer = 8 // length of the footer and the magic
)

// checkFooter refuses a file whose footer is cut off or claims the impossible.
func checkFooter(s source) error {
	if s.size < int64(2*len(parquetMagic)+4) {
		return io.ErrUnexpectedEOF
	}
	tail := make([]byte, fileTrailer)
	if err := readAt(s, tail, s.size-fileTrailer); err != nil {
		return err
	}
	if string(tail[4:]) != parquetMagic {
		return errors.New("its end is missing")
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if length > maxFooter || length > s.size-fileTrailer-int64(len(parquetMagic)) {
		return errThrift
	}
	footer := make([]byte, length)
	if err := readAt(s, footer, s.size-fileTrailer-length); err != nil {
		return err
	}
	return checkMetadata(footer)
}

// checkMetadata refuses metadata whose lengths exceed it, or that describes too many columns.
func checkMetadata(footer []byte) error {
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
