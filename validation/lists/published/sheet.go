package published

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"green500/validation/power"
)

// sheet is a table of texts; reading a number that is written in it gives the same number again.
type sheet struct {
	name    string // of the file
	lines   []line // that are not empty
	remarks []Warning
}

type line struct {
	number int // 1 is the first of the sheet
	cells  []string
}

// What a list may hold. The longest that was ever published has 500 rows, 38 columns and 450 kB.
const (
	mostBytes   = 8 << 20
	mostLines   = 5000
	mostColumns = 256
	mostLetters = 4096 // bytes of a cell
	headerLines = 20   // how far down the names of the columns may stand
	fewestNames = 5    // known columns that make a line a header
)

// openSheet recognises a file by its content: old workbooks were handed out under new names.
func openSheet(name string, data []byte) (*sheet, error) {
	s := &sheet{name: name}
	switch {
	case len(data) > mostBytes:
		return nil, s.refuse(fmt.Sprintf("is longer than %d MiB, which no list is", mostBytes>>20),
			"give the list as it was published")
	case bytes.HasPrefix(data, []byte(compoundMagic)):
		return s, s.readCompound(data)
	case bytes.HasPrefix(data, []byte("PK\x03\x04")):
		return s, s.readWorkbook(data)
	}
	return s, s.readText(data)
}

func (s *sheet) refuse(problem, remedy string) *power.InputError {
	return &power.InputError{File: s.name, Problem: problem, Remedy: remedy}
}

func (s *sheet) damaged(reason string) *power.InputError {
	return s.refuse("is not a readable workbook: "+reason, "save it again, or save the sheet as CSV")
}

// add takes a line over. Empty lines are left out, and the numbers of the others stay.
func (s *sheet) add(number int, cells []string) error {
	last := 0
	for i, cell := range cells {
		cell = strings.TrimSpace(cell)
		if len(cell) > mostLetters {
			return &power.InputError{File: s.name, Line: number,
				Problem: fmt.Sprintf("a cell contains more than %d characters", mostLetters), Remedy: "clear it"}
		}
		if cells[i] = cell; cell != "" {
			last = i + 1
		}
	}
	if last > mostColumns {
		return &power.InputError{File: s.name, Line: number,
			Problem: fmt.Sprintf("has more than %d columns, which no list has", mostColumns),
			Remedy:  "save the sheet without the columns to the right"}
	}
	if last > 0 && number > mostLines {
		return s.refuse(fmt.Sprintf("has more than %d lines, which no list has", mostLines), "give one list per file")
	}
	if last > 0 {
		s.lines = append(s.lines, line{number, cells[:last]})
	}
	return nil
}

func (s *sheet) header() (line, error) {
	for i := range min(len(s.lines), headerLines) {
		known := 0
		for _, cell := range s.lines[i].cells {
			if _, ok := meaningOf(cell); ok && cell != "" {
				known++
			}
		}
		if known >= fewestNames {
			return s.lines[i], nil
		}
	}
	return line{}, s.refuse("no line names the columns of a list",
		"write names such as Rank, Site, Country, Rmax and Power above the rows")
}

func (s *sheet) below(header line) []line {
	for i := range s.lines {
		if s.lines[i].number == header.number {
			return s.lines[i+1:]
		}
	}
	return nil
}

// guard calls into a library: some panic on files that contradict themselves, which must not end a server.
func guard(call func() error) (err error) {
	defer func() {
		if met := recover(); met != nil {
			err = fmt.Errorf("%v", met)
		}
	}()
	return call()
}

// separators that texts were handed out with: of 2018-11 there is one with colons.
const separators = ",;\t:|"

func (s *sheet) readText(data []byte) error {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	switch start := bytes.TrimSpace(data); {
	case len(start) == 0:
		return s.refuse("is empty", "give the list as it was published")
	case bytes.HasPrefix(start, []byte("<")):
		return s.refuse("is XML or a web page", "save the list as a workbook or as CSV")
	case bytes.IndexByte(data, 0) >= 0:
		return s.refuse("is neither a workbook nor text", "save the list as a workbook or as CSV in UTF-8")
	}
	if !utf8.Valid(data) {
		page := pageOf(data)
		data = []byte(inPage(data, page))
		s.remarks = append(s.remarks, Warning{Problem: "the text is not in UTF-8 and was read as " + pageNames[page]})
	}
	return s.readSeparated(data)
}

func (s *sheet) readSeparated(data []byte) error {
	in := csv.NewReader(bytes.NewReader(data))
	in.Comma = separatorOf(data)
	in.FieldsPerRecord = -1
	in.LazyQuotes = true
	for {
		cells, err := in.Read()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return s.refuse("is not a table: "+err.Error(), "save the list again as CSV")
		}
		number, _ := in.FieldPos(0)
		if err := s.add(number, cells); err != nil {
			return err
		}
	}
}

var pageNames = map[int]string{pageWestern: "Western European (Windows-1252)", pageMac: "Mac OS Roman"}

// pageOf detects a code page by accented letters: the Macintosh's lie below where Windows begins to have any.
func pageOf(text []byte) int {
	mac, western := 0, 0
	for _, one := range text {
		switch {
		case one >= 0xc0:
			western++
		case 0x80 <= one && one < 0xa0:
			mac++
		}
	}
	if mac > western {
		return pageMac
	}
	return pageWestern
}

func separatorOf(data []byte) rune {
	first, _, _ := bytes.Cut(bytes.TrimLeft(data, "\r\n"), []byte("\n"))
	times := map[rune]int{}
	quoted := false
	for _, letter := range string(first) {
		if letter == '"' {
			quoted = !quoted
		} else if !quoted && strings.ContainsRune(separators, letter) {
			times[letter]++
		}
	}
	most := ','
	for _, letter := range separators {
		if times[letter] > times[most] {
			most = letter
		}
	}
	return most
}
