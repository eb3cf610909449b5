package tracefile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"green500/validation/power"
)

// source is the file that is read.
type source struct {
	name  string
	bytes io.ReaderAt
	size  int64
}

// foreign is a kind of file people send by mistake: how it begins and what to do.
type foreign struct{ magic, kind, remedy string }

var foreigners = []foreign{
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

// foreign refuses what no format can be made of.
func (in *input) foreign() *power.InputError {
	for _, f := range foreigners {
		if bytes.HasPrefix(in.head, []byte(f.magic)) && !isXLSX(in.head) {
			return in.refuse(0, "", "is "+f.kind, f.remedy)
		}
	}
	return nil
}

// refuse places trouble in the file; line 0 is the file as a whole.
func (s source) refuse(line int, field, problem, remedy string) *power.InputError {
	return &power.InputError{File: s.name, Line: line, Field: field, Problem: problem, Remedy: remedy}
}

// hard keeps trouble with the input as it is and says of any other which file could not be read.
func (s source) hard(err error) error {
	var trouble *power.InputError
	if errors.As(err, &trouble) {
		return trouble
	}
	return fmt.Errorf("reading %s: %w", s.name, err)
}

// fault is trouble with a cell before its place is known.
type fault struct {
	field   string // instead of the column's name, where another field of the document is to blame
	asks    string // the field of the series that settles what the cell means
	problem string
	remedy  string
	missing bool // the cell says that there was no reading: it is left out and counted, not refused
	other   bool // the row is not about the column: it is passed over

	presumed bool // the cell counts time, and is taken for seconds since nothing tells its unit
}

// oneOrAll returns a single trouble as itself, so that its kind is the same whoever asks, and
// leaves out what would only be said twice.
func oneOrAll(troubles power.InputErrors) error {
	said := map[power.InputError]bool{}
	var distinct power.InputErrors
	for _, t := range troubles {
		if !said[*t] {
			said[*t] = true
			distinct = append(distinct, t)
		}
	}
	if len(distinct) == 1 {
		return distinct[0]
	}
	return distinct.OrNil()
}

// maxQuoted bounds how much of a cell an error repeats, in bytes.
const maxQuoted = 40

func quoted(text []byte) string {
	if len(text) > maxQuoted {
		return strconv.Quote(string(text[:maxQuoted]) + "…")
	}
	return strconv.Quote(string(text))
}

// maxListed bounds how many names an error lists.
const maxListed = 20

func listed(names []string) string {
	if len(names) <= maxListed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:maxListed], ", "), len(names)-maxListed)
}
