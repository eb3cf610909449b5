package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"green500/validation/tracefile/internal/celltext"
	"green500/validation/tracefile/internal/table"
)

// What a Parquet file may claim before the library is let near it, far above what any writer of
// measurements does.
const (
	maxFooter   = 16 << 20 // bytes
	maxSchema   = 2 * table.MaxColumns
	schemaField = 2 // of the file's metadata
	fileTrailer = 8 // length of the footer and the magic
)

func checkFooter(s celltext.Source) error {
	if s.Length < int64(2*len(parquetMagic)+4) {
		return io.ErrUnexpectedEOF
	}
	tail := make([]byte, fileTrailer)
	if err := readAt(s, tail, s.Length-fileTrailer); err != nil {
		return err
	}
	if string(tail[4:]) != parquetMagic {
		return errors.New("its end is missing")
	}
	length := int64(binary.LittleEndian.Uint32(tail))
	if length > maxFooter || length > s.Length-fileTrailer-int64(len(parquetMagic)) {
		return errDamagedMetadata
	}
	footer := make([]byte, length)
	if err := readAt(s, footer, s.Length-fileTrailer-length); err != nil {
		return err
	}
	return checkMetadata(footer)
}

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
		return fmt.Errorf("more than %d columns", table.MaxColumns)
	}
	return nil
}

func readAt(s celltext.Source, into []byte, at int64) error {
	n, err := s.Bytes.ReadAt(into, at)
	if n == len(into) {
		return nil
	}
	if err == nil || errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}
