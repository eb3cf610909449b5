package tracefile

import (
	"encoding/base64"
	"encoding/binary"
	"errors"
	"hash/crc32"

	"green500/validation/power"
)

// The overview of a file in the canonical form stands in its metadata, as base64 because Parquet
// asks for text there: for each instrument its name and the overview of its trace, each after its
// length in bytes, and a checksum of all that. The version is part of the key: a program that does
// not know it reads the file whole.
const overviewKey = "green500.overview/2"

// maxOverview bounds what is written, in bytes; a footer has to hold it as base64. Some hundred
// thousand instruments exceed it, and are read whole.
const maxOverview = maxFooter / 2

var errOverview = errors.New("its overview is damaged")

func packOverview(traces []*power.Trace) []byte {
	var packed []byte
	for _, t := range traces {
		packed = appendSized(packed, []byte(t.Instrument))
		packed = appendSized(packed, t.Overview())
	}
	return binary.LittleEndian.AppendUint32(packed, crc32.ChecksumIEEE(packed))
}

func appendSized(to, part []byte) []byte {
	return append(binary.AppendUvarint(to, uint64(len(part))), part...)
}

// readOverview returns the traces that an overview in the metadata tells of.
func (c *oldForm) readOverview(text string, pages *canonicalPages) ([]*power.Trace, error) {
	packed, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(packed) < crc32.Size {
		return nil, errOverview
	}
	sum := packed[len(packed)-crc32.Size:]
	packed = packed[:len(packed)-crc32.Size]
	if binary.LittleEndian.Uint32(sum) != crc32.ChecksumIEEE(packed) {
		return nil, errOverview
	}
	return unpackOverview(packed, c.quantity, pages.rows(), func(first int64) power.Source {
		return func(from, to int) (at, value []int64, err error) {
			if at, err = pages.read(timeColumn, first+int64(from), first+int64(to)); err != nil {
				return nil, nil, err
			}
			value, err = pages.read(valueColumn, first+int64(from), first+int64(to))
			return at, value, err
		}
	})
}

// unpackOverview returns traces that lie one after the other in a file of so many rows; source is
// told the first row of each.
func unpackOverview(packed []byte, quantity power.Quantity, rows int64, source func(first int64) power.Source) ([]*power.Trace, error) {
	var traces []*power.Trace
	first := int64(0)
	for len(packed) > 0 {
		name, rest, err := cutSized(packed)
		if err != nil {
			return nil, err
		}
		form, rest, err := cutSized(rest)
		if err != nil {
			return nil, err
		}
		t, err := power.OpenTrace(string(name), quantity, form, source(first))
		if err != nil {
			return nil, err
		}
		traces, packed = append(traces, t), rest
		if first += int64(t.Len()); first > rows {
			return nil, errOverview
		}
	}
	if first != rows || len(traces) > maxInstruments {
		return nil, errOverview
	}
	return traces, nil
}

func cutSized(packed []byte) (part, rest []byte, err error) {
	length, width := binary.Uvarint(packed)
	if width <= 0 || length > uint64(len(packed)-width) {
		return nil, nil, errOverview
	}
	packed = packed[width:]
	return packed[:length], packed[length:], nil
}
