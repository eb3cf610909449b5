package parquet

import (
	"errors"
	"fmt"
	"io"
	"math/bits"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/input"
)

type parquetColumn struct {
	leaf     parquet.LeafColumn
	kind     parquet.Kind
	unsigned bool
	decimal  *format.DecimalType
	stamp    *format.TimestampType
	calendar bool // a date or a time of day, which is no number
	needed   bool

	pages   parquet.Pages
	values  parquet.ValueReader // of the page that is being read
	batch   []parquet.Value
	scratch []byte
}

func newParquetColumn(leaf parquet.LeafColumn) *parquetColumn {
	c := &parquetColumn{leaf: leaf, kind: leaf.Node.Type().Kind()}
	logical := leaf.Node.Type().LogicalType()
	if logical == nil {
		return c
	}
	switch is := logical.Value.(type) {
	case *format.DecimalType:
		c.decimal = is
	case *format.TimestampType:
		c.stamp = is
	case *format.IntType:
		c.unsigned = !is.IsSigned
	case *format.DateType, *format.TimeType:
		c.calendar = true
	}
	return c
}

func (c *parquetColumn) numeric() bool {
	if c.decimal != nil {
		return true
	}
	if c.stamp != nil || c.calendar {
		return false
	}
	switch c.kind {
	case parquet.Int32, parquet.Int64, parquet.Float, parquet.Double:
		return true
	}
	return false
}

func (c *parquetColumn) open(s celltext.Source, group *format.RowGroup, chunks []parquet.ColumnChunk) error {
	return input.Recovering(func() error {
		if err := checkPages(s, &group.Columns[c.leaf.ColumnIndex].MetaData,
			bits.Len(uint(c.leaf.MaxDefinitionLevel))); err != nil {
			return err
		}
		c.pages, c.values = chunks[c.leaf.ColumnIndex].Pages(), nil
		return nil
	})
}

func (c *parquetColumn) fill(n int) error {
	for filled := 0; filled < n; {
		if c.values == nil {
			page, err := c.pages.ReadPage()
			if err != nil {
				return err
			}
			c.values = page.Values()
		}
		got, err := c.values.ReadValues(c.batch[filled:n])
		filled += got
		switch {
		case errors.Is(err, io.EOF):
			c.values = nil
		case err != nil:
			return err
		case got == 0:
			return io.ErrNoProgress
		}
	}
	return nil
}

func (c *parquetColumn) close() {
	if c.pages != nil {
		_ = input.Recovering(c.pages.Close) // nothing was written, so nothing is lost
		c.pages = nil
	}
}

// unscaled returns a decimal's digits as an integer, if they fit one.
func unscaled(text []byte) (int64, error) {
	if len(text) == 0 || len(text) > 16 {
		return 0, fmt.Errorf("a decimal of %d bytes", len(text))
	}
	n := int64(int8(text[0]))
	for _, b := range text[1:] {
		if n > 1<<55-1 || n < -1<<55 {
			return 0, errors.New("a decimal beyond 64 bits")
		}
		n = n<<8 | int64(b)
	}
	return n, nil
}
