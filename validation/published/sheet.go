package published

import (
	"bytes"
	"fmt"
	"strings"

	"green500/validation/power"
)

// sheet is a table of texts, whatever it was kept in. Numbers are written so that reading them gives the
// same number again.
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
		return nil, s.refuse(fmt.Sprintf("is longer than %d MiB, which no list is", mostBytes>>20), "give the list as it was published")
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
			return &power.InputError{File: s.name, Line: number, Problem: fmt.Sprintf("a cell contains more than %d characters", mostLetters), Remedy: "clear it"}
		}
		if cells[i] = cell; cell != "" {
			last = i + 1
		}
	}
	if last > mostColumns {
		return &power.InputError{File: s.name, Line: number, Problem: fmt.Sprintf("has more than %d columns, which no list has", mostColumns), Remedy: "save the sheet without the columns to the right"}
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
	return line{}, s.refuse("no line names the columns of a list", "write names such as Rank, Site, Country, Rmax and Power above the rows")
}

func (s *sheet) below(header line) []line {
	for i := range s.lines {
		if s.lines[i].number == header.number {
			return s.lines[i+1:]
		}
	}
	return nil
}

// guard calls into a library. Some panic on files that contradict themselves; here that is a problem of
// the file, and must not end a server.
func guard(call func() error) (err error) {
	defer func() {
		if met := recover(); met != nil {
			err = fmt.Errorf("%v", met)
		}
	}()
	return call()
}
