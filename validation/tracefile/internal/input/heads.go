package input

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"regexp"

	"green500/validation/power"
	"green500/validation/tracefile/internal/hashed"
)

// JSONHead recognises JSON by its first signs: a line that begins with [2026-06-01 10:00:00] is none.
var JSONHead = regexp.MustCompile(`^\s*(\{\s*(["'}]|$)|\[\s*(\{|$|\]\s*$|(\[\s*)+([{"\d\]-]|$)))`)

// PythonHead matches the beginning of objects as Python prints them, which is not JSON.
var PythonHead = regexp.MustCompile(`^\s*\[?\s*\{\s*'`)

// IsJSON recognises JSON of any kind, which no format before has taken.
func IsJSON(head []byte) bool {
	if JSONHead.Match(head) {
		return true
	}
	if len(head) < hashed.HeadBytes {
		return json.Valid(head) // a list of numbers, or a single value
	}
	return bytes.HasPrefix(bytes.TrimSpace(head), []byte{'['}) && beginsAsJSON(head)
}

// beginsAsJSON reports whether text that was cut off is JSON as far as it goes.
func beginsAsJSON(head []byte) bool {
	tokens := json.NewDecoder(bytes.NewReader(head))
	for {
		_, err := tokens.Token()
		if err != nil {
			return errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
		}
	}
}

// IsXLSX distinguishes a spreadsheet from other archives by what its first part is called.
func IsXLSX(head []byte) bool {
	if !bytes.HasPrefix(head, []byte("PK\x03\x04")) || len(head) < zipNameAt {
		return false
	}
	name := head[zipNameAt:]
	for _, one := range []string{"[Content_Types].xml", "xl/", "_rels/.rels", "docProps/"} {
		if bytes.HasPrefix(name, []byte(one)) {
			return true
		}
	}
	return false
}

// zipNameAt is where the name of the first part of a zip archive lies.
const zipNameAt = 30

// unsupported is a kind of file people send by mistake: how it begins and what to do.
type unsupported struct{ magic, kind, remedy string }

var unsupportedFiles = []unsupported{
	{"\xd0\xcf\x11\xe0", "an old spreadsheet", "save the sheet as XLSX or CSV"},
	{"\xff\xfe\x00\x00", "UTF-32 text", "save it as UTF-8"},
	{"PARE", "encrypted Parquet", "write it without encryption"},
	{"7z\xbc\xaf\x27\x1c", "a 7z archive", "pack it as zip, or give the log itself"},
	{"Rar!\x1a\x07", "a RAR archive", "pack it as zip, or give the log itself"},
	{"\x04\x22\x4d\x18", "lz4", "unpack it, or pack it as zstd"},
	{"%PDF-", "a PDF", "give the log itself"},
	{"\x89PNG\r\n", "a picture", "give the log that it was drawn from"},
	{"\xff\xd8\xff", "a picture", "give the log that it was drawn from"},
	{"GIF8", "a picture", "give the log that it was drawn from"},
	{"TDSm", "a TDMS file of LabVIEW", "export its channels as CSV, as DIAdem and npTDMS do"},
	{"MATLAB 5.0 MAT-file", "a MAT-file of MATLAB", "write its table as CSV, with writetable or writetimetable"},
	{"\x89HDF\r\n\x1a\n", "an HDF5 file, as those of MATLAB 7.3 are, too", "write its table as CSV or Parquet"},
	{"SQLite format 3\x00", "a database of SQLite", "export the table of the readings, as: sqlite3 -header -csv FILE \"SELECT * FROM TABLE\""},
}

func (in *File) refuseUnsupported() *power.InputError {
	for _, f := range unsupportedFiles {
		if bytes.HasPrefix(in.Head, []byte(f.magic)) && !IsXLSX(in.Head) {
			return in.Refuse(0, "", "is "+f.kind, f.remedy)
		}
	}
	return nil
}
