package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/table"
)

var errDamagedMetadata = errors.New("its metadata is damaged")

// Parquet's metadata is a structure in Thrift's compact protocol. The library reserves memory for
// whatever length the metadata claims, so a walk over the bytes checks the claims beforehand.

const (
	maxNesting = 32      // structures within structures; Parquet needs about ten
	maxList    = 100_000 // elements of a list
)

type thrift struct {
	data  []byte
	at    int
	depth int
	// number is called with every whole number, every truth value (as 1 or 0) and every list's length with the ids of
	// the fields that lead to it, two digits a field: 501 is field 1 of field 5. Fields within lists are not stated.
	number func(path int, n int64)
}

// The types of the compact protocol.
const (
	thriftStop = iota
	thriftTrue
	thriftFalse
	thriftByte
	thriftInt16
	thriftInt32
	thriftInt64
	thriftDouble
	thriftBinary
	thriftList
	thriftSet
	thriftMap
	thriftStruct
)

func (t *thrift) structure(path int) error {
	if t.depth++; t.depth > maxNesting {
		return errDamagedMetadata
	}
	defer func() { t.depth-- }()
	id := 0
	for {
		head, err := t.byte()
		if err != nil || head == thriftStop {
			return err
		}
		if delta := int(head >> 4); delta != 0 {
			id += delta
		} else if id, err = t.fieldID(); err != nil {
			return err
		}
		if err := t.value(int(head&0xf), path*100+id, true); err != nil {
			return err
		}
	}
}

func (t *thrift) fieldID() (int, error) {
	n, err := t.varint()
	if n < 0 || n >= 100 {
		return 0, errDamagedMetadata
	}
	return int(n), err
}

// value walks over a value; within a structure a truth value has no bytes of its own.
func (t *thrift) value(kind, path int, inStructure bool) error {
	switch kind {
	case thriftTrue, thriftFalse:
		if inStructure {
			t.tell(path, int64(thriftFalse-kind), true)
			return nil
		}
		return t.skip(1)
	case thriftByte:
		return t.skip(1)
	case thriftInt16, thriftInt32, thriftInt64:
		n, err := t.varint()
		t.tell(path, n, inStructure)
		return err
	case thriftDouble:
		return t.skip(8)
	case thriftBinary:
		n, err := t.length()
		if err != nil {
			return err
		}
		return t.skip(n)
	case thriftList, thriftSet:
		return t.list(path, inStructure)
	case thriftStruct:
		if !inStructure {
			path = 0
		}
		return t.structure(path)
	}
	return errDamagedMetadata // Parquet has no maps
}

func (t *thrift) tell(path int, n int64, inStructure bool) {
	if t.number != nil && inStructure {
		t.number(path, n)
	}
}

func (t *thrift) list(path int, inStructure bool) error {
	head, err := t.byte()
	if err != nil {
		return err
	}
	count := int(head >> 4)
	if count == 0xf {
		if count, err = t.length(); err != nil {
			return err
		}
	}
	if count > maxList || count > len(t.data)-t.at {
		return errDamagedMetadata
	}
	t.tell(path, int64(count), inStructure)
	inner := *t
	inner.number = nil
	for range count {
		if err := inner.value(int(head&0xf), 0, false); err != nil {
			return err
		}
	}
	t.at = inner.at
	return nil
}

func (t *thrift) byte() (byte, error) {
	if t.at >= len(t.data) {
		return 0, errDamagedMetadata
	}
	t.at++
	return t.data[t.at-1], nil
}

func (t *thrift) skip(n int) error {
	if n > len(t.data)-t.at {
		return errDamagedMetadata
	}
	t.at += n
	return nil
}

// length reads how many bytes or elements follow; there can't be more than bytes are left.
func (t *thrift) length() (int, error) {
	n, width := binary.Uvarint(t.data[t.at:])
	if width <= 0 || n > uint64(len(t.data)) {
		return 0, errDamagedMetadata
	}
	t.at += width
	return int(n), nil
}

func (t *thrift) varint() (int64, error) {
	n, width := binary.Varint(t.data[t.at:])
	if width <= 0 {
		return 0, errDamagedMetadata
	}
	t.at += width
	return n, nil
}

// What a Parquet file may claim before the library is let near it, far above what any writer of measurements does.
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
