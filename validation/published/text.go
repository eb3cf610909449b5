package published

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"strings"
	"unicode/utf8"
)

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

// pageOf detects the code page of a text by its accented letters: in that of the Macintosh
// below the place where that of Windows begins to have any.
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

// separatorOf is what stands most often in the first line, outside of quotes.
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
