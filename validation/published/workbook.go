package published

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"

	"github.com/xuri/excelize/v2"

	"green500/validation/power"
)

// What a packed workbook may unfold to, in bytes. The library takes some ten times the length of a part.
// The longest that was ever published unfolds to 3 MB.
const (
	mostUnfolded = 24 << 20 // all parts
	mostParts    = 1000
)

// mostSheetLines is how many lines a sheet can have, most of them empty; a line may call itself a later one.
const mostSheetLines = 1 << 20

// readWorkbook reads Office Open XML (ECMA-376). Cells are taken as they are kept, not as they are shown.
func (s *sheet) readWorkbook(data []byte) error {
	err := s.checkParts(data)
	if err == nil {
		err = guard(func() error { return s.unfold(data) })
	}
	var inputError *power.InputError
	if err == nil || errors.As(err, &inputError) {
		return err
	}
	return s.damaged(err.Error())
}

// checkParts looks at the list of parts before the library unfolds them.
func (s *sheet) checkParts(data []byte) error {
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		return err
	}
	if len(archive.File) > mostParts {
		return fmt.Errorf("it has more than %d parts", mostParts)
	}
	var unfolded uint64
	for _, part := range archive.File {
		if unfolded += part.UncompressedSize64; part.UncompressedSize64 > mostUnfolded || unfolded > mostUnfolded {
			return fmt.Errorf("it expands to more than %d MiB", mostUnfolded>>20)
		}
	}
	return nil
}

func (s *sheet) unfold(data []byte) error {
	book, err := excelize.OpenReader(bytes.NewReader(data), excelize.Options{
		RawCellValue: true, UnzipSizeLimit: mostUnfolded, UnzipXMLSizeLimit: mostUnfolded,
	})
	if err != nil {
		return err
	}
	defer book.Close() //nolint:errcheck // nothing was laid out or written
	names := book.GetSheetList()
	if len(names) == 0 {
		return errors.New("it has no sheet")
	}
	rows, err := book.Rows(names[0])
	if err != nil {
		return err
	}
	defer rows.Close() //nolint:errcheck // as above
	for number := 1; rows.Next(); number++ {
		if number > mostSheetLines {
			return errors.New("it has more lines than a sheet can have")
		}
		cells, err := rows.Columns()
		if err != nil {
			return err
		}
		if err := s.add(number, cells); err != nil {
			return err
		}
	}
	return rows.Error()
}
