// Package parquet reads logs in Parquet, row by row.
package parquet

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"green500/validation/logs/canonical"
	"green500/validation/logs/tracefile/internal/celltext"
	"green500/validation/logs/tracefile/internal/columnname"
	"green500/validation/logs/tracefile/internal/input"
	"green500/validation/logs/tracefile/internal/table"
	"green500/validation/logs/tracefile/internal/timestamp"
	"green500/validation/power"
)

const parquetMagic = "PAR1"

// What is held as values at a time: so many rows, or fewer if a file has many columns.
const (
	batchRows  = 4096
	batchCells = 1 << 18
)

// IsParquet reports whether head, the beginning of a file, is that of a Parquet file.
func IsParquet(head []byte) bool { return bytes.HasPrefix(head, []byte(parquetMagic)) }

// OpenParquetSheet reads a table in long form, a row a reading, or in wide form.
func OpenParquetSheet(in *input.File) (table.Sheet, error) {
	if err := in.Jump(); err != nil {
		return nil, err
	}
	file, err := openParquet(in.Source)
	if err != nil {
		return nil, err
	}
	p, err := newParquetTable(in.Source, file)
	if err != nil {
		return nil, err
	}
	p.file = file
	if meaning, ours := canonical.MeaningOf(file.Lookup); ours {
		p.mean(meaning)
	}
	return p, nil
}

func (p *parquetTable) mean(m canonical.Meaning) {
	instrument, value := slices.Index(p.Raw, m.Instrument), slices.Index(p.Raw, m.Value)
	if instrument < 0 || value < 0 {
		return
	}
	p.Keys, p.Value = []int{instrument}, value
	p.Means[value] = columnname.Meaning{Unit: m.Unit, Certain: true}
}

func (p *parquetTable) Columns() *table.Table { return p.Table }

func (p *parquetTable) Each(needed []int, take func() error) error {
	if inputErr := p.need(needed); inputErr != nil {
		return inputErr
	}
	for i, group := range p.file.RowGroups() {
		if err := p.readOne(group, &p.file.Metadata().RowGroups[i], take); err != nil {
			return err
		}
	}
	return nil
}

func openParquet(s celltext.Source) (file *parquet.File, err error) {
	if err := checkFooter(s); err != nil {
		return nil, damaged(s, err)
	}
	err = input.Recovering(func() error {
		file, err = parquet.OpenFile(s.Bytes, s.Length, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
		return err
	})
	if err == nil {
		err = checkRows(file)
	}
	if err != nil {
		return nil, damaged(s, err)
	}
	return file, nil
}

func checkRows(file *parquet.File) error {
	rows := int64(0)
	for _, group := range file.RowGroups() {
		n := group.NumRows()
		if n < 0 || n > table.MaxRows-rows {
			return fmt.Errorf("more than %d rows", table.MaxRows)
		}
		rows += n
	}
	return nil
}

func damaged(s celltext.Source, err error) error {
	var inputErr *power.InputError
	if errors.As(err, &inputErr) {
		return inputErr
	}
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = input.ErrEndsEarly
	}
	reason := strings.TrimPrefix(err.Error(), "parquet: ")
	return s.Refuse(0, "", "is no Parquet file that can be read: "+reason,
		"write it again, or give the readings as CSV")
}

type parquetTable struct {
	*table.Table
	file   *parquet.File
	leaves []*parquetColumn // a column of the table each; only the needed ones are read
	row    int64            // in the file, from 0
	at     int              // in the batch
	held   int              // rows of a batch
	clocks timestamp.Clocks
}

func newParquetTable(s celltext.Source, file *parquet.File) (*parquetTable, error) {
	p := &parquetTable{held: batchRows}
	var names []string
	err := input.Recovering(func() error {
		schema := file.Schema()
		for _, path := range schema.Columns() {
			leaf, found := schema.Lookup(path...)
			if !found {
				return fmt.Errorf("column %q is not in the schema", strings.Join(path, "."))
			}
			names = append(names, strings.ToValidUTF8(strings.Join(path, "."), "�"))
			p.leaves = append(p.leaves, newParquetColumn(leaf))
		}
		return nil
	})
	if err != nil {
		return nil, damaged(s, err)
	}
	p.Table = table.NewTable(s, names)
	for i, c := range p.leaves {
		p.Numeric[i] = c.numeric() && !strings.HasPrefix(names[i], "__index_level_") // which pandas adds
	}
	p.Time = p.likelyTime()
	return p, nil
}

// likelyTime returns the only column of timestamps, else the first one: pandas puts an index after all others.
func (p *parquetTable) likelyTime() int {
	stamps := p.ColumnsWhere(func(i int) bool { return p.leaves[i].stamp != nil })
	if len(stamps) == 1 {
		return stamps[0]
	}
	return 0
}

// need marks the columns that are looked at, and refuses lists.
func (p *parquetTable) need(needed []int) *power.InputError {
	for _, i := range needed {
		if p.leaves[i].leaf.MaxRepetitionLevel > 0 {
			return p.Refuse(0, p.Names[i], "is a list", "write a row a reading")
		}
		p.leaves[i].needed = true
	}
	p.held = max(1, min(batchRows, batchCells/max(1, len(needed))))
	return nil
}

func (p *parquetTable) readOne(in parquet.RowGroup, group *format.RowGroup, take func() error) error {
	if err := p.open(group, in.ColumnChunks()); err != nil {
		return err
	}
	defer p.close()
	return p.readGroup(in.NumRows(), take)
}

func (p *parquetTable) open(group *format.RowGroup, chunks []parquet.ColumnChunk) error {
	for i, c := range p.leaves {
		if !c.needed {
			continue
		}
		if err := c.open(p.Source, group, chunks); err != nil {
			return p.damagedColumn(i, err)
		}
		if len(c.batch) < p.held {
			c.batch = make([]parquet.Value, p.held)
		}
	}
	return nil
}

func (p *parquetTable) close() {
	for _, c := range p.leaves {
		c.close()
	}
}

func (p *parquetTable) readGroup(rows int64, take func() error) error {
	for left := rows; left > 0; left -= int64(p.held) {
		n := int(min(left, int64(p.held)))
		if err := p.fill(n); err != nil {
			return err
		}
		for p.at = range n {
			if err := take(); err != nil {
				return err
			}
			p.row++
		}
	}
	return p.drained()
}

func (p *parquetTable) fill(n int) error {
	for i, c := range p.leaves {
		if !c.needed {
			continue
		}
		if err := input.Recovering(func() error { return c.fill(n) }); err != nil {
			return p.damagedColumn(i, err)
		}
	}
	return nil
}

func (p *parquetTable) drained() error {
	for i, c := range p.leaves {
		if !c.needed {
			continue
		}
		if err := input.Recovering(func() error { return c.fill(1) }); !errors.Is(err, io.EOF) {
			return p.damagedColumn(i, errors.New("it holds more values than the file claims rows"))
		}
	}
	return nil
}

func (p *parquetTable) damagedColumn(column int, err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = input.ErrEndsEarly
	}
	return damaged(p.Source, fmt.Errorf("column %q: %w", p.Names[column], err))
}

func (p *parquetTable) Text(column int) ([]byte, *celltext.Error) { return p.leaves[column].text(p.at) }

func (p *parquetTable) Number(column int) (float64, *celltext.Error) {
	return p.leaves[column].number(p.at)
}

func (p *parquetTable) Instant(column int, as timestamp.Timing) (int64, *celltext.Error) {
	return p.leaves[column].instant(p.at, p.clocks.Of(column, as))
}

func (p *parquetTable) Place(column int, f *celltext.Error) *power.InputError {
	if f.Field != "" {
		return p.Refuse(0, f.Field, f.Problem, f.Remedy)
	}
	if f.Missing {
		return p.Refuse(int(p.row+1), p.Names[column], f.Problem, f.Remedy) // the same words for all, to be counted
	}
	return p.Refuse(0, p.Names[column], fmt.Sprintf("row %d: %s", p.row+1, f.Problem), f.Remedy)
}
