package parquet

import (
	"encoding/binary"
	"errors"

	"github.com/parquet-go/parquet-go/format"

	"green500/validation/tracefile/internal/input"
)

// Codings that say "so many of these" let a few bytes stand for any number of values, and the
// library makes room for all of them before it compares them with the page's header.

var errUnfolds = errors.New("a page holds more values than it claims")

// cutLevels takes the levels off the values of a data page of version 1, where their length in
// bytes stands before them.
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

// checkRuns adds up runs of values of so many bits: an odd head stands before groups of eight
// values, an even one before a value that is repeated.
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
