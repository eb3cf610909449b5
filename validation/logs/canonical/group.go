package canonical

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math/bits"

	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"green500/validation/power"
)

type group struct {
	out      io.Writer
	at       int64 // bytes written
	quantity power.Quantity
	zeros    scales
	sizes    sizes
	name     func(instrument int32) string

	rows      int64
	spans     []span
	columns   [2][]byte // pages of times and of values
	low, high [2]int64
	heads     []head // of its stripes
	waiting   []head // of stripes that are written
	waited    int    // bytes of them

	laid    int64 // rows
	wide    bool  // a value has more digits than a decimal may have
	written []format.RowGroup
	stripes []stripePlace
	traces  []laidTrace
}

type head struct {
	text  []byte
	rows  int
	begin [2]int64 // of its pages in those of the row group, and in the file once they are written
}

type laidTrace struct {
	instrument int32
	count      int
	entries    [][]byte // of its chunks
}

func (g *group) write(b []byte) error {
	n, err := g.out.Write(b)
	g.at += int64(n)
	if err != nil {
		return fmt.Errorf("writing the canonical form: %w", err)
	}
	return nil
}

func (g *group) take(s *stripe) error {
	g.heads = append(g.heads, head{
		text: bytes.Clone(s.head), rows: len(s.at), begin: [2]int64{int64(len(g.columns[0])), int64(len(g.columns[1]))},
	})
	for i := range g.columns {
		g.columns[i] = append(g.columns[i], s.pages[i]...)
		if g.rows == 0 {
			g.low[i], g.high[i] = s.low[i], s.high[i]
		}
		g.low[i], g.high[i] = min(g.low[i], s.low[i]), max(g.high[i], s.high[i])
	}
	g.rows += int64(len(s.at))
	for i, one := range s.spans {
		g.takeChunk(one, s.chunks[i])
	}
	if len(g.heads) < g.sizes.group {
		return nil
	}
	return g.flush()
}

func (g *group) takeChunk(s span, chunk power.Chunk) {
	if last := len(g.spans) - 1; last >= 0 && g.spans[last].instrument == s.instrument {
		g.spans[last].count += s.count
	} else {
		g.spans = append(g.spans, s)
	}
	if last := len(g.traces) - 1; last < 0 || g.traces[last].instrument != s.instrument {
		g.traces = append(g.traces, laidTrace{instrument: s.instrument})
	}
	t := &g.traces[len(g.traces)-1]
	t.count += int(s.count)
	t.entries = append(t.entries, chunk.Entry)
}

func (g *group) flush() error {
	if g.at == 0 {
		if err := g.write([]byte(magic)); err != nil {
			return err
		}
	}
	if g.rows == 0 {
		return nil
	}
	names, dictionary, err := g.instruments()
	if err != nil {
		return err
	}
	at := [columnCount]int64{g.at, g.at + int64(len(names)), g.at + int64(len(names)+len(g.columns[0]))}
	for _, part := range [][]byte{names, g.columns[0], g.columns[1]} {
		if err := g.write(part); err != nil {
			return err
		}
	}
	g.describe(at, dictionary)
	for _, h := range g.heads {
		h.begin[0], h.begin[1] = h.begin[0]+at[timeColumn], h.begin[1]+at[valueColumn]
		g.waiting, g.waited = append(g.waiting, h), g.waited+len(h.text)
	}
	g.laid += g.rows
	g.rows, g.spans, g.heads = 0, g.spans[:0], g.heads[:0]
	for i := range g.columns {
		g.columns[i] = g.columns[i][:0]
	}
	if g.waited < g.sizes.heads {
		return nil
	}
	return g.writeHeads()
}

// writeHeads writes the heads that wait, each behind how far before it the pages of times and of values begin.
func (g *group) writeHeads() error {
	all := make([]byte, 0, g.waited+(2*binary.MaxVarintLen64)*len(g.waiting))
	for _, h := range g.waiting {
		at := g.at + int64(len(all))
		text := binary.AppendUvarint(nil, uint64(at-h.begin[0]))
		text = append(binary.AppendUvarint(text, uint64(at-h.begin[1])), h.text...)
		g.stripes = append(g.stripes,
			stripePlace{rows: h.rows, head: extent{at: at, size: int64(len(text)), checksum: crc32.ChecksumIEEE(text)}})
		all = append(all, text...)
	}
	g.waiting, g.waited = g.waiting[:0], 0
	return g.write(all)
}

func (g *group) instruments() (coded []byte, dictionary int, err error) {
	width := max(1, bits.Len(uint(len(g.spans)-1)))
	var names []byte
	runs := []byte{byte(width)}
	for i, s := range g.spans {
		name := g.name(s.instrument)
		names = binary.LittleEndian.AppendUint32(names, uint32(len(name)))
		names = append(names, name...)
		runs = binary.AppendUvarint(runs, uint64(s.count)<<1)
		for shift := 0; shift < width; shift += 8 {
			runs = append(runs, byte(i>>shift))
		}
	}
	head, _, err := pageHeader(names,
		format.PageHeader{Type: format.DictionaryPage, DictionaryPageHeader: thrift.New(format.DictionaryPageHeader{
			NumValues: int32(len(g.spans)), Encoding: format.Plain,
		})})
	if err != nil {
		return nil, 0, err
	}
	coded = append(head, names...)
	dictionary = len(coded)
	if head, _, err = dataHeader(runs, int(g.rows), format.RLEDictionary); err != nil {
		return nil, 0, err
	}
	return append(append(coded, head...), runs...), dictionary, nil
}

// describe describes the row group for Parquet, which begins at the first of three offsets.
func (g *group) describe(at [columnCount]int64, dictionary int) {
	delta := []format.Encoding{format.DeltaBinaryPacked}
	columns := []format.ColumnChunk{
		columnOf(instrumentName, format.ByteArray, []format.Encoding{format.Plain, format.RLEDictionary}, g.rows, at[0],
			int64(dictionary), at[1]-at[0]),
		columnOf(timeName, format.Int64, delta, g.rows, at[timeColumn], 0, int64(len(g.columns[0]))),
		columnOf(valueName, format.Int64, delta, g.rows, at[valueColumn], 0, int64(len(g.columns[1]))),
	}
	columns[instrumentColumn].MetaData.Statistics = g.between()
	for i := range g.columns {
		columns[timeColumn+i].MetaData.Statistics = between(g.low[i], g.high[i])
	}
	g.wide = g.wide || g.low[1] < -most || g.high[1] > most
	size := g.at - at[0]
	g.written = append(g.written, format.RowGroup{
		Columns: columns, TotalByteSize: size, TotalCompressedSize: size, NumRows: g.rows, FileOffset: at[0],
		Ordinal: int16(len(g.written)),
	})
}

func (g *group) between() format.Statistics {
	low := g.name(g.spans[0].instrument)
	high := low
	for _, s := range g.spans[1:] {
		low, high = min(low, g.name(s.instrument)), max(high, g.name(s.instrument))
	}
	return format.Statistics{MinValue: []byte(low), MaxValue: []byte(high)}
}
