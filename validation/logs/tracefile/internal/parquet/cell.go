package parquet

import (
	"fmt"
	"math"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/timestamp"
)

// text returns whole numbers without a point, whatever their type: pandas makes integers with a hole floats.
func (c *parquetColumn) text(at int) ([]byte, *celltext.Error) {
	v := c.batch[at]
	if v.IsNull() {
		return nil, missing()
	}
	switch {
	case c.decimal != nil:
		value, f := c.number(at)
		c.scratch = strconv.AppendFloat(c.scratch[:0], value, 'f', -1, 64)
		return c.scratch, f
	case c.kind == parquet.ByteArray || c.kind == parquet.FixedLenByteArray:
		return v.ByteArray(), nil
	case c.kind == parquet.Boolean:
		c.scratch = strconv.AppendBool(c.scratch[:0], v.Boolean())
	case c.kind == parquet.Int96:
		return nil, &celltext.Error{Problem: "is a time", Remedy: "name a column of text or numbers"}
	case c.kind == parquet.Float || c.kind == parquet.Double:
		c.scratch = strconv.AppendFloat(c.scratch[:0], c.float(v), 'f', -1, 64)
	case c.unsigned:
		c.scratch = strconv.AppendUint(c.scratch[:0], c.natural(v), 10)
	default:
		c.scratch = strconv.AppendInt(c.scratch[:0], c.integer(v), 10)
	}
	return c.scratch, nil
}

func missing() *celltext.Error {
	return &celltext.Error{Problem: "is empty", Remedy: "leave the row out if the meter has no reading", Missing: true}
}

// notFinite is the error of NaN, which pandas writes if there is no reading, and of infinities.
func notFinite(value float64) *celltext.Error {
	if !math.IsNaN(value) && !math.IsInf(value, 0) {
		return nil
	}
	return &celltext.Error{
		Problem: fmt.Sprintf("is %v", value),
		Remedy:  "leave the row out if the meter has no reading",
		Missing: true,
	}
}

func (c *parquetColumn) number(at int) (float64, *celltext.Error) {
	v := c.batch[at]
	if v.IsNull() {
		return 0, missing()
	}
	if c.decimal != nil {
		return c.decimalOf(v)
	}
	if !c.numeric() {
		return 0, &celltext.Error{Problem: "is no number", Remedy: "name a column of numbers as value"}
	}
	switch {
	case c.kind == parquet.Float || c.kind == parquet.Double:
		value := c.float(v)
		return value, notFinite(value)
	case c.unsigned:
		return float64(c.natural(v)), nil
	}
	return float64(c.integer(v)), nil
}

func (c *parquetColumn) decimalOf(v parquet.Value) (float64, *celltext.Error) {
	digits := int64(0)
	switch c.kind {
	case parquet.Int32, parquet.Int64:
		digits = c.integer(v)
	default:
		var err error
		if digits, err = unscaled(v.ByteArray()); err != nil {
			return 0, &celltext.Error{Problem: "is " + err.Error(), Remedy: "write the readings as doubles"}
		}
	}
	return float64(digits) / math.Pow10(int(c.decimal.Scale)), nil
}

func (c *parquetColumn) float(v parquet.Value) float64 {
	if c.kind == parquet.Float {
		return float64(v.Float())
	}
	return v.Double()
}

func (c *parquetColumn) integer(v parquet.Value) int64 {
	if c.kind == parquet.Int32 {
		return int64(v.Int32())
	}
	return v.Int64()
}

func (c *parquetColumn) natural(v parquet.Value) uint64 {
	if c.kind == parquet.Int32 {
		return uint64(v.Uint32())
	}
	return v.Uint64()
}

func (c *parquetColumn) instant(at int, clock *timestamp.Clock) (int64, *celltext.Error) {
	v := c.batch[at]
	if v.IsNull() {
		return 0, missing()
	}
	if c.kind == parquet.ByteArray && c.decimal == nil {
		return clock.Read(v.ByteArray())
	}
	if t, ok := c.tally(v); ok {
		return clock.Count(t)
	}
	m, ok := c.moment(v)
	if !ok {
		return 0, &celltext.Error{Problem: "is not a time that can be read", Remedy: "write the column as timestamps"}
	}
	return clock.Zones.Instant(m)
}

func (c *parquetColumn) moment(v parquet.Value) (m timestamp.Moment, ok bool) {
	switch {
	case c.stamp != nil && c.kind == parquet.Int64:
		return c.stamped(v.Int64())
	case c.kind == parquet.Int96:
		return julian(v)
	}
	return m, false
}

// tally returns a cell that counts time without saying of which unit.
func (c *parquetColumn) tally(v parquet.Value) (t timestamp.Tally, ok bool) {
	switch {
	case c.stamp != nil || !c.numeric() || c.decimal != nil:
		return t, false
	case c.kind == parquet.Float || c.kind == parquet.Double:
		// The shortest digits are what the writer had; the float itself is off by some 100 ns.
		c.scratch = strconv.AppendFloat(c.scratch[:0], c.float(v), 'f', -1, 64)
		return timestamp.TallyOf(c.scratch)
	}
	n := c.integer(v)
	return timestamp.Tally{Whole: max(n, -n), Negative: n < 0}, n > math.MinInt64
}

// stamped splits a timestamp by its unit. Not adjusted to UTC, it is what a clock on the wall showed.
func (c *parquetColumn) stamped(n int64) (m timestamp.Moment, ok bool) {
	if c.stamp.Unit.Value == nil {
		return m, false
	}
	unit := int64(c.stamp.Unit.Value.Duration())
	per := timestamp.NanosecondsPerSecond / unit
	m = timestamp.Moment{Seconds: n / per, Nanoseconds: n % per * unit, Zoned: c.stamp.IsAdjustedToUTC}
	return m, n >= 0
}

const julianDay1970 = 2_440_588

// julian reads the 96 bits that Spark and Impala write: nanoseconds of the day, and the day.
func julian(v parquet.Value) (m timestamp.Moment, ok bool) {
	bits := v.Int96()
	day := int64(bits[2]) - julianDay1970
	nanoseconds := int64(uint64(bits[1])<<32 | uint64(bits[0]))
	if day < 0 || nanoseconds < 0 || nanoseconds >= timestamp.SecondsPerDay*timestamp.NanosecondsPerSecond {
		return m, false
	}
	m.Seconds = day*timestamp.SecondsPerDay + nanoseconds/timestamp.NanosecondsPerSecond
	m.Nanoseconds = nanoseconds % timestamp.NanosecondsPerSecond
	m.Zoned = true
	return m, true
}
