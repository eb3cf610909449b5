package published

import (
	"encoding/binary"
	"fmt"
)

// kind of a record of a workbook stream ([MS-XLS] 2.3, and its forerunners of Excel 5 and 95).
type recordKind uint16

// The records that are looked at.
const (
	recordFormula    recordKind = 0x0006
	recordEnd        recordKind = 0x000a
	recordPassword   recordKind = 0x002f
	recordContinue   recordKind = 0x003c
	recordCodePage   recordKind = 0x0042
	recordSheet      recordKind = 0x0085
	recordManyRK     recordKind = 0x00bd
	recordRichText   recordKind = 0x00d6
	recordTexts      recordKind = 0x00fc // shared by cells
	recordSharedText recordKind = 0x00fd
	recordNumber     recordKind = 0x0203
	recordText       recordKind = 0x0204
	recordTruth      recordKind = 0x0205 // or an error
	recordResult     recordKind = 0x0207 // text that the formula before gave
	recordRK         recordKind = 0x027e
	recordBegin      recordKind = 0x0809
)

// Versions that a stream may be written in.
const (
	versionFive  = 0x0500 // Excel 5 and 95: texts in the code page of the machine
	versionEight = 0x0600 // Excel 97 and later: texts in Unicode
)

type record struct {
	kind recordKind
	body []byte
}

// recordHead is what stands before a body: its kind and its length, two bytes each.
const recordHead = 4

// recordAt returns the record at an offset and where the next begins; ok is false at the end or if cut off.
func recordAt(stream []byte, at int) (r record, next int, ok bool) {
	if at < 0 || at > len(stream)-recordHead {
		return record{}, at, false
	}
	length := int(binary.LittleEndian.Uint16(stream[at+2:]))
	begin := at + recordHead
	if begin+length > len(stream) {
		return record{}, at, false
	}
	return record{recordKind(binary.LittleEndian.Uint16(stream[at:])), stream[begin : begin+length]},
		begin + length, true
}

type workbook struct {
	eight  bool // version of Excel 97
	page   int  // code page of texts if it is not
	shared []string
	first  int // offset of the first sheet; 0 if there is none
}

func (s *sheet) readBiff(stream []byte) error {
	book := &workbook{page: pageWestern}
	if err := book.readGlobals(s, stream); err != nil {
		return err
	}
	if _, known := pages[book.page]; !known && !book.eight {
		s.remarks = append(s.remarks, Warning{Problem: fmt.Sprintf(
			"the code page %d is not known, and texts were read as Western European (Windows-1252)", book.page)})
	}
	if book.first == 0 {
		return s.damaged("it has no sheet")
	}
	cells := &cells{book: book}
	if err := cells.readSheet(stream); err != nil {
		return s.damaged(err.Error())
	}
	for i, texts := range cells.rows {
		if err := s.add(i+1, texts); err != nil {
			return err
		}
	}
	return nil
}

func (b *workbook) readGlobals(s *sheet, stream []byte) error {
	begin, at, ok := recordAt(stream, 0)
	if !ok || begin.kind != recordBegin || len(begin.body) < 2 {
		return s.damaged("it does not begin like a workbook")
	}
	switch version := binary.LittleEndian.Uint16(begin.body); version {
	case versionFive:
	case versionEight:
		b.eight = true
	default:
		return s.damaged(fmt.Sprintf("its version %#x is not known", version))
	}
	for {
		r, next, ok := recordAt(stream, at)
		if !ok {
			return s.damaged("it ends too early")
		}
		if r.kind == recordEnd {
			return nil
		}
		if err := b.take(s, stream, r, next); err != nil {
			return err
		}
		at = next
	}
}

func (b *workbook) take(s *sheet, stream []byte, r record, next int) error {
	switch r.kind {
	case recordPassword:
		return s.locked()
	case recordCodePage:
		if len(r.body) >= 2 {
			b.page = int(binary.LittleEndian.Uint16(r.body))
		}
	case recordSheet:
		if b.first == 0 && len(r.body) > kindOfSheet && r.body[kindOfSheet] == 0 {
			b.first = int(binary.LittleEndian.Uint32(r.body))
		}
	case recordTexts:
		var ok bool
		if b.shared, ok = sharedTexts(continued(stream, r, next)); !ok {
			return s.damaged("its texts end too early")
		}
	}
	return nil
}

// kindOfSheet is where a record of a sheet says whether it is a table; 0 says that it is.
const kindOfSheet = 5

// continued returns a body with those that go on with it: none is longer than 8 kB.
func continued(stream []byte, r record, next int) [][]byte {
	bodies := [][]byte{r.body}
	for {
		more, after, ok := recordAt(stream, next)
		if !ok || more.kind != recordContinue {
			return bodies
		}
		bodies, next = append(bodies, more.body), after
	}
}
