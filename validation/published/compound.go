package published

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/richardlehane/mscfb"
)

// Old workbooks lie in a compound file ([MS-CFB]), a small file system of sectors, as a stream of records.
const (
	compoundMagic  = "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
	compoundHeader = 512 // bytes
)

// sectorCounts are where the header says how many sectors something takes. The library makes room for as
// many before it looks whether they are there.
var sectorCounts = []int{40, 44, 64, 72} // directory, allocation table, small allocation table, table of tables

// streams that hold a workbook: of Excel 97 and later, and of Excel 5 and 95. A workbook with a password
// lies in one of its own.
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

// workbookStream returns the stream of records; the newer one where there are both.
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
