package parquet

import (
	"math"
	"strconv"

	"github.com/parquet-go/parquet-go"
)

// What is kept of the cells that identify meters; beyond, a file is read row by row.
const (
	maxInterned      = 1 << 17
	maxInternedBytes = 16 << 20
)

// interned keeps texts under numbers.
type interned struct {
	texts   []string
	numbers map[string]uint64
	bytes   int
}

func newInterned() *interned { return &interned{numbers: map[string]uint64{}} }

func (t *interned) of(text []byte) (number uint64, ok bool) {
	if number, met := t.numbers[string(text)]; met {
		return number, true
	}
	if t.bytes += len(text); len(t.texts) == maxInterned || t.bytes > maxInternedBytes {
		return 0, false
	}
	number = uint64(len(t.texts))
	t.texts = append(t.texts, string(text))
	t.numbers[t.texts[number]] = number
	return number, true
}

// keyColumn is a column whose cells distinguish rows.
type keyColumn struct {
	column int
	texts  *interned
	lane   []int32 // the number of the text in every row of the group
}

// noText is the number of a missing cell.
const noText = int32(-1)

func (k *keyColumn) read(b *parquetBulk) error {
	k.lane = laneOf(k.lane, int(b.rows))
	leaf := b.leaves[k.column]
	last, number := uint64(0), int32(0)
	return b.eachRun(k.column, k.texts, nil, func(run cellRun) error {
		for i, bits := range run.bits {
			if run.null != nil && run.null[i] {
				k.lane = append(k.lane, noText)
				continue
			}
			if bits != last || len(k.lane) == 0 || number == noText {
				var ok bool
				if number, ok = k.number(leaf, bits); !ok {
					return errRowByRow
				}
				last = bits
			}
			k.lane = append(k.lane, number)
		}
		return b.within(len(k.lane))
	})
}

// number returns the number of a cell's text, written as rows are.
func (k *keyColumn) number(leaf *parquetColumn, bits uint64) (number int32, ok bool) {
	switch leaf.kind {
	case parquet.ByteArray:
		return int32(bits), true // is a number already
	case parquet.Int32, parquet.Int64:
		bits, ok = k.texts.of(strconv.AppendInt(nil, int64(bits), 10))
	case parquet.Float, parquet.Double:
		bits, ok = k.texts.of(strconv.AppendFloat(nil, math.Float64frombits(bits), 'f', -1, 64))
	}
	return int32(bits), ok
}
