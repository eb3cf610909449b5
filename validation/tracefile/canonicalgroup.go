package tracefile

import (
	"slices"

	"github.com/parquet-go/parquet-go"

	"green500/validation/power"
)

// groupRows is the length of a row group: the most that a reader of one instrument reads in vain.
const groupRows = 1 << 20

// canonicalGroup gathers a row group column by column, which is many times faster than row by row.
type canonicalGroup struct {
	buffer      *parquet.Buffer
	instruments parquet.ColumnBuffer
	times       parquet.Int64Writer
	values      parquet.Int64Writer
	names       []parquet.Value
}

func newCanonicalGroup(quantity power.Quantity) *canonicalGroup {
	buffer := parquet.NewBuffer(canonicalSchema(quantity))
	columns := buffer.ColumnBuffers()
	return &canonicalGroup{
		buffer:      buffer,
		instruments: columns[0],
		times:       columns[1].(parquet.Int64Writer),
		values:      columns[2].(parquet.Int64Writer),
	}
}

// write adds the readings of a trace and writes every row group that gets full.
func (g *canonicalGroup) write(out *parquet.GenericWriter[any], t *power.Trace) error {
	at, value := t.Columns()
	if err := t.Err(); err != nil {
		return writing(err)
	}
	if i := slices.IndexFunc(value, func(v int64) bool { return v > maxCanonical || v < -maxCanonical }); i >= 0 {
		return tooLarge(t, i)
	}
	g.names = slices.Repeat([]parquet.Value{parquet.ByteArrayValue([]byte(t.Instrument))}, min(len(at), batchRows))
	for len(at) > 0 {
		n := min(len(at), len(g.names), groupRows-g.buffer.Len())
		if err := g.add(at[:n], value[:n]); err != nil {
			return writing(err)
		}
		at, value = at[n:], value[n:]
		if g.buffer.Len() == groupRows {
			if err := g.flush(out); err != nil {
				return err
			}
		}
	}
	return nil
}

func (g *canonicalGroup) add(at, value []int64) error {
	if _, err := g.instruments.WriteValues(g.names[:len(at)]); err != nil {
		return err
	}
	if _, err := g.times.WriteInt64s(at); err != nil {
		return err
	}
	_, err := g.values.WriteInt64s(value)
	return err
}

// flush writes what was gathered as a row group.
func (g *canonicalGroup) flush(out *parquet.GenericWriter[any]) error {
	if g.buffer.Len() == 0 {
		return nil
	}
	if _, err := out.WriteRowGroup(g.buffer); err != nil {
		return writing(err)
	}
	g.buffer.Reset()
	return nil
}
