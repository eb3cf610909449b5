package input

import (
	"bytes"

	"green500/validation/power"
)

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
