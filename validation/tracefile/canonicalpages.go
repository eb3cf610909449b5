package tracefile

import (
	"cmp"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"
	"sync"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// canonicalPages reads rows anywhere in a file of the canonical form: only the pages that hold them.
// It is safe for concurrent use.
type canonicalPages struct {
	table  *parquetTable
	file   *parquet.File
	starts []int64 // the first row of each row group, and the end of the last

	mutex   sync.Mutex
	columns map[chunkKey][]place
	open    [valueColumn + 1]openPages // of each column: there the next rows most often lie
	coded   []byte                     // of the page that is decoded
}

type chunkKey struct{ group, column int }

// place is where a page lies in the file and which rows it holds.
type place struct {
	at, size int64
	from, to int64 // rows of the file
}

// openPage is a page and its values.
type openPage struct {
	place
	values []int64
}

// pagesOpen is how many pages of a column are kept decoded: the cores ask for different instruments.
const pagesOpen = 4

// openPages are the pages of a column that were decoded last.
type openPages struct {
	pages [pagesOpen]openPage
	next  int // to be given up
}

func newCanonicalPages(p *parquetTable, file *parquet.File) *canonicalPages {
	r := &canonicalPages{table: p, file: file, starts: []int64{0}, columns: map[chunkKey][]place{}}
	for i, group := range file.RowGroups() {
		r.starts = append(r.starts, r.starts[i]+group.NumRows())
	}
	return r
}

// rows is how many there are in the file.
func (r *canonicalPages) rows() int64 { return r.starts[len(r.starts)-1] }

// read returns the values of a column in the rows from..to-1.
func (r *canonicalPages) read(column int, from, to int64) (values []int64, err error) {
	r.mutex.Lock()
	defer r.mutex.Unlock()
	values = make([]int64, 0, to-from)
	for row := from; row < to; {
		var page *openPage
		err := guard(func() (err error) {
			page, err = r.page(column, row)
			return err
		})
		if err != nil {
			return nil, r.table.damagedColumn(column, err)
		}
		end := min(to, page.to)
		values = append(values, page.values[row-page.from:end-page.from]...)
		row = end
	}
	return values, nil
}

// page returns the page of a column that holds a row; it lasts until another is asked for.
func (r *canonicalPages) page(column int, row int64) (*openPage, error) {
	open := &r.open[column]
	for i := range open.pages {
		if page := &open.pages[i]; page.from <= row && row < page.to {
			return page, nil
		}
	}
	page := &open.pages[open.next]
	open.next = (open.next + 1) % pagesOpen
	where, err := r.place(column, row)
	if err != nil {
		return nil, err
	}
	page.place = place{} // until it is decoded
	r.coded = slices.Grow(r.coded[:0], int(where.size))[:where.size]
	if err := readAt(r.table.source, r.coded, where.at); err != nil {
		return nil, err
	}
	if page.values, err = decodePage(page.values[:0], r.coded, where.to-where.from); err != nil {
		return nil, err
	}
	page.place = where
	return page, nil
}

func (r *canonicalPages) place(column int, row int64) (place, error) {
	after, _ := slices.BinarySearch(r.starts, row+1)
	key := chunkKey{after - 1, column}
	places, known := r.columns[key]
	if !known {
		var err error
		if places, err = r.places(key); err != nil {
			return place{}, err
		}
		r.columns[key] = places
	}
	i, _ := slices.BinarySearchFunc(places, row+1, func(p place, row int64) int { return cmp.Compare(p.from, row) })
	return places[i-1], nil
}

// places reads where the pages of a column chunk lie, and refuses what contradicts itself.
func (r *canonicalPages) places(key chunkKey) ([]place, error) {
	chunk := &r.file.Metadata().RowGroups[key.group].Columns[key.column]
	if chunk.MetaData.Codec != format.Uncompressed {
		return nil, fmt.Errorf("its compression %s is not that of the canonical form", chunk.MetaData.Codec)
	}
	if err := checkIndex(r.table.source, chunk); err != nil {
		return nil, err
	}
	index, err := r.file.RowGroups()[key.group].ColumnChunks()[key.column].OffsetIndex()
	if err != nil {
		return nil, err
	}
	places := make([]place, index.NumPages())
	first := r.starts[key.group]
	for i := range places {
		places[i] = place{at: index.Offset(i), size: index.CompressedPageSize(i), from: first + index.FirstRowIndex(i), to: r.starts[key.group+1]}
		if i > 0 {
			places[i-1].to = places[i].from
		}
	}
	if len(places) == 0 || places[0].from != first || slices.ContainsFunc(places, r.impossible) {
		return nil, errIndex
	}
	return places, nil
}

var errIndex = errors.New("the index of its pages is damaged")

func (r *canonicalPages) impossible(p place) bool {
	return p.from >= p.to || p.to-p.from > maxPageValues || p.at < 0 || p.size <= 0 || p.size > maxPage || p.at > r.table.size-p.size
}

// checkIndex refuses an index whose lengths exceed it before the library sees it.
func checkIndex(s source, chunk *format.ColumnChunk) error {
	at, length := chunk.OffsetIndexOffset, int64(chunk.OffsetIndexLength)
	if at <= 0 || length <= 0 || length > maxFooter || at > s.size-length {
		return errIndex
	}
	index := make([]byte, length)
	if err := readAt(s, index, at); err != nil {
		return err
	}
	walk := thrift{data: index}
	return walk.structure(0)
}

// decodePage appends the values of a page as WriteCanonical writes it.
func decodePage(to []int64, page []byte, count int64) ([]int64, error) {
	p, err := headerOf(page[:min(maxPageHeader, len(page))])
	if err == nil {
		err = p.check()
	}
	if err != nil {
		return to, err
	}
	body := page[p.header:]
	switch {
	case int64(len(body)) != p.packed:
		return to, io.ErrUnexpectedEOF
	case format.PageType(p.kind) != format.DataPageV2 || format.Encoding(p.encoding) != format.DeltaBinaryPacked || p.levels != 0:
		return to, errors.New("its coding is not that of the canonical form")
	case p.values != count:
		return to, errIndex
	case p.checksum != 0 && uint32(p.checksum) != crc32.ChecksumIEEE(body):
		return to, errors.New("a page has another checksum")
	}
	if err := checkDelta(body, count); err != nil {
		return to, err
	}
	to, err = parquet.DeltaBinaryPacked.DecodeInt64(to, body)
	if err == nil && int64(len(to)) != count {
		err = errUnfolds
	}
	return to, err
}
