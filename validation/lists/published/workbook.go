package published

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/richardlehane/mscfb"
	"github.com/xuri/excelize/v2"

	"green500/validation/power"
)

// What a packed workbook may unfold to, in bytes, of which the library takes ten times: at most 3 MB so far.
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

// Old workbooks lie in a compound file ([MS-CFB]), a small file system of sectors, as a stream of records.
const (
	compoundMagic  = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
	compoundHeader = 512 // bytes
)

// sectorCounts are where the header counts sectors, for which the library makes room before it looks.
var sectorCounts = []int{40, 44, 64, 72} // directory, allocation table, small allocation table, table of tables

// streams that hold a workbook: of Excel 97 and later, of Excel 5 and 95, and with a password.
const (
	streamWorkbook  = "Workbook"
	streamBook      = "Book"
	streamEncrypted = "EncryptedPackage"
)

func (s *sheet) readCompound(data []byte) error {
	stream, err := workbookStream(data)
	if errors.Is(err, errLocked) {
		return s.locked()
	}
	if err != nil {
		return s.damaged(err.Error())
	}
	return s.readBiff(stream)
}

var errLocked = errors.New("it has a password")

func (s *sheet) locked() error {
	return s.refuse("is a workbook with a password", "save it without one")
}

func workbookStream(data []byte) (stream []byte, err error) {
	if err := checkSectors(data); err != nil {
		return nil, err
	}
	err = guard(func() error {
		file, err := mscfb.New(bytes.NewReader(data))
		if err != nil {
			return err
		}
		entry, err := workbookEntry(file)
		if err != nil {
			return err
		}
		if entry.Size > int64(len(data)) {
			return errors.New("its stream is longer than the file")
		}
		stream = make([]byte, entry.Size)
		_, err = io.ReadFull(entry, stream)
		return err
	})
	return stream, err
}

func checkSectors(data []byte) error {
	if len(data) < compoundHeader {
		return errors.New("it ends too early")
	}
	for _, at := range sectorCounts {
		if count := binary.LittleEndian.Uint32(data[at:]); int64(count)*compoundHeader > int64(len(data)) {
			return fmt.Errorf("it states %d sectors, but is shorter", count)
		}
	}
	return nil
}

func workbookEntry(file *mscfb.Reader) (*mscfb.File, error) {
	for _, name := range []string{streamWorkbook, streamBook, streamEncrypted} {
		at := slices.IndexFunc(file.File, func(f *mscfb.File) bool { return f.Name == name && len(f.Path) == 0 })
		if at >= 0 && name == streamEncrypted {
			return nil, errLocked
		}
		if at >= 0 {
			return file.File[at], nil
		}
	}
	return nil, errors.New("it contains no sheet")
}
