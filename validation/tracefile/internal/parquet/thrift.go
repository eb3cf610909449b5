package parquet

import (
	"encoding/binary"
	"errors"
)

// errDamagedMetadata says that the bytes are not what the format promises.
var errDamagedMetadata = errors.New("its metadata is damaged")

// Parquet's metadata is a structure in Thrift's compact protocol. The library reserves memory for
// whatever length the metadata claims, so a walk over the bytes checks the claims beforehand.

const (
	maxNesting = 32      // structures within structures; Parquet needs about ten
	maxList    = 100_000 // elements of a list
)

// Thrift walks over the bytes of a structure.
type Thrift struct {
	Data  []byte
	At    int
	depth int
	// number is told every whole number, every truth value (as 1 or 0) and every list's length with
	// the ids of the fields that lead to it, two digits a field: 501 is field 1 of field 5. Fields
	// within lists are not stated.
	Number func(path int, n int64)
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

// Structure walks over a structure at t.At. path are the numbers of the fields that lead to it.
func (t *Thrift) Structure(path int) error {
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

func (t *Thrift) fieldID() (int, error) {
	n, err := t.varint()
	if n < 0 || n >= 100 {
		return 0, errDamagedMetadata
	}
	return int(n), err
}

// value walks over a value; within a structure a truth value has no bytes of its own.
func (t *Thrift) value(kind, path int, inStructure bool) error {
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
		return t.Structure(path)
	}
	return errDamagedMetadata // Parquet has no maps
}

func (t *Thrift) tell(path int, n int64, inStructure bool) {
	if t.Number != nil && inStructure {
		t.Number(path, n)
	}
}

func (t *Thrift) list(path int, inStructure bool) error {
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
	if count > maxList || count > len(t.Data)-t.At {
		return errDamagedMetadata
	}
	t.tell(path, int64(count), inStructure)
	inner := *t
	inner.Number = nil
	for range count {
		if err := inner.value(int(head&0xf), 0, false); err != nil {
			return err
		}
	}
	t.At = inner.At
	return nil
}

func (t *Thrift) byte() (byte, error) {
	if t.At >= len(t.Data) {
		return 0, errDamagedMetadata
	}
	t.At++
	return t.Data[t.At-1], nil
}

func (t *Thrift) skip(n int) error {
	if n > len(t.Data)-t.At {
		return errDamagedMetadata
	}
	t.At += n
	return nil
}

// length reads how many bytes or elements follow; there can't be more than bytes are left.
func (t *Thrift) length() (int, error) {
	n, width := binary.Uvarint(t.Data[t.At:])
	if width <= 0 || n > uint64(len(t.Data)) {
		return 0, errDamagedMetadata
	}
	t.At += width
	return int(n), nil
}

func (t *Thrift) varint() (int64, error) {
	n, width := binary.Varint(t.Data[t.At:])
	if width <= 0 {
		return 0, errDamagedMetadata
	}
	t.At += width
	return n, nil
}
