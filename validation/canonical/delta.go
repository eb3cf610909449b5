package canonical

import (
	"math"
	"slices"

	parquet "github.com/parquet-go/parquet-go/encoding/delta"
)

// delta codes numbers without their zeros as differences, as Parquet's DELTA_BINARY_PACKED has them.
type delta struct {
	zeros
	library parquet.BinaryPackedEncoding
	short   []int64
	coded   []byte
}

// code returns numbers in coded form, which the next call overwrites.
func (d *delta) code(numbers []int64) (coded []byte, err error) {
	d.short = slices.Grow(d.short[:0], len(numbers))[:len(numbers)]
	zeros, short := d.zeros, d.short
	for i, n := range numbers {
		short[i] = zeros.without(n)
	}
	d.coded, err = d.library.EncodeInt64(d.coded, d.short)
	return d.coded, err
}

// undelta decodes a page of differences into all of numbers, and gives them back their zeros; ok is false where the page holds
// something else than so many numbers: the library would make room for as many as it says.
func (z *zeros) undelta(numbers []int64, page []byte) (ok bool) {
	head := decoder{data: page}
	_, _, count := head.number(math.MaxUint64), head.number(math.MaxUint64), head.number(math.MaxUint64)
	if head.damaged || count != uint64(len(numbers)) {
		return false
	}
	var library parquet.BinaryPackedEncoding
	read, err := library.DecodeInt64(numbers[:0:len(numbers)], page)
	for i := range read {
		numbers[i] = read[i] * z.factor
	}
	return err == nil && len(read) == len(numbers)
}
