package published_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"unicode/utf16"
)

// stream writes records of an old workbook.
type stream struct{ bytes.Buffer }

func (s *stream) record(kind uint16, parts ...any) {
	var body bytes.Buffer
	for _, part := range parts {
		_ = binary.Write(&body, binary.LittleEndian, part)
	}
	_ = binary.Write(s, binary.LittleEndian, []uint16{kind, uint16(body.Len())})
	s.Write(body.Bytes())
}

func cell(row, column int) []uint16 { return []uint16{uint16(row), uint16(column), 15} }

func wide(text string) []uint16 { return utf16.Encode([]rune(text)) }

// book is a workbook stream with one sheet; globals and cells are written by the caller.
func book(version uint16, globals, cells func(s *stream)) []byte {
	write := func(at uint32) *stream {
		s := &stream{}
		s.record(0x0809, version, uint16(5), make([]byte, 4))
		globals(s)
		s.record(0x0085, uint32(1), uint8(0), uint8(2), []byte{1, 0, 'c'}) // a chart comes first
		s.record(0x0085, at, uint8(0), uint8(0), []byte{1, 0, 's'})
		s.record(0x000a)
		return s
	}
	s := write(uint32(write(0).Len()))
	s.record(0x0809, version, uint16(16), make([]byte, 4))
	cells(s)
	s.record(0x000a)
	return s.Bytes()
}

// compound puts a stream into a compound file: header, one sector of the allocation table, one of the
// directory, and the stream, which is filled up so that it is not a small one.
func compound(name string, content []byte) []byte {
	const sector, free, end, table = 512, 0xffffffff, 0xfffffffe, 0xfffffffd
	size := max(len(content), 4096)
	sectors := (size + sector - 1) / sector
	var file bytes.Buffer
	write := func(parts ...any) {
		for _, part := range parts {
			_ = binary.Write(&file, binary.LittleEndian, part)
		}
	}
	write([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), make([]byte, 16), []uint16{0x3e, 3, 0xfffe, 9, 6, 0, 0, 0},
		[]uint32{0, 1, 1, 0, 4096, end, 0, end, 0, 0})
	for range 108 {
		write(uint32(free))
	}
	links := []uint32{table, end}
	for i := range sectors {
		links = append(links, uint32(i+3))
	}
	links[len(links)-1] = end
	for len(links) < sector/4 {
		links = append(links, free)
	}
	write(links)
	entry := func(name string, kind uint8, child, first uint32, size int) {
		letters := make([]uint16, 32)
		copy(letters, wide(name))
		write(letters, uint16(2*len(name)+2), kind, uint8(1), []uint32{free, free, child}, make([]byte, 36),
			first, uint64(size))
	}
	entry("Root Entry", 5, 1, end, 0)
	entry(name, 2, free, 2, size)
	write(make([]byte, 2*128))
	write(content, make([]byte, sectors*sector-len(content)))
	return file.Bytes()
}

// packed is a number in the four bytes of an RK record.
func packed(whole int32, hundredth bool) uint32 {
	bits := uint32(whole)<<2 | 2
	if hundredth {
		bits |= 1
	}
	return bits
}

func packedDouble(number float64) uint32 { return uint32(math.Float64bits(number)>>32) &^ 3 }

// eight is a workbook of Excel 97 with a cell of every kind; its shared texts are cut in the middle of
// one, which goes on in wider letters.
func eight() []byte {
	return book(0x0600, func(s *stream) {
		s.record(0x0042, uint16(1200))
		s.record(0x00fc, []uint32{3, 3},
			uint16(4), uint8(0), []byte("Rank"),
			uint16(4), uint8(1<<3), uint16(1), []byte("Rmax"), make([]byte, 4),
			uint16(6), uint8(1<<2), uint32(3), []byte("Höc")[:1])
		s.record(0x003c, uint8(1), wide("öchst"), make([]byte, 3))
	}, func(s *stream) {
		s.record(0x00fd, cell(0, 0), uint32(0))
		s.record(0x00fd, cell(0, 1), uint32(1))
		s.record(0x00fd, cell(0, 2), uint32(2))
		s.record(0x00fd, cell(0, 3), uint32(9)) // there is none
		s.record(0x0809, uint16(0x0600), uint16(0x20), make([]byte, 4))
		s.record(0x0203, cell(0, 0), float64(77)) // of a chart inside
		s.record(0x000a)
		s.record(0x027e, cell(1, 0), packed(1, false))
		s.record(0x00bd, []uint16{1, 1}, uint16(15), packed(12345, true), uint16(15), packed(-3, false), uint16(15),
			packedDouble(0.5), uint16(3))
		s.record(0x0203, cell(1, 4), 4503.18089796019)
		s.record(0x0204, cell(1, 5), uint16(3), uint8(1), wide("Gaï"))
		s.record(0x00d6, cell(1, 6), uint16(2), uint8(0), []byte("ok"), uint16(0))
		s.record(0x0006, cell(2, 0), 2.25, make([]byte, 6))
		s.record(0x0006, cell(2, 1), []byte{0, 0, 0, 0, 0, 0, 0xff, 0xff}, make([]byte, 6))
		s.record(0x0207, uint16(4), uint8(0), []byte("gave"))
		s.record(0x0006, cell(2, 2), []byte{1, 0, 1, 0, 0, 0, 0xff, 0xff}, make([]byte, 6))
		s.record(0x0006, cell(2, 3), []byte{2, 0, 0x07, 0, 0, 0, 0xff, 0xff}, make([]byte, 6))
		s.record(0x0205, cell(2, 4), uint8(0x2a), uint8(1))
		s.record(0x0205, cell(2, 5), uint8(0), uint8(0))
		s.record(0x0201, cell(2, 6))
	})
}

// list is what xls writes and the reader is to find again.
var list = [][]any{
	{"Rank", "Site", "Manufacturer", "Computer", "Country", "Year", "Cores", "RMax", "RPeak", "Nmax", "Power"},
	{1.0, "Höchstleistung", "Maker", "One", "Germany", 2009.0, 224162.0, 1759000.0, 2331000.0, 5474272.0, 6950.6},
	{2.0, "Laboratory", "Maker", "Two", "Korea, South", 2008.0, 1000.0, 126500.5, 161856.0, 0.0, 0.0},
}

// five is a workbook of Excel 95 that a Macintosh wrote.
func five() []byte {
	mac := func(text string) []byte { return bytes.ReplaceAll([]byte(text), []byte("ö"), []byte{0x9a}) }
	return book(0x0500, func(s *stream) { s.record(0x0042, uint16(10000)) }, func(s *stream) {
		for row, cells := range list {
			for column, content := range cells {
				switch content := content.(type) {
				case string:
					s.record(0x0204, cell(row, column), uint16(len(mac(content))), mac(content))
				case float64:
					s.record(0x0203, cell(row, column), content)
				}
			}
		}
	})
}
